"""What a thousand idle streams cost: moves beside them, memory, processor, connections to the store."""

import http.client
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from redis import Redis

from service.embedded import Embedded
from tests.bench.http import WORKERS, call, new_game, script
from tests.bench.streams import PATIENCE, Tap, hear
from tests.e2e.follower import EventStream
from tests.e2e.processes import children, cpu_seconds, memory
from tests.e2e.serving import Served, serving

STREAMS = 1000
ROUNDS = 5
TURN = 16.0  # seconds of moves: longer than a heartbeat, so that each stream gives a sign of life
LISTED = 500  # games on one stream
WOKEN = 30  # moves of which all streams of a game hear
RISE = 1.2  # of the p99 of a move beside the streams, at most
OPENED = 2  # the version of a game with two people that has begun


class Load:
    """A service, and what is measured of it."""

    def __init__(self, served: Served, store: Any) -> None:
        self.port = int(served.address.rpartition(":")[2])
        self.workers = children(served.process.pid)
        self._store = store

    def connected(self) -> http.client.HTTPConnection:
        """A connection of its own: one that is not used for long is closed by the service."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def moves(self, seconds: float) -> list[float]:
        """Seconds for each move of whole games, one after the other, for so long."""
        times: list[float] = []
        until = time.perf_counter() + seconds
        with closing(self.connected()) as connection:
            while time.perf_counter() < until:
                game, tokens = new_game(connection)
                for seat, body in script():
                    start = time.perf_counter()
                    call(connection, f"/v1/games/{game}/moves", body, tokens[seat])
                    times.append(time.perf_counter() - start)
        return times

    @contextmanager
    def streams(self, games: list[str], count: int = STREAMS) -> Iterator[list[Tap]]:
        """So many streams of these games in turn, each of which has been shown its game."""
        taps = [Tap(self.port, games[at % len(games)], None) for at in range(count)]
        try:
            hear(taps, OPENED)
            yield taps
        finally:
            for tap in taps:
                tap.socket.close()

    def games(self, count: int) -> list[str]:
        """New games of two people, on which nothing happens."""
        with closing(self.connected()) as connection:
            return [new_game(connection)[0] for _ in range(count)]

    def connections(self) -> int:
        """How many the workers have to the store."""
        return len(self._store.client_list()) - 1

    def commands(self) -> int:
        """How many commands the store has been sent; those of scripts count."""
        return int(self._store.info("stats")["total_commands_processed"])

    def memory(self) -> tuple[int, int]:
        """Bytes of all workers: resident, and proportional."""
        sizes = [memory(worker) for worker in self.workers]
        return sum(size[0] for size in sizes), sum(size[1] for size in sizes)

    def cpu(self) -> float:
        """Seconds of a processor that all workers have used."""
        return sum(map(cpu_seconds, self.workers))


def main() -> int:
    """Prints the figures; 1 if the streams make moves late."""
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(files, min(most, 2 * STREAMS)), most))
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "data") as store:
        raw: Any = Redis.from_url(store.url, protocol=2)
        with serving(store.url, Path(folder) / "gunicorn.txt", WORKERS=str(WORKERS)) as served:
            load = Load(served, raw)
            load.moves(2.0)
            _sizes(load, "each of a game of its own", STREAMS)
            _wake(load)
            _list(load, served.address)
            missed = _moves(load)
        raw.close()
    return missed


def _sizes(load: Load, what: str, games: int) -> None:
    """What the streams have and do when nothing happens."""
    names = load.games(games)
    with load.streams(names[:1]):
        pass  # what a worker needs once is not counted
    time.sleep(1.0)
    before = load.memory()
    with load.streams(names):
        rss, pss = (after - ahead for after, ahead in zip(load.memory(), before, strict=True))
        used = load.cpu()
        time.sleep(TURN)
        used = load.cpu() - used
        print(
            f"idle: {STREAMS:,} streams, {what}: {rss / STREAMS / 1024:.1f} KiB a stream resident,"
            f" {pss / STREAMS / 1024:.1f} proportional; {used / TURN:.1%} of a processor;"
            f" {load.connections()} connections to the store, {WORKERS} workers",
            flush=True,
        )


def _list(load: Load, address: str) -> None:
    """What a single stream of many games has the store do."""
    with closing(load.connected()) as connection:
        entries = [{"token": new_game(connection)[1][0]} for _ in range(LISTED)]
    used, asked = load.cpu(), load.commands()
    start = time.perf_counter()
    with EventStream(address, "/v1/stream", body={"follow": entries}) as stream:
        for _ in entries:
            stream.next("game")
        opening, asked_then = time.perf_counter() - start, load.commands()
        used_then = load.cpu()
        time.sleep(2 * TURN)
        idle, asked_last = load.cpu() - used_then, load.commands()
    print(
        f"idle: a stream of {LISTED} games opens in {opening:.1f} s with {used_then - used:.2f} s of a"
        f" processor and {(asked_then - asked) / LISTED:.1f} commands a game; then it takes"
        f" {idle / 2 / TURN:.2%} of a processor and {(asked_last - asked_then) / 2 / TURN:.0f} commands a"
        " second",
        flush=True,
    )


def _wake(load: Load) -> None:
    """How long it takes until the last of all streams of a game has heard of a move, and the only one of
    another; by turns."""
    many: list[float] = []
    one: list[float] = []
    with closing(load.connected()) as connection:
        crowded, quiet = new_game(connection), new_game(connection)
        with load.streams([crowded[0]]) as all_of, load.streams([quiet[0]], 1) as single:
            for version, (seat, body) in enumerate(script()[:WOKEN], OPENED + 1):
                for (game, tokens), taps, times in ((crowded, all_of, many), (quiet, single, one)):
                    start = time.perf_counter()
                    call(connection, f"/v1/games/{game}/moves", body, tokens[seat])
                    times.append(hear(taps, version) - start)
    print(
        f"idle: a move until the last of {STREAMS:,} streams of its game has it: p50 {_p(many, 50):.0f} ms,"
        f" {_p(many, 50) / STREAMS * 1000:.0f} us a stream; until a single one has it {_p(one, 50):.1f} ms",
        flush=True,
    )


def _p(times: list[float], share: int) -> float:
    return sorted(times)[len(times) * share // 100] * 1000


def _moves(load: Load) -> int:
    """Moves with and without the streams, by turns: whether those make them late."""
    names = load.games(STREAMS // 4)
    quiet: list[float] = []
    beside: list[float] = []
    ratios = []
    for number in range(ROUNDS):
        without = load.moves(TURN)
        with load.streams(names):
            with_ = load.moves(TURN)
        quiet += without
        beside += with_
        ratios.append(_p(with_, 99) / _p(without, 99))
        print(
            f"idle round {number + 1}: a move p50 {_p(without, 50):.1f} ms, p99 {_p(without, 99):.1f} ms;"
            f" beside the streams p50 {_p(with_, 50):.1f} ms, p99 {_p(with_, 99):.1f} ms",
            flush=True,
        )
    ratio = statistics.median(ratios)
    print(
        f"idle: beside {STREAMS:,} idle streams of {len(names)} games p99 is {ratio:.2f} of without"
        f" (median of {ROUNDS} rounds; at most {RISE}); of all {len(beside):,} moves"
        f" {_p(beside, 99) / _p(quiet, 99):.2f}; p50 {_p(beside, 50) / _p(quiet, 50):.2f}"
    )
    return int(ratio > RISE)


if __name__ == "__main__":
    sys.exit(main())
