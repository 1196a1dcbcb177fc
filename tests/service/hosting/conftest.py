"""Hosting on a real Valkey, with a clock that the tests set."""

from collections.abc import Iterator

import pytest

from service.live import Live
from service.store import RedisStore
from tests.service.hosting.house import House


@pytest.fixture
def house(service_store: str) -> Iterator[House]:
    store = RedisStore(service_store, lifetime_ms=3_600_000)
    live = Live(store)
    yield House(store, live)
    live.close()
    store.close()
