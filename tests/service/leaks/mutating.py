"""Ways to break secrecy on purpose, each for the time of a block."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Literal
from unittest.mock import patch

import msgspec

from engine.core import masking, view
from engine.core.sight import PUBLIC, Declared, Sighted, declarations, nested
from tests.service.leaks.hiding import AnyRuleset

Where = Literal["state", "event"]


class Secret(msgspec.Struct, frozen=True):
    """A field that is not public."""

    cls: type
    field: str

    def __str__(self) -> str:
        return f"{self.cls.__module__.rpartition('.')[2]}.{self.cls.__name__}.{self.field}"


def secrets_of(ruleset: AnyRuleset) -> list[Secret]:
    """Every field of the states and events of a rule set that somebody may not see."""
    found: dict[Secret, None] = {}
    todo: list[type] = [ruleset.State, *ruleset.events_of]
    done: set[type] = set()
    while todo:
        cls = todo.pop(0)
        if cls in done or not issubclass(cls, Sighted):
            continue
        done.add(cls)
        for declared in declarations(cls):
            if declared.sight.kind not in ("public", "apart"):
                found[Secret(cls, declared.name)] = None
            todo += nested(declared.type)
    return list(found)


def values(value: Any, secret: Secret) -> Iterator[Any]:
    """What stands in the field wherever the class stands in the value."""
    if isinstance(value, msgspec.Struct):
        if type(value) is secret.cls:
            yield getattr(value, secret.field)
        for name in value.__struct_fields__:
            yield from values(getattr(value, name), secret)
    elif isinstance(value, tuple):
        for one in value:
            yield from values(one, secret)


@contextmanager
def made_public(ruleset: AnyRuleset, secret: Secret) -> Iterator[None]:
    """As if the field had been declared `Public`: masks and views are compiled anew."""

    def declared(cls: type) -> tuple[Declared, ...]:
        return tuple(
            msgspec.structs.replace(field, sight=PUBLIC)
            if cls is secret.cls and field.name == secret.field
            else field
            for field in declarations(cls)
        )

    with ExitStack() as stack:
        stack.callback(_forget, ruleset)
        stack.enter_context(patch.object(masking, "declarations", declared))
        stack.enter_context(patch.object(view, "declarations", declared))
        _forget(ruleset)
        yield


def _forget(ruleset: AnyRuleset) -> None:
    """Drops what was compiled from declarations."""
    for made in (masking.masker, view.view_type, view.to_view, view.from_view):
        made.cache_clear()
    for name in ("view_type", "_to_view"):
        ruleset.__dict__.pop(name, None)
