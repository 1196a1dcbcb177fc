"""The index of what is due: which time stays, what a sweeper may change, and its lifetime."""

import time

import pytest
from redis import Redis

from service.store import RedisStore, Tag, keys
from service.store.due import Due
from tests.store.conftest import LIFETIME_MS


@pytest.fixture(autouse=True)
def _empty(raw: Redis) -> None:
    raw.delete(keys.DUE, keys.DUE_LEASE)


def test_what_is_due_comes_in_its_order_and_no_more_than_asked_for(store: RedisStore) -> None:
    for game, when in [("c", 30), ("a", 10), ("b", 20), ("d", 31)]:
        store.due.add(game, when)
    assert store.due.by(30, 10) == [Due("a", 10), Due("b", 20), Due("c", 30)]
    assert store.due.by(30, 2) == [Due("a", 10), Due("b", 20)]
    assert store.due.by(9, 10) == []


def test_the_earlier_time_of_a_game_stays_until_it_was_looked_at(store: RedisStore) -> None:
    store.due.add("a", 20)
    store.due.add("a", 30)
    assert store.due.by(99, 10) == [Due("a", 20)]
    store.due.add("a", 10)
    assert store.due.by(99, 10) == [Due("a", 10)]
    assert store.due.settle(Due("a", 10), 40)
    assert store.due.by(99, 10) == [Due("a", 40)]


def test_what_has_changed_since_it_was_read_is_left_alone(store: RedisStore) -> None:
    store.due.add("a", 10)
    assert not store.due.settle(Due("a", 9), 50)
    assert not store.due.settle(Due("a", 11), None)
    assert store.due.by(99, 10) == [Due("a", 10)]
    assert store.due.settle(Due("a", 10), None)
    assert not store.due.settle(Due("a", 10), 50)
    assert store.due.by(99, 10) == []


def test_times_are_exact_to_the_millisecond(store: RedisStore) -> None:
    for at in (1_796_040_000_001, 253_402_300_799_999):  # the last is in the year 9999
        store.due.add(str(at), at)
        assert store.due.settle(Due(str(at), at), at + 1)
        assert Due(str(at), at + 1) in store.due.by(at + 1, 10)


def test_Q26_the_index_lives_as_long_as_a_game_after_its_last_change(store: RedisStore, raw: Redis) -> None:
    store.due.add("a", 10)
    first = raw.pexpiretime(keys.DUE)
    time.sleep(0.005)
    store.due.settle(Due("a", 10), 20)
    assert raw.pexpiretime(keys.DUE) > first
    assert 0 < raw.pttl(keys.DUE) <= LIFETIME_MS


def test_one_at_a_time_has_the_lease_and_it_ends_by_itself(store: RedisStore, raw: Redis) -> None:
    assert store.due.lease(30_000)
    assert not store.due.lease(30_000)
    assert 0 < raw.pttl(keys.DUE_LEASE) <= 30_000
    raw.pexpire(keys.DUE_LEASE, 1)
    until = time.monotonic() + 30
    while not store.due.lease(30_000):
        assert time.monotonic() < until


def test_all_games_are_found_with_their_pace_and_nothing_else(
    store: RedisStore, raw: Redis, game: str
) -> None:
    store.create(game, Tag.fresh(1), state=None, meta=b"m", pace=b"[1]", rows=[b"r"])
    store.due.add(game, 1)
    found = dict(store.paces())
    assert found[game] == b"[1]"
    assert all(raw.exists(keys.game_key(one)) for one in found)
