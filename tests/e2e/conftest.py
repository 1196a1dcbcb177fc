"""A service as it is deployed: gunicorn with two workers over a Valkey of its own, on a free port."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from service.embedded import Embedded, ending_with_parent
from tests.e2e.player import Player

ROOT = Path(__file__).resolve().parents[2]
WORKERS = 2
START = 60.0  # seconds, on a busy machine


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
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    environ = os.environ | {
        "REDIS_URL": redis_url,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "WORKERS": str(WORKERS),
        "LOG_LEVEL": "warning",
        "BASE_URL": "",
        **more,
    }
    command = [sys.executable, "-m", "gunicorn", "--config", "service/gunicorn.conf.py", "service.wsgi:app"]
    with output.open("wb") as out:
        process = subprocess.Popen(
            ending_with_parent(command), cwd=ROOT, env=environ, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            _wait_for(port, process, output)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def _wait_for(port: int, process: subprocess.Popen[bytes], output: Path) -> None:
    until = time.monotonic() + START
    while time.monotonic() < until and process.poll() is None:
        try:
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"the service did not come up: {output.read_text()}")
