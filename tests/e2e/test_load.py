"""Hundreds of streams at once: each is told all of its game in order, and nothing is left of those that go.

Counts and order are looked at here, times in `tests.bench.idle`. STREAMS=1000: so many instead.
"""

import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from service.embedded import Embedded
from service.store.server import CONNECTIONS
from tests.e2e.crowd import Crowd, Member
from tests.e2e.player import Choose, Player, Seated, some
from tests.e2e.processes import children, memory, sockets
from tests.e2e.serving import Served, serving

STREAMS = int(os.environ.get("STREAMS") or 300)
GAMES = 10
MOVES = 8  # a game; then its host ends it
WORKERS = 2
OTHERS = 8  # sockets that a worker has open beside streams and store, at most
BOUND = 60.0  # seconds after which a test calls it stuck


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    with Embedded(tmp_path_factory.mktemp("load")) as store:
        yield store


@pytest.fixture(scope="module")
def raw(store: Embedded) -> Iterator[Any]:
    """A client of the store, with the only connection that the service does not have."""
    raw = Redis.from_url(store.url, protocol=2, max_connections=1)
    yield raw
    raw.close()


@pytest.fixture(scope="module")
def served(store: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Two workers, which tell what they hold."""
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(files, min(most, 2 * STREAMS + 500)), most))
    output: Path = tmp_path_factory.mktemp("load") / "gunicorn.txt"
    with serving(store.url, output, WORKERS=str(WORKERS), app="tests.e2e.telling:app") as served:
        yield served


def held(served: Served) -> dict[str, int]:
    """What the workers hold, together."""
    told: dict[int, dict[str, int]] = {}
    until = time.monotonic() + BOUND
    while len(told) < WORKERS:
        assert time.monotonic() < until, "a worker does not answer"
        one = Player(served.address).done("GET", "/held")
        told[one.pop("process")] = one
    return {name: sum(one[name] for one in told.values()) for name in next(iter(told.values()))}


def open_sockets(served: Served) -> int:
    return sum(map(sockets, children(served.process.pid)))


def settled(served: Served, sought: dict[str, int]) -> None:
    """Comes back when the workers hold no more than this."""
    until = time.monotonic() + BOUND
    while any((now := held(served))[name] > most for name, most in sought.items()):
        assert time.monotonic() < until, f"the workers hold {now}, and held {sought} before"
        time.sleep(0.2)


def play(table: Seated, moves: int, choose: Choose) -> int:
    """Plays so many moves; the version after them."""
    for _ in range(moves):
        table.mover.play(table.id, choose(table.mover.list(table.id)["items"])["move"])
    return table.version


def told_of(version: int) -> Callable[[Member], bool]:
    """Whether a stream has shown the game at this version or a later one."""
    return lambda member: bool(member.games) and member.games[-1] >= version


def follow(crowd: Crowd, tables: list[Seated], count: int) -> None:
    """Adds streams: of each game eight for each seat at most, the others for the public."""
    for at in range(count):
        table, place = tables[at % len(tables)], at // len(tables)
        crowd.add(table.id, table.tokens[place % 2] if place < 16 else None, 0)


def test_Q28_Q32_each_of_many_streams_is_told_every_step_once_and_in_order(served: Served, raw: Any) -> None:
    """While moves are made at all of their games at once; the connections to the store stay bounded."""
    service = Player(served.address)
    tables = [Seated(service) for _ in range(GAMES)]
    with Crowd(served.address) as crowd, ThreadPoolExecutor(3) as pool:
        follow(crowd, tables, STREAMS)
        crowd.read_until(lambda member: bool(member.games))
        plays = [pool.submit(play, table, MOVES, some(at)) for at, table in enumerate(tables)]
        crowd.read_until(told_of(2 + MOVES))
        last = [each.result(BOUND) for each in plays]
        assert len(raw.client_list()) - 1 <= WORKERS * CONNECTIONS
        assert raw.pubsub_numpat() <= WORKERS + 4, "one listener a worker"
        for table in tables:
            table.host.done("DELETE", table.path)
        crowd.read_until(
            lambda member: member.ended or bool(member.heard[-1:] and member.heard[-1].event == "end")
        )
        for at, member in enumerate(crowd.members):
            version = last[at % GAMES] + 1
            assert member.steps == list(range(1, version + 1))
            assert member.games == sorted(set(member.games))
            assert [each.event for each in member.heard[-3:]] == ["step", "game", "end"]
            assert member.games[-1] == version


def test_Q32_closed_streams_leave_nothing_behind(served: Served, raw: Any) -> None:
    """No stream that is counted, here or in the store, no game that is followed, nobody who waits, no
    greenlet, no socket."""
    tables = [Seated(Player(served.address)) for _ in range(GAMES)]
    settled(served, {"streams": 0, "feeds": 0, "waiting": 0})
    before = held(served)
    with Crowd(served.address) as crowd:
        follow(crowd, tables, STREAMS)
        crowd.read_until(lambda member: bool(member.games))
        now = held(served)
        assert (now["streams"], now["greenlets"] >= STREAMS) == (STREAMS, True)
        assert GAMES <= now["feeds"] <= GAMES * WORKERS
        assert list(raw.scan_iter("streams:*")) != []
        assert open_sockets(served) >= STREAMS
    settled(served, before | {"greenlets": before["greenlets"] + WORKERS})  # a listener begins with the first
    assert list(raw.scan_iter("streams:*")) == []
    assert open_sockets(served) <= WORKERS * (CONNECTIONS + OTHERS)


def test_Q32_streams_that_are_not_read_hold_up_nobody_and_are_not_written_to_memory(served: Served) -> None:
    """Half of the streams read nothing while a game is played. One that reads hears of each move before the
    next; what the others are kept from is not kept for them, and they are told all of it when they read."""
    table = Seated(Player(served.address))
    service, choose = children(served.process.pid), some(5)
    with Crowd(served.address) as deaf, Crowd(served.address) as crowd:
        for _ in range(STREAMS // 2):
            deaf.add(table.id, last=0, receive=4096, texts="events")
        quick = crowd.add(table.id, texts="events")
        crowd.read_until(lambda member: bool(member.games))

        def moves(count: int) -> tuple[int, int]:
            """The bytes of all that was told meanwhile to the one that reads, and the memory after it."""
            heard = len(quick.heard)
            for _ in range(count):
                version = play(table, 1, choose)
                crowd.read_until(told_of(version))
            told = sum(each.size for each in quick.heard[heard:])
            return told, sum(memory(worker)[0] for worker in service)

        had = moves(15)[1]  # what the system takes for each connection is taken by then
        told, has = moves(25)
        withheld = told * len(deaf.members)
        assert has - had < withheld / 3, f"{withheld:,} bytes were withheld"
        version = table.version
        deaf.read_until(told_of(version))
        for member in deaf.members:
            assert member.steps == list(range(1, version + 1))
            assert len(member.games) < version, "games that were passed by are not told any more"


def test_Q28_all_streams_go_on_in_the_new_workers_after_a_reload(served: Served) -> None:
    """All are told `restart`, come back at the same time, and are told what they missed; a move is made at
    each game while the workers are exchanged."""
    tables = [Seated(Player(served.address)) for _ in range(GAMES)]
    with Crowd(served.address) as crowd, Crowd(served.address) as again:
        follow(crowd, tables, STREAMS)
        crowd.read_until(lambda member: bool(member.games))
        old = set(children(served.process.pid))
        served.process.send_signal(signal.SIGHUP)
        versions = [play(table, 1, some(0)) for table in tables]
        crowd.read_until(lambda member: member.ended)
        for at, member in enumerate(crowd.members):
            assert member.heard[-1].event == "end"
            last = member.heard[-2].version or 0
            assert member.steps == list(range(1, last + 1))
            table, place = tables[at % GAMES], at // GAMES
            again.add(table.id, table.tokens[place % 2] if place < 16 else None, last)
        again.read_until(lambda member: bool(member.games))
        for at, (before, after) in enumerate(zip(crowd.members, again.members, strict=True)):
            assert [*before.steps, *after.steps] == list(range(1, versions[at % GAMES] + 1))
        until = time.monotonic() + BOUND
        while set(children(served.process.pid)) & old:
            assert time.monotonic() < until, "the old workers do not end"
            time.sleep(0.1)
