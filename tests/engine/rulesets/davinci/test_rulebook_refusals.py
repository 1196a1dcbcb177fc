"""Da Vinci's Challenge: each rule that refuses a move, with the place at fault, the facts and its text."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from engine import BadNotation, Fault, GameOver, OutOfTurn, RuleBroken
from engine.core.moves import Move
from engine.core.seats import Seat
from engine.core.texts import rule_ids, rules_text, texts
from engine.rulesets import davinci
from engine.rulesets.davinci.state import State
from tests.engine.rulesets.davinci.table import DAVINCI, PASS, after, lay, move_of, position, refused


class Odd(Move, frozen=True, tag="odd"):
    """A move that no game has."""


OTHERS = ("2gem star", "com 2fol")
REFUSALS: list[tuple[str, str, dict[str, Any], State, str]] = [
    ("cards-in-hand", "/cards", {"card": "gem", "count": 1, "held": 0}, position("2eye", *OTHERS), "gem"),
    ("cards-in-hand", "/cards", {"card": "eye", "count": 2, "held": 1}, position("eye tri", *OTHERS), "2eye"),
    ("lead-one-or-pair", "/cards", {}, position("3eye tri", *OTHERS), "3eye"),
    ("leader-leads", "/kind", {}, position("eye tri", *OTHERS), "pass"),
    ("three-on-single", "/cards", {}, position("3eye tri", *OTHERS, table="2:gem"), "3eye"),
    ("follow-count", "/cards", {"led": 2}, position("star tri", *OTHERS, table="2:2gem"), "star"),
    ("follow-count", "/cards", {"led": 1}, position("2star tri", *OTHERS, table="2:gem"), "2star"),
    (
        "follow-points",
        "/cards",
        {"card": "eye", "points": 5, "least": 10},
        position("eye tri", *OTHERS, table="2:hou"),
        "eye!",
    ),
    ("leonardo-last", "/cards", {}, position("leo", *OTHERS, table="2:hou"), "leo"),
    ("carta-finale-not-due", "/carta_finale", {"left": 2}, position("eye 2tri", *OTHERS), "eye!"),
    ("carta-finale-not-due", "/carta_finale", {"left": 0}, position("eye", *OTHERS), "eye!"),
    (
        "carta-finale-automatic",
        "/carta_finale",
        {},
        position("eye tri", *OTHERS, carta_finale="automatic"),
        "eye!",
    ),
]


@pytest.mark.parametrize(("rule", "pointer", "facts", "state", "move"), REFUSALS)
def test_a_refusal_names_its_rule_its_place_and_the_facts(
    rule: str, pointer: str, facts: dict[str, Any], state: State, move: str
) -> None:
    with pytest.raises(RuleBroken) as fault:
        DAVINCI.apply(state, DAVINCI.to_act(state)[0], move_of(move))
    assert (fault.value.rule, fault.value.pointer, fault.value.facts) == (rule, pointer, facts)
    assert rule in rule_ids(rules_text(DAVINCI, "en"))
    said = texts(DAVINCI)
    sentence = said.rule(rule, facts)
    assert "{" not in sentence
    told = (said.card_label(fact) if name == "card" else str(fact) for name, fact in facts.items())
    assert all(fact in sentence for fact in told)


def test_every_rule_of_the_code_is_refused_here_and_stands_in_the_table_of_refusals() -> None:
    folder = Path(inspect.getfile(davinci)).parent
    raised = set(
        re.findall(r'RuleBroken\(\s*"([a-z-]+)"', "\n".join(f.read_text() for f in folder.glob("*.py")))
    )
    assert raised == {rule for rule, *_ in REFUSALS}
    table = rules_text(DAVINCI, "en").partition("{#refusals}")[2].partition("## Rulings")[0]
    assert raised == set(re.findall(r"^\| \[([a-z-]+)\]", table, re.MULTILINE))


def test_a_play_of_two_symbols_or_of_no_such_card_is_not_well_formed() -> None:
    state = position("eye star tri", *OTHERS)
    for move, place in (("eye star", "/cards"), ("", "/cards"), ("eye x9", "/cards/1"), ("4eye", "/cards")):
        with pytest.raises(BadNotation) as fault:
            DAVINCI.apply(state, Seat(0), lay(move))
        assert fault.value.pointer == place


def test_another_seat_is_out_of_turn_even_with_a_legal_move() -> None:
    with pytest.raises(OutOfTurn):
        DAVINCI.apply(position("eye", *OTHERS, table="2:gem"), Seat(1), PASS)


def test_after_the_end_the_game_is_over() -> None:
    state = after(position("eye", *OTHERS, table="2:gem"), "eye")
    with pytest.raises(GameOver):
        DAVINCI.apply(state, Seat(1), PASS)


def test_a_kind_that_this_game_does_not_have_is_out_of_its_time() -> None:
    with pytest.raises(OutOfTurn) as fault:
        DAVINCI.check(position("eye", *OTHERS), Seat(0), Odd())  # type: ignore[arg-type]  # as a caller may
    assert fault.value.pointer == "/kind"


def test_a_refusal_changes_nothing() -> None:
    state = position("eye tri", *OTHERS)
    before = DAVINCI.to_json(state)
    for move in ("gem", "pass", "2eye", "eye star"):
        with pytest.raises(Fault):
            DAVINCI.apply(state, Seat(0), move_of(move))
    assert DAVINCI.to_json(state) == before


def test_the_hand_is_judged_before_the_table_and_the_table_before_the_call() -> None:
    state = position("eye tri", *OTHERS, table="2:hou")
    assert [refused(state, move) for move in ("gem!", "tri!", "leo")] == [
        "cards-in-hand",
        "follow-points",
        "cards-in-hand",
    ]
