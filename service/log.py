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
from service.tables import Stood

By = Literal["house", "player", "bot", "timeout", "policy"]
_CODES: dict[By, str] = {"house": "h", "player": "p", "bot": "b", "timeout": "t", "policy": "l"}
_WHO: dict[str, By] = {code: by for by, code in _CODES.items()}


class Row(msgspec.Struct, frozen=True):
    """One step: when (ms), which seat moved (None: the house), on whose behalf, the move, what happened.

    `stood` is how the table stood after it, in games that are watched with a delay.
    """

    at: int
    seat: Seat | None
    by: By
    move: Move | None
    events: tuple[Event, ...]
    stood: Stood | None = None


class _Array(msgspec.Struct, frozen=True, array_like=True):
    """A row as it is stored."""

    at: int
    seat: Seat | None
    by: str
    move: msgspec.Raw
    events: tuple[list[Any], ...]
    stood: Stood | None = None


class RowCodec:
    """Rows of one rule set as JSON arrays: `[at, seat, by, move, [[kind, value, value, ...], ...], stood]`,
    without `stood` where there is none.

    The values of an event are its fields in order, but for its text. So a field may be added to an event of
    an edition only at its end and with a default; anything else is a new edition.
    """

    def __init__(self, ruleset: Ruleset[Any, Any, Any]) -> None:
        kinds = (*HOUSE_EVENTS, *ruleset.events_of)
        self._moves = msgspec.json.Decoder(ruleset.any_move)
        self._any_event: Any = reduce(or_, kinds)
        self._fields = {str(cls.__struct_config__.tag): _fields(cls) for cls in kinds}
        self._rows = msgspec.json.Decoder(_Array)

    def encode(self, row: Row) -> bytes:
        """The row as bytes."""
        events = [self._values(event) for event in row.events]
        said = (row.at, row.seat, _CODES[row.by], row.move, events)
        return msgspec.json.encode(said if row.stood is None else (*said, row.stood))

    def decode(self, body: bytes, events: bool = True) -> Row:
        """The row again; without what happened, most of the work, if that is not wanted."""
        row = self._rows.decode(body)
        return Row(
            row.at,
            row.seat,
            _WHO[row.by],
            None if bytes(row.move) == b"null" else self._moves.decode(row.move),
            tuple(self._event(*values) for values in row.events) if events else (),
            row.stood,
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
