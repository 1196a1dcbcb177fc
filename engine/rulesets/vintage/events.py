"""The events of Vintage beside those that all rule sets share."""

from typing import Literal

from engine.core.cards import Card
from engine.core.events import Event
from engine.core.seats import Seat
from engine.core.sight import Open, Public

Goal = Literal["hand", "collection", "out", "discard"]


class SlotCard(Open, frozen=True):
    """A card of the market and the slot where it lies."""

    slot: int
    card: Card


class MarketFilled(Event, frozen=True, tag="market_filled"):
    """Cards from the deck went to empty slots, in ascending order."""

    slots: Public[tuple[SlotCard, ...]]


class AuctionOpened(Event, frozen=True, tag="auction_opened"):
    """A seat put a card of the market up for auction; an amount of 0 is no bid."""

    seat: Public[Seat]
    slot: Public[int]
    card: Public[Card]
    amount: Public[int]


class BidMade(Event, frozen=True, tag="bid_made"):
    """A seat bid more than the last."""

    seat: Public[Seat]
    amount: Public[int]


class AuctionEnded(Event, frozen=True, tag="auction_ended"):
    """The highest bidder paid the bank and took the card; a seat of None: nobody bid.

    `to` is where the card went: the buyer's hand or collection, out of the game, or to the discards.
    """

    seat: Public[Seat | None]
    card: Public[Card]
    paid: Public[int]
    to: Public[Goal]


class Sold(Event, frozen=True, tag="sold"):
    """A seat sold cards, and the bank paid the sum of their values."""

    seat: Public[Seat]
    cards: Public[tuple[Card, ...]]
    coins: Public[int]


EVENTS: tuple[type[Event], ...] = (MarketFilled, AuctionOpened, BidMade, AuctionEnded, Sold)
