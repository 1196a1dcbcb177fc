"""A card is its code; a card that a viewer may not know is `??`; a hidden pile is a tuple of them."""

from functools import lru_cache
from typing import NewType

import msgspec

Card = NewType("Card", str)
HIDDEN = Card("??")


@lru_cache(maxsize=256)
def backs(count: int) -> tuple[Card, ...]:
    """A pile of `count` cards seen from behind."""
    return (HIDDEN,) * count


class Mention(msgspec.Struct, frozen=True):
    """Marks a field whose cards lie elsewhere in the state: it names them and does not hold them."""


class Pile(msgspec.Struct, frozen=True):
    """A pile that is shuffled when a game is set up; a sandbox game may be given its order.

    `cards` are the codes of the whole pile in component order, top (first drawn) card first.
    """

    name: str
    cards: tuple[Card, ...]
