"""The service as it is deployed: gunicorn with some workers, on a free port of loopback."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from service.embedded import ending_with_parent

ROOT = Path(__file__).resolve().parents[2]
WORKERS = 2
START = 60.0  # seconds, on a busy machine


@dataclass(frozen=True)
class Served:
    """A running service: its address, like `http://127.0.0.1:40123`, and gunicorn's first process."""

    address: str
    process: "subprocess.Popen[bytes]"


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def serving(
    redis_url: str, output: Path, workers: int = WORKERS, app: str = "service.wsgi:app", **more: str
) -> Iterator[Served]:
    """Serves, as configured by `more`, until the block ends; what is logged goes to the file."""
    port = int(more.get("PORT") or free_port())
    environ = os.environ | {
        "REDIS_URL": redis_url,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "WORKERS": str(WORKERS),
        "LOG_LEVEL": "warning",
        "BASE_URL": "",
        **more,
    }
    command = [sys.executable, "-m", "gunicorn", "--config", "service/gunicorn.conf.py", app]
    with output.open("wb") as out:
        process = subprocess.Popen(
            ending_with_parent(command), cwd=ROOT, env=environ, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            _wait_for(port, process, output)
            yield Served(f"http://127.0.0.1:{port}", process)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def _wait_for(port: int, process: "subprocess.Popen[bytes]", output: Path) -> None:
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
