"""Finding the node that has a key: redirections, keys on the move, dead masters, slots without one."""

import signal
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from redis.crc import key_slot

from service.quota import Quota
from service.store import Committed, Created, Entry, RedisStore, Row, StoreUnavailable, Tag, keys
from service.store.due import Due
from service.store.quotas import Quotas
from tests.cluster.valkeys import Valkey, ValkeyCluster, until


def on_each_master(cluster: ValkeyCluster, name: str) -> list[str]:
    """An id of a game on each of the three masters."""
    found: dict[int, str] = {}
    number = 0
    while len(found) < 3:
        number += 1
        found.setdefault(cluster.master_of(keys.game_key(f"{name}{number}")).port, f"{name}{number}")
    return list(found.values())


def made(store: RedisStore, game: str) -> Tag:
    """A new game, with one step."""
    tag = Tag.fresh(1)
    assert store.create(game, tag, state=b"s", meta=b"m", pace=b"p", rows=[b"1"]) == Created()
    return tag


def soon(call: Callable[[], Any]) -> Any:
    """What the call gives as soon as the store answers again."""
    given: list[Any] = []

    def answers() -> bool:
        try:
            given.append(call())
        except StoreUnavailable:
            return False
        return True

    until(answers, "the store to answer")
    return given[0]


def test_games_lists_and_scans_are_of_all_masters(
    cluster: ValkeyCluster, store: RedisStore, game: str
) -> None:
    games = on_each_master(cluster, game)
    for one in games:
        made(store, one)
        store.index.note(Entry(int(time.time() * 1000), one), [game, f"{game}2", f"{game}3"], [f"{game}4"])
    assert {one for one, pace in store.paces() if pace == b"p"} >= set(games)
    assert {one for some in store.index.games() for one in some} >= set(games)
    assert set(store.index.lists()) >= {game, f"{game}2", f"{game}3"}
    assert store.index.metas(games) == [b"m"] * 3
    assert {entry.game for entry in store.index.page(f"{game}3", None, 9)} == set(games)
    assert store.lease_bots(games[0], 5000)
    assert not store.lease_bots(games[0], 5000)


def test_a_limit_is_kept_by_the_cluster(cluster: ValkeyCluster, game: str) -> None:
    quotas = Quotas(cluster.url)
    taken = [quotas.take("moves", Quota(2, 60), game) for _ in range(3)]
    assert [(one.granted, one.left) for one in taken] == [(True, 1), (True, 0), (False, 0)]
    quotas.close()


def test_what_is_due_and_who_looks_are_kept_by_the_cluster(store: RedisStore, game: str) -> None:
    store.due.add(game, 7)
    assert Due(game, 7) in store.due.by(10, 500)
    assert store.due.settle(Due(game, 7), None)
    assert store.holds.take(game, "stream", 1)
    assert not store.holds.take(game, "another", 1)


def test_a_key_is_found_while_its_slot_moves_to_another_master(
    cluster: ValkeyCluster, store: RedisStore, game: str
) -> None:
    """The keys of a game go one by one: while they are on two nodes a script is told to try again; a node
    that has none any more tells where they are (ASK), and in the end that they stay there (MOVED)."""
    tag = made(store, game)
    slot, source = key_slot(game.encode()), cluster.master_of(keys.game_key(game))
    target = next(node for node in cluster.masters if node is not source)
    names = {node: node.ask.execute_command("CLUSTER MYID").decode() for node in (source, target)}
    target.ask.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", names[source])
    source.ask.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", names[target])
    assert store.read(game) is not None

    _move(source, target, keys.log_key(game))
    with pytest.raises(StoreUnavailable, match="TryAgainError"):
        store.commit(game, tag, Tag.fresh(2), rows=[b"no"])
    _move(source, target, keys.game_key(game))
    second, third = Tag.fresh(2), Tag.fresh(3)
    assert store.commit(game, tag, second, rows=[b"2"]) == Committed(), "by ASK"
    assert store.index.metas([game, "none"]) == [b"m", None]
    for node in (target, source, *cluster.nodes):
        if "master" in node.ask.info("replication")["role"]:
            node.ask.execute_command("CLUSTER SETSLOT", slot, "NODE", names[target])
    assert store.commit(game, second, third, rows=[b"3"]) == Committed(), "by MOVED"
    assert store.rows(game, 0, 9) == [Row(1, b"1"), Row(2, b"2"), Row(3, b"3")]
    until(lambda: cluster.master_of(keys.game_key(game)) is target, "the slot to have moved")


def _move(source: Valkey, target: Valkey, key: str) -> None:
    moved = source.ask.execute_command("MIGRATE", "127.0.0.1", target.port, key, 0, 5000)
    assert moved in (b"OK", True)


def test_a_store_goes_on_after_its_master_was_killed_and_hears_the_news(
    cluster: ValkeyCluster, careful: RedisStore, game: str
) -> None:
    tag = made(careful, game)
    other = RedisStore(cluster.url, 60_000)
    with closing(careful.hear(3600)) as news:
        assert next(news) is None
        dead = cluster.master_of(keys.game_key(game))
        dead.kill()
        with pytest.raises(StoreUnavailable):
            careful.read(game)
        stored = soon(lambda: careful.read(game))
        assert stored.tag == tag
        new = Tag.fresh(2)
        assert other.commit(game, tag, new, rows=[b"2"]) == Committed()
        try:
            heard = next(word for word in news if word is not None)
        except StoreUnavailable:  # it was listening on the dead node, or the map is another
            news.close()
            assert next(soon(lambda: iter([next(careful.hear(3600))]))) is None
        else:
            assert heard == game
    assert careful.rows(game, 0, 9) == [Row(1, b"1"), Row(2, b"2")]
    other.close()


def test_a_master_that_hangs_is_replaced(
    cluster: ValkeyCluster, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.server.PATIENCE", 1.0)
    careful = RedisStore(cluster.url, 60_000, replicas=1)
    tag = made(careful, game)
    hung = cluster.master_of(keys.game_key(game))
    hung.signal(signal.SIGSTOP)
    try:
        assert soon(lambda: careful.read(game)).tag == tag
        cluster.failed_over(keys.game_key(game), hung)
    finally:
        hung.signal(signal.SIGCONT)
    cluster.settle()
    assert careful.commit(game, tag, Tag.fresh(2), rows=[b"2"]) == Committed()
    careful.close()


def test_a_store_that_nobody_has_started_is_found_when_it_is_there(cluster: ValkeyCluster) -> None:
    """A service may start before its store."""
    nobody = RedisStore("redis+cluster://127.0.0.1:1,127.0.0.1:2", 60_000)
    for call in (nobody.ping, lambda: nobody.read("game"), lambda: list(nobody.paces())):
        with pytest.raises(StoreUnavailable):
            call()
    one_lives = RedisStore(f"redis+cluster://127.0.0.1:1,127.0.0.1:{cluster.nodes[3].port}", 60_000)
    one_lives.ping()
    assert one_lives.read("game") is None
    nobody.close()
    one_lives.close()
