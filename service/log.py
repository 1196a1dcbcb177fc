"""A row of the log: one step of a game, with the whole truth of it; it is masked when it is read."""

from functools import reduce
from operator import or_
from typing import Any, Literal

import msgspec

from engine import Ruleset
from engine.core.events import Event
from engine.core.house import HOUSE_EVENTS
from engine.core.moves import Move
from engine.core.seats import Seat

By = Literal["house", "player", "bot", "timeout", "policy"]
_CODES: dict[By, str] = {"house": "h", "player": "p", "bot": "b", "timeout": "t", "policy": "l"}
_WHO: dict[str, By] = {code: by for by, code in _CODES.items()}


class Row(msgspec.Struct, frozen=True):
    """One step: when (ms), which seat moved (None: the house), on whose behalf, the move, what happened."""

    at: int
    seat: Seat | None
    by: By
    move: Move | None
    events: tuple[Event, ...]


class RowCodec:
    """Rows of one rule set, as JSON arrays without what is null."""

    def __init__(self, ruleset: Ruleset[Any, Any, Any]) -> None:
        moves = msgspec.json.Decoder(ruleset.any_move)
        events = msgspec.json.Decoder(tuple[reduce(or_, (*HOUSE_EVENTS, *ruleset.events_of)), ...])  # type: ignore[misc]
        self._moves, self._events = moves, events
        self._rows = msgspec.json.Decoder(tuple[int, Seat | None, str, msgspec.Raw, msgspec.Raw])

    def encode(self, row: Row) -> bytes:
        """The row as bytes."""
        events = [_lean(event) for event in row.events]
        return msgspec.json.encode((row.at, row.seat, _CODES[row.by], row.move, events))

    def decode(self, body: bytes) -> Row:
        """The row again."""
        at, seat, code, move, events = self._rows.decode(body)
        return Row(
            at,
            seat,
            _WHO[code],
            None if bytes(move) == b"null" else self._moves.decode(move),
            self._events.decode(events),
        )


def _lean(event: Event) -> dict[str, Any]:
    """An event without the text, which is written when it is read."""
    said: dict[str, Any] = msgspec.to_builtins(event)
    del said["text"]
    return said
