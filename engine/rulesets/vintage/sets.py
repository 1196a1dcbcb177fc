"""What sets of cards of one colour are worth at the end."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.core.cards import Card
from engine.rulesets.vintage.deck import COLOURS

BONUS: Final = {3: 3, 4: 6, 5: 10}  # by the number of cards in a set
LARGEST: Final = max(BONUS)


@cache
def split(cards: int) -> int:
    """The most that so many cards of one colour give in sets of three, four and five [W18]."""
    with_one_set = (BONUS[size] + split(cards - size) for size in BONUS if size <= cards)
    return max(with_one_set, default=0)


def largest(cards: int) -> int:
    """What the largest set of so many cards of one colour gives; what is beyond five gives no more."""
    return BONUS.get(min(cards, LARGEST), 0)


def bonus(cards: Iterable[Card], one_per_colour: bool) -> int:
    """The points for sets: each colour by itself, whatever the values."""
    colours = [card[0] for card in cards]
    value = largest if one_per_colour else split
    return sum([value(colours.count(colour)) for colour in COLOURS])
