"""How the moves and events of Advantage read in English."""

from typing import Any

import pytest

from engine.core.seats import Seat
from engine.core.texts import texts
from tests.engine.rulesets.advantage.table import (
    ADVANTAGE,
    DONE,
    DRAW,
    PASS,
    drop,
    dropping,
    pair,
    pairing,
    pick,
    picking,
    play,
    position,
)

NAMES = ("Ana", "Bo")
STUCK: dict[str, Any] = {"piles": "KS / QS / JS", "stock": "9C 9S 9D 8D"}


@pytest.mark.parametrize(
    ("move", "label"),
    [
        (drop("9H", 1), "Drop 9H on pile 1 (KS)"),
        (pick("AC", 0), "Exchange AC for pile 0 (9C)"),
        (pair("9H", "9C"), "Pair 9C + 9H"),
        (DRAW, "Draw a card"),
        (DONE, "Done"),
        (PASS, "Pass"),
    ],
)
def test_a_move_has_its_label(move: Any, label: str) -> None:
    state = position("5C KD 4C", "2H", piles="AC 9C / 5D KS / KC", stock=3)
    assert texts(ADVANTAGE).move(move, ADVANTAGE.on_table(state)) == label


def said(state: Any, move: Any, viewer: Any = None, seat: int = 0) -> str:
    _, events = play(state, move, seat)
    return texts(ADVANTAGE).step(ADVANTAGE.events_for(events, viewer, state.options), NAMES)


def test_a_drop_and_a_refill() -> None:
    state = position("KC 3C 4C", "2H 3H 4H", **STUCK)
    assert said(state, drop("KC", 0)) == "Ana drops KC on pile 0. Ana has nothing more to do. Ana draws 9C"


def test_a_hidden_draw_reads_as_what_is_known_of_it() -> None:
    state = position("2C 3C 4C", "2H 3H 4H", **STUCK)
    assert said(state, DRAW, Seat(0)) == "Ana draws 9C in secret"
    assert said(state, DRAW, Seat(1)) == "Ana draws a card in secret"
    assert said(state, DRAW) == "Ana draws a card in secret"
    assert said(state, PASS) == "Ana leaves it at that"


def test_a_switch_and_a_refill_of_two() -> None:
    state = position("2C 3C 4C", "KC QC 5D", **STUCK, phase=dropping(1, 1))
    told = "Bo drops KC on pile 0. Bo draws 9C. The hands are switched"
    assert said(state, drop("KC", 0), seat=1) == told


def test_a_pick_and_pairs() -> None:
    state = position("2C 3C 4C", "2H 3H 4H", piles="9C KC 8C / JS / QS", stock=3, phase=picking())
    assert said(state, pick("2C", 0)) == "Ana exchanges 2C for pile 0: 9C + KC + 8C"
    state = position("9C 9D 9H 9S", "2H", stock=3, phase=pairing(), picked=("9D 9S", ""))
    assert said(state, pair("9C", "9D")) == "Ana scores 9C + 9D"
    assert said(state, pair("9C", "9H")) == "Ana scores 9C + 9H, an accidental pair"
