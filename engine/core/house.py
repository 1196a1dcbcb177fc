"""The events of the house: who sits, and when a game starts and ends. Whoever hosts the game logs them."""

from typing import Annotated, Any, Literal

import msgspec

from engine.core.events import Event
from engine.core.seats import Seat
from engine.core.sight import Public


class SeatChanged(Event, frozen=True, tag="seat_changed"):
    """Somebody took a seat or left it; `bot` is the level of the house bot that plays it now."""

    seat: Public[Seat]
    state: Public[Literal["open", "taken", "bot", "left"]]
    name: Public[str | None]
    bot: Public[str | None]
    reason: Public[Literal["taken", "left", "kicked", "timeout", "returned", "bot"]]


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


HOUSE_EVENTS: tuple[type[Event], ...] = (SeatChanged, GameStarted, GameEnded)
