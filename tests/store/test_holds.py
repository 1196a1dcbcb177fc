"""The count of a token's open streams: over all workers, exact in races, and short-lived."""

import time
from functools import partial

from redis import Redis

from service.store import RedisStore, Tag, keys
from service.store.connecting import server_at
from service.store.holds import Holds
from service.store.server import bounds
from tests.store.conftest import AtOnce


def some_token() -> str:
    return Tag.fresh(0).nonce * 8


def test_Q30_a_token_holds_as_many_streams_as_it_may_and_the_same_stream_counts_once(
    store: RedisStore, raw: Redis
) -> None:
    token, other = some_token(), some_token()
    assert [store.holds.take(token, f"s{at}", 3) for at in (1, 2, 3, 4, 1)] == [True, True, True, False, True]
    assert store.holds.take(other, "s4", 3), "another token has a count of its own"
    store.holds.release(token, "s2")
    store.holds.release(token, "s2")
    assert [store.holds.take(token, f"s{at}", 3) for at in (4, 2)] == [True, False]
    assert set(raw.zrange(keys.streams_key(token), 0, -1)) == {b"s1", b"s3", b"s4"}
    assert 44_000 < raw.pttl(keys.streams_key(token)) <= 45_000


def test_Q30_streams_are_counted_on_together_however_many_there_may_be(store: RedisStore, raw: Redis) -> None:
    """Also by a server that has forgotten the script, and those that have lapsed meanwhile."""
    tokens = [some_token() for _ in range(3)]
    for forgotten in (False, True):
        if forgotten:
            raw.script_flush()
        store.holds.renew([(token, f"s{at}") for token in tokens for at in range(4)])
        for token in tokens:
            assert raw.zcard(keys.streams_key(token)) == 4
            assert not store.holds.take(token, "another", 4)
            raw.delete(keys.streams_key(token))
    store.holds.renew([])


def test_Q30_no_race_lets_one_more_in(store: RedisStore, at_once: AtOnce) -> None:
    token = some_token()
    taken = at_once([partial(store.holds.take, token, f"s{at}", 8) for at in range(20)])
    assert sum(taken) == 8


def test_Q30_streams_of_a_killed_worker_lapse_and_those_that_are_said_again_do_not(
    valkey_url: str, raw: Redis
) -> None:
    server, token = server_at(valkey_url, bounds()), some_token()
    holds = Holds(server, lapse_ms=400)
    assert holds.take(token, "killed", 2)
    assert holds.take(token, "alive", 2)
    until = time.monotonic() + 30
    while not holds.take(token, "new", 2):
        assert holds.take(token, "alive", 2)
        assert time.monotonic() < until
        time.sleep(0.02)
    assert set(raw.zrange(keys.streams_key(token), 0, -1)) == {b"alive", b"new"}
    holds.release(token, "alive")
    holds.release(token, "new")
    assert raw.exists(keys.streams_key(token)) == 0
    server.close()
