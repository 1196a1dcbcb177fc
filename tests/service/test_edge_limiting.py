"""Rate limits: whom a call counts against, what the answers say, and what they never stand in the way of."""

import hashlib
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from redis import Redis
from werkzeug.test import TestResponse

from service import auth
from service.api import OPERATIONS
from service.app import create_app, limit
from service.config import Config
from service.edge.limiting import QUOTAS, Limiting, network
from service.faults import RateLimited
from service.keys import ApiKey, Keys
from service.problems import problem_of
from service.quota import Quota
from service.store.quotas import Quotas
from tests.contract.recorder import Contract, Recorder, read

NEW = {"ruleset": "vantage", "seats": [{"name": "Ana"}, {"name": "Bo"}]}
OPEN = {"ruleset": "vantage", "seats": [{"name": "Ana"}, {"open": True}, {"open": True}]}
SMALL = {"moves": Quota(3, 60), "tables": Quota(4, 60)}


@contextmanager
def limited(url: str, quotas: dict[str, Quota], keys: Keys | None = None) -> Iterator[Flask]:
    """An application with these limits, of which nothing is used."""
    with Redis.from_url(url) as raw:
        for key in raw.scan_iter(match="limits:*", count=1000):
            raw.delete(key)
    made = create_app(Config(redis_url=url))
    counts = Quotas(url)
    limit(made, Limiting(counts, keys, quotas))
    made.test_client_class = Recorder
    yield made
    counts.close()
    made.extensions["fairdeal-live"].close()
    made.extensions["fairdeal-store"].close()


@pytest.fixture
def small(service_store: str) -> Iterator[Recorder]:
    """A client that has little."""
    with limited(service_store, SMALL) as made:
        yield made.test_client()  # type: ignore[misc]


def said(answer: TestResponse) -> tuple[int, str | None, str | None]:
    """The status, the policy, and what is left of it; the times in it are right, whenever this is called."""
    policy, rate, retry = (
        answer.headers.get(name) for name in ("RateLimit-Policy", "RateLimit", "Retry-After")
    )
    if policy is None or rate is None:
        assert (policy, rate, retry) == (None, None, None)
        return answer.status_code, None, None
    window, t = int(policy.rpartition(";w=")[2]), int(rate.rpartition(";t=")[2])
    assert window - 20 < t <= window + 1  # on a busy machine; a second more when the window is just full
    assert retry == (str(t) if answer.status_code == 429 else None)
    return answer.status_code, policy, rate.rpartition(";t=")[0]


def test_Q52_an_address_makes_so_many_games_and_takes_so_many_seats(small: Recorder) -> None:
    policy = '"tables";q=4;w=60'
    made = small.post("/v1/games", json=OPEN)
    assert said(made) == (201, policy, '"tables";r=3')
    path = f"/v1/games/{read(made)['game']['id']}/seats"
    assert said(small.post(path, json={"invite": read(made)["invite"]})) == (
        201,
        policy,
        '"tables";r=2',
    )
    assert said(small.post("/v1/games", json={})) == (422, policy, '"tables";r=1')
    assert said(small.post("/v1/games", json=NEW))[2] == '"tables";r=0'
    for where, body in (("/v1/games", NEW), (path, {"invite": read(made)["invite"]})):
        refused = small.post(where, json=body)
        assert said(refused) == (429, policy, '"tables";r=0')
        assert read(refused)["code"] == "rate-limited"
        assert read(refused)["detail"] == (
            "At most 4 games are made and seats taken in 60 s from one address."
        )
        assert read(refused)["version"] is None
    assert read(small.get(path.removesuffix("/seats")))["version"] == 2  # what was refused changed nothing


def test_Q52_a_seat_plays_so_many_moves_with_its_token(small: Recorder) -> None:
    made = read(small.post("/v1/games", json=NEW))
    path = f"/v1/games/{made['game']['id']}/moves"
    first, second = ({"Authorization": f"Bearer {token}"} for token in made["seat_tokens"])
    policy = '"moves";q=3;w=60'
    for left in (2, 1, 0):
        answer = small.post(path, json={"kind": "accept"}, headers=first)
        assert said(answer) == (answer.status_code, policy, f'"moves";r={left}')
        assert answer.status_code in (409, 422)
    refused = small.post(path, json={"kind": "accept"}, headers=first)
    assert said(refused) == (429, policy, '"moves";r=0')
    assert read(refused)["detail"] == "At most 3 moves are played in 60 s with one seat's token."
    assert said(small.post(path, json={"kind": "accept"}, headers=second))[2] == '"moves";r=2'
    for method, where in (("GET", path), ("POST", f"{path}/check"), ("GET", path.removesuffix("/moves"))):
        answer = small.open(where, method=method, json={"kind": "accept"}, headers=first)
        assert said(answer) == (answer.status_code, None, None)
        assert answer.status_code != 429


@pytest.mark.parametrize("sent", [{}, {"Authorization": "Basic x"}, {"Authorization": "Bearer fds_x"}])
def test_a_move_of_no_seat_counts_against_nothing(small: Recorder, sent: dict[str, str]) -> None:
    path = f"/v1/games/{read(small.post('/v1/games', json=NEW))['game']['id']}/moves"
    for _ in range(5):
        assert said(small.post(path, json={"kind": "accept"}, headers=sent)) == (401, None, None)


def test_what_changes_nothing_counts_against_nothing(small: Recorder) -> None:
    for _ in range(9):
        assert small.options("/v1/games").status_code == 204
        assert said(small.get("/v1/rulesets")) == (200, None, None)
    assert said(small.post("/v1/games", json=NEW))[2] == '"tables";r=3'


def test_Q52_with_an_API_key_its_own_limit_counts_and_not_that_of_the_address(service_store: str) -> None:
    one = ApiKey("one", auth.digest("fdk_one"), {"tables": Quota(2, 30)})
    keys = Keys(Path(), (one, ApiKey("two", auth.digest("fdk_two"), {})))
    with limited(service_store, SMALL, keys) as app:
        client, seen = app.test_client(), {}
        for name in ("fdk_one", "fdk_two", "fdk_unknown"):
            sent = {"Authorization": f"Bearer {name}"}
            seen[name] = said(client.post("/v1/games", json={}, headers=sent))[1:3]
        assert seen == {
            "fdk_one": ('"tables";q=2;w=30', '"tables";r=1'),
            "fdk_two": ('"tables";q=4;w=60', '"tables";r=3'),
            "fdk_unknown": ('"tables";q=4;w=60', '"tables";r=3'),
        }
        for _ in range(2):
            refused = client.post("/v1/games", json={}, headers={"Authorization": "Bearer fdk_one"})
        assert said(refused) == (429, '"tables";q=2;w=30', '"tables";r=0')
        assert read(refused)["detail"] == (
            "At most 2 games are made and seats taken in 30 s with this API key."
        )


def test_no_token_and_no_address_stands_in_a_key(small: Recorder, service_store: str) -> None:
    made = read(small.post("/v1/games", json=NEW))
    token = made["seat_tokens"][0]
    path = f"/v1/games/{made['game']['id']}/moves"
    small.post(path, json={"kind": "accept"}, headers={"Authorization": f"Bearer {token}"})
    with Redis.from_url(service_store) as raw:
        found = sorted(key.decode() for key in raw.scan_iter(match="limits:*", count=1000))
        assert all(0 < raw.ttl(key) <= 60 for key in found)
    assert [key.split("/")[0] for key in found] == ["limits:moves", "limits:tables"]
    stored = hashlib.sha256(token.encode()).hexdigest()  # what the game keeps of it
    for key in found:
        for secret in (token.split("_")[2], "127.0.0.1", stored[:16], made["game"]["id"]):
            assert secret not in key


def test_without_limits_nothing_is_counted_and_nothing_said(app: Flask, service_store: str) -> None:
    assert app.before_request_funcs.keys() == {None}
    assert "count" not in [one.__name__ for one in app.before_request_funcs[None]]
    assert said(app.test_client().post("/v1/games", json=NEW)) == (201, None, None)


@pytest.mark.parametrize(
    ("host", "rate_limits", "kept"),
    [
        ("127.0.0.1", None, False),
        ("127.8.0.1", None, False),
        ("::1", None, False),
        ("localhost", None, False),
        ("0.0.0.0", None, True),
        ("::", None, True),
        ("games.example", None, True),
        ("127.0.0.1", True, True),
        ("0.0.0.0", False, False),
    ],
)
def test_limits_are_kept_unless_only_this_machine_is_served(
    host: str, rate_limits: bool | None, kept: bool
) -> None:
    assert Config(host=host, rate_limits=rate_limits).limited is kept
    made = create_app(Config(redis_url="unix:///nowhere", host=host, rate_limits=rate_limits))
    assert ("count" in [one.__name__ for one in made.before_request_funcs[None]]) is kept
    made.extensions["fairdeal-live"].close()


def test_Q52_the_limits_go_on_without_their_store_and_say_so_once(
    service_store: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The games have a store here, the limits have none."""
    made = create_app(Config(redis_url=service_store))
    limit(made, Limiting(Quotas("unix:///nowhere/valkey.sock"), None, SMALL))
    client = made.test_client()
    begun = time.monotonic()
    answers = [client.post("/v1/games", json=NEW) for _ in range(7)]
    assert [said(answer) for answer in answers] == [(201, None, None)] * 7
    assert time.monotonic() - begun < 5
    assert [(record.name, record.levelno, record.getMessage()) for record in caplog.records] == [
        (
            "service.edge.limiting",
            logging.WARNING,
            "rate limits are not kept: the store does not answer (ConnectionError)",
        )
    ]
    made.extensions["fairdeal-live"].close()
    made.extensions["fairdeal-store"].close()


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:51234", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        (" 203.0.113.7 ", "203.0.113.7"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_what_counts_as_one_caller(address: str, counts_as: str) -> None:
    assert network(address) == counts_as


@pytest.mark.parametrize(
    ("proxies", "forwarded", "left"),
    [
        (0, ["198.51.100.1", "198.51.100.2"], 2),  # anybody can write it, so nobody is believed
        (1, ["198.51.100.1", "198.51.100.2"], 3),
        (1, ["9.9.9.9, 198.51.100.1", "8.8.8.8, 198.51.100.1"], 2),  # the last is what the proxy saw
        (2, ["198.51.100.1, 10.0.0.1", "198.51.100.2, 10.0.0.1"], 3),
        (2, ["7.7.7.7, 198.51.100.1, 10.0.0.1", "198.51.100.1, 10.0.0.2"], 2),
        (2, ["198.51.100.1", "198.51.100.2"], 2),  # it did not come through both: the peer counts
    ],
)
def test_only_configured_proxies_are_believed(
    service_store: str, proxies: int, forwarded: list[str], left: int
) -> None:
    with Redis.from_url(service_store) as raw:
        for key in raw.scan_iter(match="limits:*", count=1000):
            raw.delete(key)
    made, counts = (
        create_app(Config(redis_url=service_store, trusted_proxies=proxies)),
        Quotas(service_store),
    )
    limit(made, Limiting(counts, None, SMALL))
    client = made.test_client()
    told = [
        said(client.post("/v1/games", json={}, headers={"X-Forwarded-For": text}))[2] for text in forwarded
    ]
    assert told == ['"tables";r=3', f'"tables";r={left}']
    counts.close()
    made.extensions["fairdeal-live"].close()
    made.extensions["fairdeal-store"].close()


def test_a_proxy_says_by_which_scheme_it_was_asked(service_store: str) -> None:
    sent = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil"}
    told = []
    for proxies in (0, 1):
        made = create_app(Config(redis_url=service_store, trusted_proxies=proxies))
        told.append(read(made.test_client().get("/nothing", headers=sent))["type"])
        made.extensions["fairdeal-live"].close()
    assert told == [f"{scheme}://localhost/v1/problems/not-found" for scheme in ("http", "https")]


def test_Q52_every_limited_call_documents_the_refusal_and_its_headers(contract: Contract) -> None:
    by_limit: dict[str, set[str]] = {}
    for operation in OPERATIONS.values():
        if operation.limit is not None:
            by_limit.setdefault(operation.limit, set()).add(operation.id)
            item = contract.document["paths"][operation.path][operation.method.lower()]
            refusal = item["responses"]["429"]
            assert {"Retry-After", "RateLimit", "RateLimit-Policy"} <= set(refusal["headers"])
            assert "rate-limited" in refusal["content"]["application/problem+json"]["examples"]
            for status in operation.answers:
                assert {"RateLimit", "RateLimit-Policy"} <= set(item["responses"][str(status)]["headers"])
    assert set(by_limit) == set(QUOTAS)
    assert {"createGame", "takeSeat"} <= by_limit["tables"]
    assert by_limit["moves"] == {"playMove"}


def test_a_limit_of_another_room_is_announced_as_it_is_given() -> None:
    fault = RateLimited("At most 8.", "streams", 0, 'q=8;qu="concurrent-requests"')
    assert problem_of(fault, "", "req_0123456789abcdef", "en").headers == {
        "Retry-After": "1",
        "RateLimit": '"streams";r=0;t=1',
        "RateLimit-Policy": '"streams";q=8;qu="concurrent-requests"',
    }
