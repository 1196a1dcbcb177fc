"""Da Vinci's Challenge: what is listed, in which order, and how it is narrowed."""

from typing import Any

import pytest

from engine.core.cards import Card
from engine.core.moves import Pass
from engine.core.seats import Seat
from engine.rulesets.davinci.moves import Play
from tests.engine.rulesets.davinci.table import DAVINCI, cards, listed, position

OTHERS = ("2gem star", "com 2fol")


def narrowed(state: Any, kind: str | None = None, *named: str) -> list[str]:
    found = DAVINCI.legal_moves(state, DAVINCI.to_act(state)[0], kind, frozenset(cards(" ".join(named))))
    return [str(move) for move in found]


def test_leads_are_singles_then_pairs_in_component_order() -> None:
    state = position("3tri dia 2eye sol 2leo", *OTHERS)
    assert listed(state) == ["tri", "dia", "eye", "sol", "leo", "2tri", "2eye", "2leo"]


def test_follows_of_a_single_are_singles_then_the_three_with_the_pass_second() -> None:
    state = position("tri 3eye star sol leo", *OTHERS, table="2:eye")
    assert listed(state) == ["eye", "pass", "star", "sol", "leo", "3eye"]


def test_follows_of_a_pair_are_one_leonardo_then_pairs() -> None:
    state = position("2tri 3eye star 2sol 2leo", *OTHERS, table="2:2gem")
    assert listed(state) == ["leo", "pass", "2eye", "2sol", "2leo"]


def test_D4_with_pair_over_single_pairs_stand_between_singles_and_three() -> None:
    state = position("tri 3eye 2star 2leo", *OTHERS, table="2:eye", pair_over_single=True)
    assert listed(state) == ["eye", "pass", "star", "leo", "2eye", "2star", "2leo", "3eye"]


def test_D20_when_the_call_is_due_both_forms_are_listed_the_called_one_first() -> None:
    assert listed(position("eye star", *OTHERS)) == ["eye!", "eye", "star!", "star"]
    assert listed(position("2eye star", *OTHERS)) == ["eye", "star", "2eye!", "2eye"]
    assert listed(position("star leo", *OTHERS, table="2:eye")) == ["star!", "pass", "star", "leo!", "leo"]


def test_D20_automatic_lists_one_form() -> None:
    assert listed(position("eye star", *OTHERS, carta_finale="automatic")) == ["eye", "star"]


def test_D17_a_pass_that_is_forced_is_the_only_move_listed() -> None:
    for table in ("", "2:gem", "2:2gem"):
        assert listed(position("leo", *OTHERS, table=table)) == ["pass"]
    assert listed(position("2tri", *OTHERS, table="2:eye")) == ["pass"]


def test_identical_cards_give_one_move() -> None:
    assert listed(position("4eye", *OTHERS)) == ["eye", "2eye"]


def test_the_last_cards_are_listed_without_a_call() -> None:
    assert listed(position("2eye", *OTHERS)) == ["eye!", "eye", "2eye"]


def test_a_list_is_narrowed_by_kind_and_by_the_cards_named() -> None:
    state = position("3eye star sol leo", *OTHERS, table="2:eye")
    assert narrowed(state, "pass") == ["pass"]
    assert narrowed(state, "play")[0] == "eye"
    assert "pass" not in narrowed(state, "play")
    assert narrowed(state, None, "eye") == ["eye", "eye+eye+eye"]
    assert narrowed(state, None, "eye", "star") == []
    assert narrowed(state, "pass", "eye") == []
    assert narrowed(state, None, "gem") == []


def test_the_notation_of_moves() -> None:
    eye, sol = Card("eye"), Card("seed-of-life")
    moves = (Play((eye,)), Play((eye, eye), True), Play((sol,) * 3), Pass())
    assert [str(move) for move in moves] == [
        "eye",
        "eye+eye!",
        "seed-of-life+seed-of-life+seed-of-life",
        "pass",
    ]
    assert [move.names() for move in moves] == [{"eye"}, {"eye"}, {"seed-of-life"}, set()]


@pytest.mark.parametrize("hand", ["tri star leo", "leo", "2tri"])
def test_a_time_out_plays_the_first_of_the_list(hand: str) -> None:
    state = position(hand, *OTHERS, table="2:gem")
    seen = DAVINCI.seen(state, Seat(0))
    assert DAVINCI.default_move(seen, Seat(0)) == next(DAVINCI.legal_moves(state, Seat(0)))


def test_a_time_out_never_forgets_the_call() -> None:
    state = position("eye star", *OTHERS)
    move = DAVINCI.default_move(DAVINCI.seen(state, Seat(0)), Seat(0))
    assert str(move) == "eye!"
