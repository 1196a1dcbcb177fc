"""The view: what goes over the wire, derived from the declarations of a state, and back again.

A counted pile is its number; what is sealed, or stands apart in the Game, is absent. A phase gains `since`,
the version at which it began, which whoever hosts the game fills in. View and masked state are inverses.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Union, get_args, get_origin

import msgspec

from engine.core.cards import backs
from engine.core.phases import Over, Phase
from engine.core.sight import (
    Declared,
    Sighted,
    bare,
    declarations,
    nested,
    sealed_value,
)

Convert = Callable[[Any], Any]


@cache
def view_type(cls: type, prefix: str) -> type[msgspec.Struct]:
    """The Struct class of the view of `cls`; `prefix` is the rule set's name in front of its class name."""
    fields: list[Any] = []
    for field in declarations(cls):
        if field.sight.kind == "counted":
            fields.append((field.name, int))
        elif field.sight.kind not in ("sealed", "apart"):
            fields.append((field.name, _type_in_view(field.type, prefix)))
    if issubclass(cls, Phase) and not issubclass(cls, Over):
        fields.append(("since", int | msgspec.UnsetType, msgspec.UNSET))
    config = cls.__struct_config__  # type: ignore[attr-defined]  # every Struct class has it
    return msgspec.defstruct(
        view_name(cls, prefix),
        fields,
        frozen=True,
        tag_field=config.tag_field,
        tag=config.tag,
        namespace={"__doc__": cls.__doc__},
        module=cls.__module__,
    )


def view_name(cls: type, prefix: str) -> str:
    """The public name of a class in views: `VantageView`, `VantageTurnPhase`, `VantageLoose`."""
    name = cls.__name__.replace("State", "View" if cls.__name__ == "State" else "")
    return prefix + name + ("Phase" if issubclass(cls, Phase) else "")


def _type_in_view(hint: Any, prefix: str) -> Any:
    if isinstance(hint, type) and issubclass(hint, Sighted):
        return view_type(hint, prefix)
    if not nested(hint) or hint in nested(hint):
        return hint  # it holds no struct, or is an open one
    arguments = tuple(_type_in_view(argument, prefix) for argument in get_args(hint))
    if get_origin(hint) is tuple:
        return tuple[arguments]  # type: ignore[valid-type]  # made at run time
    return Union[arguments]  # noqa: UP007  # made at run time


@cache
def to_view(cls: type, prefix: str) -> Convert:
    """What makes the view of a masked value of the class, compiled once like its mask."""
    names: dict[str, Any] = {"made": view_type(cls, prefix)}
    arguments = []
    for field in declarations(cls):
        value = f"seen.{field.name}"
        if field.sight.kind == "counted":
            arguments.append(f"len({value})")
        elif field.sight.kind not in ("sealed", "apart"):
            turns = {part: to_view(part, prefix) for part in _sighted(field)}
            others = {part: _as_it_is for part in (type(None), *nested(field.type)) if part not in turns}
            names[f"turns_{field.name}"] = others | turns
            if not turns:
                arguments.append(value)
            elif get_origin(bare(field.type)) is tuple:
                arguments.append(f"tuple([turns_{field.name}[type(one)](one) for one in {value}])")
            else:
                arguments.append(f"turns_{field.name}[type({value})]({value})")
    source = f"def convert(seen):\n    return made({', '.join(arguments)})\n"
    exec(compile(source, f"<view of {cls.__qualname__}>", "exec"), names)  # written above
    convert: Convert = names["convert"]
    return convert


@cache
def from_view(cls: type, prefix: str) -> Callable[[Any, dict[str, Any]], Any]:
    """What makes the masked value of the class again, given by name the fields that stand apart."""
    back = [(field, _back(field, prefix)) for field in declarations(cls)]

    def convert(view: Any, apart: dict[str, Any]) -> Any:
        return cls(*[turn(apart if field.sight.kind == "apart" else view, apart) for field, turn in back])

    return convert


def _back(field: Declared, prefix: str) -> Callable[[Any, dict[str, Any]], Any]:
    name = field.name
    match field.sight.kind:
        case "sealed":
            unknown = sealed_value(field.type, name)
            return lambda view, apart: unknown
        case "apart":
            return lambda view, apart: apart[name]
        case "counted":
            return lambda view, apart: backs(getattr(view, name))
    turns = {view_type(part, prefix): from_view(part, prefix) for part in _sighted(field)}
    across = _across(field, turns)
    if across is None:
        return lambda view, apart: getattr(view, name)
    return lambda view, apart: across(getattr(view, name), apart)


def _as_it_is(seen: Any) -> Any:
    return seen


def _sighted(field: Declared) -> list[type]:
    return [part for part in nested(field.type) if issubclass(part, Sighted)]


def _across(field: Declared, turns: dict[type, Any]) -> Any:
    """Applies to whatever stands in the field the conversion of its class; None if it holds no struct."""
    if not turns:
        return None

    def one(item: Any, *apart: Any) -> Any:
        turn = turns.get(type(item))
        return item if turn is None else turn(item, *apart)

    if get_origin(bare(field.type)) is not tuple:
        return one
    return lambda items, *apart: tuple([one(item, *apart) for item in items])
