"""Legal moves as a seat sees them: each once, one of every kind first, the lowest and fewest cards first."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import compress
from operator import eq
from typing import Final

from engine.core.cards import Card
from engine.core.moves import Pass
from engine.core.seats import Seat
from engine.rulesets.davinci.judging import can_lead
from engine.rulesets.davinci.moves import MOST_CARDS, DavinciMove, Play
from engine.rulesets.davinci.state import Lead, State
from engine.rulesets.symbols import LEONARDO, POINTS

PASS: Final = Pass()

# every play there is, made once: by how many cards, and by symbol
COUNTS: Final = range(MOST_CARDS + 1)
PLAIN: Final = [{symbol: Play((symbol,) * count) for symbol in POINTS} for count in COUNTS]
CALLED: Final = [{symbol: Play((symbol,) * count, True) for symbol in POINTS} for count in COUNTS]


def moves(seen: State, seat: Seat, kind: str | None, named: frozenset[str]) -> Iterator[DavinciMove]:
    """All legal moves that name all of `named`, of the kind if one is given."""
    hand = seen.seats[seat].hand
    listed: list[DavinciMove] = []
    if kind in (None, "play"):
        listed += _plays(seen, hand, named)
    if kind in (None, "pass") and not named and not (isinstance(seen.phase, Lead) and can_lead(hand)):
        listed.insert(1, PASS)
    return iter(listed)


def _plays(seen: State, hand: tuple[Card, ...], named: frozenset[str]) -> list[Play]:
    """Singles, then pairs, then threes, each in component order; where the call is due, with it first."""
    listed: list[Play] = []
    for count, symbols in enumerate(_symbols(seen, hand), 1):
        if named:
            symbols = [symbol for symbol in symbols if named == {symbol}]
        if not symbols:
            continue
        left = len(hand) - count
        if left == 0 and LEONARDO in symbols:
            symbols.remove(LEONARDO)
        if left == 1 and seen.options.carta_finale == "called":
            listed += [forms[count][symbol] for symbol in symbols for forms in (CALLED, PLAIN)]
        else:
            listed += map(PLAIN[count].__getitem__, symbols)
    return listed


def _symbols(seen: State, hand: tuple[Card, ...]) -> tuple[list[Card], ...]:
    """The symbols of which one, two and three cards may be played, as far as what lies on the table goes.

    A hand is in order, the lowest points first.
    """
    if not seen.pile:
        return list(dict.fromkeys(hand)), _twice(hand)
    top = seen.pile[-1].cards
    below, least = top[0], POINTS[top[0]]
    fitting = hand[bisect_left(hand, least, key=POINTS.__getitem__) :]
    if len(top) > 1:
        return [LEONARDO] if LEONARDO in fitting else [], _twice(fitting)
    pairs = _twice(fitting) if seen.options.pair_over_single else []
    threes = [below] if fitting.count(below) == MOST_CARDS else []
    return list(dict.fromkeys(fitting)), pairs, threes


def _twice(cards: tuple[Card, ...]) -> list[Card]:
    """The symbols that come at least twice in cards that are in order."""
    return list(dict.fromkeys(compress(cards, map(eq, cards, cards[1:]))))
