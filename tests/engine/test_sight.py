"""Declarations fail closed, and each of them hides what it says from whom it says."""

from typing import Annotated, Any

import msgspec
import pytest

from engine.core.cards import Card
from engine.core.seats import Seat
from engine.core.sight import (
    APART,
    OWNED,
    PUBLIC,
    SEALED,
    Apart,
    Counted,
    Open,
    Owned,
    Public,
    Sealed,
    Seated,
    Sighted,
    declarations,
    owned,
    owned_by,
)

Cards = tuple[Card, ...]


class Bare(msgspec.Struct, frozen=True):
    """A struct that declares nothing."""

    card: Card


class Chair(Seated, frozen=True):
    """A struct for `seats`."""

    hand: Owned[Cards]


class Told(Sighted, frozen=True):
    """A card that one seat knows."""

    seat: Public[Seat | None]
    card: Annotated[Card, owned_by("seat")]


annotated: Any = Annotated  # as a value: not a type for the type checker to read

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("undeclared", {"hand": Cards}, "must say once who sees it"),
    ("declared twice", {"hand": annotated[Cards, PUBLIC, SEALED]}, "must say once who sees it"),
    ("declared otherwise", {"hand": annotated[Cards, "public"]}, "must say once who sees it"),
    ("nested undeclared", {"top": Public[Bare]}, "holds Bare, which does not declare"),
    ("nested in a tuple", {"all": Public[tuple[Bare, ...]]}, "holds Bare, which does not declare"),
    ("nested in a union", {"top": annotated[Bare | None, PUBLIC]}, "holds Bare, which does not declare"),
    (
        "nested and owned",
        {"top": annotated[tuple[Bare | None, ...], OWNED]},
        "holds Bare, which does not declare",
    ),
    ("nested and apart", {"top": Apart[Bare]}, "holds Bare, which does not declare"),
    ("owner not there", {"card": annotated[Card, owned_by("seat")]}, "refers to seat, which is not"),
    ("flag not there", {"card": annotated[Card, owned_by(unless="up")]}, "refers to up, which is not"),
    ("flag not there", {"hands": annotated[tuple[Cards, ...], owned("up")]}, "refers to up, which is not"),
    ("number of last ones not there", {"hand": annotated[Cards, owned(last="new")]}, "refers to new, which"),
    (
        "last ones of nobody's",
        {"new": Public[int], "hands": annotated[tuple[Cards, ...], owned(last="new")]},
        "only a pile of cards of one seat has last ones",
    ),
    ("counted number", {"stock": Counted[int]}, "only a pile of cards can be Counted"),
    ("counted names", {"stock": Counted[tuple[str, ...]]}, "only a pile of cards can be Counted"),
    ("owned by no seat", {"card": Owned[Card]}, "Owned is a tuple with one entry a seat"),
    ("no hidden number", {"seat": Public[int], "n": annotated[int, owned_by("seat")]}, "no hidden value of"),
    ("no hidden flag", {"up": Owned[tuple[bool, ...]]}, "no hidden value of"),
    ("no sealed word", {"secret": Sealed[str]}, "no hidden value of"),
    ("no sealed card", {"secret": Sealed[Card]}, "no hidden value of"),
    ("in a list", {"all": Public[list[Told]]}, "stand alone or in one tuple"),
    ("in a mapping", {"all": Public[dict[str, Told]]}, "stand alone or in one tuple"),
    ("in tuples of tuples", {"all": Public[tuple[tuple[Told, ...], ...]]}, "stand alone or in one tuple"),
    (
        "in a tuple or none",
        {"all": annotated[tuple[Told, ...] | None, PUBLIC]},
        "stand alone or in one tuple",
    ),
    ("in a tuple of both", {"all": annotated[tuple[Told, int], PUBLIC]}, "stand alone or in one tuple"),
    ("seats elsewhere", {"chairs": Public[tuple[Chair, ...]]}, "stands in a tuple named seats only"),
]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [(fields, reason) for _, fields, reason in REFUSED],
    ids=[name for name, _, _ in REFUSED],
)
def test_Q10_what_is_not_properly_declared_is_no_class(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        msgspec.defstruct("Leaky", list(fields.items()), bases=(Sighted,), frozen=True)


@pytest.mark.parametrize("hint", [Told, Bare, tuple[Told, ...], Told | None])
def test_Q10_an_open_struct_holds_nothing_with_secrets(hint: Any) -> None:
    with pytest.raises(TypeError, match="which may have secrets"):
        msgspec.defstruct("Leaky", [("top", hint)], bases=(Open,), frozen=True)


def test_Q10_a_subclass_declares_its_own_fields_too() -> None:
    class Fine(Sighted, frozen=True):
        stock: Counted[Cards]

    with pytest.raises(TypeError, match="must say once who sees it"):

        class Leaky(Fine, frozen=True):
            top: Card


@pytest.mark.parametrize("hint", [Card | None, int | None])
def test_only_a_pile_of_a_seat_has_last_ones(hint: Any) -> None:
    fields = [("chosen", annotated[hint, owned(last="new")]), ("new", Public[int])]
    with pytest.raises(TypeError, match="only a pile of cards of one seat has last ones"):
        msgspec.defstruct("Leaky", fields, bases=(Seated,), frozen=True)


def test_declarations_are_in_the_order_of_the_fields() -> None:
    class Table(Sighted, frozen=True):
        seed: Sealed[int]
        options: Apart[str]
        hands: Owned[tuple[Cards, ...]]
        turn: Public[int]

    found = declarations(Table)
    assert [(field.name, field.sight) for field in found] == [
        ("seed", SEALED),
        ("options", APART),
        ("hands", OWNED),
        ("turn", PUBLIC),
    ]
    assert found[2].type == tuple[Cards, ...]
