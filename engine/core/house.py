"""The events of the house: who sits, whose time is up, when a game starts and ends. Its host logs them."""

from typing import Annotated, Any, Literal

import msgspec

from engine.core.events import Event
from engine.core.seats import Seat
from engine.core.sight import Public


class SeatChanged(Event, frozen=True, tag="seat_changed"):
    """Somebody took a seat or left it; `bot` is the level of the house bot that plays it now.

    `moved`: the game starts with fewer seats, and this is where somebody sits from now on; the seats beyond
    the last have left the table.
    """

    seat: Public[Seat]
    state: Public[Literal["open", "taken", "bot", "left"]]
    name: Public[str | None]
    bot: Public[str | None]
    reason: Public[Literal["taken", "left", "kicked", "timeout", "returned", "bot", "moved"]]


class TurnTimedOut(Event, frozen=True, tag="turn_timed_out"):
    """The seat let its time pass; what follows from that stands in the events and steps after it."""

    seat: Public[Seat]


class RematchCreated(Event, frozen=True, tag="rematch_created"):
    """The same people can play again: `game` is the id of the new game, where their tokens sit again."""

    game: Public[str]


class GameStarted(Event, frozen=True, tag="game_started"):
    """The last seat was filled: the game begins."""


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game is over; an aborted game has no outcome."""

    outcome: Public[
        Annotated[
            Any,
            msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/Outcome"}),
        ]
        | None
    ]
    reason: Public[str]


HOUSE_EVENTS: tuple[type[Event], ...] = (
    SeatChanged,
    GameStarted,
    TurnTimedOut,
    GameEnded,
    RematchCreated,
)
