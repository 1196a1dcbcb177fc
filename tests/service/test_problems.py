"""Problems over HTTP: what fails outside the request is told as a problem, and nothing leaks into it."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.app import create_app
from service.config import Config
from service.embedded import Embedded
from tests.contract.recorder import Recorder, read
from tests.service.tables import HttpTable, new_game, refused


def opened(app: Flask) -> Recorder:
    app.test_client_class = Recorder
    client = app.test_client()
    assert isinstance(client, Recorder)
    return client


def closed(app: Flask) -> None:
    app.extensions["fairdeal-live"].close()
    app.extensions["fairdeal-store"].close()


@pytest.fixture
def failing(service_store: str) -> Iterator[Recorder]:
    """An application whose clock fails."""
    app = create_app(Config(redis_url=service_store), clock=lambda: 1 // 0)
    yield opened(app)
    closed(app)


def test_a_failure_of_our_own_is_logged_under_the_id_that_is_told(
    failing: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        problem = refused(failing.post("/v1/games", json=new_game()), 500, "internal-error")
    assert problem["detail"] == "Something went wrong here."
    (record,) = caplog.records
    assert record.getMessage() == f"request {problem['instance']} failed"
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


def test_while_the_store_is_away_every_call_that_needs_it_says_so_and_the_rest_goes_on(
    tmp_path: Path,
) -> None:
    with Embedded(tmp_path) as server:
        app = create_app(Config(redis_url=server.url))
        client = opened(app)
        table = HttpTable(client)
        server.stop()
        for method, path, body in (
            ("GET", "", None),
            ("GET", "/moves", None),
            ("GET", "/events", None),
            ("GET", "/record", None),
            ("DELETE", "", None),
            ("DELETE", "/seats/0", None),
            ("POST", "/moves", {"kind": "accept"}),
            ("POST", "/moves/check", {"kind": "accept"}),
            ("POST", "/seats", {"invite": table.invite}),
        ):
            token = table.host if (method, path) == ("DELETE", "") else table.seats[0]
            answer = table.call(method, path, token, json=body)
            refused(answer, 503, "store-unavailable")
            assert answer.headers["Retry-After"] == "1"
        refused(client.post("/v1/games", json=new_game()), 503, "store-unavailable")
        refused(client.get("/readyz"), 503, "store-unavailable")
        for path in ("/livez", "/v1/rulesets", "/v1/rulesets/vantage", "/v1/bots", "/v1/problems", "/docs"):
            assert client.get(path).status_code == 200
        closed(app)


def test_links_begin_with_the_configured_address(service_store: str) -> None:
    app = create_app(Config(redis_url=service_store, base_url="https://games.example/fairdeal"))
    client = opened(app)
    problem = read(client.get("/v1/games/nothing"))
    assert problem["type"] == "https://games.example/fairdeal/v1/problems/not-found"
    made = client.post("/v1/games", json=new_game())
    game = read(made)["game"]["id"]
    assert made.headers["Location"] == f"https://games.example/fairdeal/v1/games/{game}"
    closed(app)


def test_Q2_a_refusal_at_a_table_says_where_the_game_stands(client: Recorder) -> None:
    table = HttpTable(client, options={"action_cards": False, "dealer": 1}, sandbox={})
    assert refused(table.play({"kind": "accept"}), 409, "out-of-turn", ("body", "/kind"))["version"] == 2
    assert table.play({"kind": "match", "card": "P1", "take": ["t4"]}).status_code == 200
    stale = table.play(
        {"kind": "match", "card": "P1", "take": ["t4"]}, table.seats[0], headers={"If-Match": '"2"'}
    )
    problem = refused(stale, 412, "stale-version")
    assert (problem["version"], problem["still_legal"]) == (3, False)
    assert problem["detail"] == "You acted on version 2, the game is at 3."


def test_after_the_end_nothing_more_is_played(client: Recorder) -> None:
    table = HttpTable(client)
    assert table.call("DELETE", "", table.host).status_code == 200
    for method, path, token, body in (
        ("DELETE", "", table.host, None),
        ("DELETE", "/seats/0", table.seats[0], None),
        ("POST", "/moves", table.seats[0], {"kind": "accept"}),
        ("POST", "/moves/check", table.seats[0], {"kind": "accept"}),
        ("POST", "/seats", None, {"invite": table.invite}),
    ):
        with table.unchanged():
            refused(table.call(method, path, token, json=body), 409, "game-over")


def test_a_problem_names_no_token_and_nothing_is_kept_of_it(client: Recorder) -> None:
    table = HttpTable(client)
    answers = [
        table.call("GET", "", f"fdi_{table.game}_{'0' * 43}"),
        table.call("POST", "/seats", json={"invite": table.host}),
        table.call("DELETE", "", table.seats[0]),
    ]
    for answer in answers:
        assert answer.status_code in (401, 403)
        assert answer.headers["Cache-Control"] == "private, no-cache"
        for token in (table.host, table.invite, *table.seats):
            assert token is not None
            assert token[-20:] not in answer.text
