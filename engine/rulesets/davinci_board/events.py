"""The events of the board game beside those that all rule sets share."""

from typing import Annotated, Literal

from engine.core.cards import Card, Mention
from engine.core.events import Event
from engine.core.seats import Seat
from engine.core.sight import Open, Public
from engine.rulesets.davinci_board.patterns import Pattern


class CompletedPattern(Open, frozen=True):
    """A pattern that a piece completed, in its place on the board, and what it scores."""

    id: str
    pattern: Annotated[Pattern, Mention()]
    points: int


class Placed(Event, frozen=True, tag="placed"):
    """A piece of the seat's side went to a space; `removed` is the side whose piece made way for it.

    `points` are those of all patterns together.
    """

    seat: Public[Seat]
    side: Public[int]
    space: Public[str]
    by: Public[Literal["place", "bonus", "swap"]]
    removed: Public[int | None]
    patterns: Public[tuple[CompletedPattern, ...]]
    points: Public[int]


class CardTurned(Event, frozen=True, tag="card_turned"):
    """The top card of the deck was turned up for a seat."""

    seat: Public[Seat]
    card: Public[Card]


class CardUsed(Event, frozen=True, tag="card_used"):
    """A seat put the open card back under the deck: for `points`, or for nothing."""

    seat: Public[Seat]
    use: Public[Literal["claim", "decline"]]
    points: Public[int]


EVENTS: tuple[type[Event], ...] = (Placed, CardTurned, CardUsed)
