"""Whose word is taken for who asks and how he came: nobody's, unless proxies are configured."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.embedded import Embedded
from tests.e2e.player import Player
from tests.e2e.serving import serving
from tests.e2e.wire import read_log

CLAIMS = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Protocol": "ssl",
    "X-Forwarded-Ssl": "on",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "666",
    "X-Forwarded-Prefix": "/evil",
    "X-Real-Ip": "203.0.113.9",
    "Forwarded": "for=203.0.113.9;proto=https;host=evil.example",
    "X-Original-Url": "/v1/problems",
    "X-Rewrite-Url": "/v1/problems",
    "X-Http-Method-Override": "DELETE",
}


@pytest.fixture(scope="module")
def by_proxies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, tuple[Player, Path]]]:
    """Two services with limits: one that trusts nobody, and one behind a proxy, which we are."""
    folder = tmp_path_factory.mktemp("proxies")
    logs = [folder / f"{count}.txt" for count in (0, 1)]
    given: dict[str, Any] = {"RATE_LIMITS": "on", "LOG_LEVEL": "info"}
    with (
        Embedded(folder / "data") as store,
        serving(store.url, logs[0], WORKERS="1", **given) as none,
        serving(store.url, logs[1], WORKERS="1", TRUSTED_PROXIES="1", **given) as one,
    ):
        yield {0: (Player(none.address), logs[0]), 1: (Player(one.address), logs[1])}


@pytest.mark.parametrize("proxies", [0, 1])
def test_the_scheme_is_believed_only_of_a_configured_proxy_and_nothing_else_is(
    by_proxies: Any, proxies: int
) -> None:
    service, _ = by_proxies[proxies]
    scheme = ("http", "https")[proxies]
    told = service.ask("GET", "/nothing", headers=CLAIMS).json["type"]
    host = service.root.removeprefix("http://")
    assert told == f"{scheme}://{host}/v1/problems/not-found"
    new = {"ruleset": "vantage", "seats": [{"name": "Ana"}, {"open": True}]}
    made = service.ask("POST", "/v1/games", new, headers=CLAIMS | {"X-Forwarded-For": "198.51.100.99"})
    assert made.headers["location"] == f"{scheme}://{host}/v1/games/{made.json['game']['id']}"
    answer = service.ask("GET", f"/v1/games/{made.json['game']['id']}", headers=CLAIMS)
    assert answer.json["status"] == "open"  # it was looked at, and not deleted
    plain = service.ask("GET", "/nothing").json["type"]
    assert plain == f"http://{host}/v1/problems/not-found"


@pytest.mark.parametrize(
    "header", ["SCRIPT_NAME", "PATH_INFO", "Path_Info", "REMOTE_ADDR", "X_Forwarded_For"]
)
def test_no_header_stands_for_a_variable_of_the_server(by_proxies: Any, header: str) -> None:
    """What gunicorn would let loopback set: a path behind the back of a proxy that has judged another."""
    for service, _ in by_proxies.values():
        answer = service.ask("GET", "/nothing", headers={header: "/v1/problems"})
        assert answer.status == 404
        assert answer.json["type"].endswith("/v1/problems/not-found")
        assert "/v1/problems/v1" not in answer.json["type"]


def test_Q52_an_address_is_believed_only_of_a_configured_proxy(by_proxies: Any) -> None:
    left = {
        proxies: [
            service.ask("POST", "/v1/games", {}, headers={"X-Forwarded-For": address}).headers["ratelimit"]
            for address in ("203.0.113.1", "203.0.113.2", "203.0.113.3, 203.0.113.1")
        ]
        for proxies, (service, _) in by_proxies.items()
    }
    rest = {
        proxies: [int(text.partition(";r=")[2].partition(";")[0]) for text in texts]
        for proxies, texts in left.items()
    }
    assert rest[0][1:] == [rest[0][0] - 1, rest[0][0] - 2]  # one peer, whatever he says
    assert rest[1] == [59, 59, 58]  # the last is what the proxy saw


def test_the_log_names_the_peer_or_whom_a_configured_proxy_names(by_proxies: Any) -> None:
    for proxies, (service, log) in by_proxies.items():
        service.ask("GET", "/named", headers=CLAIMS)
        (line,) = [line for line in read_log(service, log).splitlines() if "/named" in line]
        assert line.startswith(f"{('127.0.0.1', '203.0.113.9')[proxies]} ")
