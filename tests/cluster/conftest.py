"""A cluster, and a service with four workers over it, started once for all tests of this folder."""

from collections.abc import Iterator

import pytest

from service.store import RedisStore, Tag
from tests.cluster.valkeys import ValkeyCluster
from tests.e2e.player import Player
from tests.e2e.serving import Served, serving

LIFETIME_MS = 3_600_000
REPLICAS = 1


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValkeyCluster]:
    """The cluster, maybe still as the last test has left it."""
    cluster = ValkeyCluster(tmp_path_factory.mktemp("cluster"))
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture
def cluster(started: ValkeyCluster) -> ValkeyCluster:
    """The cluster, whole."""
    started.heal()
    return started


@pytest.fixture
def store(cluster: ValkeyCluster) -> Iterator[RedisStore]:
    """A store over it that waits for no replica."""
    made = RedisStore(cluster.url, LIFETIME_MS)
    yield made
    made.close()


@pytest.fixture
def careful(cluster: ValkeyCluster) -> Iterator[RedisStore]:
    """A store over it that waits for the replica."""
    made = RedisStore(cluster.url, LIFETIME_MS, replicas=REPLICAS)
    yield made
    made.close()


@pytest.fixture(scope="session")
def served(started: ValkeyCluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service over the cluster that acknowledges what the replica has."""
    output = tmp_path_factory.mktemp("served") / "gunicorn.txt"
    with serving(started.url, output, WORKERS="4", FAIRDEAL_REPLICAS=str(REPLICAS)) as running:
        yield running


@pytest.fixture
def service(served: Served, cluster: ValkeyCluster) -> Player:
    """A client without a token."""
    return Player(served.address)


@pytest.fixture
def game() -> str:
    """An id that no other test uses."""
    return "game" + Tag.fresh(0).nonce + Tag.fresh(0).nonce
