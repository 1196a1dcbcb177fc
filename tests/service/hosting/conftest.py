"""Hosting on a real Valkey, with a clock that the tests set."""

from collections.abc import Iterator

import pytest

from service.embedded import Embedded
from service.live import Live
from service.store import RedisStore
from tests.service.hosting.house import House


@pytest.fixture(scope="session")
def hosting_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Valkey of this session's own."""
    with Embedded(tmp_path_factory.mktemp("hosting")) as server:
        yield server.url


@pytest.fixture
def house(hosting_url: str) -> Iterator[House]:
    store = RedisStore(hosting_url, lifetime_ms=3_600_000)
    live = Live(store)
    yield House(store, live)
    live.close()
    store.close()
