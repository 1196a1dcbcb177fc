"""The events of Da Vinci's Challenge beside those that all rule sets share."""

from typing import Final, Literal

from engine.core.cards import Card
from engine.core.events import Event
from engine.core.seats import Seat
from engine.core.sight import Public

ClearReason = Literal["unanswered", "three", "pair", "leonardo"]


class Played(Event, frozen=True, tag="played"):
    """A seat laid cards of one symbol on the table; `carta_finale`: one card is left, and it was called."""

    seat: Public[Seat]
    cards: Public[tuple[Card, ...]]
    carta_finale: Public[bool]


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A seat is out for the rest of the round and keeps its last card."""

    seat: Public[Seat]
    reason: Public[Literal["forgotten-call"]]


class Cleared(Event, frozen=True, tag="cleared"):
    """The table was emptied by the play of the seat; the cards, bottom first, are out of the round."""

    seat: Public[Seat]
    reason: Public[ClearReason]
    cards: Public[tuple[Card, ...]]


EVENTS: Final[tuple[type[Event], ...]] = (Played, Eliminated, Cleared)
