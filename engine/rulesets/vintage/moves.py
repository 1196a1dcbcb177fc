"""The moves of Vintage in normal form, with one line of notation each."""

from typing import Annotated

import msgspec

from engine.core.moves import Cards, Move, Numbered, Pass

Slot = Annotated[int, Numbered(), msgspec.Meta(ge=0, le=4, description="Place in the market")]
Amount = Annotated[int, msgspec.Meta(ge=0, description="Coins; 0 opens without a bid")]
AtLeastOne = Annotated[int, msgspec.Meta(ge=1, description="Coins")]


class DoAuction(Move, frozen=True, tag="auction"):
    """Put a card of the market up for auction, and open the bids. `2@3`, without a bid `2@0`."""

    slot: Slot
    amount: Amount

    def __str__(self) -> str:
        return f"{self.slot}@{self.amount}"


class Bid(Move, frozen=True, tag="bid"):
    """Bid more than the last. `@4`."""

    amount: AtLeastOne

    def __str__(self) -> str:
        return f"@{self.amount}"


class Sell(Move, frozen=True, tag="sell"):
    """Sell cards of the hand to the bank, together. `B5+R5+R5$`."""

    cards: Cards

    def __str__(self) -> str:
        return f"{'+'.join(self.cards)}$"


VintageMove = DoAuction | Bid | Sell | Pass
MOVES: tuple[type[VintageMove], ...] = (DoAuction, Bid, Sell, Pass)
