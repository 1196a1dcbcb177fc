"""Hosting on a real Valkey, with a clock that the tests set."""

from collections.abc import Iterator

import pytest
from redis import Redis

from service.live import Live
from service.store import RedisStore
from service.store.index import DAY_MS
from tests.service.hosting.hall import Hall
from tests.service.hosting.house import House

OWN_DATABASE = "?db=9"


@pytest.fixture
def house(service_store: str) -> Iterator[House]:
    store = RedisStore(service_store, lifetime_ms=3_600_000)
    live = Live(store)
    yield House(store, live)
    live.close()
    store.close()


@pytest.fixture
def hall(service_store: str) -> Iterator[Hall]:
    """A hall whose lobby is empty."""
    url = service_store + OWN_DATABASE
    with Redis.from_url(url) as raw:
        raw.flushdb()
    store = RedisStore(url, lifetime_ms=30 * DAY_MS)
    live = Live(store)
    yield Hall(store, live)
    live.close()
    store.close()


@pytest.fixture
def raw(service_store: str) -> Iterator[Redis]:
    """A plain client of the hall's store."""
    with Redis.from_url(service_store + OWN_DATABASE) as client:
        yield client
