"""Legal moves as a seat sees them: each once, one of every kind first, the lowest and fewest cards first."""

from collections.abc import Iterator
from typing import Final

from engine.core.cards import Card
from engine.core.moves import Pass
from engine.core.seats import Seat
from engine.rulesets.davinci.judging import call_is_due, can_lead
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
    counts: dict[Card, int] = {}
    for card in hand:
        counts[card] = counts.get(card, 0) + 1
    if named:
        counts = {card: count for card, count in counts.items() if named == {card}}
    listed: list[Play] = []
    for count, symbols in enumerate(_symbols(seen, counts), 1):
        left = len(hand) - count
        due = call_is_due(left, seen.options)
        for symbol in symbols:
            if left or symbol != LEONARDO:
                if due:
                    listed.append(CALLED[count][symbol])
                listed.append(PLAIN[count][symbol])
    return listed


def _symbols(seen: State, counts: dict[Card, int]) -> tuple[list[Card], ...]:
    """The symbols of which one, two and three cards may be played, as far as what lies on the table goes."""
    if not seen.pile:
        return list(counts), [card for card, count in counts.items() if count > 1]
    top = seen.pile[-1].cards
    below, least = top[0], POINTS[top[0]]
    singles = [card for card in counts if POINTS[card] >= least]
    pairs = [card for card in singles if counts[card] > 1]
    if len(top) > 1:
        return [LEONARDO] if LEONARDO in counts else [], pairs
    threes = [below] if counts.get(below) == MOST_CARDS else []
    return singles, pairs if seen.options.pair_over_single else [], threes
