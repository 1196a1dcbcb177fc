"""Waiting for replicas: what they have not confirmed stands, is not acknowledged, and is told by a retry."""

import signal
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from service.store import (
    Committed,
    Conflict,
    Created,
    Exists,
    KeyRecord,
    RedisStore,
    StoreUnavailable,
    Tag,
    keys,
)
from tests.cluster.valkeys import NODE_TIMEOUT_MS, Valkey, ValkeyCluster
from tests.e2e.player import Player, Seated


@contextmanager
def deaf(cluster: ValkeyCluster, game: str) -> Iterator[Valkey]:
    """The replica of the game's master hears nothing for the while, and goes on afterwards."""
    replica = cluster.replica_of(cluster.master_of(keys.game_key(game)))
    replica.signal(signal.SIGSTOP)
    try:
        yield replica
    finally:
        replica.signal(signal.SIGCONT)
        cluster.settle()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replicas are not waited for so long."""
    monkeypatch.setattr("service.store.server.REPLICA_PATIENCE_MS", 200)


@pytest.mark.usefixtures("hasty")
def test_what_the_replica_has_is_held_and_what_it_has_not_is_not(
    cluster: ValkeyCluster, careful: RedisStore, store: RedisStore, game: str
) -> None:
    first, second = Tag.fresh(1), Tag.fresh(2)
    record = KeyRecord("h", 2, 2)
    assert careful.create(game, first, state=None, meta=b"m", rows=[b"1"]) == Created(held=True)
    with deaf(cluster, game):
        answer = careful.commit(game, first, second, rows=[b"2"], key=("k", record))
        assert answer == Committed(held=False)
        assert careful.tag(game) == second, "it stands"
        assert careful.read(game) is not None
        with pytest.raises(StoreUnavailable, match="replicas"):
            careful.read(game, "k")
        with pytest.raises(StoreUnavailable, match="replicas"):
            careful.create(game, first, state=None, meta=b"m", rows=[b"1"])
        assert careful.commit(game, first, second, rows=[b"2"]) == Conflict(second)
        patient = store.read(game, "k")
        assert patient is not None
        assert patient.key == record, "who waits for no replica is told"
    told = careful.read(game, "k")
    assert told is not None
    assert (told.tag, told.key) == (second, record)
    assert isinstance(careful.create(game, first, state=None, meta=b"m", rows=[b"1"]), Exists)
    assert store.commit(game, second, Tag.fresh(3), rows=[b"3"]) == Committed(held=True)


def test_the_key_that_is_written_to_ask_replicas_ends_by_itself(
    cluster: ValkeyCluster, careful: RedisStore, game: str
) -> None:
    careful.create(game, Tag.fresh(0), state=None, meta=b"m", rows=[], key=("k", KeyRecord("h", 0, 0)))
    careful.read(game, "k")
    left = cluster.master_of(keys.game_key(game)).ask.pttl(keys.barrier_key(game))
    assert -2 <= left <= 1000
    assert left != -1


@pytest.mark.usefixtures("hasty")
def test_more_replicas_than_there_are_confirm_nothing(cluster: ValkeyCluster, game: str) -> None:
    demanding = RedisStore(cluster.url, 60_000, replicas=2)
    assert demanding.create(game, Tag.fresh(0), state=None, meta=b"m", rows=[]) == Created(held=False)
    demanding.close()


def test_a_move_that_the_replica_has_not_is_503_and_its_retry_is_replayed_when_it_has(
    service: Player, cluster: ValkeyCluster
) -> None:
    table = Seated(service, sandbox={})
    move, mover, key = table.move(), table.mover, str(uuid.uuid4())
    with deaf(cluster, table.id):
        for _ in range(2):
            refused = mover.try_move(table.id, move, Idempotency_Key=key)
            assert (refused.status, refused.json["code"]) == (503, "store-unavailable")
            assert refused.headers["retry-after"] == "1"
            assert table.version == 3, "the move stands, once"
    told = mover.try_move(table.id, move, Idempotency_Key=key)
    assert told.status == 200
    assert told.headers["idempotent-replayed"] == "true"
    assert [step["version"] for step in told.json["steps"]] == [3]
    assert table.version == 3


def test_a_game_that_the_replica_has_not_is_made_by_the_retry_with_the_same_secrets(
    service: Player, cluster: ValkeyCluster
) -> None:
    body = {"ruleset": "vantage", "seats": [{"name": "Ana"}, {"name": "Bo"}]}
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = service.ask("POST", "/v1/games", body, headers=key)
    game = first.json["game"]["id"]
    with deaf(cluster, game):
        assert service.ask("POST", "/v1/games", body, headers=key).status == 503
    again = service.ask("POST", "/v1/games", body, headers=key)
    assert (again.status, again.json["seat_tokens"]) == (201, first.json["seat_tokens"])


def test_acknowledged_changes_survive_the_end_of_their_master(
    cluster: ValkeyCluster, careful: RedisStore, game: str
) -> None:
    """The master is killed while changes are made without pause; the replica, now master, has each of them
    that was acknowledged, and at most one more."""
    tag, acknowledged = Tag.fresh(1), 1
    assert careful.create(game, tag, state=None, meta=b"m", rows=[b"1"]) == Created()
    dead = cluster.master_of(keys.game_key(game))
    until = time.monotonic() + 0.3
    try:
        while True:
            if until and time.monotonic() > until:
                dead.signal(signal.SIGKILL)
                until = 0.0
            new = Tag.fresh(tag.version + 1)
            assert careful.commit(game, tag, new, rows=[b"x"]) == Committed()
            tag, acknowledged = new, new.version
    except StoreUnavailable:
        dead.kill()
    cluster.failed_over(keys.game_key(game), dead)
    deadline = time.monotonic() + 10 * NODE_TIMEOUT_MS / 1000
    while True:
        try:
            stored = careful.read(game)
            break
        except StoreUnavailable:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert stored is not None
    assert acknowledged > 20
    assert stored.tag.version - acknowledged in (0, 1)
    assert len(careful.rows(game, 0, 100_000)) == stored.tag.version
