"""The windows of the rate limits: what they grant, when there is more, what is kept of them."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from redis import Redis

from service.embedded import Embedded
from service.quota import Quota
from service.store import StoreUnavailable, Tag, keys
from service.store.quotas import Quotas


@pytest.fixture
def quotas(valkey_url: str) -> Iterator[Quotas]:
    made = Quotas(valkey_url)
    yield made
    made.close()


@pytest.fixture
def caller() -> str:
    """A digest that no other test uses."""
    return Tag.fresh(0).nonce * 4


def test_Q52_what_is_left_is_told_and_one_too_many_refused(quotas: Quotas, caller: str) -> None:
    taken = [quotas.take("moves", Quota(3, 60), caller) for _ in range(5)]
    assert [(one.granted, one.left) for one in taken] == [
        (True, 2),
        (True, 1),
        (True, 0),
        (False, 0),
        (False, 0),
    ]
    assert all(50 < one.reset <= 60 for one in taken)


def test_Q52_callers_policies_and_quotas_are_counted_apart(quotas: Quotas, caller: str) -> None:
    quota = Quota(1, 60)
    assert quotas.take("moves", quota, caller).granted
    assert not quotas.take("moves", quota, caller).granted
    assert quotas.take("moves", quota, caller[::-1]).granted
    assert quotas.take("tables", quota, caller).granted
    assert quotas.take("moves", Quota(2, 60), caller).granted


def test_Q52_waiting_exactly_reset_always_succeeds(quotas: Quotas, caller: str) -> None:
    """From any moment between two whole seconds, and though others were refused in between."""
    quota = Quota(2, 1)

    def wait_and_try(number: int) -> bool:
        mine = f"{caller}{number}"
        time.sleep(number / 24)
        quotas.take("moves", quota, mine)
        time.sleep(number / 48)
        quotas.take("moves", quota, mine)
        refused = quotas.take("moves", quota, mine)
        assert (refused.granted, refused.reset in (1, 2)) == (False, True)
        quotas.take("moves", quota, mine)
        time.sleep(refused.reset)
        return quotas.take("moves", quota, mine).granted

    with ThreadPoolExecutor(24) as pool:
        assert all(pool.map(wait_and_try, range(24)))


def test_Q52_a_window_moves_and_never_holds_more_than_the_quota(quotas: Quotas, caller: str) -> None:
    """Asked without pause for some windows: no span of a window's length holds more than was allowed."""
    quota, granted = Quota(4, 1), []
    until = time.time() + 3.2
    while time.time() < until:
        if quotas.take("moves", quota, caller).granted:
            granted.append(time.time())
        time.sleep(0.02)
    assert 12 <= len(granted) <= 16
    for at, one in enumerate(granted[: -quota.amount]):
        assert granted[at + quota.amount] - one > quota.seconds - 0.05


def test_Q52_callers_at_once_get_no_more_than_the_quota(quotas: Quotas, caller: str) -> None:
    gate = threading.Barrier(8)

    def take(number: int) -> bool:
        gate.wait(60)
        return quotas.take("moves", Quota(5, 60), caller).granted

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(take, range(8))) == [False] * 3 + [True] * 5


def test_Q26_a_window_is_one_key_that_ends_with_it(quotas: Quotas, raw: Redis, caller: str) -> None:
    for _ in range(7):
        quotas.take("moves", Quota(5, 6), caller)
    (key,) = raw.scan_iter(match=f"*{caller}*", count=1000)
    assert key == f"{keys.LIMITS}:moves/{caller}/5/6/second".encode()
    assert raw.llen(key) == 5
    assert 0 < raw.pttl(key) <= 6000


def test_a_store_that_is_away_is_said_to_be_soon_and_works_again_when_it_is_back(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data") as server:
        quotas, raw = Quotas(server.url), Redis.from_url(server.url, protocol=2)
        assert quotas.take("moves", Quota(9, 60), "c").left == 8
        raw.execute_command("CLIENT", "PAUSE", 60_000, "ALL")
        raw.close()
        begun = time.monotonic()
        with pytest.raises(StoreUnavailable, match=r"^the store does not answer \(TimeoutError\)$"):
            quotas.take("moves", Quota(9, 60), "c")
        assert time.monotonic() - begun < 4  # the store of the games would be waited for longer
    with pytest.raises(StoreUnavailable, match=r"^the store does not answer \(ConnectionError\)$"):
        quotas.take("moves", Quota(9, 60), "c")
    with Embedded(tmp_path / "data") as server:  # with what it had, and without the scripts
        assert quotas.take("moves", Quota(9, 60), "c").left in (6, 7)
    quotas.close()
