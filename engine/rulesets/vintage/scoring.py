"""The end of a game of Vintage: cards, sets and coins are counted, and who wins."""

from typing import Final

from msgspec.structs import replace

from engine.core.cards import Card
from engine.core.events import Event, Scored, ScoreLine
from engine.core.seats import Seat
from engine.rulesets.vintage.deck import worth
from engine.rulesets.vintage.options import Options
from engine.rulesets.vintage.sets import bonus
from engine.rulesets.vintage.state import Outcome, OutcomeDetails, Over, SeatState, State

COINS_A_POINT: Final = 3


def counted(own: SeatState, options: Options) -> tuple[Card, ...]:
    """The cards that count for a seat: all it has, or only what it bought [W1]."""
    return own.collection if options.collection == "bought_only" else own.hand


def points(own: SeatState, options: Options) -> tuple[tuple[str, int], ...]:
    """What a seat scores, by award."""
    cards = counted(own, options)
    return (
        ("cards", worth(cards)),
        ("sets", bonus(cards, options.sets == "one_per_colour")),
        ("coins", own.coins // COINS_A_POINT),
    )


def standing(state: State) -> tuple[int, ...]:
    """What each seat would score if the game ended now."""
    return tuple(sum([value for _, value in points(own, state.options)]) for own in state.seats)


def finish(state: State, reason: str, events: list[Event]) -> State:
    """The end: a line for each seat and award, seat by seat. The highest total wins, of equal ones those
    with the most coins, else several share the win [W21]."""
    lines = tuple(
        ScoreLine(Seat(seat), award, value)
        for seat, own in enumerate(state.seats)
        for award, value in points(own, state.options)
    )
    totals = standing(state)
    events.append(Scored(lines, totals))
    results = [(total, own.coins) for total, own in zip(totals, state.seats, strict=True)]
    best = max(results)
    winners = tuple(Seat(seat) for seat, result in enumerate(results) if result == best)
    outcome = Outcome(reason=reason, winners=winners, scores=totals, details=OutcomeDetails(lines))
    return replace(state, phase=Over(outcome))
