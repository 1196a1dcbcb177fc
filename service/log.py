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
    """Rows of one rule set as JSON arrays: `[at, seat, by, move, [[kind, value, value, ...], ...]]`.

    The values of an event are its fields in order, but for its text. So a field may be added to an event of
    an edition only at its end and with a default; anything else is a new edition.
    """

    def __init__(self, ruleset: Ruleset[Any, Any, Any]) -> None:
        kinds = (*HOUSE_EVENTS, *ruleset.events_of)
        self._moves = msgspec.json.Decoder(ruleset.any_move)
        self._any_event: Any = reduce(or_, kinds)
        self._fields = {str(cls.__struct_config__.tag): _fields(cls) for cls in kinds}
        self._rows = msgspec.json.Decoder(tuple[int, Seat | None, str, msgspec.Raw, tuple[list[Any], ...]])

    def encode(self, row: Row) -> bytes:
        """The row as bytes."""
        events = [self._values(event) for event in row.events]
        return msgspec.json.encode((row.at, row.seat, _CODES[row.by], row.move, events))

    def decode(self, body: bytes) -> Row:
        """The row again."""
        at, seat, code, move, events = self._rows.decode(body)
        return Row(
            at,
            seat,
            _WHO[code],
            None if bytes(move) == b"null" else self._moves.decode(move),
            tuple(self._event(*values) for values in events),
        )

    def _values(self, event: Event) -> list[Any]:
        kind = str(event.__struct_config__.tag)
        return [kind, *(getattr(event, name) for name, _ in self._fields[kind])]

    def _event(self, kind: str, *values: Any) -> Event:
        said = {name: value for (_, name), value in zip(self._fields[kind], values, strict=False)}
        event: Event = msgspec.convert({"kind": kind, **said}, self._any_event)
        return event


def _fields(cls: type[Event]) -> tuple[tuple[str, str], ...]:
    """What an event is made of, here and in JSON, but for the text, which is written when it is read."""
    fields = msgspec.structs.fields(cls)
    return tuple((field.name, field.encode_name) for field in fields if field.name != "text")
