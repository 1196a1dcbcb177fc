"""Streams: games as they happen, as server-sent events (the EventSource of HTML)."""

import re
import select
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec
from flask import Response, g, request

from service.api.call import base_url, bearer, loaded, query, reader, services
from service.api.operation import STORED, operation
from service.edge.headers import REQUEST_ID
from service.faults import InvalidRequest
from service.following import Message, Wishes
from service.problems import problem_of
from service.schemas.answers import Problem
from service.schemas.requests import MOST_VERSION
from service.schemas.streams import (
    FollowGames,
    StreamEnd,
    StreamGame,
    StreamProblem,
    StreamQuery,
    StreamsQuery,
    StreamStep,
)
from service.streaming import Refuse, Stream

EVENT_STREAM: Final = "text/event-stream"
_BEGIN: Final = b"retry: 1000\n\n"  # ms after which a client connects again
_ALIVE: Final = b": keep-alive\n\n"
_VERSION: Final = re.compile(r"[0-9]{1,10}")
_TCP_INFO: Final[int | None] = getattr(socket, "TCP_INFO", None) if sys.platform == "linux" else None
_ESTABLISHED: Final = b"\x01"  # the state that begins Linux's `struct tcp_info`
_DEAD: Final = 60_000  # ms after which a connection ends whose other end takes nothing


@operation(
    "GET",
    "/v1/games/{game}/stream",
    id="followGame",
    tag="events",
    summary="Stream a game",
    query=StreamQuery,
    answers={200: EVENT_STREAM},
    problems=("unauthenticated", "forbidden", "not-found", "invalid-request", "rate-limited", *STORED),
    needs=("seat", "host", "invite"),
    optional=True,
    resumes=True,
    sends=(StreamStep, StreamGame, StreamEnd),
)
def follow_game(game: str) -> Response:
    """The game as it happens, as the bearer may see it: first a message `game`, then with each change its
    steps, a message `step` each, and a message `game`. Changes that come close together may share one `game`.
    A comment comes every 15 seconds when nothing else does.

    The `id` of a message is its version. Connect again with the last in `Last-Event-ID` and the steps you
    missed come first, none left out and none twice, then a `game`; only a `game` if there are more than 500.
    `steps=false` leaves the steps out, which is enough for bots; `snapshots=false` leaves the games out.

    The last message is an `end`: reason `restart` (connect again at once), `finished` (the game is over;
    do not connect again) or `revoked` (nobody holds the token any more). `data` is always one of StreamStep,
    StreamGame and StreamEnd, which tell themselves apart by `event`.

    A token of a seat or host has at most 8 streams at once. Browsers: read it with `fetch`; `EventSource`
    sends no token, and a token never goes into a URL. Without streaming: poll listEvents with `wait`."""
    asked = query(StreamQuery)
    wishes = _wishes(asked, asked, "query")
    return _sent(services().streams.follow(game, bearer(), wishes, _last_event()))


@operation(
    "POST",
    "/v1/stream",
    id="followGames",
    tag="events",
    summary="Stream many games",
    query=StreamsQuery,
    body=FollowGames,
    answers={200: EVENT_STREAM},
    problems=(
        "invalid-request",
        "rate-limited",
        *STORED,
    ),
    sends=(StreamStep, StreamGame, StreamEnd, StreamProblem),
)
def follow_games() -> Response:
    """Up to 500 games on one stream, each with its token or as the public sees it. The messages are those of
    followGame with the `index` of their entry, and `problem` for an entry that cannot be followed: its data
    is a StreamProblem, and the other entries go on.

    Messages have no `id` here: to resume, send each entry with `after`, the version you have of that game.
    An entry without `after` begins with the game as it is now. An `end` with an `index` ends that entry; one
    without ends the stream: `restart`, or `finished` when no entry is left. Each entry counts among the 8
    streams of its token."""
    asked, wanted = query(StreamsQuery), loaded(FollowGames)
    wishes = _wishes(asked, wanted, "body")
    return _sent(services().streams.follow_many(wanted.follow, wishes, _refuser()))


def _wishes(texts: StreamQuery | StreamsQuery, wanted: StreamQuery | FollowGames, where: str) -> Wishes:
    if not wanted.steps and not wanted.snapshots:
        detail = "Without steps and games a stream tells nothing."
        raise InvalidRequest((where, "snapshots" if where == "query" else "/snapshots", detail))
    read = reader(texts, texts.texts == "events")
    return Wishes(read, wanted.steps, wanted.snapshots, wanted.moves)


def _last_event() -> int | None:
    """The version that the client has; an empty header says nothing, as in HTML."""
    header = request.headers.get("Last-Event-ID", "").strip()
    if not header:
        return None
    if _VERSION.fullmatch(header) is None or int(header) > MOST_VERSION:
        raise InvalidRequest(("header", "Last-Event-ID", "Send the `id` of the last message you have."))
    return int(header)


def _refuser() -> Refuse:
    """Says what is wrong with an entry, when the request is long read."""
    base, name, lang = base_url(), request.headers[REQUEST_ID], g.lang

    def refuse(fault: BaseException) -> Problem:
        return problem_of(fault, base, name, lang).problem

    return refuse


def _sent(stream: Stream) -> Response:
    stream.gone = _watch(request.environ.get("gunicorn.socket"))
    response = Response(_lines(stream), mimetype=EVENT_STREAM)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx keeps nothing back
    response.call_on_close(stream.close)
    return response


def _lines(stream: Stream) -> Iterator[bytes]:
    yield _BEGIN
    for batch in stream:
        yield _ALIVE if batch is None else b"".join(map(_line, batch))


def _line(message: Message) -> bytes:
    """A message as lines; JSON has none of its own."""
    name = b"" if message.id is None else b"id: %d\n" % message.id
    event = message.data.event.encode()
    return b"event: %b\n%bdata: %b\n\n" % (event, name, msgspec.json.encode(message.data))


def _watch(connection: socket.socket | None) -> Callable[[], bool]:
    """Tells whether the client has closed the connection; where that cannot be seen, it has not.

    A client that is out of reach closes nothing: the system ends its connection.
    """
    if connection is None:
        return lambda: False
    with suppress(AttributeError, OSError):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _DEAD)
    return partial(_unconnected if _tells_state(connection) else _ended, connection)


def _tells_state(connection: socket.socket) -> bool:
    """Whether the system says in which state it is: Linux of TCP."""
    if _TCP_INFO is None:
        return False
    with suppress(OSError):
        return connection.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, 1) == _ESTABLISHED
    return False


def _unconnected(connection: socket.socket) -> bool:
    """One question to the system; the other way goes through gevent's loop."""
    try:
        return connection.getsockopt(socket.IPPROTO_TCP, _TCP_INFO or 0, 1) != _ESTABLISHED
    except OSError:
        return True


def _ended(connection: socket.socket) -> bool:
    try:
        ready = select.poll()  # under gevent a recv that must not wait would wait all the same
        ready.register(connection, select.POLLIN)
        return bool(ready.poll(0)) and connection.recv(1, socket.MSG_PEEK) == b""
    except ValueError:  # TLS cannot look ahead
        return False
    except OSError:
        return True
