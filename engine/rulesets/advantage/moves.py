"""The moves of Advantage in normal form, with one line of notation each."""

from typing import Annotated

import msgspec

from engine.core.cards import Card
from engine.core.moves import Cards, Move, Numbered, Pass

PILES = 3
PileNumber = Annotated[int, Numbered(), msgspec.Meta(ge=0, le=PILES - 1)]
TwoCards = Annotated[Cards, msgspec.Meta(min_length=2, max_length=2)]


class Drop(Move, frozen=True, tag="drop"):
    """Put a card of the hand on a pile of the centre. `9H>1`."""

    card: Card
    pile: PileNumber

    def __str__(self) -> str:
        return f"{self.card}>{self.pile}"


class Draw(Move, frozen=True, tag="draw"):
    """Draw a card from the stock. `draw`."""

    def __str__(self) -> str:
        return "draw"


class Pick(Move, frozen=True, tag="pick"):
    """Exchange a card of the hand for a whole pile of the centre. `9Hx1`."""

    card: Card
    pile: PileNumber

    def __str__(self) -> str:
        return f"{self.card}x{self.pile}"


class Pair(Move, frozen=True, tag="pair"):
    """Score two cards of one rank. `9C+9H`."""

    cards: TwoCards

    def __str__(self) -> str:
        return "+".join(self.cards)


class Done(Move, frozen=True, tag="done"):
    """Drop or pair no more. `done`."""

    def __str__(self) -> str:
        return "done"


AdvantageMove = Drop | Draw | Pick | Pair | Done | Pass
MOVES: tuple[type[AdvantageMove], ...] = (Drop, Draw, Pick, Pair, Done, Pass)
