"""marshmallow schemas for what comes in, derived from Structs, so that no shape is written twice.

Everything that is wrong is found at once, each with its JSON pointer (RFC 6901). Unknown fields are refused;
an optional field that is null is as good as absent; defaults are filled in; sets are sorted.
"""

import re
import types
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, NewType, TypeVar, Union, cast, get_args, get_origin

import marshmallow as ma
import msgspec
from marshmallow import fields, validate

from engine import RULESETS, Ruleset
from engine.core.moves import Move, Unordered
from service.faults import InvalidRequest, Place
from service.schemas.fields import Anything, Map, Matches, OneOf, Text, Truth, Tuple, Whole

T = TypeVar("T")

MOST_PLACES = 50  # that are told of one request

_BOOLEANS = {"true": True, "false": False}
_WHOLE = re.compile(r"-?[0-9]{1,15}")


class _StructSchema(ma.Schema):
    """A schema that loads into a Struct."""

    struct: type[msgspec.Struct]
    optional: frozenset[str]

    class Meta:
        unknown = ma.RAISE

    def load(self, data: Any, **given: Any) -> Any:
        """The Struct. An optional field that is null is absent. (A hook would cost as much as all else.)"""
        if type(data) is dict and None in data.values():
            data = {
                name: value for name, value in data.items() if value is not None or name not in self.optional
            }
        return self.struct(**super().load(data, **given))


@cache
def schema(cls: type[msgspec.Struct]) -> ma.Schema:
    """The schema of a Struct class."""
    made: dict[str, Any] = {"struct": cls}
    optional = set()
    for field in msgspec.structs.fields(cls):
        key = None if field.name == field.encode_name else field.encode_name
        made[field.name] = _field(field.type, required=field.required, data_key=key)
        if not field.required:
            optional.add(field.encode_name)
    made["optional"] = frozenset(optional)
    derived: type[ma.Schema] = type(f"{cls.__name__}Schema", (_StructSchema,), made)
    return derived()


def _field(hint: Any, **given: Any) -> fields.Field[Any]:
    """The field of a type. Its `Meta` annotations become validators."""
    metas: list[Any] = []
    while True:
        if get_origin(hint) is Annotated:
            metas += hint.__metadata__
            hint = hint.__origin__
        elif isinstance(hint, NewType):
            hint = hint.__supertype__
        elif get_origin(hint) in (Union, types.UnionType) and type(None) in get_args(hint):
            given["allow_none"] = True
            (hint,) = (part for part in get_args(hint) if part is not type(None))
        else:
            break
    checks = [check for meta in metas if isinstance(meta, msgspec.Meta) for check in _checks(meta)]
    unordered = next((meta for meta in metas if isinstance(meta, Unordered)), None)
    return _plain(hint, unordered, {**given, "validate": checks})


def _plain(hint: Any, unordered: Unordered | None, given: dict[str, Any]) -> fields.Field[Any]:
    origin = get_origin(hint)
    if hint is bool:
        return Truth(**given)
    if hint is int:
        return Whole(**given)
    if hint is str:
        return Text(**given)
    if origin is Literal:
        return OneOf(get_args(hint), **given)
    if origin is tuple:
        return Tuple(_field(get_args(hint)[0]), unordered, **given)
    if origin is dict:
        key, value = get_args(hint)
        return Map(_field(key), _field(value), **given)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return fields.Nested(schema(hint), **given)
    if hint is Any:
        return Anything(**{**given, "allow_none": True})
    raise TypeError(f"no field for {hint}")


def _checks(meta: msgspec.Meta) -> Iterator[validate.Validator]:
    if (meta.gt, meta.lt, meta.multiple_of) != (None, None, None):
        raise TypeError(f"no validator for {meta}")
    if meta.ge is not None or meta.le is not None:
        yield validate.Range(meta.ge, meta.le)
    if meta.min_length is not None or meta.max_length is not None:
        yield validate.Length(meta.min_length, meta.max_length)
    if meta.pattern is not None:
        yield Matches(meta.pattern)


def load(cls: type[T], data: Any, where: str = "body", at: str = "") -> T:
    """An instance of the Struct class, or InvalidRequest with every place that is wrong. `at` goes before
    pointers."""
    derived = schema(cls)  # type: ignore[arg-type]  # T is a Struct class
    try:
        loaded: T = derived.load(data)
    except ma.ValidationError as errors:
        raise InvalidRequest(*sorted(_places(errors.messages, where, at))[:MOST_PLACES]) from None
    return loaded


def _places(messages: Any, where: str, at: str) -> Iterator[Place]:
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            own = at if key == "_schema" else f"{at}/{_step(key)}" if where == "body" else at or str(key)
            yield from _places(inner, where, own)
    else:
        for message in messages:
            yield where, clean(at), clean(str(message))


def _step(name: object) -> str:
    """A name or an index as a step of a JSON pointer (RFC 6901)."""
    return str(name).replace("~", "~0").replace("/", "~1")


def clean(text: str) -> str:
    """Text that can be encoded, whatever was sent; no longer than anybody wants to read."""
    return text.encode("utf-8", "replace").decode()[:300]


def load_move(ruleset: Ruleset[Any, Any, Any], data: Mapping[str, Any]) -> Move:
    """A move of the rule set in normal form; InvalidRequest if it is not one."""
    kinds = _kinds(ruleset)
    kind = data.get("kind")
    if type(kind) is not str or kind not in kinds:
        others = [slug for slug, other in RULESETS.items() if kind in list(_kinds(other))]
        raise InvalidRequest(("body", "/kind", _stranger(ruleset, "move", others, kinds)))
    move: Move = load(kinds[kind], {name: value for name, value in data.items() if name != "kind"})
    return move


@cache
def _kinds(ruleset: Ruleset[Any, Any, Any]) -> Mapping[str, type[Move]]:
    return {str(cls.__struct_config__.tag): cls for cls in ruleset.moves_of}


def load_options(ruleset: Ruleset[Any, Any, Any], data: Mapping[str, Any]) -> Any:
    """The options of the rule set; InvalidRequest if one is not of it, or has no such value."""
    given = {name: value for name, value in data.items() if name != "ruleset"}
    if data.get("ruleset") not in (None, ruleset.slug):
        detail = f"These are options of another rule set, not of {ruleset.slug}."
        raise InvalidRequest(("body", "/options/ruleset", detail))
    places: list[Place] = []
    for name in given.keys() - _options(ruleset):
        others = [slug for slug, other in RULESETS.items() if name in _options(other)]
        detail = _stranger(ruleset, "option", others, _options(ruleset))
        places.append(("body", clean(f"/options/{_step(name)}"), detail))
        del given[name]
    try:
        options = load(ruleset.Options, given, at="/options")
    except InvalidRequest as fault:
        places += fault.places
    if places:
        raise InvalidRequest(*sorted(places)[:MOST_PLACES])
    return options


def _options(ruleset: Ruleset[Any, Any, Any]) -> tuple[str, ...]:
    names: tuple[str, ...] = ruleset.Options.__struct_fields__
    return names


def _stranger(ruleset: Ruleset[Any, Any, Any], what: str, others: Sequence[str], own: Collection[str]) -> str:
    """Why the move or option is not one of the rule set."""
    if others:
        return f"{ruleset.slug} has no such {what}; it is one of {' and '.join(others)}."
    return f"{ruleset.slug} has no such {what}, only: {', '.join(own)}."


def load_query(cls: type[T], given: Mapping[str, list[str]]) -> T:
    """Parameters of a query string, each read as the type of its field; all of them may be left out."""
    if not given:
        return cls()
    read = _parameters(cast(Any, cls))
    data: dict[str, Any] = {}
    for name, values in given.items():
        kind = read.get(name, "text")
        if kind == "many":
            data[name] = values
        elif len(values) > 1:
            raise InvalidRequest(("query", clean(name), "Given more than once."))
        elif kind == "truth":
            data[name] = _BOOLEANS.get(values[0], values[0])
        elif kind == "whole" and _WHOLE.fullmatch(values[0]):
            data[name] = int(values[0])
        else:
            data[name] = values[0]
    return load(cls, data, where="query")


@cache
def _parameters(cls: Any) -> Mapping[str, str]:
    """How each parameter is read."""
    kinds = ((tuple, "many"), (bool, "truth"), (int, "whole"), (str, "text"), (Literal, "text"))
    return {
        field.encode_name: next(kind for wanted, kind in kinds if _holds(field.type, wanted))
        for field in msgspec.structs.fields(cls)
    }


def _holds(hint: Any, wanted: Any) -> bool:
    return (
        hint is wanted or get_origin(hint) is wanted or any(_holds(part, wanted) for part in get_args(hint))
    )
