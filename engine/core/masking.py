"""The masked state: one function a class, compiled once from its declarations.

The functions are written out as source and compiled, as `dataclasses` does: a state is masked for every list,
check and answer, and a plain constructor call is some five times faster than walking the declarations.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from engine.core.cards import HIDDEN, backs
from engine.core.seats import Viewer
from engine.core.sight import (
    Declared,
    Seated,
    Sighted,
    bare,
    declarations,
    hidden_form,
    nested,
    owned_type,
    sealed_value,
)

T = TypeVar("T")

# A masker takes the value, who looks, the seat it stands at (None outside `seats`) and the options.
Masker = Callable[[Any, Viewer, int | None, Any], Any]


def masked(value: T, viewer: Viewer, options: Any) -> T:
    """The value as `viewer` sees it, of the same type."""
    cls: type = type(value)
    mask = masker(cls)
    return value if mask is None else mask(value, viewer, None, options)


@cache
def masker(cls: type) -> Masker | None:
    """The mask of a class; None if it has nothing to hide from anybody."""
    names: dict[str, Any] = {"HIDDEN": HIDDEN, "backs": backs, "other": _other}
    written = _struct(cls, "value", "place", names)
    if written == "value":
        return None
    source = f"def mask(value, viewer, place, options):\n    return {written}\n"
    exec(compile(source, f"<mask of {cls.__qualname__}>", "exec"), names)  # written above
    mask: Masker = names["mask"]
    return mask


def _struct(cls: type, value: str, place: str, names: dict[str, Any]) -> str:
    """The expression of what the viewer sees of a struct: `value` and `place` are those of the struct and of
    the seat where it stands, and what the expression needs goes into `names`."""
    if not issubclass(cls, Sighted):
        return value
    fields = [_Field(cls, declared, value, place, names) for declared in declarations(cls)]
    secret = [field for field in fields if field.closed != field.value]
    if not secret:
        return value
    conditions = {field.opens for field in secret}
    together = conditions.pop() if len(conditions) == 1 else None
    arguments = ", ".join(f"{field.name}={field.closed if together else field.seen}" for field in fields)
    made = f"{_named(cls, names)}({arguments})"
    # where all secrets of a struct open together, it is given back as it is
    return f"({value} if {together} else {made})" if together else made


def _named(what: object, names: dict[str, Any]) -> str:
    """The name by which an expression reads it."""
    name = f"given{len(names)}"
    names[name] = what
    return name


class _Field:
    """One field in the source of a mask. `closed` is the expression of what is seen of it as long as it does
    not open, `opens` the condition on which it does, None if on none."""

    def __init__(self, cls: type, declared: Declared, struct: str, place: str, names: dict[str, Any]) -> None:
        self.name = declared.name
        self.value = f"{struct}.{declared.name}"
        self._type, self._sight = declared.type, declared.sight
        self._seated = issubclass(cls, Seated)
        self._owned = owned_type(declared, self._seated)
        self._struct, self._place, self._names = struct, place, names
        self._hints = get_type_hints(cls)
        self.opens = self._opens()
        self.closed = self._closed()

    @property
    def seen(self) -> str:
        """The expression of what the viewer sees of the field."""
        return f"({self.value} if {self.opens} else {self.closed})" if self.opens else self.closed

    def _opens(self) -> str | None:
        sight = self._sight
        found = []
        if sight.unless is not None:
            found.append(sight.unless if sight.unless.startswith("options.") else self._beside(sight.unless))
        if sight.last is not None:
            found.append(f"not {self._beside(sight.last)}")
        if sight.kind == "owned" and self._seated:
            found.append(f"viewer == {self._place}")
        if sight.kind == "owned_by":
            seats = " or ".join(self._is_viewer(field) for field in sight.to)
            found.append(f"viewer is not None and ({seats})")
        return " or ".join(found) or None

    def _beside(self, field: str) -> str:
        return f"{self._struct}.{field}"

    def _is_viewer(self, field: str) -> str:
        several = any(
            get_origin(part) is tuple for part in (self._hints[field], *get_args(self._hints[field]))
        )
        return f"viewer in ({self._beside(field)} or ())" if several else f"viewer == {self._beside(field)}"

    def _closed(self) -> str:
        match self._sight.kind:
            case "public" | "apart":
                return self._inner()
            case "counted":
                return f"backs(len({self.value}))"
            case "sealed":
                return _named(sealed_value(self._type, self.value), self._names)
        hidden = hidden_form(self._owned, self.value)
        if self._sight.last is not None:
            last = self._beside(self._sight.last)
            hidden = f"{{0}}[:-{last}] + backs({last})"
        if self._sight.kind == "owned" and not self._seated:
            entry = f"one if at == viewer else {hidden.format('one')}"
            return f"tuple([{entry} for at, one in enumerate({self.value})])"
        return hidden.format(self.value)

    def _inner(self) -> str:
        """A field that is seen itself: the structs in it are masked on their own."""
        hint = bare(self._type)
        parts = nested(hint)
        if not any(masker(part) for part in parts):
            return self.value
        if get_origin(hint) is not tuple:
            return self._any_of(parts, self.value, self._place)
        if get_args(hint)[:1] == parts:  # each entry is of the one class
            entry = _struct(parts[0], "one", "at", self._names)
        else:
            entry = self._any_of(parts, "one", "at")
        return f"tuple([{entry} for at, one in enumerate({self.value})])"

    def _any_of(self, parts: tuple[type, ...], value: str, place: str) -> str:
        """A struct that is of one of several classes, or none."""
        masks = _named({part: masker(part) or _as_it_is for part in parts}, self._names)
        return f"{masks}.get(type({value}), other)({value}, viewer, {place}, options)"


def _as_it_is(value: Any, viewer: Viewer, place: int | None, options: Any) -> Any:
    return value


def _other(value: Any, viewer: Viewer, place: int | None, options: Any) -> Any:
    """What is of none of the declared classes: nothing, or a kind of one of them with a mask of its own."""
    cls: type = type(value)
    mask = masker(cls)
    return value if mask is None else mask(value, viewer, place, options)
