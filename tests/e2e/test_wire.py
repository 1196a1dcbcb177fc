"""What is no request, or may be read in two ways: refused before anybody acts on it, and decently."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.embedded import Embedded
from tests.contract.recorder import check
from tests.e2e.player import Player
from tests.e2e.serving import serving
from tests.e2e.wire import Raw, exchange

HOST = b"Host: games.example\r\n"
NEW = b'{"ruleset":"vantage","seats":[{"name":"Ana"},{"name":"Bo"}]}'
JSON = b"Content-Type: application/json\r\n"


@pytest.fixture(scope="module")
def lone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Player, Path]]:
    """A service of one worker that trusts no proxy and logs everything, and the file of its log."""
    folder = tmp_path_factory.mktemp("wire")
    log = folder / "gunicorn.txt"
    with (
        Embedded(folder / "data") as store,
        serving(store.url, log, WORKERS="1", LOG_LEVEL="info") as served,
    ):
        yield Player(served.address), log


def refused(raw: Raw, status: int, code: str) -> None:
    """A problem document with all that every answer carries."""
    assert raw.status == status, raw.body
    assert raw.headers["content-type"] == "application/problem+json"
    assert raw.headers["access-control-allow-origin"] == "*"
    assert raw.headers["x-content-type-options"] == "nosniff"
    assert re.fullmatch("req_[0-9a-f]{16}", raw.headers["x-request-id"])
    problem = raw.json
    check("Problem", problem)
    assert (problem["code"], problem["status"]) == (code, status)
    assert problem["instance"] == raw.headers["x-request-id"]


CODES = {400: "malformed-request", 414: "uri-too-long", 417: "malformed-request", 431: "headers-too-large"}


def _get(headers: bytes = HOST, target: bytes = b"/livez") -> bytes:
    return b"GET " + target + b" HTTP/1.1\r\n" + headers + b"\r\n"


BAD_REQUESTS: dict[str, tuple[bytes, int]] = {
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 0),
    "nonsense": (b"nonsense\r\n\r\n", 400),
    "a version of HTTP that there is not": (b"GET /livez HTTP/9.9\r\n" + HOST + b"\r\n", 400),
    "a method in small letters": (b"get /livez HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "a NUL in the address": (_get(target=b"/livez\x00"), 400),
    "bytes in the address": (_get(target=b"/\xff\xfe"), 400),
    "an address of 9,000 bytes": (_get(target=b"/" + b"a" * 9000), 414),
    "a header of 10,000 bytes": (_get(HOST + b"X-A: " + b"a" * 10_000 + b"\r\n"), 431),
    "200 headers": (_get(b"".join(b"X-%d: 1\r\n" % at for at in range(200))), 431),
    "a header without a colon": (_get(b"Host\r\n"), 400),
    "a space before the colon": (_get(b"Host : a\r\n"), 400),
    "a folded header": (_get(HOST + b"X-A: 1\r\n 2\r\n"), 400),
    "a NUL in a header": (_get(HOST + b"X-A: 1\x002\r\n"), 400),
    "a bare CR in a header": (_get(HOST + b"X-A: 1\r2\r\n"), 400),
    "a bare LF in a header": (_get(HOST + b"X-A: 1\nX-B: 2\r\n"), 400),
    "two hosts": (_get(HOST + HOST), 400),
    "another expectation": (_get(HOST + b"Expect: wonders\r\n"), 417),
}


@pytest.mark.parametrize("name", BAD_REQUESTS)
def test_Q24_what_is_no_request_is_refused_with_a_problem(lone: tuple[Player, Path], name: str) -> None:
    sent, status = BAD_REQUESTS[name]
    got = exchange(lone[0].root, sent)
    if status == 0:  # nothing that could be answered
        assert got == []
        return
    (raw,) = got
    code = CODES[status]
    refused(raw, status, code)
    assert raw.headers["connection"] == "close"
    assert raw.json["type"] == f"/v1/problems/{code}"
    page = lone[0].done("GET", raw.json["type"])
    assert page["title"] == raw.json["title"]


def _smuggling(framing: bytes, body: bytes) -> bytes:
    """A request whose body may end in two places; behind one of them stands another request."""
    hidden = b"DELETE /v1/games/hidden HTTP/1.1\r\n" + HOST + b"\r\n"
    return b"POST /v1/games HTTP/1.1\r\n" + HOST + JSON + framing + b"\r\n" + body + hidden


LENGTH, CHUNKED = b"Content-Length: 7\r\n", b"Transfer-Encoding: chunked\r\n"
CHUNKS = b"2\r\n{}\r\n0\r\n\r\n"
SMUGGLED: dict[str, bytes] = {
    "two lengths": _smuggling(b"Content-Length: 2\r\nContent-Length: 5\r\n", b"{}"),
    "twice the same length": _smuggling(b"Content-Length: 2\r\nContent-Length: 2\r\n", b"{}"),
    "two lengths in one": _smuggling(b"Content-Length: 2, 2\r\n", b"{}"),
    "a length and chunks": _smuggling(
        b"Content-Length: 7\r\nTransfer-Encoding: chunked\r\n", b"2\r\n{}\r\n0\r\n\r\n"
    ),
    "chunks and a length": _smuggling(
        b"Transfer-Encoding: chunked\r\nContent-Length: 7\r\n", b"2\r\n{}\r\n0\r\n\r\n"
    ),
    "chunks twice": _smuggling(b"Transfer-Encoding: chunked, chunked\r\n", CHUNKS),
    "chunks and then nothing": _smuggling(b"Transfer-Encoding: chunked, identity\r\n", b"{}"),
    "chunks in disguise": _smuggling(b"Transfer-Encoding: xchunked\r\n", b"{}"),
    "chunks behind a tab": _smuggling(b"Transfer-Encoding:\x0bchunked\r\n", b"{}"),
    "a negative length": _smuggling(b"Content-Length: -2\r\n", b"{}"),
    "a length with a sign": _smuggling(b"Content-Length: +2\r\n", b"{}"),
    "a length in hex": _smuggling(b"Content-Length: 0x2\r\n", b"{}"),
    "a length in other digits": _smuggling("Content-Length: ٢\r\n".encode(), b"{}"),
    "a length with a line in it": _smuggling(b"Content-Length: 2\n\r\n", b"{}"),
}


@pytest.mark.parametrize("name", SMUGGLED)
def test_a_body_that_may_end_in_two_places_is_refused_and_nothing_behind_it_is_read(
    lone: tuple[Player, Path], name: str
) -> None:
    (raw,) = exchange(lone[0].root, SMUGGLED[name])
    refused(raw, 501 if raw.status == 501 else 400, "malformed-request")
    assert raw.headers["connection"] == "close"


BAD_CHUNKS = {
    "no size": b"x\r\n{}\r\n",
    "more than its size": b"2\r\n{}xx0\r\n\r\n",
    "a negative size": b"-1\r\n",
    "less than its size": b"1\r\n{",
    "a line in an extension": b"2;\n=\r\n{}\r\n0\r\n\r\n",
    "a size in hex with its mark": b"0x2\r\n{}\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("chunks", BAD_CHUNKS.values(), ids=BAD_CHUNKS)
def test_Q24_chunks_that_are_none_are_a_malformed_body_and_end_the_connection(
    lone: tuple[Player, Path], chunks: bytes
) -> None:
    for path in (b"/v1/games", b"/v2"):
        head = b"POST " + path + b" HTTP/1.1\r\n" + HOST + JSON + b"Transfer-Encoding: chunked\r\n\r\n"
        (raw,) = exchange(lone[0].root, head + chunks)
        refused(raw, 400, "malformed-body")


def test_two_requests_at_once_are_answered_in_their_order(lone: tuple[Player, Path]) -> None:
    """The other side of it: what is well formed is taken apart rightly."""
    first = b"POST /v1/games HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 2\r\n\r\n{}"
    second = b"GET /v1/problems/not-found HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
    one, other = exchange(lone[0].root, first + second)
    assert (one.status, other.status) == (422, 200)
    assert other.json["code"] == "not-found"


TARGETS = {
    b"/v1/games/../rulesets": 404,
    b"/v1/%2e%2e/v1/rulesets": 404,
    b"/./v1/rulesets": 404,
    b"//v1/rulesets": 200,  # gunicorn takes the first two for one
    b"/v1//rulesets": 404,
    b"/v1/rulesets;a=b": 404,
    b"/v1/rulesets/": 404,
    b"/v1/rulesets%00": 404,
    b"/v1/rulesets%2f..%2frulesets": 404,
    b"/v1%2frulesets": 200,  # decoded before it is looked up; no path names a file
    b"/docs/..%2f..%2fpyproject.toml": 404,
    b"/docs/....//pyproject.toml": 404,
    b"/docs/%5c..%5cpyproject.toml": 404,
    b"/docs//etc/passwd": 404,
    b"/v1/rulesets#fragment": 200,
    b"http://evil.example/v1/rulesets": 200,  # to whomever it is addressed: we are asked
    b"*": 400,
    b"evil.example:443": 400,
}


@pytest.mark.parametrize("target", TARGETS, ids=bytes.decode)
def test_a_strange_address_leads_nowhere_or_where_it_says(lone: tuple[Player, Path], target: bytes) -> None:
    (raw,) = exchange(lone[0].root, _get(HOST + b"Connection: close\r\n", target))
    assert raw.status == TARGETS[target]
    if raw.status != 200:
        refused(raw, raw.status, {404: "not-found", 400: "malformed-request"}[raw.status])


@pytest.mark.parametrize("method", [b"TRACE", b"CONNECT", b"PROPFIND", b"PRI", b"A" * 20])
def test_another_method_is_not_obeyed(lone: tuple[Player, Path], method: bytes) -> None:
    sent = method + b" /v1/rulesets HTTP/1.1\r\n" + HOST + b"X-Secret: told\r\nConnection: close\r\n\r\n"
    (raw,) = exchange(lone[0].root, sent)
    refused(raw, 405, "method-not-allowed")
    assert b"told" not in raw.body


def test_Q24_a_compressed_body_is_not_unpacked(lone: tuple[Player, Path]) -> None:
    """A megabyte of nothing in a kilobyte: read as it comes, it is no JSON."""
    packed = gzip.compress(b" " * 2**20 + NEW)
    for coding in (b"gzip", b"deflate", b"br", b"identity, gzip"):
        head = b"POST /v1/games HTTP/1.1\r\n" + HOST + JSON + b"Content-Encoding: " + coding + b"\r\n"
        framing = b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(packed)
        (raw,) = exchange(lone[0].root, head + framing + packed)
        refused(raw, 400, "malformed-body")


def test_a_body_that_is_cut_off_is_refused(lone: tuple[Player, Path]) -> None:
    head = b"POST /v1/games HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 500\r\n\r\n"
    (raw,) = exchange(lone[0].root, head + NEW)
    refused(raw, 400, "malformed-body")
    assert lone[0].done("GET", "/v1/games")["items"] == []
