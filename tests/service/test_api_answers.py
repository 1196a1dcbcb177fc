"""What stands around an answer: tags that let a poll cost nothing, languages, addresses, ids of requests."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.app import create_app
from service.config import Config
from tests.contract.recorder import Recorder, read
from tests.service.tables import OPEN, HttpTable, new_game

TAG = re.compile(r'"(\d+)-([0-9A-Za-z]{8})-([0-9A-Za-z]{6})"')


@pytest.fixture
def game(app: Flask) -> HttpTable:
    """A table of two, whose first seat is to act."""
    return HttpTable(app.test_client(), options={"action_cards": False, "dealer": 1}, sandbox={})


def tag(answer: TestResponse) -> tuple[str, str, str]:
    """Version, nonce and variant of the answer."""
    found = TAG.fullmatch(answer.headers["ETag"])
    assert found is not None, answer.headers["ETag"]
    return found[1], found[2], found[3]


def test_every_answer_is_private_and_varies_with_who_asks(client: Recorder, game: HttpTable) -> None:
    asked = [
        client.get("/v1/rulesets"),
        client.get("/nowhere"),
        client.put("/v1/games"),
        client.get("/livez"),
    ]
    for answer in [*asked, game.call("GET"), game.play({"kind": "accept"})]:
        assert answer.headers["Vary"] == "Authorization, Accept-Language"
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in answer.headers
    ids = [answer.headers["X-Request-Id"] for answer in asked]
    assert len(set(ids)) == len(ids)


def test_an_ETag_is_version_nonce_and_variant(game: HttpTable) -> None:
    own, other = game.seats
    seen = game.call("GET", "", own)
    version, nonce, variant = tag(seen)
    assert int(version) == read(seen)["version"] == game.version
    assert tag(game.call("GET", "", own)) == (version, nonce, variant)
    variants = [
        variant,
        tag(game.call("GET", "", other))[2],
        tag(game.call("GET", ""))[2],
        tag(game.call("GET", "", own, query_string={"moves": 2}))[2],
        tag(game.call("GET", "", own, query_string={"moves": 3}))[2],
        tag(game.call("GET", "", own, query_string={"labels": "false"}))[2],
        tag(game.call("GET", "/moves", own, query_string={"with": "G2"}))[2],
    ]
    assert len(set(variants)) == len(variants)
    assert tag(game.call("GET", "", game.host)) == tag(game.call("GET", ""))  # who see the same


def test_a_move_answers_the_ETag_of_the_game_it_leads_to(game: HttpTable) -> None:
    own = game.seats[0]
    before = tag(game.call("GET", "", own, query_string={"moves": 5}))
    played = game.play(game.listed()[0], query_string={"moves": 5})
    after = game.call("GET", "", own, query_string={"moves": 5})
    assert played.headers["ETag"] == after.headers["ETag"]
    assert read(played)["game"] == read(after)
    version, nonce, variant = tag(after)
    assert (int(version), variant) == (int(before[0]) + 1, before[2])
    assert nonce != before[1]


@pytest.mark.parametrize("path", ["", "/moves"])
def test_Q33_what_is_known_already_costs_no_body(game: HttpTable, path: str) -> None:
    own = game.seats[0]
    known = game.call("GET", path, own).headers["ETag"]
    for sent in (known, f"W/{known}", f'"1-aaaaaaaa-bbbbbb", {known}', "*"):
        answer = game.call("GET", path, own, headers={"If-None-Match": sent})
        assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", known)
        assert "Content-Type" not in answer.headers
    for unknown in ('"1-aaaaaaaa-bbbbbb"', known.strip('"')[:-1], f'"{game.version}"'):
        answer = game.call("GET", path, own, headers={"If-None-Match": unknown})
        assert (answer.status_code, answer.headers["ETag"]) == (200, known)
    assert game.call("GET", path, game.seats[1], headers={"If-None-Match": known}).status_code == 200
    game.play(game.listed()[0])
    assert game.call("GET", path, own, headers={"If-None-Match": known}).status_code == 200


def test_Q22_If_Match_is_a_version_or_the_tag_of_any_variant(game: HttpTable) -> None:
    version, nonce, _ = tag(game.call("GET"))
    good = [
        f'"{version}"',
        f'"{version}-{nonce}"',
        f'"{version}-{nonce}-zzzzzz"',
        game.call("GET").headers["ETag"],
        game.call("GET", "/moves", game.seats[0]).headers["ETag"],
        "*",
    ]
    for sent in good:
        answer = game.call(
            "POST", "/moves/check", game.seats[0], json=game.listed()[0], headers={"If-Match": sent}
        )
        assert answer.status_code == 204, sent
    for sent in (f'"{version}-aaaaaaaa"', f'"{int(version) - 1}"'):
        answer = game.play(game.listed()[0], headers={"If-Match": sent})
        assert (answer.status_code, read(answer)["code"], read(answer)["still_legal"]) == (
            412,
            "stale-version",
            True,
        )
    assert game.play(game.listed()[0], headers={"If-Match": good[3]}).status_code == 200


def test_a_made_game_is_found_at_its_Location(client: Recorder, app: Flask) -> None:
    answer = client.post("/v1/games", json=new_game({"name": "Ana"}, OPEN))
    game = read(answer)["game"]
    assert answer.headers["Location"] == f"http://localhost/v1/games/{game['id']}"
    assert read(client.get(answer.headers["Location"])) == game
    elsewhere = client.get("/v1/nothing", headers={"Host": "cards.example:8443"})
    assert read(elsewhere)["type"] == "http://cards.example:8443/v1/problems/not-found"


@pytest.fixture
def public(service_store: str) -> Iterator[Any]:
    """A client of a service that has a public address."""
    app = create_app(Config(redis_url=service_store, base_url="https://games.example/cards"))
    app.test_client_class = Recorder
    yield app.test_client()
    app.extensions["fairdeal-live"].close()
    app.extensions["fairdeal-store"].close()


def test_addresses_are_made_from_the_public_one(public: Any) -> None:
    table = HttpTable(public, options={"action_cards": False, "dealer": 1}, sandbox={})
    made = public.post("/v1/games", json=new_game())
    assert made.headers["Location"].startswith("https://games.example/cards/v1/games/")
    broken = read(table.play({"kind": "match", "card": "G2", "take": []}))
    assert broken["type"] == "https://games.example/cards/v1/problems/rule-broken"
    assert broken["rule_url"] == (
        "https://games.example/cards/v1/rulesets/vantage/rules#match-takes-something"
    )


def test_the_language_is_asked_for_or_accepted_or_English(client: Recorder) -> None:
    for query, accepted in (
        ({"lang": "en"}, "fa"),
        ({"lang": "xx"}, None),
        ({}, "en-GB;q=0.8, xx"),
        ({}, None),
    ):
        headers = {} if accepted is None else {"Accept-Language": accepted}
        answer = client.get("/v1/rulesets/vantage", query_string=query, headers=headers)
        assert answer.headers["Content-Language"] == "en"
        assert read(answer)["name"] == "Vantage (1985)"


def texts(value: Any) -> list[Any]:
    """Every text for people in an answer."""
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    if not isinstance(value, dict):
        return []
    own = [item for name, item in value.items() if name in ("text", "label")]
    return own + [text for item in value.values() for text in texts(item)]


def test_labels_may_be_left_out(game: HttpTable) -> None:
    own = game.seats[0]
    for path, query in (("", {"moves": 3}), ("/moves", {}), ("/events", {"texts": "events"})):
        told = game.call("GET", path, own, query_string=query)
        assert any(texts(read(told)))
        bare = game.call("GET", path, own, query_string={**query, "labels": "false"})
        assert not any(texts(read(bare)))
    played = game.play(game.listed()[0], query_string={"labels": "false", "moves": 3})
    assert not any(texts(read(played)))


def test_each_event_has_a_text_when_it_is_asked_for(game: HttpTable) -> None:
    steps = read(game.call("GET", "/events"))["steps"]
    assert {event["text"] for step in steps for event in step["events"]} == {None}
    told = read(game.call("GET", "/events", query_string={"texts": "events"}))["steps"]
    assert [event["text"] for event in told[0]["events"]] == ["Ana sits down", "Bo sits down"]
    assert [step["text"] for step in told] == [step["text"] for step in steps]


def test_moves_stand_in_the_game_of_who_may_act_when_asked_for(game: HttpTable) -> None:
    first, second = game.seats
    assert read(game.call("GET", "", first))["moves"] is None
    there = read(game.call("GET", "", first, query_string={"moves": 2}))["moves"]
    assert there == read(game.call("GET", "/moves", first, query_string={"limit": 2}))
    waiting = read(game.call("GET", "", second, query_string={"moves": 2}))["moves"]
    assert (waiting["kinds"], waiting["items"], waiting["complete"]) == ([], [], True)
    assert read(game.call("GET", "", None, query_string={"moves": 2}))["moves"] is None
    assert read(game.call("GET", "", game.host, query_string={"moves": 2}))["moves"] is None


def test_a_list_is_paged_by_cursor_and_narrowed(game: HttpTable) -> None:
    own = game.seats[0]
    whole = read(game.call("GET", "/moves", own, query_string={"limit": 200}))
    assert whole["complete"]
    assert whole["next_cursor"] is None
    paged, query = [], {"limit": "2"}
    while True:
        page = read(game.call("GET", "/moves", own, query_string=query))
        assert page["kinds"] == whole["kinds"]
        paged += page["items"]
        if page["complete"]:
            break
        query = {"limit": "2", "cursor": page["next_cursor"]}
    assert paged == whole["items"]
    card = whole["items"][0]["move"]["card"]
    narrowed = read(game.call("GET", "/moves", own, query_string={"with": card}))["items"]
    assert narrowed == [item for item in whole["items"] if item["move"]["card"] == card]


def test_a_replay_says_so(client: Recorder) -> None:
    key = {"Idempotency-Key": "a3e5f3b0-5c55-4c55-9d0f-answers-1"}
    body = new_game({"name": "Ana"}, OPEN)
    first = client.post("/v1/games", json=body, headers=key)
    again = client.post("/v1/games", json=dict(reversed(body.items())), headers=key)
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (again.status_code, read(again)) == (first.status_code, read(first))
    assert again.headers["Location"] == first.headers["Location"]


def spaced(size: int) -> bytes:
    """A body of so many bytes, with little in it."""
    text = b'{"format": "fairdeal-record-1"'
    return text + b" " * (size - len(text) - 1) + b"}"


@pytest.mark.parametrize(("path", "most"), [("/v1/games", 64 << 10), ("/v1/verifications", 4 << 20)])
@pytest.mark.parametrize("said", [True, False], ids=["length said", "in chunks"])
def test_a_body_may_be_so_large_and_not_a_byte_larger(
    client: Recorder, path: str, most: int, said: bool
) -> None:
    for size, wanted in ((most, 422), (most + 1, 413), (2 * most, 413)):
        body = spaced(size)
        sent: dict[str, Any] = {"data": body}
        if not said:
            sent = {"input_stream": io.BytesIO(body), "environ_overrides": {"wsgi.input_terminated": True}}
        answer = client.post(path, content_type="application/json", **sent)
        assert (answer.status_code, read(answer)["code"]) == (
            wanted,
            {422: "invalid-request", 413: "too-large"}[wanted],
        )
