"""A service as it is deployed: gunicorn with two workers over a Valkey of its own, on a free port."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.embedded import Embedded
from tests.e2e.player import Player
from tests.e2e.serving import Served, serving


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the service, like `http://127.0.0.1:40123`."""
    folder = tmp_path_factory.mktemp("service")
    with Embedded(folder / "data") as store, gunicorn(store.url, folder / "gunicorn.txt") as address:
        yield address


@pytest.fixture
def service(root: str) -> Player:
    """A client without a token."""
    return Player(root)


@contextmanager
def gunicorn(redis_url: str, output: Path, **more: str) -> Iterator[str]:
    """A service of its own, as configured by `more`; gives its address. What it prints is in `output`."""
    with serving(redis_url, output, **more) as served:
        yield served.address


@pytest.fixture(scope="session")
def wide_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """A Valkey that may be stopped and started again."""
    with Embedded(tmp_path_factory.mktemp("wide")) as store:
        yield store


@pytest.fixture(scope="session")
def wide(wide_store: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with four workers over it."""
    with serving(wide_store.url, tmp_path_factory.mktemp("wide") / "gunicorn.txt", WORKERS="4") as served:
        yield served
