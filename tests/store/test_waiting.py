"""Waiting for a game to move on: woken in time, never forgotten, bounded, on one connection."""

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from service.embedded import Embedded
from service.live import Live
from service.store import Committed, Created, RedisStore, StoreUnavailable, Tag

LONG = 300.0  # seconds that a call would wait if it were not woken
BOUND = 60.0  # seconds after which a test calls it lost
NEVER = 3600.0  # a silence so long that no heartbeat hides a lost wake-up


@pytest.fixture
def valkey_url(tmp_path: Path) -> Iterator[str]:
    """A server for each test: they look at who listens on it."""
    with Embedded(tmp_path / "data") as server:
        yield server.url


@pytest.fixture
def live(store: RedisStore) -> Iterator[Live]:
    live = Live(store, silence=NEVER)
    yield live
    live.close()


def _await_listeners(client: Redis, number: int) -> None:
    deadline = time.monotonic() + BOUND
    while sum(int(other["psub"]) for other in client.client_list()) < number:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_version_that_is_there_is_not_waited_for(live: Live, game: str, begun: Tag) -> None:
    assert live.wait(game, 0, LONG) is True


def test_nothing_happens_and_the_time_is_up(live: Live, game: str, begun: Tag) -> None:
    before = time.monotonic()
    assert live.wait(game, 1, 0.3) is False
    assert time.monotonic() - before >= 0.3
    assert live.wait(game, 1, 0) is False


def test_no_game_is_not_waited_for(live: Live, game: str) -> None:
    assert live.wait(game, 0, LONG) is False


def test_other_games_and_commits_without_a_step_end_no_waiting(
    live: Live, store: RedisStore, game: str, begun: Tag
) -> None:
    other = game + "x"
    store.create(other, Tag.fresh(0), state=None, meta=b"m", rows=[])
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(live.wait, game, 1, 0.5)
        tag = store.tag(other)
        assert tag is not None
        assert store.commit(other, tag, Tag.fresh(1), rows=[b"1"]) == Committed()
        assert store.commit(game, begun, Tag.fresh(1), meta=b"m") == Committed()
        assert waiting.result(BOUND) is False


def test_one_commit_wakes_all_who_wait_for_the_game_in_all_workers(
    valkey_url: str, store: RedisStore, raw: Redis, game: str, begun: Tag
) -> None:
    """40 calls in two workers, whose pools have three connections each: waiting holds none of them."""
    stores = [RedisStore(valkey_url, 3_600_000, connections=3) for _ in range(2)]
    lives = [Live(store, silence=NEVER) for store in stores]
    connected = len(raw.client_list())
    try:
        with ThreadPoolExecutor(40) as pool:
            waiting = [pool.submit(lives[call % 2].wait, game, 1, LONG) for call in range(40)]
            _await_listeners(raw, 2)
            assert not any(call.done() for call in waiting)
            assert len(raw.client_list()) <= connected + 6
            assert store.commit(game, begun, Tag.fresh(2), rows=[b"2"]) == Committed()
            assert [call.result(BOUND) for call in waiting] == [True] * 40
    finally:
        for live, other in zip(lives, stores, strict=True):
            live.close()
            other.close()


def test_no_wake_up_is_lost_between_two_who_answer_each_other(
    valkey_url: str, game: str, store: RedisStore, begun: Tag
) -> None:
    """200 commits, each made when the other's has been waited for: a lost wake-up would end the exchange."""
    stores = [RedisStore(valkey_url, 3_600_000) for _ in range(2)]
    lives = [Live(store, silence=NEVER) for store in stores]
    last = 201

    def play(side: int) -> list[int]:
        made = []
        for version in range(2 + side, last + 1, 2):
            assert version == 2 or lives[side].wait(game, version - 2, LONG)
            tag = stores[side].tag(game)
            assert tag is not None
            assert tag.version == version - 1
            assert stores[side].commit(game, tag, Tag.fresh(version), rows=[b"x"]) == Committed()
            made.append(version)
        return made

    try:
        with ThreadPoolExecutor(2) as pool:
            sides = [pool.submit(play, side) for side in range(2)]
            try:
                made = [side.result(BOUND) for side in sides]
            finally:
                for live in lives:
                    live.close()  # else a lost wake-up would also hang the test
        assert sorted(made[0] + made[1]) == list(range(2, last + 1))
    finally:
        for other in stores:
            other.close()


class Overtaken(RedisStore):
    """A store whose first answer is old when it arrives: the game has moved on, and this was heard."""

    def __init__(self) -> None:
        super().__init__("unix:///nowhere", 1)
        self.version = 1
        self.news: queue.Queue[str] = queue.Queue()
        self.heard = threading.Event()

    def tag(self, game: str) -> Tag:
        answer = Tag(self.version, "abcdefgh")
        if self.version == 1:
            self.version = 2
            self.news.put(game)
            assert self.heard.wait(BOUND)
        return answer

    def hear(self, silence: float) -> Generator[str | None, None, None]:
        while True:
            yield self.news.get()
            self.heard.set()


def test_a_wake_up_between_the_reading_and_the_waiting_counts() -> None:
    live = Live(Overtaken(), silence=NEVER)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(live.wait, "game", 1, LONG)
        try:
            assert waiting.result(BOUND) is True
        finally:
            live.close()


def test_closing_ends_the_waiting_calls(live: Live, raw: Redis, game: str, begun: Tag) -> None:
    with ThreadPoolExecutor(5) as pool:
        waiting = [pool.submit(live.wait, game, 1, LONG) for _ in range(5)]
        _await_listeners(raw, 1)
        live.close()
        assert [call.result(BOUND) for call in waiting] == [False] * 5
    assert live.wait(game, 1, LONG) is False


def test_where_games_stand_is_asked_together(store: RedisStore, game: str, begun: Tag) -> None:
    assert store.tags([game, "no-such-game", game]) == [begun, None, begun]
    assert store.tags([]) == []


def test_the_news_begin_with_none_and_name_each_game(store: RedisStore, game: str, begun: Tag) -> None:
    with closing(store.hear(NEVER)) as news:
        assert next(news) is None
        store.commit(game, begun, Tag.fresh(2), rows=[b"2"])
        assert next(word for word in news if word == game) == game
    with closing(store.hear(0.05)) as news:
        assert [next(news) for _ in range(4)] == [None] * 4  # silence is tried, and answered


def test_a_call_that_waits_through_a_restart_of_the_store_is_woken(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data") as server:
        store = RedisStore(server.url, 3_600_000)
        writer = RedisStore(server.url, 3_600_000)
        client = Redis.from_url(server.url, protocol=2)
        live = Live(store, silence=NEVER)
        tag = Tag.fresh(0)
        assert store.create("game", tag, state=None, meta=b"m", rows=[]) == Created()
        for version in range(1, 4):
            with ThreadPoolExecutor(3) as pool:
                waiting = [pool.submit(live.wait, "game", version - 1, LONG) for _ in range(3)]
                _await_listeners(client, 1)
                server.stop()
                server.start()
                new = Tag.fresh(version)
                # The listener may not hear this one: it may still be on its way back.
                assert writer.commit("game", tag, new, rows=[b"x"]) == Committed()
                tag = new
                try:
                    assert [call.result(BOUND) for call in waiting] == [True] * 3
                except TimeoutError:
                    live.close()
                    raise
        live.close()
        for ended in (store, writer, client):
            ended.close()


def test_a_commit_while_the_listener_is_cut_off_is_not_missed(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data") as server:
        store = RedisStore(server.url, 3_600_000)
        client: Any = Redis.from_url(server.url, protocol=2)
        live = Live(store, silence=NEVER)
        tag = Tag.fresh(0)
        store.create("game", tag, state=None, meta=b"m", rows=[])
        for version in range(1, 11):
            with ThreadPoolExecutor(1) as pool:
                waiting = pool.submit(live.wait, "game", version - 1, LONG)
                _await_listeners(client, 1)
                client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
                new = Tag.fresh(version)
                assert store.commit("game", tag, new, rows=[b"x"]) == Committed()
                tag = new
                try:
                    assert waiting.result(BOUND) is True
                except TimeoutError:
                    live.close()
                    raise
        live.close()
        for ended in (store, client):
            ended.close()


def test_Q27_waiting_on_a_store_that_is_away_says_so(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data") as server:
        store = RedisStore(server.url, 3_600_000)
        live = Live(store)
        server.stop()
        with pytest.raises(StoreUnavailable):
            live.wait("game", 0, LONG)
        live.close()
        store.close()


def test_Q27_a_call_whose_time_ends_while_the_store_is_away_says_so(tmp_path: Path) -> None:
    """Not before: the store may come back."""
    with Embedded(tmp_path / "data") as server:
        store = RedisStore(server.url, 3_600_000)
        client = Redis.from_url(server.url, protocol=2)
        live = Live(store, silence=NEVER)
        assert store.create("game", Tag.fresh(0), state=None, meta=b"m", rows=[]) == Created()
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(live.wait, "game", 0, 2.0)
            _await_listeners(client, 1)
            server.stop()
            with pytest.raises(StoreUnavailable):
                waiting.result(BOUND)
        live.close()
        for ended in (store, client):
            ended.close()


UNDER_GEVENT = """
from gevent import monkey
monkey.patch_all()
import sys
import gevent
from service.live import Live
from service.store import RedisStore, Tag

store = RedisStore(sys.argv[1], 60_000, connections=4)
live = Live(store, silence=3600)
tag = Tag.fresh(0)
store.create(sys.argv[2], tag, state=None, meta=b"m", rows=[])
ticks = []
ticking = gevent.spawn(lambda: [(ticks.append(1), gevent.sleep(0.01)) for _ in range(10_000)])
waiting = [gevent.spawn(live.wait, sys.argv[2], 0, 300) for _ in range(100)]
gevent.sleep(0.2)
assert not any(call.ready() for call in waiting)
assert len(ticks) > 2, "waiting held up the other greenlets"
store.commit(sys.argv[2], tag, Tag.fresh(1), rows=[b"1"])
gevent.joinall(waiting, timeout=60)
print([call.value for call in waiting].count(True))
ticking.kill()
live.close()
"""


def test_100_greenlets_wait_and_are_woken(valkey_url: str, game: str) -> None:
    command = [sys.executable, "-c", UNDER_GEVENT, valkey_url, game]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (ended.stdout, ended.returncode) == ("100\n", 0), ended.stderr
