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
    if not issubclass(cls, Sighted):
        return None
    names: dict[str, Any] = {"cls": cls, "HIDDEN": HIDDEN, "backs": backs}
    fields = [_Field(cls, declared) for declared in declarations(cls)]
    written = [field.source(names) for field in fields]
    if all(source == f"value.{field.name}" for field, source in zip(fields, written, strict=True)):
        return None
    # where all secrets of a class open together, a value with nothing to hide is given back as it is
    opens = {field.opens for field in fields if field.declared.sight.kind not in ("public", "apart")}
    shortcut = f"    if {opens.pop()}: return value\n" if len(opens) == 1 and None not in opens else ""
    arguments = ", ".join(f"{field.name}={source}" for field, source in zip(fields, written, strict=True))
    source = f"def mask(value, viewer, place, options):\n{shortcut}    return cls({arguments})\n"
    exec(compile(source, f"<mask of {cls.__qualname__}>", "exec"), names)  # written above
    mask: Masker = names["mask"]
    return mask


class _Field:
    """One field in the source of a mask. `opens` is the condition on which it is seen, None if on none."""

    def __init__(self, cls: type, declared: Declared) -> None:
        self.declared = declared
        self.name = declared.name
        self._seated = issubclass(cls, Seated)
        self._hints = get_type_hints(cls)
        self.opens = self._opens()

    def _opens(self) -> str | None:
        sight = self.declared.sight
        found = []
        if sight.unless is not None:
            found.append(sight.unless if sight.unless.startswith("options.") else f"value.{sight.unless}")
        if sight.last is not None:
            found.append(f"not value.{sight.last}")
        if sight.kind == "owned" and self._seated:
            found.append("viewer == place")
        if sight.kind == "owned_by":
            seats = " or ".join(self._is_viewer(field) for field in sight.to)
            found.append(f"viewer is not None and ({seats})")
        return " or ".join(found) or None

    def _is_viewer(self, field: str) -> str:
        several = any(
            get_origin(part) is tuple for part in (self._hints[field], *get_args(self._hints[field]))
        )
        return f"viewer in (value.{field} or ())" if several else f"viewer == value.{field}"

    def source(self, names: dict[str, Any]) -> str:
        """The expression of what the viewer sees of the field; what it needs goes into `names`."""
        value, kind = f"value.{self.name}", self.declared.sight.kind
        match kind:
            case "public" | "apart":
                return self._inner(names)
            case "counted":
                return f"backs(len({value}))"
            case "sealed":
                names[f"sealed_{self.name}"] = sealed_value(self.declared.type, self.name)
                return f"sealed_{self.name}"
        hidden = hidden_form(owned_type(self.declared, self._seated), self.name)
        if (last := self.declared.sight.last) is not None:
            hidden = f"{{0}}[:-value.{last}] + backs(value.{last})"
        if kind == "owned" and not self._seated:
            entries = f"[one if at == viewer else {hidden.format('one')} for at, one in enumerate({value})]"
            hidden = f"tuple({entries})"
        return f"({value} if {self.opens or 'False'} else {hidden.format(value)})"

    def _inner(self, names: dict[str, Any]) -> str:
        """A field that is seen itself: the structs in it are masked on their own."""
        value = f"value.{self.name}"
        found = {part: masker(part) for part in nested(self.declared.type)}
        if not any(found.values()):
            return value
        names[f"masks_{self.name}"] = {part: mask or _as_it_is for part, mask in found.items()}
        call = f"masks_{self.name}.get(type({{0}}), other)({{0}}, viewer, {{1}}, options)"
        names["other"] = _other
        if get_origin(bare(self.declared.type)) is not tuple:
            return call.format(value, "place")
        if get_args(bare(self.declared.type))[:1] == tuple(found):  # each entry is of the one class
            names[f"mask_{self.name}"] = next(iter(found.values()))
            call = f"mask_{self.name}({{0}}, viewer, {{1}}, options)"
        return f"tuple([{call.format('one', 'at')} for at, one in enumerate({value})])"


def _as_it_is(value: Any, viewer: Viewer, place: int | None, options: Any) -> Any:
    return value


def _other(value: Any, viewer: Viewer, place: int | None, options: Any) -> Any:
    """What is of none of the declared classes: nothing, or a kind of one of them with a mask of its own."""
    cls: type = type(value)
    mask = masker(cls)
    return value if mask is None else mask(value, viewer, place, options)
