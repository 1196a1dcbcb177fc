"""What all moves share: the base class, the normal form of the sets in them, notation."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Annotated, get_args, get_type_hints

import msgspec

from engine.core.cards import Card


class Unordered(msgspec.Struct, frozen=True):
    """Marks a field as a set: it comes in any order and is kept sorted as plain strings.

    It names nothing twice, unless `repeats`: then it is a multiset, as of cards that have copies.
    """

    repeats: bool = False


class Numbered(msgspec.Struct, frozen=True):
    """Marks a whole number as that of a place on the table; lists are narrowed by it as by an id."""


TableId = Annotated[
    str,
    msgspec.Meta(pattern="^[a-z][0-9]{1,4}$", description="Id of a card or pile on the table"),
]
Ids = Annotated[tuple[TableId, ...], Unordered()]
Cards = Annotated[tuple[Card, ...], Unordered(repeats=True)]


def no_ids() -> tuple[str, ...]:
    """The default of a set that is written out even when empty."""
    return ()


def no() -> bool:
    """The default of a flag that is written out even when false."""
    return False


class Move(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """A move in normal form: absent fields are `None`, sets are sorted.

    `str(move)` is one line of notation.
    """

    def names(self) -> frozenset[str]:
        """The cards, ids and numbers of places that the move names, by which lists are narrowed."""
        found: set[str] = set()
        for field in _naming(type(self)):
            value = getattr(self, field)
            if isinstance(value, tuple):
                found.update(value)
            elif value is not None:
                found.add(str(value))
        return frozenset(found)

    def is_normal(self) -> bool:
        """Whether its sets are sorted, and name nothing twice that may not come twice."""
        return all(_ordered(getattr(self, name) or (), repeats) for name, repeats in _sets(type(self)))


class Pass(Move, frozen=True, tag="pass"):
    """Do nothing. `pass`."""

    def __str__(self) -> str:
        return "pass"


@cache
def _sets(cls: type) -> tuple[tuple[str, bool], ...]:
    """The fields of a move class that hold sets, and whether they may name something twice."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(
        (name, mark.repeats)
        for name, hint in hints.items()
        for part in (hint, *get_args(hint))
        for mark in getattr(part, "__metadata__", ())
        if isinstance(mark, Unordered)
    )


def _ordered(names: tuple[str, ...], repeats: bool) -> bool:
    return all(one < other or (repeats and one == other) for one, other in pairwise(names))


@cache
def _naming(cls: type) -> tuple[str, ...]:
    """The fields of a move class that hold cards or ids."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(name for name, hint in hints.items() if _names_something(hint))


def _names_something(hint: object) -> bool:
    if any(isinstance(mark, Numbered) for mark in getattr(hint, "__metadata__", ())):
        return True
    return hint in (Card, TableId) or any(_names_something(part) for part in get_args(hint))


def in_order(ids: Iterable[str]) -> tuple[str, ...]:
    """Ids as the normal form has them: sorted as plain strings."""
    return tuple(sorted(ids))
