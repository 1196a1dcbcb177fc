"""Bad input: tokens, seats and keys. Each is refused with its reason; nothing is changed."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from tests.contract.recorder import Recorder
from tests.service.tables import OPEN, HttpTable, new_game, refused

MOVE = {"kind": "match", "card": "P1", "take": ["t4"]}
GARBAGE = [
    "x",
    "fds_",
    "fds_a_b",
    "fdx_" + "a" * 22 + "_" + "b" * 43,
    "f" * 8_000,
    "fds_" + "é" * 22 + "_" + "b" * 43,
]


@pytest.fixture(autouse=True)
def _nothing_changes(table: HttpTable) -> Iterator[None]:
    with table.unchanged():
        yield


@pytest.fixture(scope="module")
def other(app: Any) -> HttpTable:
    """Another game, with an open seat."""
    return HttpTable(app.test_client(), {"name": "Cy"}, OPEN)


def calls(table: HttpTable) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every call on the game that takes a token, with a good body."""
    for path in ("", "/moves", "/events", "/record"):
        yield "GET", path, {}
    yield "POST", "/moves", {"json": MOVE}
    yield "POST", "/moves/check", {"json": MOVE}
    yield "DELETE", "", {}
    yield "DELETE", "/seats/0", {}
    yield "POST", "/start", {}
    yield "POST", "/rematch", {}
    yield "PUT", "/seats/0/bot", {"json": {"bot": "random"}}
    yield "POST", "/seats/0/token", {}
    yield "POST", "/seats", {"json": {}}


@pytest.mark.parametrize("token", GARBAGE, ids=lambda token: token[:20])
def test_a_token_that_is_none_is_refused(table: HttpTable, token: str) -> None:
    for method, path, given in calls(table):
        problem = refused(table.call(method, path, token, **given), 401, "unauthenticated")
        assert token not in problem["detail"]


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic QW5hOg==", "fds_x", "Bearer a b", "Bearer\ta"]
)
def test_a_header_that_bears_no_token_is_refused(table: HttpTable, header: str) -> None:
    for method, path, given in calls(table):
        answer = table.call(method, path, headers={"Authorization": header}, **given)
        refused(answer, 401, "unauthenticated")


def test_Q4_a_token_of_another_game_is_forbidden(table: HttpTable, other: HttpTable) -> None:
    for token in (other.seats[0], other.host, other.invite):
        for method, path, given in calls(table):
            problem = refused(table.call(method, path, token, **given), 403, "forbidden")
            assert problem["detail"] == "This token is of another game; use one of this game, or none."


def test_Q4_a_token_that_nobody_holds_is_refused(table: HttpTable) -> None:
    for prefix in ("fds", "fdh", "fdi"):
        for method, path, given in calls(table):
            answer = table.call(method, path, f"{prefix}_{table.game}_{'0' * 43}", **given)
            refused(answer, 401, "unauthenticated")


def test_Q4_a_token_without_the_right_is_told_which_has_it(table: HttpTable) -> None:
    seat = "Send the token of a seat of this game: `Authorization: Bearer fds_…`."
    host = "Send the token of this game's host: `Authorization: Bearer fdh_…`."
    for token, status, code in (
        (None, 401, "unauthenticated"),
        (table.invite, 403, "forbidden"),
        (table.host, 403, "forbidden"),
    ):
        for method, path, given in (
            ("GET", "/moves", {}),
            ("POST", "/moves", {"json": MOVE}),
            ("POST", "/moves/check", {"json": MOVE}),
            ("POST", "/rematch", {}),
        ):
            problem = refused(table.call(method, path, token, **given), status, code)
            assert problem["detail"].endswith(seat)
    for token, status, code in ((None, 401, "unauthenticated"), (table.seats[0], 403, "forbidden")):
        for method, path, sent in (
            ("DELETE", "", {}),
            ("POST", "/start", {}),
            ("PUT", "/seats/0/bot", {"json": {"bot": "random"}}),
        ):
            problem = refused(table.call(method, path, token, **sent), status, code)
            assert problem["detail"].endswith(host)
    holder = "It needs the token of seat 0, or the host's: `Authorization: Bearer fds_…` or `fdh_…`."
    renewal = (
        "It needs the token of seat 0, or the API key that made the game:"
        " `Authorization: Bearer fds_…` or `fdk_…`."
    )
    for method, path, needed in (("DELETE", "/seats/0", holder), ("POST", "/seats/0/token", renewal)):
        problem = refused(table.call(method, path, table.seats[1]), 403, "forbidden")
        assert problem["detail"] == f"Your token is of seat 1. {needed}"
        problem = refused(table.call(method, path), 401, "unauthenticated")
        assert problem["detail"] == needed


@pytest.mark.parametrize("invite", GARBAGE[:4])
def test_an_invite_that_is_none_is_refused(table: HttpTable, invite: str) -> None:
    refused(table.call("POST", "/seats", json={"invite": invite}), 401, "unauthenticated")


def test_a_seat_is_taken_with_the_invite_of_its_game(table: HttpTable, other: HttpTable) -> None:
    for invite, status in ((table.invite, 403), (other.host, 403), (other.seats[0], 403)):
        refused(other.call("POST", "/seats", json={"invite": invite}), status, "forbidden")
    refused(table.call("POST", "/seats", json={"invite": table.invite}), 409, "seat-taken")
    refused(other.call("POST", "/seats", json={"invite": other.invite, "seat": 0}), 409, "seat-taken")
    answer = other.call("POST", "/seats", json={"invite": other.invite, "seat": 2})
    refused(answer, 422, "invalid-request", ("body", "/seat"))


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"invite": 7}, "/invite"),
        ({"invite": "i" * 201}, "/invite"),
        ({"invite": "i\0"}, "/invite"),
        ({"name": ""}, "/name"),
        ({"name": "x" * 41}, "/name"),
        ({"name": "B\0"}, "/name"),
        ({"seat": True}, "/seat"),
        ({"seat": "1"}, "/seat"),
        ({"seat": 1.0}, "/seat"),
        ({"seat": -1}, "/seat"),
        ({"seat": 10**30}, "/seat"),
        ({"entropy": ""}, "/entropy"),
        ({"entropy": "abc"}, "/entropy"),
        ({"entropy": "ab\n"}, "/entropy"),
        ({"entropy": "AB"}, "/entropy"),
        ({"entropy": "ab" * 33}, "/entropy"),
        ({"player": "u-17"}, "/player"),
    ],
    ids=lambda part: repr(part)[:40],
)
def test_what_is_wrong_with_taking_a_seat_is_named(other: HttpTable, body: Any, pointer: str) -> None:
    with other.unchanged():
        answer = other.call("POST", "/seats", json={"invite": other.invite, **body})
        refused(answer, 422, "invalid-request", ("body", pointer))


def test_Q4_a_seat_of_an_unlisted_game_is_not_taken_without_the_invite(other: HttpTable) -> None:
    for body in ({}, {"invite": None}, {"name": "Bo"}):
        problem = refused(other.call("POST", "/seats", json=body), 401, "unauthenticated")
        assert "invite (`fdi_…`)" in problem["detail"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/bot"),
        ({"bot": None}, "/bot"),
        ({"bot": ""}, "/bot"),
        ({"bot": 7}, "/bot"),
        ({"bot": "x" * 41}, "/bot"),
        ({"bot": "random\0"}, "/bot"),
        ({"bot": "Random"}, "/bot"),
        ({"bot": "deep-blue"}, "/bot"),
        ({"bot": "random", "level": 1}, "/level"),
    ],
    ids=lambda part: repr(part)[:40],
)
def test_what_is_wrong_with_a_bot_for_a_seat_is_named(other: HttpTable, body: Any, pointer: str) -> None:
    with other.unchanged():
        answer = other.call("PUT", "/seats/1/bot", other.host, json=body)
        refused(answer, 422, "invalid-request", ("body", pointer))


def test_a_seat_that_there_is_not_is_given_to_nobody(other: HttpTable) -> None:
    with other.unchanged():
        for seat in ("2", "-1", "1.0", "one", "9" * 5_000):
            answer = other.call("PUT", f"/seats/{seat}/bot", other.host, json={"bot": "random"})
            refused(answer, 404, "not-found")
            refused(other.call("POST", f"/seats/{seat}/token", other.seats[0]), 404, "not-found")
            refused(other.call("DELETE", f"/seats/{seat}", other.host), 404, "not-found")


def test_a_table_of_one_is_not_started_and_is_told_how_many_it_needs(other: HttpTable) -> None:
    with other.unchanged():
        problem = refused(other.call("POST", "/start", other.host), 422, "invalid-request", ("path", "game"))
        assert "2 to 4 seats, not 1" in problem["errors"][0]["detail"]


def test_what_comes_at_the_wrong_time_is_told_so(table: HttpTable, other: HttpTable) -> None:
    refused(table.call("POST", "/start", table.host), 409, "already-started")
    for at in (table, other):
        refused(at.call("POST", "/rematch", at.seats[0]), 409, "not-over")
    refused(table.call("PUT", "/seats/0/bot", table.host, json={"bot": "random"}), 409, "seat-taken")


def test_a_table_that_waits_for_a_seat_is_not_played(other: HttpTable) -> None:
    for path in ("/moves", "/moves/check"):
        refused(other.call("POST", path, other.seats[0], json=MOVE), 409, "not-started")


@pytest.mark.parametrize("key", ["", " ", "a b", "é", "k" * 256, "tab\tkey"], ids=repr)
def test_a_key_that_is_none_is_refused_everywhere(client: Recorder, table: HttpTable, key: str) -> None:
    place = ("header", "Idempotency-Key")
    headers = {"Idempotency-Key": key}
    refused(client.post("/v1/games", json=new_game(), headers=headers), 422, "invalid-request", place)
    refused(table.play(MOVE, headers=headers), 422, "invalid-request", place)
    answer = table.call("POST", "/seats", json={"invite": table.invite}, headers=headers)
    refused(answer, 422, "invalid-request", place)
    for path, token in (
        ("/start", table.host),
        ("/rematch", table.seats[0]),
        ("/seats/0/token", table.seats[0]),
    ):
        refused(table.call("POST", path, token, headers=headers), 422, "invalid-request", place)


def test_a_key_that_secrets_are_made_from_is_long(client: Recorder, other: HttpTable) -> None:
    place = ("header", "Idempotency-Key")
    headers = {"Idempotency-Key": "k" * 21}
    refused(client.post("/v1/games", json=new_game(), headers=headers), 422, "invalid-request", place)
    answer = other.call("POST", "/seats", json={"invite": other.invite}, headers=headers)
    refused(answer, 422, "invalid-request", place)
    answer = other.call("POST", "/seats/0/token", other.seats[0], headers=headers)
    refused(answer, 422, "invalid-request", place)


def test_a_key_of_another_request_is_refused(client: Recorder) -> None:
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    made = client.post("/v1/games", json=new_game(), headers=headers)
    assert made.status_code == 201
    refused(client.post("/v1/games", json=new_game(sandbox={}), headers=headers), 422, "key-reused")
