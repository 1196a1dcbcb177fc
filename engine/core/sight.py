"""Who sees what: declarations on fields, and the masked state compiled from them.

A field of a state, phase or event says who sees it. Saying nothing is a TypeError when the class is made, so
a forgotten field can never be a leak.

    Public[T]                            everybody
    Owned[T]                             its seat: in a `Seated` struct that of its place in `seats`, elsewhere
                                         a tuple with one entry a seat, of which each sees its own
    Annotated[T, owned_by("a", "b")]     the seat, or the tuple of seats, that the fields beside it hold
    Counted[T]                           nobody, but how many is public
    Sealed[T]                            nobody, and the view does not have it
    Apart[T]                             everybody; it stands beside the view (the options, the outcome)

`unless=` opens `owned(...)` and `owned_by(...)` by a public flag: a field beside it, or `options.<field>`.
What is masked keeps its type: a hidden card is `??`, a hidden pile a tuple of them, anything else that is
hidden is None. `engine/core/view.py` derives from the same declarations what goes over the wire.
"""

import types
from collections.abc import Callable
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from engine.core.cards import HIDDEN, Card, backs
from engine.core.seats import Viewer

T = TypeVar("T")


class Sight(msgspec.Struct, frozen=True):
    """Who sees a field. `to` names the fields that hold the seats; `unless` a flag that opens it to all."""

    kind: str
    to: tuple[str, ...] = ()
    unless: str | None = None


PUBLIC, OWNED, COUNTED = Sight("public"), Sight("owned"), Sight("counted")
SEALED, APART = Sight("sealed"), Sight("apart")

Public = Annotated[T, PUBLIC]
Owned = Annotated[T, OWNED]
Counted = Annotated[T, COUNTED]
Sealed = Annotated[T, SEALED]
Apart = Annotated[T, APART]


def owned(unless: str) -> Sight:
    """Like `Owned`, but open to all while the flag is set."""
    return Sight("owned", unless=unless)


def owned_by(*fields: str, unless: str | None = None) -> Sight:
    """Seen by the seats that the fields beside it hold: a seat, a tuple of seats, or None for nobody."""
    return Sight("owned_by", fields, unless)


class Declared(msgspec.Struct, frozen=True):
    """A field with its type and who sees it."""

    name: str
    type: Any
    sight: Sight


@cache
def declarations(cls: type) -> tuple[Declared, ...]:
    """The fields of a `Sighted` class in their order; TypeError where one does not declare itself properly."""
    found = []
    names = set(get_type_hints(cls))
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if get_origin(hint) is ClassVar:
            continue
        sights = [m for m in getattr(hint, "__metadata__", ()) if isinstance(m, Sight)]
        where = f"{cls.__module__}.{cls.__qualname__}.{name}"
        if len(sights) != 1:
            raise TypeError(f"{where} must say once who sees it")
        sight = sights[0]
        for flag in (*sight.to, *([sight.unless] if sight.unless else [])):
            if not flag.startswith("options.") and flag not in names:
                raise TypeError(
                    f"{where} refers to {flag}, which is not a field beside it"
                )
        declared = Declared(name, hint.__origin__, sight)
        _check(declared, where, issubclass(cls, Seated))
        found.append(declared)
    return tuple(found)


def _check(field: Declared, where: str, seated: bool) -> None:
    for part in nested(field.type):
        if not issubclass(part, Sighted | Open) and field.sight.kind != "sealed":
            raise TypeError(
                f"{where} holds {part.__name__}, which does not declare who sees what"
            )
        if issubclass(part, Seated) and field.name != "seats":
            raise TypeError(
                f"{where}: {part.__name__} stands in a tuple named seats only"
            )
    if field.sight.kind in ("public", "apart"):
        return
    if field.sight.kind == "counted" and not _is_pile(field.type):
        raise TypeError(f"{where}: only a pile of cards can be Counted")
    concealer(
        _owned_type(field, where, seated), where, sealed=field.sight.kind == "sealed"
    )


def _owned_type(field: Declared, where: str, seated: bool) -> Any:
    if field.sight.kind != "owned" or seated:
        return field.type
    if get_origin(field.type) is not tuple:
        raise TypeError(f"{where}: Owned is a tuple with one entry a seat")
    return get_args(field.type)[0]


def nested(hint: Any) -> tuple[type, ...]:
    """The Struct classes that a type is made of."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return (hint,)
    return tuple(part for argument in get_args(hint) for part in nested(argument))


def bare(hint: Any) -> Any:
    """A type without its annotations."""
    return hint.__origin__ if hasattr(hint, "__metadata__") else hint


def _is_pile(hint: Any) -> bool:
    return get_origin(bare(hint)) is tuple and get_args(bare(hint)) == (Card, ...)


def concealer(hint: Any, where: str, sealed: bool = False) -> Callable[[Any], Any]:
    """What turns a value of the type into what somebody sees who may not see it; TypeError if nothing can."""
    hint = bare(hint)
    if sealed:
        return _always(_sealed_value(hint, where))
    if hint is Card:
        return lambda value: HIDDEN
    if _is_pile(hint):
        return lambda value: backs(len(value))
    if get_origin(hint) in (Union, types.UnionType) and type(None) in get_args(hint):
        if Card in get_args(hint):
            return lambda value: None if value is None else HIDDEN
        return lambda value: None
    raise TypeError(f"{where}: there is no hidden value of {hint}")


def _always(value: Any) -> Callable[[Any], Any]:
    return lambda _: value


def _sealed_value(hint: Any, where: str) -> Any:
    """What stands in the place of a sealed value: the same whatever it was."""
    if hint is int:
        return 0
    if get_origin(hint) is tuple:
        return ()
    hidden = getattr(hint, "HIDDEN", None)
    if isinstance(hint, type) and isinstance(hidden, hint):
        return hidden
    raise TypeError(f"{where}: there is no hidden value of {hint}")


class Open(msgspec.Struct, frozen=True):
    """A struct with no secret in any field by its nature: options, cards on the table, lines of a score."""


class Sighted(msgspec.Struct, frozen=True):
    """A struct each of whose fields declares who sees it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        declarations(cls)


class Seated(Sighted, frozen=True):
    """A struct that stands once a seat in a tuple `seats`; what is `Owned` in it belongs to that seat."""


# A masker takes the value, who looks, the seat it stands at (None outside `seats`) and the options.
Masker = Callable[[Any, Viewer, int | None, Any], Any]


@cache
def masker(cls: type) -> Masker | None:
    """The mask of a class, compiled once; None if it has nothing to hide from anybody."""
    if not issubclass(cls, Sighted):
        return None
    steps = [
        (d.name, step)
        for d in declarations(cls)
        if (step := _step(d, issubclass(cls, Seated))) is not None
    ]
    if not steps:
        return None
    replace = msgspec.structs.replace

    def mask(value: Any, viewer: Viewer, place: int | None, options: Any) -> Any:
        changed = {}
        for name, step in steps:
            old = getattr(value, name)
            new = step(old, value, viewer, place, options)
            if new is not old:
                changed[name] = new
        return replace(value, **changed) if changed else value

    return mask


Step = Callable[[Any, Any, Viewer, int | None, Any], Any]


def _step(field: Declared, seated: bool) -> Step | None:
    kind, where = field.sight.kind, field.name
    if kind in ("public", "apart"):
        return _inner(field)
    conceal = concealer(
        _owned_type(field, where, seated), where, sealed=kind == "sealed"
    )
    if kind in ("counted", "sealed"):
        return lambda old, value, viewer, place, options: conceal(old)
    opened = _flag(field.sight.unless)
    if kind == "owned_by":
        return _by_fields(field.sight.to, opened, conceal)
    if seated:
        return lambda old, value, viewer, place, options: (
            old if viewer == place or opened(value, options) else conceal(old)
        )
    return lambda old, value, viewer, place, options: (
        old
        if opened(value, options)
        else tuple(
            entry if seat == viewer else conceal(entry)
            for seat, entry in enumerate(old)
        )
    )


def _by_fields(
    fields: tuple[str, ...],
    opened: Callable[[Any, Any], bool],
    conceal: Callable[[Any], Any],
) -> Step:
    def step(
        old: Any, value: Any, viewer: Viewer, place: int | None, options: Any
    ) -> Any:
        if opened(value, options):
            return old
        if viewer is not None:
            for name in fields:
                seats = getattr(value, name)
                if seats == viewer or (isinstance(seats, tuple) and viewer in seats):
                    return old
        return conceal(old)

    return step


def _flag(path: str | None) -> Callable[[Any, Any], bool]:
    if path is None:
        return lambda value, options: False
    scope, _, name = path.rpartition(".")
    if scope == "options":
        return lambda value, options: bool(getattr(options, name))
    return lambda value, options: bool(getattr(value, name))


def _inner(field: Declared) -> Step | None:
    """The step of a field that is seen itself: it masks the structs that stand in it."""
    maskers = {
        part: m for part in nested(field.type) if (m := masker(part)) is not None
    }
    if not maskers:
        return None

    def one(item: Any, viewer: Viewer, place: int | None, options: Any) -> Any:
        mask = maskers.get(type(item))
        return item if mask is None else mask(item, viewer, place, options)

    if get_origin(bare(field.type)) is not tuple:
        return lambda old, value, viewer, place, options: one(
            old, viewer, place, options
        )

    def several(
        old: Any, value: Any, viewer: Viewer, place: int | None, options: Any
    ) -> Any:
        new = tuple([one(item, viewer, at, options) for at, item in enumerate(old)])
        return old if all(a is b for a, b in zip(old, new, strict=True)) else new

    return several


def masked(value: T, viewer: Viewer, options: Any) -> T:
    """The value as `viewer` sees it, of the same type."""
    cls: type = type(value)
    mask = masker(cls)
    seen: T = value if mask is None else mask(value, viewer, None, options)
    return seen
