"""Vantage: each rule that refuses a move, with the place that is at fault, the facts and the rules text."""

import re
from pathlib import Path
from typing import Any

import pytest

from engine import BadNotation, BadSetup, Fault, GameOver, OutOfTurn, Rng, RuleBroken
from engine.core.cards import Card
from engine.core.seats import Seat
from engine.core.texts import rule_ids, rules_text
from engine.rulesets import vantage
from engine.rulesets.vantage.moves import Build, Match
from engine.rulesets.vantage.scoring import finish
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

PILE = "4:G4,B4@1"
REFUSALS: list[tuple[str, str, dict[str, Any], State, Any]] = [
    ("card-in-hand", "/card", {"card": "R9"}, position("R8", "R9", loose="G9"), match("R9", "t1")),
    ("card-in-hand", "/card", {"card": "R9"}, position("R8", "R9"), discard("R9")),
    ("card-in-hand", "/card", {"card": "R9"}, position("R8", "R9", phase=Lose(Seat(0))), lose("R9")),
    (
        "card-in-hand",
        "/card",
        {"card": "R9"},
        position("R8", "R9", phase=Passing(Seat(1), (Seat(0), Seat(1)))),
        pass_card("R9"),
    ),
    ("match-takes-something", "/take", {}, position("R8", "Y1", loose="G8"), match("R8")),
    ("match-worth", "/take", {"number": 8}, position("R8", "Y1", loose="G7"), match("R8", "t1")),
    (
        "match-sum-two-cards",
        "/take",
        {"number": 8},
        position("R8", "Y1", loose="G5 B2 P1"),
        match("R8", "t1", "t2", "t3"),
    ),
    (
        "match-pile-call",
        "/take/0",
        {"pile": "b1", "call": 4, "number": 8},
        position("R8", "Y1", loose="G8", piles=PILE),
        match("R8", "b1", "t1"),
    ),
    (
        "guess-possible",
        "/take",
        {"number": 1},
        position("R1", "Y1", loose="(G1) B3"),
        match("R1", "t1", "t2"),
    ),
    ("build-needs-a-unit", "/join", {}, position("R8 B8", "Y1", loose="G8"), build("R8", 8)),
    (
        "build-played-card",
        "/call",
        {"value": 3, "number": 8},
        position("R3 B8", "Y1", loose="G5"),
        build("R3", 8, "t1"),
    ),
    ("build-worth", "/join", {"number": 8}, position("R8 B8", "Y1", loose="G7"), build("R8", 8, "t1")),
    (
        "match-sum-two-cards",
        "/join",
        {"number": 8},
        position("R8 B8", "Y1", loose="G5 B2 P1"),
        build("R8", 8, "t1", "t2", "t3"),
    ),
    (
        "build-raise",
        "/call",
        {"pile": "b1", "call": 4, "value": 2, "number": 7},
        position("R2 B7", "Y1", piles=PILE),
        build("R2", 7, onto="b1"),
    ),
    (
        "raise-off",
        "/onto",
        {"pile": "b1", "call": 4},
        position("R2 B6", "Y1", raise_builds=False, piles=PILE),
        build("R2", 6, onto="b1"),
    ),
    (
        "build-call-card",
        "/call",
        {"call": 8},
        position("R8 B9", "Y1", loose="G8", reneging="enforced"),
        build("R8", 8, "t1"),
    ),
    (
        "guess-possible",
        "/join",
        {"number": 8},
        position("R8 B8", "Y1", loose="(G1) B9"),
        build("R8", 8, "t1", "t2"),
    ),
    ("discard-stuck", "/kind", {}, position("R8", "Y1", loose="G8"), discard("R8")),
]


@pytest.mark.parametrize(("rule", "place", "facts", "state", "move"), REFUSALS)
def test_a_refusal_names_the_rule_the_place_and_the_facts(
    rule: str, place: str, facts: dict[str, Any], state: State, move: Any
) -> None:
    before = VANTAGE.to_json(state)
    with pytest.raises(RuleBroken) as refusal:
        VANTAGE.apply(state, Seat(0), move)
    assert (refusal.value.rule, refusal.value.pointer, refusal.value.facts) == (rule, place, facts)
    assert VANTAGE.to_json(state) == before
    assert move not in list(VANTAGE.legal_moves(state, Seat(0)))


def rules_in_the_code() -> set[str]:
    """Every rule id that the code can name: those it raises, and `<kind>-worth` of matches and builds."""
    code = "".join(file.read_text() for file in Path(vantage.__file__).parent.glob("*.py"))
    raised = set(re.findall(r'RuleBroken\(\s*"([^"]+)"', code))
    assert len(re.findall(r"RuleBroken\(", code)) == len(re.findall(r'RuleBroken\(\s*f?"', code))
    return raised | {"match-worth", "build-worth"}


def test_every_rule_that_refuses_is_a_heading_of_the_rules_text_and_is_provoked_here() -> None:
    assert rules_in_the_code() == {rule for rule, *_ in REFUSALS}
    assert rules_in_the_code() <= set(rule_ids(rules_text(VANTAGE, "en")))


@pytest.mark.parametrize(
    ("move", "place"),
    [
        (Match(Card("R8"), ("t1", "t1")), "/take/1"),
        (Match(Card("R8"), ("b1", "t2", "b1")), "/take/2"),
        (Build(Card("R8"), 8, ("t1", "t1")), "/join/1"),
    ],
)
def test_a_table_card_is_named_once(move: Match | Build, place: str) -> None:
    """A 4 is not twice a 4 [Vantage, A example 2]; a record may say so, a list never does."""
    state = position("R8 B8", "Y1", loose="G4 P8", piles="8:Y8,W1@1")
    with pytest.raises(BadNotation) as refusal:
        VANTAGE.judge(state, Seat(0), move)
    assert refusal.value.pointer == place


def test_every_option_is_a_heading_of_the_rules_text() -> None:
    options = {f"option-{name}" for name in VANTAGE.Options.__struct_fields__}
    assert options == {rule for rule in rule_ids(rules_text(VANTAGE, "en")) if rule.startswith("option-")}


def judged(state: State, seat: int, move: Any) -> tuple[type[Fault], str]:
    with pytest.raises(Fault) as refusal:
        VANTAGE.judge(state, Seat(seat), move)
    return type(refusal.value), refusal.value.pointer


def test_only_the_seat_whose_turn_it_is_plays() -> None:
    assert judged(position("R8", "Y8", loose="G8"), 1, match("Y8", "t1")) == (OutOfTurn, "")


PHASES = {
    "turn": position("R8", "Y8", loose="G8", discard="free"),
    "passing": position("R8", "Y8", phase=Passing(Seat(0), (Seat(0), Seat(1)))),
    "lose": position("R8", "Y8", phase=Lose(Seat(0))),
    "challenge": position("R8", "Y8", piles="8:G8,B8@1", phase=Challenge(Seat(1), "b1", 8, (Seat(0),))),
}
MOVES: dict[str, tuple[str, Any]] = {
    "match": ("turn", match("R8", "t1")),
    "build": ("turn", build("R8", 8, "t1")),
    "discard": ("turn", discard("R8")),
    "pass_card": ("passing", pass_card("R8")),
    "lose": ("lose", lose("R8")),
    "accept": ("challenge", ACCEPT),
    "challenge": ("challenge", CHALLENGE),
}


@pytest.mark.parametrize("kind", MOVES)
@pytest.mark.parametrize("phase", PHASES)
def test_each_kind_of_move_has_its_time(phase: str, kind: str) -> None:
    when, move = MOVES[kind]
    if phase == when:
        VANTAGE.judge(PHASES[phase], Seat(0), move)
    else:
        assert judged(PHASES[phase], 0, move) == (OutOfTurn, "/kind")


def test_nothing_is_played_when_the_game_is_over() -> None:
    over = finish(position("", "", captured=("G2", "")), [])
    assert VANTAGE.to_act(over) == ()
    for _, move in MOVES.values():
        assert judged(over, 0, move) == (GameOver, "")


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_players_2_to_4(seats: int) -> None:
    with pytest.raises(BadSetup) as refusal:
        VANTAGE.new(VANTAGE.Options(), seats, Rng(bytes(32)))
    assert refusal.value.pointer == "/seats"


def stacked(pile: str, *cards: str, **options: Any) -> str:
    with pytest.raises(BadSetup) as refusal:
        VANTAGE.new(VANTAGE.Options(**options), 2, Rng(bytes(32)), {pile: [Card(card) for card in cards]})
    return refusal.value.pointer


def test_a_stack_is_made_of_the_cards_of_its_pile() -> None:
    assert stacked("cards", "R1", "R1") == "/sandbox/stack/cards/1"
    assert stacked("cards", "R15") == "/sandbox/stack/cards/0"
    assert stacked("deck", "R1") == "/sandbox/stack/deck"
    assert stacked("actions", "lose-one", "lose-one", "lose-one") == "/sandbox/stack/actions/2"
    assert stacked("actions", "cards-up", action_cards=False) == "/sandbox/stack/actions"
    assert stacked("actions", *["cards-up"] * 12, remove_cards_up=2) == "/sandbox/stack/actions/11"
