"""Refusals: bad notation with its place, what is out of turn, and each rule with its place and sentence."""

from typing import Any

import pytest

from engine import RuleBroken
from engine.core.cards import Card
from engine.core.seats import Seat
from engine.core.texts import texts
from engine.rulesets.advantage.moves import Drop, Pair, Pick
from engine.rulesets.advantage.state import State
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
    played,
    position,
    refused,
)

OTHER = "2H 3H JD"
STUCK: dict[str, Any] = {"piles": "KS / QS / JS", "stock": "9C 9D"}


@pytest.mark.parametrize("code", ["1C", "11C", "Xx", "", "??", "10", "2c"])
def test_a_card_that_is_none_is_bad_notation(code: str) -> None:
    assert refused(position("5C", OTHER, stock=3), Drop(Card(code), 0)) == "invalid-request /card"
    assert refused(position("5C", OTHER, stock=3, phase=picking()), Pick(Card(code), 0)) == (
        "invalid-request /card"
    )


@pytest.mark.parametrize("pile", [-1, 3])
def test_a_pile_that_is_not_there_is_bad_notation(pile: int) -> None:
    assert refused(position("5C", OTHER, stock=3), drop("5C", pile)) == "invalid-request /pile"
    assert refused(position("5C", OTHER, stock=3, phase=picking()), pick("5C", pile)) == (
        "invalid-request /pile"
    )


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ((), "/cards"),
        (("9C",), "/cards"),
        (("9C", "9D", "9H"), "/cards"),
        (("9C", "9C"), "/cards/1"),
        (("9C", "XX"), "/cards/1"),
    ],
)
def test_a_pair_is_two_cards(cards: tuple[str, ...], place: str) -> None:
    state = position("9C 9D 9H", OTHER, stock=3, phase=pairing(left=None))
    assert refused(state, Pair(tuple(Card(card) for card in cards))) == f"invalid-request {place}"


def test_a_kind_in_the_wrong_phase_is_out_of_turn() -> None:
    move: Any
    for move in (pick("5C", 0), pair("5C", "5D")):
        assert refused(position("5C 5D", OTHER, stock=3), move) == "out-of-turn"
    for move in (drop("5C", 0), pair("5C", "5D"), DONE):
        assert refused(position("5C 5D", OTHER, stock=3, phase=picking()), move) == "out-of-turn"
    for move in (drop("5C", 0), pick("5C", 0), DRAW, PASS):
        assert refused(position("5C 5D", OTHER, stock=3, phase=pairing()), move) == "out-of-turn"


def test_the_other_seat_is_out_of_turn() -> None:
    assert refused(position("5C", OTHER, stock=3), drop("2H", 0), 1) == "out-of-turn"


IN_DROP = position("5C KD 4C", OTHER, piles="9C / 5D / KS", stock=3)
AFTER_ONE = position("5C KD 4C", OTHER, piles="9C / 5D / KS", stock=3, phase=dropping(0, 1))
IN_PICK = position("5C KD 4C", OTHER, piles="9C / 5D / KS", stock=3, phase=picking())
IS_STUCK = position("2C 3C", OTHER, **STUCK)
MUST_DRAW = position("2C 3C", OTHER, **STUCK, stuck_draw="forced")
UNPICKED = position("9C 9D KC", OTHER, stock=3, phase=pairing(left=0))
PICKED = position("9C 9D KC KD 4C 4D", OTHER, stock=3, phase=pairing(), picked=("4D", ""))

BROKEN: list[tuple[State, Any, str, str, str]] = [
    (IN_DROP, drop("2H", 0), "card-in-hand", "/card", "2H is not in this seat's hand."),
    (IN_PICK, pick("6C", 0), "card-in-hand", "/card", "6C is not in this seat's hand."),
    (PICKED, pair("9C", "9S"), "card-in-hand", "/cards/1", "9S is not in this seat's hand."),
    (PICKED, pair("8C", "9C"), "card-in-hand", "/cards/0", "8C is not in this seat's hand."),
    (IN_DROP, drop("5C", 2), "drop-fits", "/pile", "5C does not fit on KS, the top of pile 2."),
    (
        IN_PICK,
        pick("KD", 0),
        "pick-fits",
        "/pile",
        "KD is not exchanged for pile 0: it does not fit its top, 9C.",
    ),
    (IN_DROP, DRAW, "draw-stuck", "/kind", "A card is only drawn when no card of the hand fits any pile."),
    (AFTER_ONE, DRAW, "draw-stuck", "/kind", "A card is only drawn when no card of the hand fits any pile."),
    (IN_PICK, DRAW, "draw-stuck", "/kind", "A card is only drawn when no card of the hand fits any pile."),
    (played(IS_STUCK, DRAW), DRAW, "draw-once", "/kind", "Only one card may be drawn in a phase."),
    (
        IN_DROP,
        PASS,
        "pass-stuck",
        "/kind",
        "A card of the hand fits a pile: one must be dropped, or the drops ended with done.",
    ),
    (
        AFTER_ONE,
        PASS,
        "pass-stuck",
        "/kind",
        "A card of the hand fits a pile: one must be dropped, or the drops ended with done.",
    ),
    (
        MUST_DRAW,
        PASS,
        "pass-after-draw",
        "/kind",
        "At this table a seat that cannot drop must draw a card before it passes.",
    ),
    (IN_DROP, DONE, "done-after-drop", "/kind", "Done is only possible after a card was dropped."),
    (IS_STUCK, DONE, "done-after-drop", "/kind", "Done is only possible after a card was dropped."),
    (UNPICKED, pair("9C", "KC"), "pair-rank", "/cards", "9C and KC are not of one rank."),
    (
        UNPICKED,
        pair("9C", "9D"),
        "pair-after-pick",
        "/cards",
        "9C and 9D are an accidental pair, which counts only for a seat that picked in this round.",
    ),
    (
        played(PICKED, pair("9C", "9D")),
        pair("KC", "KD"),
        "pair-once",
        "/cards",
        "KC and KD are an accidental pair, of which a seat may score only one a round.",
    ),
]


@pytest.mark.parametrize(("state", "move", "rule", "place", "sentence"), BROKEN)
def test_a_rule_is_broken(state: State, move: Any, rule: str, place: str, sentence: str) -> None:
    with pytest.raises(RuleBroken) as fault:
        ADVANTAGE.judge(state, Seat(0), move)
    assert (fault.value.rule, fault.value.pointer) == (rule, place)
    assert texts(ADVANTAGE).rule(rule, fault.value.facts) == sentence


def test_every_rule_that_has_a_sentence_is_broken_here() -> None:
    assert {rule for _, _, rule, _, _ in BROKEN} == set(texts(ADVANTAGE).table["rules"])


def test_option_stuck_draw_optional_leaves_the_choice() -> None:
    assert refused(IS_STUCK, PASS) == ""
    assert refused(IS_STUCK, DRAW) == ""


def test_option_stuck_draw_forced_asks_for_the_draw_first() -> None:
    assert refused(MUST_DRAW, DRAW) == ""
    assert refused(played(MUST_DRAW, DRAW), PASS) == ""


def test_option_stuck_draw_concerns_the_drop_phase_only() -> None:
    state = position("2C 3C", OTHER, **STUCK, stuck_draw="forced", phase=picking())
    assert refused(state, PASS) == ""


def test_A4_drawing_is_free_and_dropping_is_not() -> None:
    assert refused(IS_STUCK, PASS) == ""
    assert refused(IN_DROP, PASS) == "pass-stuck"


def test_A6_there_is_no_second_draw_in_a_phase_but_one_in_the_next() -> None:
    state = played(position("2C 3C 4C", "AD", piles="KH / QS / JS", stock="9C 9S 9D"), DRAW)
    assert refused(state, DRAW) == "draw-once"
    picks = position("2C 3C 4C 9C", "AD", piles="KH / QS / JS", stock="9S 9D", phase=picking())
    assert refused(picks, DRAW) == ""
