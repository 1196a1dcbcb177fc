"""What a legal move does to a game of Da Vinci's Challenge."""

from msgspec.structs import replace

from engine.core.cards import Card
from engine.core.events import Event, Passed, SeatSkipped
from engine.core.moves import Move
from engine.core.ruleset import Step
from engine.core.seats import Seat
from engine.rulesets.davinci.events import Cleared, ClearReason, Eliminated, Played
from engine.rulesets.davinci.moves import MOST_CARDS, Play
from engine.rulesets.davinci.rounds import end_round, standing_of_round
from engine.rulesets.davinci.state import Follow, Lead, SeatState, Standing, State, TablePlay
from engine.rulesets.symbols import LEONARDO

Seats = tuple[SeatState, ...]


def play(state: State, seat: Seat, move: Move) -> Step[State]:
    """The state after a legal move, with the events up to the next thing that a seat must decide."""
    events: list[Event] = []
    state = _lay(state, seat, move, events) if isinstance(move, Play) else _pass(state, seat, events)
    return Step(state, tuple(events))


def _lay(state: State, seat: Seat, move: Play, events: list[Event]) -> State:
    """Cards are laid; then, in this order: no cards are left, the call is forgotten, a clear, a skip."""
    cards, own = move.cards, state.seats[seat]
    at = own.hand.index(cards[0])
    hand = own.hand[:at] + own.hand[at + len(cards) :]
    automatic = state.options.carta_finale == "automatic"
    called = len(hand) == 1 if automatic else move.carta_finale
    forgot = len(hand) == 1 and not called
    events.append(Played(seat, cards, called))
    top = state.pile[-1].cards if state.pile else ()
    standing: Standing = "eliminated" if forgot else "in" if hand else "out"
    seats = state.seats if top else _none_passed(state.seats)
    seats = _with(seats, seat, SeatState(hand, standing, False, own.title, own.points))
    state = replace(state, pile=(*state.pile, TablePlay(seat, cards, called)), seats=seats)
    if not hand:
        return end_round(state, (seat,), "out-of-cards", events)
    if forgot:
        events.append(Eliminated(seat, "forgotten-call"))
        left = _still_in(state.seats)
        if state.options.forgotten_call == "end_round":
            return end_round(state, _fewest_points(state, left), "forgotten-call", events)
        if len(left) == 1:
            return end_round(state, left, "last-seat", events)
    reason = _clears(top, cards)
    if reason is not None:
        return _clear(state, seat, reason, events)
    if top == cards:  # singles, for a pair has cleared
        return _turn(state, _skip(state, seat, events), events)
    return _turn(state, seat, events)


def _pass(state: State, seat: Seat, events: list[Event]) -> State:
    """No cards are laid: the turn goes on, or the lead goes left [D8, D17, D18]."""
    events.append(Passed(seat, False))
    own = state.seats[seat]
    passed = SeatState(own.hand, own.state, True, own.title, own.points)
    state = replace(state, seats=_with(state.seats, seat, passed))
    if state.pile:
        return _turn(state, seat, events)
    left = _still_in(state.seats)
    if all(state.seats[other].passed for other in left):
        return end_round(state, left, "blocked", events)
    return replace(state, phase=Lead(_first_in(state.seats, seat)))


def _turn(state: State, after: Seat, events: list[Event]) -> State:
    """The next seat in turn follows; if the turn is back where the top play came from, it clears [D7]."""
    top = state.pile[-1]
    seat = _next(state, after, top.seat)
    if seat is None:
        return _clear(state, top.seat, "unanswered", events)
    return replace(state, phase=Follow(seat, len(top.cards)))


def _skip(state: State, seat: Seat, events: list[Event]) -> Seat:
    """The seat that would have had the turn loses it; the turn goes on after the seat given back [D6]."""
    skipped = _next(state, seat, seat)
    if skipped is None:
        return seat
    events.append(SeatSkipped(skipped, "same-symbol"))
    return skipped


def _next(state: State, after: Seat, stop: Seat) -> Seat | None:
    """The first seat to the left of `after` that may have the turn; None if `stop` comes before it."""
    seats, locks = state.seats, state.options.passing_locks
    at = (after + 1) % len(seats)
    while at != stop:
        own = seats[at]
        if own.state == "in" and not (locks and own.passed):
            return Seat(at)
        at = (at + 1) % len(seats)
    return None


def _clears(top: tuple[Card, ...], cards: tuple[Card, ...]) -> ClearReason | None:
    """Why the play clears the table by itself: ways 2, 3 and 4 [D11, D12, D14, D15]."""
    if cards[0] == LEONARDO:
        return "leonardo"
    if len(cards) == MOST_CARDS:
        return "three"
    return "pair" if len(cards) > 1 and cards == top else None


def _clear(state: State, seat: Seat, reason: ClearReason, events: list[Event]) -> State:
    """The table is emptied; its seat leads again, or the next one still in if it is out [D19]."""
    cards = tuple([card for laid in state.pile for card in laid.cards])
    events.append(Cleared(seat, reason, cards))
    leader = seat if state.seats[seat].state == "in" else _first_in(state.seats, seat)
    seats = _none_passed(state.seats)
    return replace(state, phase=Lead(leader), pile=(), cleared=state.cleared + cards, seats=seats)


def _with(seats: Seats, seat: Seat, changed: SeatState) -> Seats:
    return (*seats[:seat], changed, *seats[seat + 1 :])


def _none_passed(seats: Seats) -> Seats:
    """The seats at a table that was just emptied, or led to."""
    return tuple(
        [SeatState(own.hand, own.state, False, own.title, own.points) if own.passed else own for own in seats]
    )


def _still_in(seats: Seats) -> tuple[Seat, ...]:
    return tuple([Seat(at) for at, own in enumerate(seats) if own.state == "in"])


def _first_in(seats: Seats, after: Seat) -> Seat:
    """The first seat to the left that is still in."""
    at = (after + 1) % len(seats)
    while seats[at].state != "in":
        at = (at + 1) % len(seats)
    return Seat(at)


def _fewest_points(state: State, among: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who holds the least; several share [D20]."""
    scores = standing_of_round(state)
    least = min(scores[seat] for seat in among)
    return tuple(seat for seat in among if scores[seat] == least)
