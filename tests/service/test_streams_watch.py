"""Whether the client of a stream is still there, as the system tells it."""

import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest

from service.api.streams import _watch


@pytest.fixture(params=["tcp", "unix"])
def pair(request: pytest.FixtureRequest) -> Iterator[tuple[socket.socket, socket.socket]]:
    """Both ends of a connection: the service's and the client's."""
    if request.param == "unix":
        ours, theirs = socket.socketpair()
    else:
        with socket.create_server(("127.0.0.1", 0)) as server:
            theirs = socket.create_connection(server.getsockname())
            ours = server.accept()[0]
    with ours, theirs:
        yield ours, theirs


def test_a_client_that_is_there_or_has_sent_something_is_not_gone(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    ours, theirs = pair
    gone = _watch(ours)
    assert not gone()
    theirs.sendall(b"GET")
    ours.recv(1, socket.MSG_PEEK)  # it has come
    assert not gone()


def test_Q32_a_client_that_closes_is_gone(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    gone = _watch(ours)
    theirs.close()
    assert ours.recv(1, socket.MSG_PEEK) == b""  # the end has come
    assert gone()


def test_Q32_a_client_that_breaks_off_is_gone(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    gone = _watch(ours)
    if ours.family == socket.AF_INET:
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset
    ours.sendall(b"data: {}")
    theirs.close()
    with suppress(OSError):
        while ours.recv(1 << 16):  # until what was sent has been refused
            pass
    assert gone()


def test_where_nothing_is_known_of_the_connection_nobody_is_gone() -> None:
    assert not _watch(None)()
