"""How late the last of many streams hears of a commit, and what a dropped connection costs.

Two floors are taken in the same run: a bare subscriber of the store's channel in this process, and a game
that a single stream follows. The times of the client, which reads all streams in one thread, are in all.
"""

import http.client
import selectors
import socket
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from redis import Redis

from service.embedded import Embedded
from service.store import keys
from tests.bench.http import WORKERS, call, new_game, script, served

STREAMS = 100
MOVES = 60  # less than the script has
DROPS = 60
MISSED = 5  # versions that a dropped client has missed
PATIENCE = 30.0  # seconds


class Tap:
    """A stream read as bytes, as cheaply as a client can."""

    def __init__(self, port: int, game: str, token: str | None, last: int | None = None) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        lines = [f"GET /v1/games/{game}/stream HTTP/1.1", "Host: localhost"]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        if last is not None:
            lines.append(f"Last-Event-ID: {last}")
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.taken = 0
        self._tail = b""

    def fileno(self) -> int:
        return self.socket.fileno()

    def heard(self, version: int) -> bool:
        """Takes what is there. Whether the game of the version has begun to come."""
        data = self.socket.recv(1 << 16)
        if not data:
            raise RuntimeError("a stream was closed")
        self.taken += len(data)
        text = self._tail + data
        self._tail = text[-64:]
        return b"event: game\nid: %d\n" % version in text


def hear(taps: list[Tap], version: int) -> float:
    """The time at which the last of them has heard of the version."""
    with selectors.DefaultSelector() as waiting:
        for tap in taps:
            waiting.register(tap, selectors.EVENT_READ, tap)
        while waiting.get_map():
            ready = waiting.select(PATIENCE)
            if not ready:
                raise RuntimeError(f"version {version} came to no stream in time")
            for key, _ in ready:
                if key.data.heard(version):
                    waiting.unregister(key.data)
    return time.perf_counter()


class Played:
    """A game of the known script that streams follow."""

    def __init__(self, port: int, streams: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.game, self.tokens = new_game(self._connection)
        self.version = 2  # two seats taken and a deal are two steps
        self._moves = iter(script())
        viewers = [*self.tokens * 4, *[None] * STREAMS][:streams]
        self.taps = [Tap(port, self.game, viewer) for viewer in viewers]
        hear(self.taps, self.version)

    def move(self) -> float:
        """Plays the next move; the time at which it was answered."""
        seat, body = next(self._moves)
        call(self._connection, f"/v1/games/{self.game}/moves", body, self.tokens[seat])
        self.version += 1
        return time.perf_counter()

    def lateness(self) -> float:
        """Seconds from the answer to a move until the last stream has heard of it; 0 if it was earlier."""
        answered = self.move()
        return max(0.0, hear(self.taps, self.version) - answered)

    def close(self) -> None:
        for tap in self.taps:
            tap.socket.close()
        self._connection.close()


def _published(raw: Any, played: Played) -> float:
    """Seconds from the answer to a move until a bare subscriber has it; 0 if it was earlier."""
    with raw.pubsub() as pubsub:
        pubsub.subscribe(keys.channel(played.game))
        pubsub.get_message(timeout=PATIENCE)
        answered = played.move()
        pubsub.get_message(timeout=PATIENCE)
        return max(0.0, time.perf_counter() - answered)


def _commands(raw: Any) -> int:
    """How many commands the store was sent, but for those of this bench."""
    stats = raw.info("commandstats")
    return sum(
        int(row["calls"])
        for name, row in stats.items()
        if name in ("cmdstat_hmget", "cmdstat_hget", "cmdstat_xrange")
    )


def _say(what: str, seconds: list[float]) -> None:
    seconds.sort()
    p50, p99 = seconds[len(seconds) // 2] * 1000, seconds[len(seconds) * 99 // 100] * 1000
    print(f"streams: {what}: p50 {p50:.1f} ms, p99 {p99:.1f} ms")


def main() -> int:
    """Prints the figures; 0, for they have no bound."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Embedded(Path(folder)) as store,
        served("service.wsgi:app", store.url) as port,
        ExitStack() as stack,
    ):
        raw: Any = Redis.from_url(store.url, protocol=2)
        stack.callback(raw.close)
        many, one, none = (Played(port, streams) for streams in (STREAMS, 1, 0))
        for played in (many, one, none):
            stack.callback(played.close)
        lates: dict[str, list[float]] = {"last of many": [], "one": [], "bare": []}
        for _ in range(MOVES):
            lates["last of many"].append(many.lateness())
            lates["one"].append(one.lateness())
            lates["bare"].append(_published(raw, none))
        print(f"streams: from the answer to a move, {STREAMS} streams, {WORKERS} workers")
        _say(f"last of {STREAMS} streams", lates["last of many"])
        _say("a single stream", lates["one"])
        _say("bare subscriber of the store", lates["bare"])
        _drop(port, raw, many)
    return 0


def _drop(port: int, raw: Any, played: Played) -> None:
    """Cuts a stream and resumes it some versions back, again and again."""
    times, taken = [], []
    before = _commands(raw)
    for _ in range(DROPS):
        start = time.perf_counter()
        tap = Tap(port, played.game, None, played.version - MISSED)
        times.append(hear([tap], played.version) - start)
        taken.append(tap.taken)
        tap.socket.close()
    reads = (_commands(raw) - before) / DROPS
    _say(f"a dropped connection, {MISSED} steps missed, until it has the game", times)
    print(f"streams: it takes {statistics.median(taken):,.0f} bytes and {reads:.1f} reads of the store")
