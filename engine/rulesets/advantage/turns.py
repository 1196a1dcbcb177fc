"""How a game of Advantage goes on: the four phases of a round, refills, and what ends it.

What has only one answer is played on: a step may run through several phases to the next thing that a seat
must decide. Only after a hidden draw the seat itself passes, so that the step of the draw tells nothing.
"""

from msgspec.structs import replace

from engine.core.events import Event, Passed
from engine.core.seats import Seat, left_of
from engine.rulesets.advantage.deck import is_stuck
from engine.rulesets.advantage.events import Drew, HandsSwitched
from engine.rulesets.advantage.pairing import accidental_left, can_pair
from engine.rulesets.advantage.scoring import finish
from engine.rulesets.advantage.state import Drop, Over, Pair, Pick, SeatState, State

HAND = 3  # cards that a hand is filled up to [Advantage, Keeping a Hand of Three]
MOST_DROPS = 2  # a seat's drops in a round [Advantage, Dropping]


def non_dealer(state: State) -> Seat:
    """The seat that is first in every phase."""
    return left_of(state.dealer, len(state.seats))


def with_seat(state: State, seat: Seat, own: SeatState) -> tuple[SeatState, SeatState]:
    """Both seats, one of them changed."""
    return (own, state.seats[1]) if seat == 0 else (state.seats[0], own)


def begin_drop(state: State, seat: Seat) -> State:
    """A seat's turn to drop; it ends the game if nothing fits and there is no stock [A15]."""
    return _begin(state, seat, Drop(seat, 0, False))


def begin_pick(state: State, seat: Seat) -> State:
    """A seat's turn to pick; it ends the game if nothing fits and there is no stock [A15]."""
    return _begin(state, seat, Pick(seat, False))


def _begin(state: State, seat: Seat, phase: Drop | Pick) -> State:
    if not state.stock and is_stuck(state.seats[seat].hand, state.piles):
        return finish(state, "stuck")
    return replace(state, phase=phase)


def after_drop(state: State, seat: Seat, dropped: int, drew: bool, events: list[Event]) -> State:
    """A second drop if one is allowed and possible, else the end of the seat's drops."""
    state = out_of_cards(state)
    if isinstance(state.phase, Over):
        return state
    if dropped == MOST_DROPS:
        return end_drop(state, seat, events)
    if is_stuck(state.seats[seat].hand, state.piles):
        events.append(Passed(seat, True))
        return end_drop(state, seat, events)
    return replace(state, phase=Drop(seat, dropped, drew))


def after_draw(state: State, seat: Seat, events: list[Event]) -> State:
    """After the draw of a stuck seat: it plays on, the game ends if the stock did too [A15], or it passes."""
    own, phase = state.seats[seat], state.phase
    drawn: Drop | Pick = Drop(seat, 0, True) if isinstance(phase, Drop) else Pick(seat, True)
    if is_stuck(own.hand, state.piles):
        if not state.stock:
            return finish(state, "stuck")
        if not own.hidden:
            events.append(Passed(seat, True))
            return end_turn(state, seat, events)
    return replace(state, phase=drawn)


def end_turn(state: State, seat: Seat, events: list[Event]) -> State:
    """The end of a seat's turn in whatever phase it is."""
    match state.phase:
        case Drop():
            return end_drop(state, seat, events)
        case Pick():
            return end_pick(state, seat, events)
        case _:
            return end_pair(state, seat, events)


def end_drop(state: State, seat: Seat, events: list[Event]) -> State:
    """The other seat's drops, or the switch and the picking."""
    if state.options.refill == "after_own_drop":
        state = fill(state, seat, events)
    first = non_dealer(state)
    if isinstance(state.phase, Over):
        return state
    if seat == first:
        return begin_drop(state, state.dealer)
    if state.options.refill == "after_both_drops":
        state = _fill_both(state, events)
    if isinstance(state.phase, Over):
        return state
    state = _switch(state, events)
    if state.options.refill == "after_switch":
        state = _fill_both(state, events)
    return state if isinstance(state.phase, Over) else begin_pick(state, first)


def _fill_both(state: State, events: list[Event]) -> State:
    for seat in (non_dealer(state), state.dealer):
        if not isinstance(state.phase, Over):
            state = fill(state, seat, events)
    return state


def _switch(state: State, events: list[Event]) -> State:
    """The two hands change places, and everything in them is open [Advantage, Switching; A5]."""
    one, other = state.seats
    events.append(HandsSwitched((other.hand, one.hand)))
    seats = (
        SeatState(other.hand, 0, one.pairs, one.picked, one.accidental),
        SeatState(one.hand, 0, other.pairs, other.picked, other.accidental),
    )
    return replace(state, seats=seats)


def end_pick(state: State, seat: Seat, events: list[Event]) -> State:
    """The other seat's pick, or the pairing."""
    first = non_dealer(state)
    return begin_pick(state, state.dealer) if seat == first else _begin_pair(state, first, events)


def _begin_pair(state: State, seat: Seat, events: list[Event]) -> State:
    return pair_on(state, seat, accidental_left(state.seats[seat], state.options), events)


def pair_on(state: State, seat: Seat, left: int | None, events: list[Event]) -> State:
    """The seat pairs as long as it can."""
    if can_pair(state.seats[seat], left):
        return replace(state, phase=Pair(seat, left))
    events.append(Passed(seat, True))
    return end_pair(state, seat, events)


def end_pair(state: State, seat: Seat, events: list[Event]) -> State:
    """The hand is filled up; then the other seat pairs, or the round is over."""
    state = fill(state, seat, events)
    if isinstance(state.phase, Over):
        return state
    first = non_dealer(state)
    return _begin_pair(state, state.dealer, events) if seat == first else _end_round(state)


def _end_round(state: State) -> State:
    """The next round, unless too many passed without a card from the stock or a pair [A17]."""
    if state.idle_rounds >= state.options.idle_rounds:
        return finish(state, "idle")
    seats = tuple([SeatState(own.hand, 0, own.pairs, (), False) for own in state.seats])
    state = replace(state, round=state.round + 1, idle_rounds=state.idle_rounds + 1, seats=seats)
    return begin_drop(state, non_dealer(state))


def fill(state: State, seat: Seat, events: list[Event]) -> State:
    """The hand up to three from the stock, face up, as far as the stock goes [A9]."""
    own = state.seats[seat]
    new = state.stock[: max(0, HAND - len(own.hand))]
    if new:
        events.append(Drew(seat, new, True))
        own = SeatState(own.hand + new, own.hidden, own.pairs, own.picked, own.accidental)
        seats = with_seat(state, seat, own)
        state = replace(state, stock=state.stock[len(new) :], idle_rounds=0, seats=seats)
    return out_of_cards(state)


def out_of_cards(state: State) -> State:
    """The end at once if a hand and the stock are both empty [A16]."""
    if not state.stock and not all(own.hand for own in state.seats):
        return finish(state, "out-of-cards")
    return state
