"""Law 7: every kind, option, rule and outcome has its label in every language that a rule set claims."""

import ast
import inspect
import re
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import RULESETS, Rng
from engine.bots import BOTS
from engine.core.events import Scored
from engine.core.house import HOUSE_EVENTS
from engine.core.rng import Draws
from engine.core.seats import Seat
from engine.core.texts import languages, rule_ids, rules_text, texts
from service.catalogue import describe, phase_kinds
from tests.engine.games import Set, positions

SPOKEN = [(slug, lang) for slug, ruleset in RULESETS.items() for lang in languages(ruleset)]


def sources(ruleset: Any) -> str:
    folder = Path(inspect.getfile(type(ruleset))).parent
    return "\n".join(file.read_text() for file in folder.glob("*.py"))


def rules_raised(ruleset: Any) -> set[str]:
    """The rule ids in the code: the first argument of every RuleBroken."""
    found = set()
    for node in ast.walk(ast.parse(sources(ruleset))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RuleBroken":
            first = node.args[0]
            if isinstance(first, ast.Constant):
                found.add(str(first.value))
            elif isinstance(first, ast.JoinedStr) and isinstance(first.values[-1], ast.Constant):
                found |= {f"{kind}{first.values[-1].value!s}" for kind in ("match", "build")}
    return found


@pytest.mark.parametrize(("slug", "lang"), SPOKEN)
def test_law_7_everything_has_its_label(slug: str, lang: str) -> None:
    ruleset = RULESETS[slug]
    said = texts(ruleset, lang)
    info = describe(ruleset, lang)  # reads the labels of options, values, moves, phases and cards
    assert [option.name for option in info.options] == list(ruleset.Options.__struct_fields__)
    assert [kind.code for kind in info.phases] == list(phase_kinds(ruleset))
    for event in (*HOUSE_EVENTS, *ruleset.events_of):
        assert said.table["events"][str(event.__struct_config__.tag)]
    for move in ruleset.moves_of:
        assert said.table["moves"][str(move.__struct_config__.tag)]
    for rule in rules_raised(ruleset):
        assert said.label("rules", rule)
    for bot in BOTS:
        assert said.label("bots", bot, "name")


@pytest.mark.parametrize(("slug", "lang"), SPOKEN)
def test_law_7_every_rule_is_a_heading_of_the_rules_text(slug: str, lang: str) -> None:
    ruleset = RULESETS[slug]
    ids = rule_ids(rules_text(ruleset, lang))
    assert len(set(ids)) == len(ids)
    assert rules_raised(ruleset) <= set(ids)
    assert {f"option-{name}" for name in ruleset.Options.__struct_fields__} <= set(ids)
    headings = re.findall(r"^#+ .*$", rules_text(ruleset, lang), re.MULTILINE)
    assert len(headings) == len(ids)


@pytest.mark.parametrize(("slug", "lang"), SPOKEN)
def test_law_7_whole_games_can_be_told(slug: str, lang: str) -> None:
    """Every move and event has a sentence for every viewer, and no placeholder is left in it."""
    ruleset = RULESETS[slug]
    said = texts(ruleset, lang)
    names = ("Ana", None, "Bo", "Cleo")
    for seed in range(6):
        made = Set(ruleset.Options(), ruleset.seats[seed % len(ruleset.seats)], bytes([seed]) * 32)
        for at in positions(ruleset, made):
            seen = ruleset.seen(at.state, at.seat)
            for move in islice(ruleset.moves(seen, at.seat), 30):
                label = said.move(move, ruleset.on_table(seen))
                assert label
                assert "{" not in label
            step = ruleset.apply(at.state, at.seat, at.move)
            for viewer in (Seat(0), Seat(1), None):
                text = said.step(ruleset.events_for(step.events, viewer, made.options), names)
                assert text
                assert "{" not in text
                assert "None" not in text


@pytest.mark.parametrize(("slug", "lang"), SPOKEN)
def test_law_7_every_end_and_award_has_its_label_and_no_label_is_left_over(slug: str, lang: str) -> None:
    ruleset = RULESETS[slug]
    said = texts(ruleset, lang)
    for seed in range(12):
        made = Set(ruleset.Options(), ruleset.seats[seed % len(ruleset.seats)], bytes([seed]) * 32)
        for at in positions(ruleset, made):
            step = ruleset.apply(at.state, at.seat, at.move)
        lines = [line for event in step.events if isinstance(event, Scored) for line in event.lines]
        assert all(said.label("awards", line.award) for line in lines)
        outcome = ruleset.outcome(step.state)
        assert outcome is not None
        assert said.label("outcomes", outcome.reason)
        assert said.outcome(outcome, ("Ana", None, "Bo", "Cleo"))
    written = {node.value for node in ast.walk(ast.parse(sources(ruleset))) if isinstance(node, ast.Constant)}
    assert set(said.table.get("awards", {})) <= written


def test_variants_are_taken_in_order() -> None:
    ruleset = RULESETS["vantage"]
    said = texts(ruleset)
    move = ruleset.moves_of[0]("R8", ("b1", "t3"))
    there: dict[str, tuple[str, dict[str, object]]] = {
        "t3": ("loose_up", {"id": "t3", "card": "G8"}),
        "b1": ("pile", {"id": "b1", "call": 8}),
    }
    assert said.move(move, there) == "Match R8: take pile b1 (8s) + t3 (G8)"
    wild = msgspec.structs.replace(move, card="W1", value=8)
    assert said.move(wild, there) == "Match W1 as 8: take pile b1 (8s) + t3 (G8)"
    assert said.move(msgspec.structs.replace(wild, suit="P"), {}) == "Match W1 as Purple 8: take b1 + t3"


def test_a_bot_sees_what_its_seat_sees() -> None:
    """A policy gets the masked state and needs no more."""
    ruleset = RULESETS["vantage"]
    state = ruleset.new(ruleset.Options(), 3, Rng(bytes(32))).state
    seat = ruleset.to_act(state)[0]
    chosen = BOTS["random"].choose(
        ruleset, ruleset.seen(state, seat), lambda: (), seat, Draws(Rng(b"1" * 32))
    )
    assert chosen in list(islice(ruleset.legal_moves(state, seat), 200))


def keys(table: Any, at: str = "") -> set[str]:
    """The paths of all texts of a table."""
    if not isinstance(table, dict):
        return {at}
    return {path for key, part in table.items() for path in keys(part, f"{at}/{key}")}


@pytest.mark.parametrize("lang", sorted({lang for _, lang in SPOKEN} - {"en"}))
def test_law_7_a_language_says_all_that_English_says(lang: str) -> None:
    """The house, and each rule set that speaks it: the same labels and sentences, variants apart."""
    speakers = [None, *(ruleset for ruleset in RULESETS.values() if lang in languages(ruleset))]
    for ruleset in speakers:
        ours, theirs = (keys(texts(ruleset, spoken).table) for spoken in ("en", lang))
        plain = [
            {path for path in found if "=" not in path and not path.endswith("/else")}
            for found in (ours, theirs)
        ]
        assert plain[0] == plain[1]
