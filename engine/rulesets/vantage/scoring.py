"""The end of a game of Vantage: left-overs, awards, penalties, winners."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engine.core.cards import Card
from engine.core.events import Event, Scored, ScoreLine
from engine.core.seats import Seat
from engine.rulesets.vantage.deck import BIG, SUIT, VALUE, WILDS, Suit, is_wild
from engine.rulesets.vantage.events import LeftoversTaken
from engine.rulesets.vantage.state import Loose, Outcome, OutcomeDetails, Over, State

MOST_CARDS: Final = 10
MOST_PURPLE: Final = 8
MOST_RED: Final = 6
BIG_CARD: Final = 4
ONE: Final = 2
WILD: Final = 2
RENEGE: Final = -10


def with_suits(state: State, loose: Iterable[Loose]) -> tuple[Suit | None, ...]:
    """`wild_suits` once these loose cards leave the table: a wild keeps the suit named for it [V8]."""
    named = list(state.wild_suits)
    for card in loose:
        if is_wild(card.card):
            named[WILDS.index(card.card)] = card.suit
    return tuple(named)


def finish(state: State, events: list[Event]) -> State:
    """The end: left-overs to the last collector, then the scores."""
    state = _take_leftovers(state, events)
    awards = tuple(_awards(state))
    totals = _totals(awards, state)
    events.append(Scored(awards, totals))
    best = max(totals)
    winners = tuple(Seat(seat) for seat, total in enumerate(totals) if total == best)
    outcome = Outcome(
        reason="pack-dealt-out",
        winners=winners,
        scores=totals,
        details=OutcomeDetails(awards),
    )
    return replace(state, phase=Over(outcome))


def standing(state: State) -> tuple[int, ...]:
    """What each seat would score if what lies on the table went to nobody."""
    return _totals(_awards(state), state)


def _totals(awards: Iterable[ScoreLine], state: State) -> tuple[int, ...]:
    totals = [0] * len(state.seats)
    for line in awards:
        if line.seat is not None:
            totals[line.seat] += line.points
    return tuple(totals)


def _take_leftovers(state: State, events: list[Event]) -> State:
    """What lies on the table goes to the last seat that collected; to nobody if none did [V40]."""
    cards = tuple(card.card for card in state.loose) + tuple(
        card for pile in state.piles for card in pile.cards
    )
    if not cards:
        return state
    events.append(LeftoversTaken(state.last_collector, cards))
    seats = tuple(
        replace(seat, captured=seat.captured + cards) if at == state.last_collector else seat
        for at, seat in enumerate(state.seats)
    )
    return replace(
        state,
        seats=seats,
        loose=(),
        piles=(),
        wild_suits=with_suits(state, state.loose),
    )


def _awards(state: State) -> Iterable[ScoreLine]:
    """All awards first, penalties after them [V54]."""
    piles = [seat.captured for seat in state.seats]
    yield from _most("most-cards", MOST_CARDS, [len(pile) for pile in piles], state)
    yield from _most(
        "most-purple",
        MOST_PURPLE,
        [_of_suit("P", pile, state) for pile in piles],
        state,
    )
    yield from _most("most-red", MOST_RED, [_of_suit("R", pile, state) for pile in piles], state)
    yield from _each("big-card", BIG_CARD, [sum(card in BIG for card in pile) for pile in piles])
    yield from _each("one", ONE, [sum(VALUE.get(card) == 1 for card in pile) for pile in piles])
    yield from _each("wild", WILD, [sum(is_wild(card) for card in pile) for pile in piles])
    yield from _each("renege", RENEGE, [seat.reneges for seat in state.seats])


def _of_suit(suit: Suit, pile: tuple[Card, ...], state: State) -> int:
    """How many of a suit; a wild counts for the suit named for it, where wilds have one [V8]."""
    plain = sum(SUIT.get(card) == suit for card in pile)
    return plain + sum(
        named == suit for wild, named in zip(WILDS, state.wild_suits, strict=True) if wild in pile
    )


def _most(award: str, points: int, counts: list[int], state: State) -> Iterable[ScoreLine]:
    """The award for most of something: a count of none wins nothing, a tie what the table agreed [V39]."""
    best = max(counts)
    first = [Seat(seat) for seat, count in enumerate(counts) if count == best and best > 0]
    match len(first), state.options.tie_award:
        case (1, _) | (_, "full"):
            share = points
        case (_, "split") if first:
            share = points // len(first)
        case _:
            first = []
    if not first:
        yield ScoreLine(None, award, 0)
        return
    for seat in first:
        yield ScoreLine(seat, award, share)


def _each(award: str, points: int, counts: list[int]) -> Iterable[ScoreLine]:
    for seat, count in enumerate(counts):
        if count:
            yield ScoreLine(Seat(seat), award, count * points)
