"""The board game: each rule that refuses a move, with the place that is at fault, the facts and the text."""

from pathlib import Path
from typing import Any

import pytest

from engine import BadNotation, BadSetup, GameOver, OutOfTurn, Rng, RuleBroken
from engine.core.seats import Seat
from engine.core.texts import rule_ids, rules_text
from engine.rulesets import davinci_board
from engine.rulesets.davinci_board.state import State
from tests.engine.rulesets.davinci_board.table import (
    BOARD,
    CLAIM,
    DECLINE,
    MIXED,
    bonus,
    open_card,
    place,
    play,
    position,
    swap,
    without,
)

EYE = open_card("eye", "triangle")
LEONARDO = open_card("leonardo", "triangle")
REFUSALS: list[tuple[str, str, dict[str, Any], State, Any]] = [
    ("space-empty", "/space", {"space": "o01"}, position("o01", "o02"), place("o01")),
    ("space-empty", "/space", {"space": "o02"}, position("o01", "o02"), place("o02")),
    ("space-empty", "/space", {"space": "t02"}, position("o01", "t02", phase=EYE), bonus("t02")),
    ("piece-left", "/space", {"space": "o03"}, position("o01", left=("0,9", "")), place("o03")),
    ("piece-left", "/space", {"space": "t03"}, position("o01", phase=EYE, left=("1,0", "")), bonus("t03")),
    (
        "piece-left",
        "/space",
        {"space": "o02"},
        position("", "o02", phase=LEONARDO, left=("0,9", "")),
        swap("o02"),
    ),
    ("partners-shape", "/space", {"space": "t03"}, position(seats=4), place("t03")),
    ("claim-completed", "/kind", {}, position("o01", phase=EYE), CLAIM),
    ("bonus-completes", "/space", {"space": "o03"}, position("o01", phase=EYE), bonus("o03")),
    ("swap-opponent", "/space", {"space": "o01"}, position("o01", "o02", phase=LEONARDO), swap("o01")),
    ("swap-opponent", "/space", {"space": "o03"}, position("o01", "o02", phase=LEONARDO), swap("o03")),
    ("leonardo-compulsory", "/kind", {}, position("o01", "o02", phase=LEONARDO), DECLINE),
]


@pytest.mark.parametrize(("rule", "pointer", "facts", "state", "move"), REFUSALS)
def test_a_broken_rule_is_named_with_its_place_and_facts(
    rule: str, pointer: str, facts: dict[str, Any], state: State, move: Any
) -> None:
    with pytest.raises(RuleBroken) as fault:
        BOARD.judge(state, Seat(0), move)
    assert (fault.value.rule, fault.value.pointer, fault.value.facts) == (rule, pointer, facts)


def test_all_rules_of_the_table_of_refusals_are_tried_here() -> None:
    text = rules_text(BOARD, "en")
    table = text.partition("{#refusals}")[2].partition("## Rulings")[0]
    rules = {rule for rule in rule_ids(text) if f"[{rule}](#{rule})" in table}
    assert rules == {row[0] for row in REFUSALS}
    sources = "".join(file.read_text() for file in Path(davinci_board.__file__).parent.glob("*.py"))
    assert rules == {part.partition('"')[0] for part in sources.split('RuleBroken("')[1:]}


def test_a_space_that_is_not_on_the_board_is_no_move() -> None:
    for name in ("o91", "o1", "t00", "t55", "x7", "o001"):
        for state, move in (
            (position("o01"), place(name)),
            (position("o01", phase=EYE), bonus(name)),
            (position("o01", "o02", phase=LEONARDO), swap(name)),
        ):
            with pytest.raises(BadNotation, match=f"{name} is not a space of this board") as fault:
                BOARD.judge(state, Seat(0), move)
            assert fault.value.pointer == "/space"


def test_a_kind_has_its_time() -> None:
    times = {"place": position("o01", "o02"), "card": position("o01", "o02", phase=EYE)}
    times["swap"] = position("o01", "o02", phase=LEONARDO)
    wrong = {
        "place": (CLAIM, DECLINE, bonus("o03"), swap("o02")),
        "card": (place("o03"), swap("o02")),
        "swap": (place("o03"), bonus("o03"), CLAIM),
    }
    for phase, moves in wrong.items():
        for move in moves:
            with pytest.raises(OutOfTurn, match="Now is not the time to") as fault:
                BOARD.judge(times[phase], Seat(0), move)
            assert fault.value.pointer == "/kind"


def test_out_of_turn_comes_before_any_rule() -> None:
    with pytest.raises(OutOfTurn, match="not this seat's turn"):
        BOARD.judge(position("o01"), Seat(1), place("o01"))


def test_after_the_end_nothing_may_be_done() -> None:
    one, other = (without(held, "o02 o90") for held in MIXED)
    state, _ = play(position(one, other), place("o02"))
    with pytest.raises(GameOver):
        BOARD.judge(state, Seat(0), place("o90"))


@pytest.mark.parametrize(
    ("options", "place_of_fault"),
    [
        ({"cards": False, "draws": "per_turn"}, "/options/draws"),
        ({"cards": False, "match_bonus": "pattern_value"}, "/options/match_bonus"),
        ({"cards": False, "leonardo": "optional"}, "/options/leonardo"),
        ({"team_shapes": "free"}, "/options/team_shapes"),
        ({"first": 2}, "/options/first"),
    ],
)
def test_options_that_have_no_say_are_refused_with_any_but_their_default(
    options: dict[str, Any], place_of_fault: str
) -> None:
    with pytest.raises(BadSetup) as fault:
        BOARD.new(BOARD.Options(**options), 2, Rng(bytes(32)))
    assert fault.value.pointer == place_of_fault


def test_a_stack_needs_cards() -> None:
    with pytest.raises(BadSetup, match="There is no pile cards here, only none") as fault:
        BOARD.new(BOARD.Options(cards=False), 2, Rng(bytes(32)), {"cards": ()})
    assert fault.value.pointer == "/sandbox/stack/cards"
