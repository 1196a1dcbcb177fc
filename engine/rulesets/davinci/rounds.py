"""Rounds of Da Vinci's Challenge: the deal, the end, the titles, and who wins a tournament."""

from msgspec.structs import replace

from engine.core.cards import Card
from engine.core.events import Dealt, Event, RoundEnded
from engine.core.phases import Phase
from engine.core.ruleset import shuffled
from engine.core.seats import Seat, from_left_of, left_of
from engine.rulesets.davinci.deck import hand_order, pile, points
from engine.rulesets.davinci.options import Options
from engine.rulesets.davinci.state import (
    Ending,
    Lead,
    Outcome,
    OutcomeDetails,
    Over,
    RoundResult,
    SeatState,
    State,
    Title,
)


def rounds(options: Options, seats: int) -> int:
    """How many rounds are played: one for each player and one more, if it is a tournament [D29]."""
    if not options.tournament:
        return 1
    return seats + 1 if options.rounds is None else options.rounds


def deal(state: State, order: tuple[Card, ...], events: list[Event]) -> State:
    """All cards, one at a time, the seat to the left of the dealer first; it leads [D2]."""
    count = len(state.seats)
    hands: list[tuple[Card, ...]] = [()] * count
    for step, seat in enumerate(from_left_of(state.dealer, count)):
        hands[seat] = hand_order(order[step::count])
    events.append(Dealt(state.round, state.dealer, tuple(hands), ()))
    return replace(
        state,
        phase=Lead(left_of(state.dealer, count)),
        pile=(),
        cleared=(),
        seats=tuple(
            SeatState(hand, "in", False, own.title, own.points)
            for hand, own in zip(hands, state.seats, strict=True)
        ),
    )


def end_round(state: State, masters: tuple[Seat, ...], ended: Ending, events: list[Event]) -> State:
    """The winners of the round score 0, all others what they hold, in the round or out of it.

    A single round is the game; a tournament writes it down and goes on with the next deal, or ends.
    """
    scores = standing_of_round(state, masters)
    events.append(RoundEnded(state.round, scores))
    if not state.options.tournament:
        return replace(state, phase=_over(scores, ended, ended))
    result = RoundResult(state.round, scores, masters, peasant(scores, state.dealer))
    state = replace(
        state,
        seats=tuple(_after(Seat(at), own, result) for at, own in enumerate(state.seats)),
        results=(*state.results, result),
    )
    if state.round == state.rounds:
        totals = tuple(own.points for own in state.seats)
        return replace(state, phase=_over(totals, "rounds-played", ended))
    order, rng = shuffled(pile(state.options.leonardos), state.rng, None)
    state = replace(state, round=state.round + 1, dealer=result.peasant, rng=rng)
    return deal(state, order, events)


def standing_of_round(state: State, masters: tuple[Seat, ...] = ()) -> tuple[int, ...]:
    """What each seat scores in the round if it ends with these winners."""
    return tuple(0 if at in masters else points(own.hand) for at, own in enumerate(state.seats))


def peasant(scores: tuple[int, ...], dealer: Seat) -> Seat:
    """The seat with the most points of the round, the first to the left of the dealer of several [D26]."""
    return max(from_left_of(dealer, len(scores)), key=scores.__getitem__)


def _after(seat: Seat, own: SeatState, result: RoundResult) -> SeatState:
    """A seat after the round, with its title and total."""
    title: Title = "apprentice"
    if seat in result.masters:
        title = "master"
    elif seat == result.peasant:
        title = "peasant"
    return SeatState(own.hand, own.state, own.passed, title, own.points + result.points[seat])


def _over(scores: tuple[int, ...], reason: str, ended: Ending) -> Phase:
    """The end: the lowest score wins, equal ones share [D27]."""
    best = min(scores)
    winners = tuple(Seat(seat) for seat, score in enumerate(scores) if score == best)
    return Over(Outcome(reason=reason, winners=winners, scores=scores, details=OutcomeDetails(ended)))
