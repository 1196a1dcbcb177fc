"""What all table options share: the base class, and which of them make sense together."""

from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from engine.core.errors import BadSetup
from engine.core.rng import Rng
from engine.core.seats import Seat
from engine.core.sight import Open


class Options(Open, frozen=True, tag_field="ruleset"):
    """The table options of a rule set, tagged with its slug; every field has a default."""

    @property
    def open_hands(self) -> bool:
        """Whether all hands lie open; an option of its own where a table may choose."""
        return False


class Only(msgspec.Struct, frozen=True):
    """Marks an option that has a say only while another has a value, or at a table of so many seats
    (`option` is then `seats`); else it may have its default value alone."""

    option: str
    value: Any


def only(cls: type[Options], name: str) -> Only | None:
    """What an option depends on, if on anything."""
    hint = _full_hints(cls)[name]
    return next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Only)), None)


def judge(options: Options, seats: int) -> None:
    """BadSetup if an option has no say here, or names a seat that is not there."""
    cls = type(options)
    hints = _hints(cls)
    for field in _fields(cls):
        value = getattr(options, field.name)
        if value == field.default:
            continue
        if Seat in get_args(hints[field.name]) and value not in range(seats):
            raise BadSetup(f"There is no seat {value} at a table of {seats}.", f"/options/{field.name}")
        needed = only(cls, field.name)
        if needed is None:
            continue
        if (seats if needed.option == "seats" else getattr(options, needed.option)) != needed.value:
            raise BadSetup(f"{field.name} is only for {_told(needed)}.", f"/options/{field.name}")


@cache
def _fields(cls: type[Options]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The options; read once a class, like their types, since every new game is judged by them."""
    return msgspec.structs.fields(cls)


@cache
def _hints(cls: type[Options]) -> dict[str, Any]:
    return get_type_hints(cls)


@cache
def _full_hints(cls: type[Options]) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _told(needed: Only) -> str:
    if needed.option == "seats":
        return f"tables of {needed.value} seats"
    return f"games with {needed.option}: {msgspec.json.encode(needed.value).decode()}"


def seat_or_drawn(option: Seat | None, seats: int, rng: Rng) -> tuple[Seat, Rng]:
    """The seat that an option names, else one drawn from the stream; and the stream after it."""
    if option is not None:
        return option, rng
    drawn, rng = rng.below(seats)
    return Seat(drawn), rng
