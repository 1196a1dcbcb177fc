"""Bad input: moves. Each is refused with place and reason, by play and check alike; nothing is changed."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.service.tables import HttpTable, Json, refused

HUGE = 10**30
Place = tuple[str, str]


@pytest.fixture(autouse=True)
def _nothing_changes(table: HttpTable) -> Iterator[None]:
    with table.unchanged():
        yield


def both(table: HttpTable, move: Json, status: int, code: str, *pointers: str, **given: Any) -> Json:
    """The problem of playing the move, after seeing that checking it answers with the same."""
    places = [("body", pointer) for pointer in pointers]
    token = given.pop("token", table.seats[0])
    played = refused(table.play(move, token, **given), status, code, *places)
    checked = refused(table.call("POST", "/moves/check", token, json=move, **given), status, code, *places)
    assert played | {"instance": ""} == checked | {"instance": ""}
    assert played["version"] == table.version  # Q2: refusals say where the game stands
    return played


@pytest.mark.parametrize(
    "kind", [None, 7, True, 1.5, "", "jump", "match\0", "Match", ["match"], {}, HUGE], ids=repr
)
def test_a_move_has_a_kind_of_the_rule_set(table: HttpTable, kind: Any) -> None:
    problem = both(table, {"kind": kind, "card": "P1"}, 422, "invalid-request", "/kind")
    known = "match, build, discard, lose, pass_card, challenge, accept."
    assert problem["errors"][0]["detail"].endswith(known)
    both(table, {}, 422, "invalid-request", "/kind")


@pytest.mark.parametrize("value", [7, True, 1.5, ["P1"], {"card": "P1"}, HUGE, "P1\0", ""], ids=repr)
def test_a_card_is_a_string_that_names_one(table: HttpTable, value: Any) -> None:
    both(table, {"kind": "match", "card": value, "take": ["t4"]}, 422, "invalid-request", "/card")
    both(table, {"kind": "discard", "card": value}, 422, "invalid-request", "/card")


@pytest.mark.parametrize("card", ["X9", "R15", "r8", "??", "W5", "R8 ", "cards-up", "t1", "é" * 100])
def test_an_unknown_card_is_named(table: HttpTable, card: str) -> None:
    problem = both(table, {"kind": "match", "card": card, "take": ["t4"]}, 422, "invalid-request", "/card")
    assert card in problem["detail"] or card in problem["errors"][0]["detail"]


@pytest.mark.parametrize("value", [7, True, "t4", {"t4": 1}, HUGE, None], ids=repr)
def test_what_is_taken_is_a_list(table: HttpTable, value: Any) -> None:
    both(table, {"kind": "match", "card": "P1", "take": value}, 422, "invalid-request", "/take")


@pytest.mark.parametrize(
    "value", [7, True, ["t4"], HUGE, None, "", "t", "T4", "t4\0", "t4\n", "t99999", "x" * 9_000]
)
def test_what_is_taken_are_ids(table: HttpTable, value: Any) -> None:
    both(table, {"kind": "match", "card": "P1", "take": ["t4", value]}, 422, "invalid-request", "/take/1")


def test_an_id_is_named_once_and_lies_on_the_table(table: HttpTable) -> None:
    both(
        table, {"kind": "match", "card": "P1", "take": ["t4", "t3", "t4"]}, 422, "invalid-request", "/take/2"
    )
    both(table, {"kind": "match", "card": "P1", "take": ["t9"]}, 422, "invalid-request", "/take/0")
    both(table, {"kind": "match", "card": "P1", "take": ["b1"]}, 422, "invalid-request", "/take/0")
    build = {"kind": "build", "card": "P1", "call": 1}
    both(table, build | {"join": ["t9"]}, 422, "invalid-request", "/join/0")
    both(table, build | {"onto": "b7"}, 422, "invalid-request", "/onto")


@pytest.mark.parametrize("call", [0, 15, -1, HUGE, True, 1.0, "1", None, []], ids=repr)
def test_a_call_is_a_number_from_1_to_14(table: HttpTable, call: Any) -> None:
    move = {"kind": "build", "card": "P1", "call": call, "join": ["t4"]}
    both(table, move, 422, "invalid-request", "/call")


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"value": 1}, "/value"),  # P1 has its value
        ({"value": 0}, "/value"),
        ({"value": HUGE}, "/value"),
        ({"value": True}, "/value"),
        ({"suit": "R"}, "/suit"),  # no suits are named at this table
        ({"suit": "Q"}, "/suit"),
        ({"suit": 1}, "/suit"),
        ({"suit": "R\0"}, "/suit"),
        ({"color": None}, "/color"),
        ({"call": 1}, "/call"),  # of a build
        ({"a/b~": 1}, "/a~1b~0"),
        ({"seat": 0}, "/seat"),
    ],
    ids=repr,
)
def test_a_match_has_its_fields_and_no_others(table: HttpTable, more: Json, pointer: str) -> None:
    both(table, {"kind": "match", "card": "P1", "take": ["t4"], **more}, 422, "invalid-request", pointer)


def test_all_that_is_wrong_with_a_move_is_told_at_once(table: HttpTable) -> None:
    move = {"kind": "build", "call": "1", "join": ["t4", 4], "onto": "B1", "extra": 1}
    both(table, move, 422, "invalid-request", "/call", "/card", "/extra", "/join/1", "/onto")


@pytest.mark.parametrize(
    ("move", "rule", "pointer"),
    [
        ({"kind": "match", "card": "R8", "take": ["t4"]}, "card-in-hand", "/card"),
        ({"kind": "match", "card": "P1", "take": []}, "match-takes-something", "/take"),
        ({"kind": "match", "card": "P1", "take": ["t1"]}, "match-worth", "/take"),
        ({"kind": "build", "card": "P1", "call": 1}, "build-needs-a-unit", "/join"),
        ({"kind": "build", "card": "P1", "call": 5, "join": ["t2"]}, "build-played-card", "/call"),
        ({"kind": "build", "card": "P1", "call": 1, "join": ["t1"]}, "build-worth", "/join"),
        ({"kind": "discard", "card": "G2"}, "discard-stuck", "/kind"),
    ],
)
def test_Q3_a_rule_that_forbids_a_move_is_named(
    table: HttpTable, move: Json, rule: str, pointer: str
) -> None:
    problem = both(table, move, 422, "rule-broken", pointer)
    assert problem["rule"] == rule
    assert problem["rule_url"] == f"http://localhost/v1/rulesets/vantage/rules#{rule}"
    assert problem["detail"] == problem["errors"][0]["detail"]


def test_a_move_out_of_turn_is_refused(table: HttpTable) -> None:
    move = {"kind": "match", "card": "P1", "take": ["t4"]}
    both(table, move, 409, "out-of-turn", token=table.seats[1])


@pytest.mark.parametrize(
    "move",
    [
        {"kind": "accept"},
        {"kind": "challenge"},
        {"kind": "pass_card", "card": "P1"},
        {"kind": "lose", "card": "P1"},
    ],
)
def test_a_move_of_the_wrong_kind_for_the_phase_is_refused(table: HttpTable, move: Json) -> None:
    both(table, move, 409, "out-of-turn", "/kind")


@pytest.mark.parametrize(
    "version", ['"1"', '"0"', '"3"', '"999999999999999"', '"2-aaaaaaaa"', '"2-aaaaaaaa-abc123"']
)
def test_another_version_than_the_present_one_is_stale(table: HttpTable, version: str) -> None:
    headers = {"If-Match": version}
    problem = both(
        table, {"kind": "match", "card": "P1", "take": ["t4"]}, 412, "stale-version", headers=headers
    )
    assert problem["still_legal"] is True
    problem = both(table, {"kind": "discard", "card": "P1"}, 412, "stale-version", headers=headers)
    assert problem["still_legal"] is False


@pytest.mark.parametrize(
    "version", ["2", 'W/"2"', '"two"', '"2', '""', '"-2"', '"2", "3"', '"2-short"', '"' + "2" * 5_000 + '"']
)
def test_an_If_Match_that_is_none_is_refused(table: HttpTable, version: str) -> None:
    for path in ("/moves", "/moves/check"):
        move = {"kind": "match", "card": "P1", "take": ["t4"]}
        answer = table.call("POST", path, table.seats[0], json=move, headers={"If-Match": version})
        refused(answer, 422, "invalid-request", ("header", "If-Match"))
