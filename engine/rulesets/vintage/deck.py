"""The cards of Vintage: four colours of 1 to 9, three copies each, and the coins."""

from collections.abc import Iterable
from typing import Final

from engine.core.cards import Card, Pile

COLOURS: Final = ("R", "B", "G", "Y")
HIGHEST: Final = 9
COPIES: Final = 3  # 108 cards of 36 faces [W26]
FACES: Final = tuple(Card(f"{colour}{value}") for colour in COLOURS for value in range(1, HIGHEST + 1))
CARDS: Final = tuple(face for face in FACES for _ in range(COPIES))
PILE: Final = Pile("cards", CARDS)

COINS: Final = 40
PURSE: Final = 3  # coins that each seat begins with
HAND: Final = 7
SLOTS: Final = 5

VALUE: Final = {face: int(face[1:]) for face in FACES}
_PLACE: Final = {face: place for place, face in enumerate(FACES)}


def hand_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as they are shown: in component order."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def worth(cards: Iterable[Card]) -> int:
    """What the bank pays for cards, and what they score: the sum of their values."""
    return sum([VALUE[card] for card in cards])


def without(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    """The cards after some of them have left, each copy once."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
