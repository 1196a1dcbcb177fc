"""Who sees what: declarations on the fields of states, phases and events.

A field of a state, phase or event says who sees it. Saying nothing is a TypeError when the class is made, so
a forgotten field can never be a leak.

    Public[T]                            everybody
    Owned[T]                             its seat: in a `Seated` struct that of its place in `seats`, else
                                         a tuple with one entry a seat, of which each sees its own
    Annotated[T, owned_by("a", "b")]     the seat, or the tuple of seats, that the fields beside it hold
    Counted[T]                           nobody, but how many is public
    Sealed[T]                            nobody, and the view does not have it
    Apart[T]                             everybody; it stands beside the view (the options, the outcome)

`unless=` opens `owned(...)` and `owned_by(...)` by a public flag: a field beside it, or `options.<field>`.
`owned(last="n")` is a hand that lies open but for its last cards, as many as the public number `n` beside it.
What is masked keeps its type: a hidden card is `??`, a hidden pile a tuple of them, anything else that is
hidden is None. From these declarations `masking.py` compiles the masked state, `view.py` what goes over the
wire.
"""

import types
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

from engine.core.cards import Card

T = TypeVar("T")


class Sight(msgspec.Struct, frozen=True):
    """Who sees a field. `to` names the fields that hold the seats; `unless` a flag that opens it to all;
    `last` the number of cards at the end of a pile that are not open anyway."""

    kind: str
    to: tuple[str, ...] = ()
    unless: str | None = None
    last: str | None = None


PUBLIC, OWNED, COUNTED = Sight("public"), Sight("owned"), Sight("counted")
SEALED, APART = Sight("sealed"), Sight("apart")

Public = Annotated[T, PUBLIC]
Owned = Annotated[T, OWNED]
Counted = Annotated[T, COUNTED]
Sealed = Annotated[T, SEALED]
Apart = Annotated[T, APART]


def owned(unless: str | None = None, last: str | None = None) -> Sight:
    """Like `Owned`, but open to all while the flag is set, or all of it but the last cards."""
    return Sight("owned", unless=unless, last=last)


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
    """The fields of a `Sighted` class in their order; TypeError where one is not properly declared."""
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
        for flag in (*sight.to, *filter(None, (sight.unless, sight.last))):
            if not flag.startswith("options.") and flag not in names:
                raise TypeError(f"{where} refers to {flag}, which is not a field beside it")
        declared = Declared(name, hint.__origin__, sight)
        _check(declared, where, issubclass(cls, Seated))
        found.append(declared)
    return tuple(found)


def _check(field: Declared, where: str, seated: bool) -> None:
    for part in nested(field.type):
        if not issubclass(part, Sighted | Open) and field.sight.kind != "sealed":
            raise TypeError(f"{where} holds {part.__name__}, which does not declare who sees what")
        if issubclass(part, Seated) and field.name != "seats":
            raise TypeError(f"{where}: {part.__name__} stands in a tuple named seats only")
    if any(issubclass(part, Sighted) for part in nested(field.type)) and not _plain(field.type):
        raise TypeError(
            f"{where}: structs with secrets stand alone or in one tuple, else they are not masked"
        )
    match field.sight.kind:
        case "counted" if not _is_pile(field.type):
            raise TypeError(f"{where}: only a pile of cards can be Counted")
        case "sealed":
            sealed_value(field.type, where)
        case "owned" | "owned_by":
            hidden_form(owned_type(field, seated), where)
            if field.sight.last is not None and not (seated and _is_pile(field.type)):
                raise TypeError(f"{where}: only a pile of cards of one seat has last ones")


def owned_type(field: Declared, seated: bool) -> Any:
    """The type of what a seat owns: the field of a seated struct, else an entry of the tuple of all seats."""
    if field.sight.kind != "owned" or seated:
        return field.type
    if get_origin(field.type) is not tuple:
        raise TypeError(f"{field.name}: Owned is a tuple with one entry a seat")
    return get_args(field.type)[0]


def nested(hint: Any) -> tuple[type, ...]:
    """The Struct classes that a type is made of."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return (hint,)
    return tuple(part for argument in get_args(hint) for part in nested(argument))


def bare(hint: Any) -> Any:
    """A type without its annotations."""
    return hint.__origin__ if hasattr(hint, "__metadata__") else hint


def _plain(hint: Any, inside: bool = False) -> bool:
    """Whether a field holds a struct, one of several or none, or one tuple of such: what masks can reach."""
    hint = bare(hint)
    if get_origin(hint) is tuple and not inside:
        return all(part is ... or _plain(part, inside=True) for part in get_args(hint))
    if get_origin(hint) in (Union, types.UnionType):
        return all(_plain(part, inside=True) for part in get_args(hint))
    return hint is type(None) or (isinstance(hint, type) and issubclass(hint, msgspec.Struct))


def _is_pile(hint: Any) -> bool:
    return get_origin(bare(hint)) is tuple and get_args(bare(hint)) == (Card, ...)


def hidden_form(hint: Any, where: str) -> str:
    """What is seen by who may not see a value of the type, as an expression; TypeError if nothing can."""
    hint = bare(hint)
    if hint is Card:
        return "HIDDEN"
    if _is_pile(hint):
        return "backs(len({0}))"
    if get_origin(hint) in (Union, types.UnionType) and type(None) in get_args(hint):
        return "(None if {0} is None else HIDDEN)" if Card in get_args(hint) else "None"
    raise TypeError(f"{where}: there is no hidden value of {hint}")


def sealed_value(hint: Any, where: str) -> Any:
    """What stands in the place of a sealed value: the same whatever it was."""
    hint = bare(hint)
    if hint is int:
        return 0
    if get_origin(hint) is tuple:
        return ()
    hidden = getattr(hint, "HIDDEN", None)
    if isinstance(hint, type) and isinstance(hidden, hint):
        return hidden
    raise TypeError(f"{where}: there is no hidden value of {hint}")


# gc=False here and in moves and steps: a frozen struct is made of older parts, so it is never in a cycle, and
# the garbage collector, which would look at each of many thousands a second, may pass it by
class Open(msgspec.Struct, frozen=True, gc=False):
    """A struct with no secret in any field by its nature: options, cards on the table, lines of a score.

    It may hold nothing that has one: TypeError when the class is made.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, hint in get_type_hints(cls).items():
            for part in nested(hint):
                if not issubclass(part, Open):
                    where = f"{cls.__module__}.{cls.__qualname__}.{name}"
                    raise TypeError(f"{where} holds {part.__name__}, which may have secrets")


class Sighted(msgspec.Struct, frozen=True, gc=False):
    """A struct each of whose fields declares who sees it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        declarations(cls)


class Seated(Sighted, frozen=True):
    """A struct that stands once a seat in a tuple `seats`; what is `Owned` in it belongs to that seat."""
