"""The edge over real gunicorn and Valkey: CORS, request ids, rate limits, how large a body may be."""

import http.client
import json
import re
import socket
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from redis import Redis

from service.embedded import Embedded
from tests.e2e.player import Answer, Player
from tests.e2e.serving import serving

EXPOSED = (
    "ETag, Location, Date, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, X-Request-Id,"
    " Content-Language, Deprecation, Sunset"
)
ALLOWED = (
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Accept-Language, Last-Event-ID"
)
KIB = 1024


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Player, Embedded, Path]]:
    """A service with limits, behind one proxy, which we are; its store, and the file of its log."""
    folder = tmp_path_factory.mktemp("limited")
    log = folder / "gunicorn.txt"
    with (
        Embedded(folder / "data") as store,
        serving(store.url, log, RATE_LIMITS="on", TRUSTED_PROXIES="1") as served,
    ):
        yield Player(served.address), store, log


def said(answer: Answer) -> tuple[int, str | None, str | None, str | None]:
    names = ("ratelimit-policy", "ratelimit", "retry-after")
    policy, rate, retry = (answer.headers.get(name) for name in names)
    return answer.status, policy, rate, retry


def left(answer: Answer) -> int:
    found = re.fullmatch(r'"\w+";r=(\d+);t=\d+', answer.headers["ratelimit"])
    assert found is not None, answer.headers["ratelimit"]
    return int(found[1])


def new_game(service: Player, address: str, body: Any = None) -> Answer:
    """Asked for from this address."""
    return service.ask("POST", "/v1/games", body or {}, headers={"X-Forwarded-For": address})


def test_Q52_a_seat_that_plays_too_fast_waits_what_it_is_told_and_goes_on(limited: Any) -> None:
    service, _, _ = limited
    made = service.create([{"name": "Ana"}, {"name": "Bo"}])
    path = f"/v1/games/{made['game']['id']}/moves"
    hasty, calm = (service.holding(token) for token in made["seat_tokens"])

    def move(player: Player) -> Answer:
        return player.ask("POST", path, {"kind": "accept"})

    begun = time.monotonic()
    with ThreadPoolExecutor(8) as pool:  # over both workers, and all that at once
        answers = list(pool.map(move, [hasty] * 75))
    assert time.monotonic() - begun < 6, "the machine is too slow for this test"
    granted = [answer for answer in answers if answer.status != 429]
    refused = [answer for answer in answers if answer.status == 429]
    assert (len(granted), len(refused)) == (60, 15)
    assert {answer.headers["ratelimit-policy"] for answer in answers} == {'"moves";q=60;w=6'}
    assert min(map(left, granted)) == 0
    assert {left(answer) for answer in refused} == {0}
    assert left(move(calm)) == 59
    last = move(hasty)
    wait = int(last.headers["retry-after"])
    assert 1 <= wait <= 6
    assert last.json["code"] == "rate-limited"
    assert last.json["detail"] == "At most 60 moves are played in 6 s with one seat's token."
    assert last.json["instance"] == last.headers["x-request-id"]
    time.sleep(wait)
    assert move(hasty).status in (409, 422)


def test_Q52_ten_moves_a_second_are_never_too_many(limited: Any) -> None:
    service, _, _ = limited
    made = service.create([{"name": "Ana"}, {"name": "Bo"}])
    player = service.holding(made["seat_tokens"][0])
    begun = time.monotonic()
    for number in range(75):
        time.sleep(max(0.0, begun + number / 9.9 - time.monotonic()))
        answer = player.ask("POST", f"/v1/games/{made['game']['id']}/moves", {"kind": "accept"})
        assert answer.status in (409, 422)


def test_Q52_an_address_makes_sixty_games_a_minute_and_another_is_not_held_back(limited: Any) -> None:
    service, _, _ = limited
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda _: new_game(service, "198.51.100.1").status, range(70)))
    assert (statuses.count(422), statuses.count(429)) == (60, 10)
    status, policy, rate, retry = said(new_game(service, "198.51.100.1"))
    assert (status, policy) == (429, '"tables";q=60;w=60')
    assert rate == f'"tables";r=0;t={retry}'
    assert 30 < int(retry or 0) <= 60
    assert left(new_game(service, "198.51.100.2")) == 59
    assert said(service.ask("GET", "/v1/rulesets"))[0] == 200


def test_no_key_of_a_limit_is_without_end_or_names_a_caller(limited: Any) -> None:
    service, store, _ = limited
    new_game(service, "203.0.113.77")
    with closing(Redis.from_url(store.url)) as raw:
        found = list(raw.scan_iter(match="limits:*", count=1000))
        assert found
        for key in found:
            assert re.fullmatch(rb"limits:(moves|tables)/[0-9a-f]{32}/60/60?/second", key)
            assert raw.pttl(key) != -1


def test_Q52_without_their_store_the_limits_let_everything_pass_and_say_so_seldom(tmp_path: Path) -> None:
    """The games' store answers no more either, so what passes is told that: 503, and never 429."""
    log = tmp_path / "gunicorn.txt"
    with (
        Embedded(tmp_path / "data") as store,
        serving(store.url, log, 1, RATE_LIMITS="on") as served,
    ):
        service = Player(served.address)
        for _ in range(60):
            new_game(service, "ours")
        assert new_game(service, "ours").status == 429
        store.stop()
        new = {"ruleset": "vantage", "seats": [{"name": "Ana"}, {"name": "Bo"}]}
        for _ in range(12):
            answer = new_game(service, "ours", new)
            assert said(answer) == (503, None, None, "1")
            assert answer.headers["access-control-allow-origin"] == "*"
        assert new_game(service, "ours").status == 422  # which needs no store
    lines = [line for line in log.read_text().splitlines() if "rate limits are not kept" in line]
    assert 1 <= len(lines) <= 3  # not one a call


def test_where_only_this_machine_is_served_there_are_no_limits(service: Player) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: service.ask("POST", "/v1/games", {}), range(80)))
    assert {said(answer) for answer in answers} == {(422, None, None, None)}


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/v1/rulesets", None, 200),
        ("OPTIONS", "/v1/games", None, 204),
        ("POST", "/v1/games", b"{", 400),
        ("GET", "/v1/games/nothing/moves", None, 404),
        ("GET", "/v2", None, 404),
        ("GET", "/%00", None, 404),
        ("PUT", "/v1/rulesets", None, 405),
        ("BREW", "/v1/rulesets", None, 405),
        ("POST", "/v2", b" " * (64 * KIB + 1), 413),
        ("POST", "/v1/games", {}, 422),
    ],
)
def test_Q27_every_answer_says_that_any_page_may_read_it(
    service: Player, method: str, path: str, body: Any, status: int
) -> None:
    answer = service.ask(method, path, body, headers={"Origin": "https://app.example"})
    assert answer.status == status
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-expose-headers"] == EXPOSED
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert re.fullmatch("req_[0-9a-f]{16}", answer.headers["x-request-id"])
    if status >= 400:
        assert answer.json["instance"] == answer.headers["x-request-id"]


def test_Q27_a_304_says_it_too(service: Player) -> None:
    game = service.create([{"name": "Ana"}, {"name": "Bo"}])["game"]
    tag = service.ask("GET", f"/v1/games/{game['id']}").headers["etag"]
    answer = service.ask("GET", f"/v1/games/{game['id']}", headers={"If-None-Match": tag})
    assert (answer.status, answer.body) == (304, b"")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-expose-headers"] == EXPOSED


def test_Q27_a_preflight_comes_back_at_once_and_is_kept_for_a_day(service: Player) -> None:
    asked = {
        "Origin": "https://app.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,if-match,idempotency-key",
    }
    answer = service.ask("OPTIONS", "/v1/games/nothing/moves", headers=asked)
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS, POST"
    assert answer.headers["access-control-allow-headers"] == ALLOWED
    assert answer.headers["access-control-max-age"] == "86400"


def sent_in_chunks(service: Player, method: str, path: str, size: int) -> Answer:
    """A body of so many bytes, whose length is not said beforehand."""
    address = urlsplit(service.root)
    chunks: Iterable[bytes] = (b" " * min(KIB, size - at) for at in range(0, size, KIB))
    with closing(http.client.HTTPConnection(address.hostname or "", address.port, timeout=60)) as connection:
        connection.request(method, path, chunks, {"Content-Type": "application/json"}, encode_chunked=True)
        answer = connection.getresponse()
        return Answer(
            answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()
        )


@pytest.mark.parametrize("chunked", [False, True], ids=["with its length", "in chunks"])
@pytest.mark.parametrize(
    ("method", "path", "most", "otherwise"),
    [
        ("POST", "/v1/games", 64 * KIB, 400),
        ("POST", "/v1/games/nothing/moves", 64 * KIB, 400),
        ("POST", "/v1/verifications", 4 * KIB * KIB, 400),
        ("GET", "/v1/rulesets", 64 * KIB, 200),
        ("GET", "/v1/games/nothing", 64 * KIB, 404),
        ("DELETE", "/v1/games/nothing", 64 * KIB, 404),
        ("PUT", "/v1/rulesets", 64 * KIB, 405),
        ("OPTIONS", "/v1/games", 64 * KIB, 204),
        ("POST", "/v2/nothing", 64 * KIB, 404),
        ("POST", "/docs", 64 * KIB, 405),
        ("GET", "/livez", 64 * KIB, 200),
    ],
)
def test_no_path_takes_a_larger_body(
    service: Player, method: str, path: str, most: int, otherwise: int, chunked: bool
) -> None:
    for size, status in ((most, otherwise), (most + 1, 413)):
        if chunked:
            answer = sent_in_chunks(service, method, path, size)
        else:
            answer = service.ask(method, path, b" " * size)
        assert answer.status == status
        assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.json["code"] == "too-large"


def test_a_body_that_is_said_to_be_too_large_is_not_waited_for(service: Player) -> None:
    address = urlsplit(service.root)
    head = f"POST /v1/games HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((address.hostname or "", address.port or 0), timeout=5) as connection:
        connection.sendall(f"{head}Content-Length: {1 << 40}\r\n\r\n".encode())
        begun = time.monotonic()
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 413 ")
        assert time.monotonic() - begun < 3


def test_a_body_without_end_is_refused_as_soon_as_it_is_too_large(service: Player) -> None:
    address = urlsplit(service.root)
    head = f"GET /nothing HTTP/1.1\r\nHost: {address.netloc}\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"%x\r\n%s\r\n" % (KIB, b" " * KIB)
    with socket.create_connection((address.hostname or "", address.port or 0), timeout=5) as connection:
        connection.sendall(head.encode() + chunk * 65)  # and not its end
        answer = b""
        while not answer.endswith(b"}") and (more := connection.recv(1 << 16)):
            answer += more
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too-large"
