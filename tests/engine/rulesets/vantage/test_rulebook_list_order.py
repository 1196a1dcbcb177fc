"""Vantage: in which order moves are listed, and how naming cards and ids narrows a list."""

import gc
import tracemalloc
import weakref
from itertools import islice
from typing import Any

import pytest

from engine.core.seats import Seat
from engine.rulesets.vantage.deck import CARDS
from engine.rulesets.vantage.listing import Listing
from engine.rulesets.vantage.moves import Build, Discard, Match
from engine.rulesets.vantage.state import Challenge, Lose, Passing, State
from tests.engine.rulesets.vantage.table import (
    ACCEPT,
    CHALLENGE,
    VANTAGE,
    build,
    discard,
    lose,
    match,
    pass_card,
    position,
)

ME = Seat(0)


def listed(state: State, kind: str | None = None, *named: str, seat: int = 0) -> list[Any]:
    return list(VANTAGE.legal_moves(state, Seat(seat), kind, frozenset(named)))


def test_first_comes_one_of_each_legal_kind() -> None:
    state = position("R8 B8", "Y1", loose="G5 B3 P8", discard="free")
    assert listed(state)[:3] == [match("R8", "t3"), build("R8", 8, "t3"), discard("R8")]


def test_the_first_of_a_kind_is_an_ordinary_one_where_there_is_one() -> None:
    state = position("R8 B8", "Y1", loose="(G5) (B3) P8")
    assert listed(state)[:3] == [match("R8", "t3"), build("R8", 8, "t3"), discard("R8")]


def test_the_first_of_a_kind_is_a_guess_where_there_is_no_other() -> None:
    state = position("R8 B8", "Y1", loose="(G5) (B3)")
    assert listed(state)[:3] == [match("R8", "t1"), build("R8", 8, "t1"), discard("R8")]


def test_ordinary_moves_then_discards_then_guesses() -> None:
    state = position("R8 B8", "Y1", loose="(G5) P8 Y8")
    down = {"t1"}
    rest = [
        "guess" if move.names() & down else "discard" if isinstance(move, Discard) else "ordinary"
        for move in listed(state)[3:]
    ]
    assert rest == sorted(rest, key=["ordinary", "discard", "guess"].index)
    assert set(rest) == {"ordinary", "discard", "guess"}


def test_guesses_grow_by_cards_and_piles_named_the_pile_built_onto_included() -> None:
    state = position("R8 B8 R2", "Y1", loose="(G5) (B3) (P9) Y6", piles="8:Y8,G8@1 6:Y2,Y4@1")
    sizes = [
        len(move.names() - {move.card})
        for move in listed(state)[3:]
        if not isinstance(move, Discard) and move.names() & {"t1", "t2", "t3"}
    ]
    assert sizes == sorted(sizes)
    assert sizes[0] == 1
    assert any(isinstance(move, Build) and move.onto for move in listed(state))


def test_a_kind_narrows_to_that_kind() -> None:
    state = position("R8 B8", "Y1", loose="G5 B3 P8", discard="free")
    assert {type(move) for move in listed(state, "match")} == {Match}
    assert {type(move) for move in listed(state, "build")} == {Build}
    assert listed(state, "discard") == [discard("R8"), discard("B8")]
    assert listed(state, "pass_card") == []


NAMED = [
    {"R8"},
    {"B8", "t3"},
    {"t1"},
    {"t1", "t2"},
    {"b1"},
    {"b1", "b2"},
    {"t3", "b1"},
    {"R8", "B8"},
    {"t9"},
    {"Y1"},
    {"nonsense"},
]


@pytest.mark.parametrize("named", NAMED, ids=lambda named: "+".join(sorted(named)))
@pytest.mark.parametrize("loose", ["G5 B3 P8 Y8", "(G5) (B3) P8 (Y8)"])
def test_named_leaves_exactly_the_moves_that_name_all_of_it(loose: str, named: set[str]) -> None:
    state = position("R8 B8 R2 W1", "Y1", loose=loose, piles="8:Y8,G8@1 6:Y2,Y4@1", discard="free")
    narrowed = listed(state, None, *named)
    assert len(narrowed) == len(set(narrowed))
    assert set(narrowed) == {move for move in listed(state) if named <= move.names()}


def test_naming_all_ids_of_a_guess_puts_that_set_first() -> None:
    state = position("R8 R1 W1", "Y1", loose="(G5) (B3) (P9) (Y7) (G11) (B12) (B13) P8", piles="8:Y8,B8")
    for ids in (("t1",), ("t1", "t2", "t4", "t5", "t6", "t7"), ("t2", "t8", "b1")):
        assert listed(state, "match", "R8", *ids)[0] == match("R8", *ids)
    assert listed(state, "build", "R8", "t1", "t2", "b1")[0] == build("R8", 8, "t1", "t2", onto="b1")


@pytest.mark.parametrize("hand", ["R8", "R8 B8", ""])
def test_naming_a_card_leaves_no_answer_to_a_call_for_answers_name_none(hand: str) -> None:
    phase = Challenge(Seat(1), "b1", 8, (ME,))
    state = position(hand, "Y1", piles="8:Y8,G8@1", phase=phase)
    assert listed(state) == [ACCEPT, CHALLENGE]
    for named in ("R8", "t1", "b1", "nonsense"):
        assert listed(state, None, named) == []


def test_naming_narrows_what_is_passed_and_lost() -> None:
    passing = position("R8 B8", "Y1", phase=Passing(ME, (ME, Seat(1))))
    assert listed(passing) == [pass_card("R8"), pass_card("B8")]
    assert listed(passing, None, "B8") == [pass_card("B8")]
    assert listed(passing, None, "t1") == []
    losing = position("R8 B8", "Y1", phase=Lose(ME))
    assert listed(losing) == [lose("R8"), lose("B8")]
    assert listed(losing, None, "B8") == [lose("B8")]


def test_a_seat_that_may_not_act_has_no_moves() -> None:
    assert listed(position("R8", "Y1", loose="G8"), seat=1) == []


def test_identical_moves_are_listed_once_and_long_lists_are_lazy() -> None:
    down = " ".join(f"({suit}{n})" for suit in "GB" for n in range(1, 13))
    state = position("R14 W1", "Y1", loose=down)
    moves = VANTAGE.legal_moves(state, ME)
    first = [next(moves) for _ in range(300)]
    assert len(set(first)) == 300


def test_the_sets_of_many_unknown_cards_are_not_held_all_at_once() -> None:
    """Of 40 cards face down there are some 760,000 sets of five."""
    state = position("R14", "Y1", loose=" ".join(f"({card})" for card in CARDS[14:54]))
    named = frozenset({"R14", "t1"})
    tracemalloc.start()
    try:
        sizes = [len(move.names()) for move in islice(VANTAGE.legal_moves(state, ME, "match", named), 12_000)]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sizes == sorted(sizes)
    assert sizes[-1] == 6  # R14 and five on the table
    assert peak < 2_000_000


def test_a_list_leaves_nothing_behind() -> None:
    listing = Listing(position("R8 W1", "Y1", loose="G5 (B3) P8"), ME, frozenset())
    left = weakref.ref(listing)
    assert list(listing.of(["match", "build", "discard"]))
    del listing
    gc.collect()
    assert left() is None
