"""A store that is killed, restored from a copy, away, or unable to serve: what holds, and what is said."""

import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from service.embedded import Embedded
from service.store import Committed, Conflict, Created, RedisStore, Row, Stored, StoreUnavailable, Tag

LIFETIME_MS = 3_600_000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Embedded]:
    """A Valkey of this test's own, to be maltreated."""
    with Embedded(tmp_path / "data") as server:
        yield server


@pytest.fixture
def client(server: Embedded) -> Iterator[Any]:
    client = Redis.from_url(server.url, protocol=2)
    yield client
    client.close()


def _store(server: Embedded) -> RedisStore:
    return RedisStore(server.url, LIFETIME_MS)


def test_every_acknowledged_commit_survives_kill_9(server: Embedded) -> None:
    store = _store(server)
    games = [f"game{number}" for number in range(4)]
    acknowledged = dict.fromkeys(games, 0)
    under_way = threading.Barrier(len(games) + 1)

    def play(game: str) -> None:
        tag = Tag.fresh(0)
        assert store.create(game, tag, state=None, meta=b"m", rows=[]) == Created()
        while True:
            new = Tag.fresh(tag.version + 1)
            body = str(new.version).encode()
            try:
                assert store.commit(game, tag, new, state=body, rows=[body]) == Committed()
            except StoreUnavailable:
                return
            tag = new
            acknowledged[game] = new.version
            if new.version == 20:
                under_way.wait(60)

    with ThreadPoolExecutor(len(games)) as pool:
        players = [pool.submit(play, game) for game in games]
        under_way.wait(60)
        os.kill(server.pid, signal.SIGKILL)
        for player in players:
            player.result(60)

    server.stop()
    server.start()
    for game in games:
        stored = store.read(game)
        assert stored is not None
        assert stored.state == str(stored.tag.version).encode()
        # One commit may have been written whose answer was lost.
        assert stored.tag.version - acknowledged[game] in (0, 1)
        versions = range(1, stored.tag.version + 1)
        assert store.rows(game, 0, 100_000) == [Row(version, str(version).encode()) for version in versions]
        assert acknowledged[game] >= 20
    store.close()


def test_a_store_restored_from_a_copy_is_not_written_from_what_was_read_before(
    server: Embedded, tmp_path: Path
) -> None:
    store = _store(server)
    first, second = Tag.fresh(1), Tag.fresh(2)
    store.create("game", first, state=b"s1", meta=b"m", rows=[b"1"])
    server.stop()
    shutil.copytree(server.folder, tmp_path / "copy")
    server.start()
    assert store.commit("game", first, second, state=b"s2", rows=[b"2"]) == Committed()
    server.stop()
    shutil.rmtree(server.folder)
    shutil.copytree(tmp_path / "copy", server.folder)
    server.start()

    # While the copy is at version 1, the writer that remembers version 2 is behind a loss, and told so.
    assert store.commit("game", second, Tag.fresh(3), state=b"s3", rows=[b"3"]) == Conflict(first)
    # When others have played another version 2, its number is right and its nonce is not.
    other = Tag.fresh(2)
    assert store.commit("game", first, other, state=b"other", rows=[b"other"]) == Committed()
    assert store.commit("game", second, Tag.fresh(3), state=b"s3", rows=[b"3"]) == Conflict(other)
    assert store.read("game") == Stored(other, b"other", b"m", None)
    assert store.rows("game", 0, 10) == [Row(1, b"1"), Row(2, b"other")]
    store.close()


def test_a_game_made_again_under_its_id_is_another_game(store: RedisStore, raw: Redis, game: str) -> None:
    first, again = Tag.fresh(1), Tag.fresh(1)
    store.create(game, first, state=None, meta=b"m", rows=[b"1"])
    raw.delete(f"g:{{{game}}}")
    store.create(game, again, state=None, meta=b"m", rows=[b"1"])
    assert store.commit(game, first, Tag.fresh(2), rows=[b"2"]) == Conflict(again)


def test_Q27_every_call_says_that_the_store_is_away_and_works_when_it_is_back(server: Embedded) -> None:
    store = _store(server)
    tag = Tag.fresh(1)
    store.create("game", tag, state=b"s", meta=b"m", rows=[b"1"])
    for _ in range(2):
        server.stop()
        for call in (
            store.ping,
            lambda: store.read("game"),
            lambda: store.tag("game"),
            lambda: store.rows("game", 0, 10),
            lambda: store.create("other", Tag.fresh(0), state=None, meta=b"m", rows=[]),
            lambda: store.commit("game", tag, Tag.fresh(1)),
            lambda: next(store.hear(1)),
        ):
            with pytest.raises(StoreUnavailable):
                call()
        server.start()
        store.ping()
        assert store.read("game") == Stored(tag, b"s", b"m", None)
    store.close()


def test_Q27_a_restart_between_two_calls_is_not_noticed(server: Embedded) -> None:
    """The pool's connections are dead by then; each is replaced before it is used."""
    store = _store(server)
    gate = threading.Barrier(8)

    def ping(_: int) -> None:
        gate.wait(60)
        store.ping()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ping, range(8)))
        server.stop()
        server.start()
        list(pool.map(ping, range(8)))
    store.close()


def test_Q27_a_replica_that_may_not_write(server: Embedded, client: Any) -> None:
    store = _store(server)
    tag = Tag.fresh(1)
    store.create("game", tag, state=None, meta=b"m", rows=[b"1"])
    client.execute_command("REPLICAOF", "127.0.0.1", 1)
    with pytest.raises(StoreUnavailable, match="ReadOnlyError"):
        store.commit("game", tag, Tag.fresh(2), rows=[b"2"])
    client.execute_command("REPLICAOF", "NO", "ONE")
    assert store.commit("game", tag, Tag.fresh(2), rows=[b"2"]) == Committed()
    store.close()


def test_Q27_a_store_without_memory(server: Embedded, client: Any) -> None:
    store = _store(server)
    tag = Tag.fresh(1)
    store.create("game", tag, state=None, meta=b"m", rows=[b"1"])
    client.config_set("maxmemory", 1)
    with pytest.raises(StoreUnavailable, match="OutOfMemoryError"):
        store.commit("game", tag, Tag.fresh(2), rows=[b"2"])
    assert store.rows("game", 0, 10) == [Row(1, b"1")]
    client.config_set("maxmemory", 0)
    assert store.commit("game", tag, Tag.fresh(2), rows=[b"2"]) == Committed()
    store.close()


def test_Q27_a_store_without_the_replicas_it_asks_for(server: Embedded, client: Any) -> None:
    store = _store(server)
    client.config_set("min-replicas-to-write", 1)
    with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
        store.create("game", Tag.fresh(0), state=None, meta=b"m", rows=[])
    store.close()


def test_Q27_a_store_that_runs_somebodys_endless_script(server: Embedded, client: Any) -> None:
    store = _store(server)
    store.ping()
    client.config_set("busy-reply-threshold", 1)
    with ThreadPoolExecutor(1) as pool:
        endless = pool.submit(client.eval, "while true do end", 0)
        deadline = time.monotonic() + 30
        said = ""
        while not said and time.monotonic() < deadline:
            try:
                store.ping()
            except StoreUnavailable as failure:
                said = str(failure)
        killer = Redis.from_url(server.url, protocol=2)
        killer.execute_command("SCRIPT", "KILL")
        killer.close()
        assert endless.exception(60) is not None
    assert said == "the store cannot serve now (BUSY)"
    store.ping()
    store.close()


def test_Q27_a_store_that_hangs(server: Embedded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.server.PATIENCE", 0.2)
    store = _store(server)
    store.ping()
    news = store.hear(0.2)
    assert next(news) is None
    os.kill(server.pid, signal.SIGSTOP)
    try:
        with pytest.raises(StoreUnavailable, match="TimeoutError"):
            store.ping()
        with pytest.raises(StoreUnavailable, match="Silence"):
            list(news)
    finally:
        os.kill(server.pid, signal.SIGCONT)
    store.ping()
    store.close()


def test_a_password_is_in_no_text(server: Embedded, client: Any) -> None:
    client.execute_command("ACL", "SETUSER", "bob", "on", ">right", "~*", "&*", "+@all")
    refused = RedisStore(server.url.replace("unix://", "unix://bob:s3cretword@"), LIFETIME_MS)
    closed = RedisStore("redis://bob:s3cretword@127.0.0.1:1/0", LIFETIME_MS)
    for store in (refused, closed):
        with pytest.raises(StoreUnavailable) as raised:
            store.ping()
        said: BaseException | None = raised.value
        while said is not None:
            assert "s3cretword" not in f"{said} {said!r}"
            said = said.__cause__ or said.__context__
        store.close()
    for address in ("redis://:s3cret#word@host/0", "redis://:s3cret/word@host/0", "http://:s3cret@host"):
        with pytest.raises(ValueError, match="not an address") as invalid:
            RedisStore(address, LIFETIME_MS)
        assert "s3cret" not in str(invalid.value)
        assert invalid.value.__suppress_context__


def test_Q27_a_user_who_may_not_is_a_store_that_cannot_serve(server: Embedded, client: Any) -> None:
    client.execute_command("ACL", "SETUSER", "bob", "on", ">right", "~*", "&*", "+@read", "-@write")
    store = RedisStore(server.url.replace("unix://", "unix://bob:right@"), LIFETIME_MS)
    with pytest.raises(StoreUnavailable, match="NoPermissionError"):
        store.create("game", Tag.fresh(0), state=None, meta=b"m", rows=[])
    store.close()


def test_a_fault_of_ours_is_not_called_a_failure_of_the_store(
    store: RedisStore, raw: Redis, game: str
) -> None:
    raw.set(f"g:{{{game}}}", "not a hash")
    with pytest.raises(Exception, match="WRONGTYPE") as raised:
        store.read(game)
    assert not isinstance(raised.value, StoreUnavailable)
    raw.delete(f"g:{{{game}}}")


def test_no_connection_free_is_a_store_that_cannot_serve(
    server: Embedded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.server.PATIENCE", 0.1)
    store = RedisStore(server.url, LIFETIME_MS, connections=1)
    news = store.hear(60)
    assert next(news) is None
    with pytest.raises(StoreUnavailable):
        store.ping()
    news.close()
    store.ping()
    store.close()
