"""Bad input: paths, queries, cursors and methods. Each is refused with its reason; nothing is changed."""

import base64
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from service.api import OPERATIONS
from tests.contract.recorder import Recorder, read
from tests.service.tables import HttpTable, refused

TEXTUAL = ("", "/moves", "/events", "/record")


@pytest.fixture(autouse=True)
def _nothing_changes(table: HttpTable) -> Iterator[None]:
    with table.unchanged():
        yield


@pytest.mark.parametrize(
    "game",
    [
        "{",
        "%00",
        "x" * 300,
        "a" * 21,
        "a" * 23,
        "Zk3vQ0Xr8mT1yB5nH2cWfA",
        "é" * 22,
        "%ff" * 22,
        "-" * 22,
        "*",
        "a" * 22 + "%0A",
        "%2e%2e",
        "game*",
        "a b",
    ],
    ids=lambda game: game[:22],
)
def test_a_game_that_there_is_not_is_not_found(client: Recorder, game: str) -> None:
    for path in ("", "/moves", "/events", "/record"):
        refused(client.get(f"/v1/games/{game}{path}"), 404, "not-found")
    refused(client.post(f"/v1/games/{game}/moves", json={"kind": "accept"}), 404, "not-found")
    refused(client.post(f"/v1/games/{game}/moves/check", json={"kind": "accept"}), 404, "not-found")
    refused(client.delete(f"/v1/games/{game}"), 404, "not-found")
    refused(client.delete(f"/v1/games/{game}/seats/0"), 404, "not-found")


@pytest.mark.parametrize("seat", ["9", "2", "-1", "1.0", "one", "%00", "٣", "9" * 5_000, "0x0", "%20", "{"])
def test_a_seat_that_there_is_not_is_not_found(table: HttpTable, seat: str) -> None:
    refused(table.call("DELETE", f"/seats/{seat}", table.seats[0]), 404, "not-found")


@pytest.mark.parametrize("name", ["chess", "Vantage", "%00", "{", "x" * 300, "..", "é", "%ff"])
def test_a_rule_set_or_problem_that_there_is_not_is_not_found(client: Recorder, name: str) -> None:
    for path in ("/v1/rulesets/%s", "/v1/rulesets/%s/rules", "/v1/problems/%s", "/docs/%s", "/%s", "/v1/%s"):
        refused(client.get(path % name), 404, "not-found")


@pytest.mark.parametrize(
    "path", ["/v1/games/", "//v1/games", "/v1//games", "/v1/rulesets/", "/v1", "/", "/V1/games"]
)
def test_a_path_is_right_or_not_found_and_never_a_redirection(client: Recorder, path: str) -> None:
    refused(client.get(path), 404, "not-found")


@pytest.mark.parametrize(
    ("path", "query", "pointer"),
    [
        ("", "moves=0", "moves"),
        ("", "moves=201", "moves"),
        ("", "moves=-1", "moves"),
        ("", "moves=1.0", "moves"),
        ("", "moves=true", "moves"),
        ("", "moves=", "moves"),
        ("", "moves=%00", "moves"),
        ("", "moves=" + "9" * 5_000, "moves"),
        ("", "moves=%D9%A3", "moves"),
        ("", "moves=1&moves=2", "moves"),
        ("", "labels=1", "labels"),
        ("", "labels=True", "labels"),
        ("", "labels=", "labels"),
        ("", "lang=EN", "lang"),
        ("", "lang=english", "lang"),
        ("", "lang=e%00", "lang"),
        ("", "lang=en%0A", "lang"),
        ("", "lang=en&lang=fa", "lang"),
        ("", "token=x", "token"),
        ("", "a%00b=1", "a\0b"),
        ("", "%ED%A0%80=1", "%ED%A0%80"),
        ("", "=1", ""),
        ("/moves", "limit=0", "limit"),
        ("/moves", "limit=201", "limit"),
        ("/moves", "limit=5&limit=5", "limit"),
        ("/moves", "kind=match&kind=build", "kind"),
        ("/moves", "cursor=" + "c" * 41, "cursor"),
        ("/moves", "cursor=%00", "cursor"),
        ("/moves", "with=" + "x" * 21, "with"),
        ("/moves", "with=P1&with=%00", "with"),
        ("/moves", "&".join(["with=P1"] * 13), "with"),
        ("/moves", "named=P1", "named"),
        ("/events", "after=-1", "after"),
        ("/events", "after=2147483649", "after"),
        ("/events", "after=" + "9" * 30, "after"),
        ("/events", "after=x", "after"),
        ("/events", "limit=501", "limit"),
        ("/events", "wait=31", "wait"),
        ("/events", "wait=-1", "wait"),
        ("/events", "texts=all", "texts"),
        ("/events", "as=", "as"),
        ("/events", "as=-1", "as"),
        ("/events", "as=01", "as"),
        ("/events", "as=1%0A", "as"),
        ("/events", "as=everybody", "as"),
        ("/events", "as=0&as=1", "as"),
        ("/events", "eyes=1", "eyes"),
    ],
    ids=lambda part: part[:24],
)
def test_a_parameter_that_is_wrong_is_named(table: HttpTable, path: str, query: str, pointer: str) -> None:
    answer = table.call("GET", path, table.seats[0], query_string=query)
    refused(answer, 422, "invalid-request", ("query", pointer))


def test_every_parameter_that_is_wrong_is_told_at_once(table: HttpTable) -> None:
    answer = table.call("GET", "/events", query_string="wait=99&limit=0&after=-1&stream=1")
    places = [("query", name) for name in ("after", "limit", "stream", "wait")]
    refused(answer, 422, "invalid-request", *places)


def test_every_call_with_a_query_refuses_what_it_does_not_know(client: Recorder) -> None:
    for operation in OPERATIONS.values():
        if operation.query is None or operation.method != "GET" or "{game}" in operation.path:
            continue
        answer = client.get(operation.path.replace("{slug}", "vantage"), query_string="colour=red")
        refused(answer, 422, "invalid-request", ("query", "colour"))


def test_no_more_than_a_few_wrong_places_are_told(client: Recorder) -> None:
    answer = client.post("/v1/games", json={f"field{at}": at for at in range(2_000)})
    assert answer.status_code == 422
    assert len(read(answer)["errors"]) <= 100
    assert len(answer.data) < 20_000


def _cursor(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "=",
        "?",
        "é",
        "AAAA",
        "....",
        _cursor("2"),
        _cursor("2.-1.0"),
        _cursor("x.y.z"),
        _cursor("1.1." + "0" * 8),
        _cursor("2.999.00000000"),
        _cursor("\ud7ff"),
        _cursor("9" * 28),
    ],
)
def test_a_cursor_that_was_never_given_is_refused(table: HttpTable, cursor: str) -> None:
    answer = table.call("GET", "/moves", table.seats[0], query_string={"cursor": cursor})
    code = read(answer)["code"]
    refused(answer, {"stale-cursor": 409, "invalid-request": 422}[code], code, *_place(code))


def _place(code: str) -> list[tuple[str, str]]:
    return [("query", "cursor")] if code == "invalid-request" else []


def test_a_cursor_of_another_list_is_stale(table: HttpTable) -> None:
    page = read(table.call("GET", "/moves", table.seats[0], query_string={"limit": 2}))
    assert page["next_cursor"] is not None
    for query in ({"kind": "build"}, {"with": "P1"}):
        answer = table.call(
            "GET", "/moves", table.seats[0], query_string=query | {"cursor": page["next_cursor"]}
        )
        refused(answer, 409, "stale-cursor")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "POST", "GET", "TRACE", "BREW"])
def test_a_method_that_is_not_of_the_path_is_told_which_are(client: Recorder, method: str) -> None:
    allowed: dict[str, set[str]] = {}
    for operation in OPERATIONS.values():
        allowed.setdefault(operation.path, {"OPTIONS"}).add(operation.method)
        if operation.method == "GET":
            allowed[operation.path].add("HEAD")
    for path, methods in allowed.items():
        filled = path.format(game="a" * 22, slug="vantage", code="not-found", seat=0) if "{" in path else path
        if method not in methods:
            answer = client.open(filled, method=method)
            refused(answer, 405, "method-not-allowed")
            assert set(answer.headers["Allow"].split(", ")) == methods
        options = client.options(filled)
        assert (options.status_code, options.data) == (204, b"")
        assert set(options.headers["Allow"].split(", ")) == methods


def test_HEAD_answers_as_GET_does_without_a_body(client: Recorder, table: HttpTable) -> None:
    for path in (*TEXTUAL, "/nothing"):
        for token in (table.seats[0], "garbage"):
            got = table.call("GET", path, token)
            head = table.call("HEAD", path, token)
            assert (head.status_code, head.mimetype, head.data) == (got.status_code, got.mimetype, b"")
            assert head.headers.get("ETag") == got.headers.get("ETag")


def test_a_language_that_nobody_speaks_is_answered_in_english(client: Recorder) -> None:
    for accepted in ("xx", "tlh;q=1, *;q=0", "", "en;q=x", ";;;,,,", "q" * 8_000, quote("فارسی")):
        answer = client.get("/v1/rulesets", headers={"Accept-Language": accepted})
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, "en")


def test_a_strange_host_is_no_reason_to_fail(client: Recorder) -> None:
    for host in ("a b", "a\0b", "[::1", "x" * 300, "é", "a/b", "user@host"):
        assert client.get("/v1/problems", headers={"Host": host}).status_code == 200
        refused(client.get("/v1/nothing", headers={"Host": host}), 404, "not-found")


def test_a_strange_If_None_Match_is_no_reason_to_fail(table: HttpTable) -> None:
    for tag in ("x", '"', "W/", '"\xe9"', "*" * 100, '""', ",,,"):
        assert table.call("GET", "", headers={"If-None-Match": tag}).status_code in (200, 304)
