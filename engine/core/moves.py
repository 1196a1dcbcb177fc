"""What all moves share: the base class, the normal form of the sets in them, notation."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Annotated, get_args, get_type_hints

import msgspec

from engine.core.cards import Card


class Unordered(msgspec.Struct, frozen=True):
    """Marks a field as a set: it comes in any order, without repeats, and is kept sorted as plain strings."""


TableId = Annotated[
    str,
    msgspec.Meta(pattern="^[a-z][0-9]{1,4}$", description="Id of a card or pile on the table"),
]
Ids = Annotated[tuple[TableId, ...], Unordered()]


def no_ids() -> tuple[str, ...]:
    """The default of a set that is written out even when empty."""
    return ()


class Move(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """A move in normal form: absent fields are `None`, sets are sorted.

    `str(move)` is one line of notation.
    """

    def names(self) -> frozenset[str]:
        """The cards and ids that the move names, by which lists are narrowed."""
        found: set[str] = set()
        for field in _naming(type(self)):
            value = getattr(self, field)
            found.update([value] if isinstance(value, str) else value or ())
        return frozenset(found)

    def is_normal(self) -> bool:
        """Whether its sets are sorted and name nothing twice."""
        return all(_ordered(getattr(self, name) or ()) for name in _sets(type(self)))


@cache
def _sets(cls: type) -> tuple[str, ...]:
    """The fields of a move class that hold sets."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(name for name, hint in hints.items() if _is_set(hint))


def _is_set(hint: object) -> bool:
    return any(Unordered() in getattr(part, "__metadata__", ()) for part in (hint, *get_args(hint)))


def _ordered(ids: tuple[str, ...]) -> bool:
    return all(one < other for one, other in pairwise(ids))


@cache
def _naming(cls: type) -> tuple[str, ...]:
    """The fields of a move class that hold cards or ids."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(name for name, hint in hints.items() if _names_something(hint))


def _names_something(hint: object) -> bool:
    return hint in (Card, TableId) or any(_names_something(part) for part in get_args(hint))


def in_order(ids: Iterable[str]) -> tuple[str, ...]:
    """Ids as the normal form has them: sorted as plain strings."""
    return tuple(sorted(ids))
