"""What is sent is told again in few places, and in none of them does it become more than text."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from service.embedded import Embedded
from tests.e2e.player import Player
from tests.e2e.serving import serving
from tests.e2e.wire import exchange, read_log

EVIL = "x\r\nSet-Cookie: a=b\r\n\r\n<script>\x1b[2J\x1b]0;owned\x07\u2028"
MARK = "Set-Cookie"
LINE = re.compile(
    r'[^ ]+ "[A-Z]+ [!-~]*" \d{3} (\d+|-) bytes \d+ us'
    r"|\[\d{4}-\d\d-\d\d [\d:]+ [+-]\d{4}\] \[\d+\] \[[A-Z]+\] .*"
)


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Player, Path]]:
    """A service that logs everything, behind a proxy, which we are, and the file of its log."""
    folder = tmp_path_factory.mktemp("logged")
    log = folder / "gunicorn.txt"
    with (
        Embedded(folder / "data") as store,
        serving(store.url, log, WORKERS="1", LOG_LEVEL="debug", TRUSTED_PROXIES="1") as served,
    ):
        yield Player(served.address), log


def places(service: Player) -> Iterator[tuple[str, str, Any, dict[str, str]]]:
    """Every place that a client fills, filled with evil: method, path, body, headers."""
    evil = quote(EVIL)
    made = service.create([{"name": "Ana"}, {"open": True}])
    game = f"/v1/games/{made['game']['id']}"
    yield "GET", f"/{evil}", None, {}
    yield "GET", f"/v1/games/{evil}", None, {}
    yield "GET", f"/v1/games?lang={evil}&{evil}={evil}", None, {}
    yield "GET", f"/v1/games?cursor={evil}", None, {}
    yield "GET", f"/v1/rulesets/{evil}/rules", None, {}
    yield "GET", f"/v1/problems/{evil}", None, {}
    yield "GET", f"{game}/moves?kind={evil}&with={evil}", None, {}
    yield "GET", f"{game}/events?as={evil}", None, {}
    yield "DELETE", f"{game}/seats/{evil}", None, {}
    yield "GET", f"/docs/{evil}", None, {}
    yield "POST", "/v1/games", {"ruleset": EVIL, "seats": [{"name": EVIL}], EVIL: EVIL}, {}
    yield "POST", "/v1/games", {"ruleset": "vantage", "seats": [], "options": {EVIL: EVIL}}, {}
    yield "POST", "/v1/games", {"ruleset": "vantage", "seats": [], "metadata": {EVIL: EVIL}}, {}
    yield "POST", f"{game}/seats", {"invite": made["invite"], "name": EVIL[:40]}, {}
    yield "POST", f"{game}/seats", {"invite": EVIL}, {}
    yield "POST", f"{game}/moves/check", {"kind": EVIL}, {}
    yield "POST", "/v1/verifications", {"format": EVIL}, {}
    yield "POST", "/v1/stream", {"follow": [{"game": EVIL, "token": EVIL}]}, {}
    flat = "x\tSet-Cookie: a=b%0d%0aSet-Cookie: a=b\x85\xa0"
    for header in (
        *(
            "Authorization",
            "Idempotency-Key",
            "If-Match",
            "If-None-Match",
            "Accept-Language",
            "Last-Event-ID",
        ),
        *("Host", "Origin", "X-Request-Id", "Content-Type", "User-Agent", "Referer", "X-Forwarded-For"),
        *("X-Forwarded-Proto", "Access-Control-Request-Headers", "Cookie", "Range"),
    ):
        yield "GET", game, None, {header: flat}
        yield "POST", f"{game}/seats", {"invite": made["invite"]}, {header: flat}


def test_nothing_that_is_sent_becomes_a_header_or_is_shown_as_a_page(logged: Any) -> None:
    service, _ = logged
    for method, path, body, headers in places(service):
        answer = service.ask(method, path, body, headers=headers)
        said = f"{method} {path[:60]} {list(headers)}"
        assert answer.status < 500, said
        assert "set-cookie" not in answer.headers, said
        assert MARK not in str(answer.headers), said
        assert answer.headers["content-type"] in (
            *("application/json", "application/problem+json"),
            *("text/event-stream; charset=utf-8", "text/markdown; charset=utf-8"),
        ), said
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert b"\x1b" not in answer.body, said


def test_whatever_is_sent_a_record_of_the_log_is_one_line_and_no_line_is_forged(logged: Any) -> None:
    service, log = logged
    read_log(service, log)
    before = len(log.read_bytes())
    count = 0
    for method, path, body, headers in places(service):
        service.ask(method, path, body, headers=headers)
        count += 1
    for head in (
        b"GET /\x1b[2J HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nA\x1b[2J: b\r\n",
        b"\x1b[2JGET / HTTP/1.1\r\n",
        b"GET / HTTP/1.1\x1b[2J\r\n",
        b"GET / HTTP/1.1\r\nA: \x1b[2J\nForged: line\r\n",
        b"GET / HTTP/1.1\r\nTransfer-Encoding: \xe2\x80\xa8 forged\r\n",
    ):
        exchange(service.root, head + b"Host: a\r\n\r\n")
    written = read_log(service, log, before)
    assert set(written) <= {*map(chr, range(0x20, 0x7F)), "\n"}, "a character that does something"
    lines = written.splitlines()
    for line in lines:
        assert LINE.fullmatch(line) is not None, line
    requests = [line for line in lines if " bytes " in line and " us" in line]
    assert len(requests) == count + 1  # and the game that they are about
    assert len([line for line in lines if "refused from ip=127.0.0.1" in line]) == 6


def test_Q56_no_token_is_in_the_log_wherever_it_was_sent(logged: Any) -> None:
    service, log = logged
    made = service.create([{"name": "Ana"}, {"open": True}])
    for token in (*filter(None, made["seat_tokens"]), made["host_token"], made["invite"]):
        secret = token.rpartition("_")[2]
        for path in (f"/{token}", f"/v1/games/{token}", f"/v1/games?token={token}"):
            service.ask("GET", path)
        exchange(service.root, f"GET /?t={token} HTTP/9.1\r\nHost: a\r\n\r\n".encode())
        exchange(service.root, f"GET / HTTP/1.1\r\nAuthorization Bearer {token}\r\n\r\n".encode())
        for header in ("Authorization", "Cookie", "X-Token", "Referer", "User-Agent"):
            service.ask("GET", "/v1/games/nothing", headers={header: f"Bearer {token}"})
        assert secret not in read_log(service, log)
