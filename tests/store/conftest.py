"""A real Valkey for a session, and what the tests of the store share."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

import pytest
from redis import Redis

from service.embedded import Embedded
from service.store import Created, RedisStore, Tag

T = TypeVar("T")

LIFETIME_MS = 3_600_000


class AtOnce(Protocol):
    def __call__(self, calls: Sequence[Callable[[], T]]) -> list[T]: ...


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Valkey of this session's own."""
    with Embedded(tmp_path_factory.mktemp("valkey")) as server:
        yield server.url


@pytest.fixture
def store(valkey_url: str) -> Iterator[RedisStore]:
    store = RedisStore(valkey_url, LIFETIME_MS)
    yield store
    store.close()


@pytest.fixture
def raw(valkey_url: str) -> Iterator[Redis]:
    """A plain client, to look at what is really there."""
    client = Redis.from_url(valkey_url, protocol=2)
    yield client
    client.close()


@pytest.fixture
def game() -> str:
    """An id that no other test uses."""
    return "game" + Tag.fresh(0).nonce + Tag.fresh(0).nonce


@pytest.fixture
def begun(store: RedisStore, game: str) -> Tag:
    """The game `game` with one step, and its tag."""
    tag = Tag.fresh(1)
    assert store.create(game, tag, state=b"state 1", meta=b"meta 1", rows=[b"step 1"]) == Created()
    return tag


@pytest.fixture
def at_once() -> AtOnce:
    """Makes all the calls in as many threads, let go together; gives back what they gave, in order."""

    def run(calls: Sequence[Callable[[], T]]) -> list[T]:
        gate = threading.Barrier(len(calls))

        def run_one(call: Callable[[], T]) -> T:
            gate.wait(60)
            return call()

        with ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(run_one, calls))

    return run
