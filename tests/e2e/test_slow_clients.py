"""Clients that are slow on purpose: each is let go in its time, and holds up nobody meanwhile."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from service.embedded import Embedded
from tests.e2e.player import Player
from tests.e2e.serving import serving
from tests.e2e.wire import answers, connect, everything

PATIENT = 2  # seconds
HEAD_SECONDS = 5  # gunicorn.conf.py's keepalive
FEW = 10  # connections that a worker takes
MANY = 300  # connections of one attacker
HOST = b"Host: games.example\r\n"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Player, Path]]:
    """A service of one worker that has little patience, and the file of its log."""
    folder = tmp_path_factory.mktemp("hasty")
    log = folder / "gunicorn.txt"
    with (
        Embedded(folder / "data") as store,
        serving(store.url, log, WORKERS="1", CLIENT_SECONDS=str(PATIENT)) as served,
    ):
        yield Player(served.address), log


def trickle(connection: socket.socket, piece: bytes, seconds: float) -> bytes:
    """Sends the piece again and again, until the other end has had enough; what it said."""
    until = time.monotonic() + seconds
    connection.settimeout(0.2)
    while time.monotonic() < until:
        try:
            connection.sendall(piece)
            if found := connection.recv(1 << 16):
                return found + everything(connection)
            return b""
        except TimeoutError:
            continue
        except OSError:
            return b""
    raise AssertionError("it is still listened to")


def test_a_head_that_trickles_in_is_let_go_and_nobody_waits_for_it(hasty: Any) -> None:
    service, _ = hasty
    with ExitStack() as opened:
        slow = [opened.enter_context(connect(service.root)) for _ in range(MANY)]
        for connection in slow:
            connection.sendall(b"GET /livez HTTP/1.1\r\n" + HOST)
        assert service.ask("GET", "/livez").status == 200
        assert trickle(slow[0], b"X-A: 1\r\n", HEAD_SECONDS + 10) == b""
        for connection in slow[1:]:
            connection.settimeout(HEAD_SECONDS + 10)
            assert connection.recv(1) == b""
    assert service.ask("GET", "/livez").status == 200


def test_Q24_a_body_that_trickles_in_is_refused_in_its_time_and_nobody_waits_for_it(hasty: Any) -> None:
    service, _ = hasty
    for framing, piece in (
        (b"Content-Length: 5000\r\n", b" "),
        (b"Transfer-Encoding: chunked\r\n", b"1\r\n \r\n"),
    ):
        head = (
            b"POST /v1/games HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n" + framing + b"\r\n"
        )
        with connect(service.root) as connection:
            connection.sendall(head + piece)
            assert service.ask("GET", "/livez").status == 200
            (raw,) = answers(trickle(connection, piece, PATIENT + 10))
        assert (raw.status, raw.json["code"]) == (400, "malformed-body")
        assert raw.json["detail"] == f"It did not come whole within {PATIENT} s."


def test_Q24_a_body_that_never_comes_is_refused_in_its_time(hasty: Any) -> None:
    service, _ = hasty
    head = (
        b"POST /v1/games HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n"
    )
    with connect(service.root) as connection:
        connection.sendall(head)
        (raw,) = answers(everything(connection))
    assert (raw.status, raw.json["code"]) == (400, "malformed-body")


def test_who_takes_no_answer_is_let_go_and_is_no_error_in_the_log(hasty: Any) -> None:
    """He asks again and again, and reads nothing: what does not fit into the buffers has to wait."""
    service, log = hasty
    ask = b"GET /openapi.json HTTP/1.1\r\n" + HOST + b"\r\n"
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(5)
    host, port = service.root.removeprefix("http://").split(":")
    connection.connect((host, int(port)))
    with connection:
        connection.sendall(ask * 200)
        until = time.monotonic() + PATIENT + 15
        while time.monotonic() < until:
            assert service.ask("GET", "/livez").status == 200
            try:  # the system tells of a connection that was reset when something is written to it
                connection.send(b"G")
            except OSError:
                break
            time.sleep(0.2)
        else:
            raise AssertionError("it is still waited for")
    assert "Traceback" not in log.read_text()


def test_more_connections_than_a_worker_takes_are_served_when_idle_ones_have_been_closed(
    tmp_path: Path,
) -> None:
    """Room comes back by itself: what says nothing is closed after `keepalive`."""
    with (
        Embedded(tmp_path / "data") as store,
        serving(
            store.url, tmp_path / "log", WORKERS="1", GUNICORN_CMD_ARGS=f"--worker-connections={FEW}"
        ) as served,
        ExitStack() as opened,
    ):
        idle = [opened.enter_context(connect(served.address)) for _ in range(3 * FEW)]
        assert Player(served.address).ask("GET", "/livez").status == 200
        for connection in idle:
            connection.settimeout(4 * HEAD_SECONDS)
            assert connection.recv(1) == b""
