"""What the tests of the service and of its contract share: the application over a Valkey of their own."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from service.app import create_app
from service.config import Config
from service.embedded import Embedded
from tests.contract.recorder import Contract, Recorder, strict_contract

TOGETHER = ("tests/cluster/",)  # folders whose tests share servers that they maltreat


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Has each test run in whichever process is free, but all of such a folder in one."""

    def _split_scope(self, nodeid: str) -> str:
        return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    """How `-n` shares out the tests. (The marks of `--dist=loadgroup` are lost on pytest 9.2.)"""
    return Scheduling(config, log)


@pytest.fixture(scope="session")
def service_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the Valkey that the application is over."""
    with Embedded(tmp_path_factory.mktemp("service")) as server:
        yield server.url


@pytest.fixture(scope="session")
def app(service_store: str) -> Iterator[Flask]:
    """The application; whatever its client is answered is held against the document."""
    made = create_app(Config(redis_url=service_store))
    made.test_client_class = Recorder
    yield made
    made.extensions["fairdeal-live"].close()
    made.extensions["fairdeal-store"].close()


@pytest.fixture
def client(app: Flask) -> Recorder:
    """A client without a token; each answer must be a documented one (Q10, Q49)."""
    client = app.test_client()
    assert isinstance(client, Recorder)
    return client


@pytest.fixture
def api(client: Recorder) -> Recorder:
    """The client, by its other name."""
    return client


@pytest.fixture
def contract() -> Contract:
    """The strict copy of the document."""
    return strict_contract()
