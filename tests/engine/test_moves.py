"""Moves: normal form, notation on one line, and the names by which lists are narrowed."""

from itertools import islice
from typing import Annotated, Any

import msgspec
import pytest

from engine import RULESETS
from engine.core.cards import Card
from engine.core.moves import Cards, Ids, Move, Numbered, Pass, TableId, in_order, no, no_ids
from engine.core.rng import Draws, Rng
from tests.engine.games import Set, positions
from tests.engine.inventing import invented

Moves = list[tuple[Any, Any]]


class Swap(Move, frozen=True, tag="swap"):
    """A kind with every sort of field that names something, and some that name nothing."""

    card: Card
    other: Card | None = None
    take: Ids = msgspec.field(default_factory=no_ids)
    onto: TableId | None = None
    value: int | None = None
    suit: str | None = None


class Heap(Move, frozen=True, tag="heap"):
    """A kind with a multiset, the numbers of places, and a number that is none."""

    cards: Cards
    slot: Annotated[int, Numbered(), msgspec.Meta(ge=0, le=4)]
    under: Annotated[int | None, Numbered()] = None
    amount: int = 0
    final: bool = msgspec.field(default_factory=no)


def test_a_move_names_its_cards_and_ids_and_nothing_else() -> None:
    assert Swap(Card("R8")).names() == {"R8"}
    whole = Swap(Card("R8"), Card("G5"), ("t1", "t10"), "b2", value=9, suit="P")
    assert whole.names() == {"R8", "G5", "t1", "t10", "b2"}


def test_an_absent_field_is_left_out_and_an_empty_set_is_written() -> None:
    assert msgspec.json.encode(Swap(Card("R8"))) == b'{"kind":"swap","card":"R8","take":[]}'
    assert msgspec.json.decode(b'{"kind":"swap","card":"R8"}', type=Swap) == Swap(Card("R8"))


def test_a_move_names_the_numbers_of_places_and_no_other_number() -> None:
    assert Heap((Card("R3"), Card("R3")), 2, amount=4).names() == {"R3", "2"}
    assert Heap((), 0, under=3, amount=1, final=True).names() == {"0", "3"}


def test_passing_names_nothing_and_is_written_as_its_kind() -> None:
    assert (Pass().names(), str(Pass())) == (frozenset(), "pass")
    assert msgspec.json.encode(Pass()) == b'{"kind":"pass"}'


def test_a_flag_may_be_written_out_when_false() -> None:
    assert msgspec.json.encode(Heap((), 1)) == b'{"kind":"heap","cards":[],"slot":1,"final":false}'
    assert msgspec.json.decode(b'{"kind":"heap","cards":[],"slot":1}', type=Heap) == Heap((), 1, final=False)


@pytest.mark.parametrize("slot", [-1, 5])
def test_the_number_of_a_place_has_its_bounds(slot: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"kind": "heap", "cards": [], "slot": slot}, Heap)


@pytest.mark.parametrize(
    ("cards", "take", "normal"),
    [
        ("", "", True),
        ("R3 R3", "t1 t2", True),
        ("R1 R10 R10 R2", "b1 t1 t10 t2", True),
        ("R4 R3", "", False),
        ("R2 R10", "", False),
        ("R3 R4 R3", "", False),
        ("", "t2 t1", False),
        ("", "t1 t1", False),
    ],
)
def test_a_set_names_nothing_twice_and_a_multiset_may(cards: str, take: str, normal: bool) -> None:
    heap = Heap(tuple(map(Card, cards.split())), 0)
    swap = Swap(Card("R8"), take=tuple(take.split()))
    assert (heap.is_normal() and swap.is_normal()) is normal


@pytest.mark.parametrize("name", ["", "t", "t0x", "t12345", "T1", "1", "tt1", "t 1", "t\u0661"])
def test_a_table_id_is_a_letter_and_digits_and_no_more(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"kind": "swap", "card": "R8", "onto": name}, Swap)


def test_ids_are_sorted_as_plain_strings() -> None:
    assert in_order(["t2", "t10", "b1", "t1"]) == ("b1", "t1", "t10", "t2")


@pytest.fixture(params=sorted(RULESETS), scope="module")
def played(request: pytest.FixtureRequest) -> Moves:
    """Listed and made-up moves of a rule set, from all over some games."""
    ruleset = RULESETS[str(request.param)]
    draws, found = Draws(Rng(b"moves".ljust(32))), []
    for seats in ruleset.seats:
        for at in islice(positions(ruleset, Set(ruleset.Options(), seats, bytes([seats]) * 32)), 0, None, 5):
            found += [(ruleset, move) for move in islice(ruleset.legal_moves(at.state, at.seat), 40)]
            found += [(ruleset, invented(ruleset, at.state, draws)) for _ in range(10)]
    return found


def test_Q5_a_move_survives_its_json(played: Moves) -> None:
    for ruleset, move in played:
        assert msgspec.json.decode(msgspec.json.encode(move), type=ruleset.any_move) == move


def test_sets_in_moves_are_in_normal_form(played: Moves) -> None:
    for _, move in played:
        assert move.is_normal()  # nothing twice, but in a multiset
        for name in move.__struct_fields__:
            value = getattr(move, name)
            if isinstance(value, tuple):
                assert value == in_order(value)


def test_notation_is_one_line_of_plain_signs_and_tells_moves_apart(played: Moves) -> None:
    moves = {move for _, move in played}
    written = {str(move) for move in moves}
    assert all(text.isascii() and text.isprintable() and " " not in text and text for text in written)
    assert len(written) == len(moves)
