"""A service as it is deployed: gunicorn with two workers over a Valkey of its own, on a free port."""

from collections.abc import Iterator

import pytest

from service.embedded import Embedded
from tests.e2e.player import Player
from tests.e2e.serving import WORKERS, Served, serving


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the service, like `http://127.0.0.1:40123`."""
    folder = tmp_path_factory.mktemp("service")
    with (
        Embedded(folder / "data") as store,
        serving(store.url, folder / "gunicorn.txt", WORKERS) as served,
    ):
        yield served.address


@pytest.fixture
def service(root: str) -> Player:
    """A client without a token."""
    return Player(root)


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
