"""The events of Advantage beside those that all rule sets share."""

from typing import Annotated

from engine.core.cards import Card
from engine.core.events import Event
from engine.core.seats import Seat
from engine.core.sight import Public, owned_by


class Dropped(Event, frozen=True, tag="dropped"):
    """A seat put a card on a pile of the centre."""

    seat: Public[Seat]
    card: Public[Card]
    pile: Public[int]


class Drew(Event, frozen=True, tag="drew"):
    """Cards of the stock came to a seat: one that it drew, or as many as its hand was filled up with."""

    seat: Public[Seat]
    cards: Annotated[tuple[Card, ...], owned_by("seat", unless="face_up")]
    face_up: Public[bool]


class HandsSwitched(Event, frozen=True, tag="hands_switched"):
    """The two hands changed places: by seat what it holds now, all of it open."""

    hands: Public[tuple[tuple[Card, ...], ...]]


class Picked(Event, frozen=True, tag="picked"):
    """A seat took the cards of a pile, bottom card first, and left one card in their place."""

    seat: Public[Seat]
    card: Public[Card]
    pile: Public[int]
    cards: Public[tuple[Card, ...]]


class Paired(Event, frozen=True, tag="paired"):
    """A seat scored a pair; an accidental one has no card that came with the pile it picked this round."""

    seat: Public[Seat]
    cards: Public[tuple[Card, ...]]
    accidental: Public[bool]


EVENTS: tuple[type[Event], ...] = (Dropped, Drew, HandsSwitched, Picked, Paired)
