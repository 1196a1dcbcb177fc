"""The cards of Da Vinci's Challenge, a reconstruction [D1]: identical copies of each symbol."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.core.cards import Card, Pile
from engine.rulesets.davinci.options import Options
from engine.rulesets.symbols import COPIES, LEONARDO, POINTS

PLACE: Final = {symbol: place for place, symbol in enumerate(POINTS)}


@cache
def pile(leonardos: int) -> Pile:
    """The pack with so many Leonardos, in component order [D1]."""
    counts = {symbol: leonardos if symbol == LEONARDO else COPIES for symbol in POINTS}
    return Pile("cards", tuple(symbol for symbol, count in counts.items() for _ in range(count)))


def piles(options: Options) -> tuple[Pile, ...]:
    """What is shuffled: the pack."""
    return (pile(options.leonardos),)


def hand_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A hand as it is shown: lowest first, symbols of equal points in component order."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def points(cards: Sequence[Card]) -> int:
    """What the cards are worth together."""
    return sum(map(POINTS.__getitem__, cards))
