"""`python -m service` as a person starts it: what it prints, how it ends, and that nothing is left behind."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from service.embedded import Embedded

ROOT = Path(__file__).resolve().parents[2]
START = 30.0  # seconds, on a busy machine
STOP = 10.0


class Serving:
    """A running service, its address, and the files that its output goes to."""

    def __init__(self, process: subprocess.Popen[bytes], output: Path) -> None:
        self.process = process
        self._output = output
        self.root = self._address()

    def said(self) -> str:
        """All that it has printed so far."""
        return self._output.read_text()

    def _address(self) -> str:
        eventually(lambda: "docs" in self.said() or self._ended(), START)
        found = re.search(r"API +(http://\S+)/v1\n", self.said())
        assert found, self.said()
        eventually(lambda: lives(found[1]) or self._ended(), START)
        assert not self._ended(), self.said()
        return found[1]

    def _ended(self) -> bool:
        return self.process.poll() is not None


def eventually(holds: Callable[[], bool], seconds: float) -> None:
    """Comes back as soon as it holds; fails when it does not within the seconds."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, f"not within {seconds} s"
        time.sleep(0.02)


def lives(root: str) -> bool:
    """Whether the service answers."""
    try:
        return httpx.get(f"{root}/livez", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def descendants(parent: int) -> set[int]:
    """The processes below this one, however deep."""
    listing = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    pairs = [tuple(map(int, line.split())) for line in listing.splitlines()]
    found = {parent}
    while grown := {child for child, above in pairs if above in found} - found:
        found |= grown
    return found - {parent}


def running(process: int) -> bool:
    """Whether it is still there, and no mere entry that nobody has collected."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout
    return bool(state.strip()) and not state.startswith("Z")


def environ(folder: Path, **settings: str) -> dict[str, str]:
    """What `python -m service` is started with: any free port, a folder of its own."""
    inherited = {name: text for name, text in os.environ.items() if name not in ("REDIS_URL", "BASE_URL")}
    return (
        inherited
        | {"HOST": "127.0.0.1", "PORT": "0", "DATA": str(folder / "data"), "LOG_LEVEL": "info"}
        | settings
    )


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[Serving]:
    """A service of its own on the folder; whatever is left of it at the end is killed."""
    output = folder / "output.txt"
    with output.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "service"],
            cwd=ROOT,
            env=environ(folder, **settings),
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    family: set[int] = set()
    try:
        service = Serving(process, output)
        family = descendants(process.pid)
        yield service
    finally:
        for member in family | descendants(process.pid) | {process.pid}:
            if running(member):
                os.kill(member, signal.SIGKILL)
        process.wait()


def test_it_says_where_api_docs_and_data_are(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        assert service.said().startswith(
            "Fairdeal\n"
            f"  API   {service.root}/v1\n"
            f"  docs  {service.root}/docs\n"
            f"  data  {tmp_path}/data (embedded Valkey)\n"
        )
        assert (tmp_path / "data" / "appendonlydir").is_dir()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_all_of_it_within_seconds(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path) as service:
        family = descendants(service.process.pid)
        assert len(family) == 4, "Valkey, gunicorn, two workers"
        service.process.send_signal(number)
        assert service.process.wait(STOP) == 0
        assert [member for member in family if running(member)] == []
        assert not lives(service.root)


def test_a_connection_that_is_kept_alive_does_not_hold_the_stop(tmp_path: Path) -> None:
    with serving(tmp_path) as service, httpx.Client() as client:
        assert client.get(f"{service.root}/livez").status_code == 200
        service.process.terminate()
        assert service.process.wait(STOP) == 0


def test_a_call_that_waits_is_answered_when_the_stop_comes(tmp_path: Path) -> None:
    with serving(tmp_path) as service, ThreadPoolExecutor(1) as pool:
        seats = [{"name": "Ana"}, {"name": "Bo"}]
        made = httpx.post(f"{service.root}/v1/games", json={"ruleset": "vantage", "seats": seats}).json()
        address = f"{service.root}/v1/games/{made['game']['id']}/events"
        query = {"after": made["game"]["version"], "wait": 20}
        waiting = pool.submit(httpx.get, address, params=query, timeout=STOP)
        time.sleep(0.5)
        assert not waiting.done()
        service.process.terminate()
        answer = waiting.result(STOP)
        assert (answer.status_code, answer.json()["steps"]) == (200, [])
        assert service.process.wait(STOP) == 0


def test_killing_it_takes_valkey_and_gunicorn_down_on_linux(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        family = descendants(service.process.pid)
        service.process.kill()
        eventually(lambda: not any(map(running, family)), STOP)


def test_it_ends_with_a_reason_when_valkey_is_gone(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        family = descendants(service.process.pid)
        server = int((tmp_path / "data" / "valkey.lock").read_text().split()[0])
        assert server in family
        os.kill(server, signal.SIGKILL)
        assert service.process.wait(STOP) == 1
        assert "fairdeal: the embedded Valkey is gone" in service.said()
        assert [member for member in family if running(member)] == []


def test_it_serves_again_from_the_same_folder(tmp_path: Path) -> None:
    for _ in range(2):
        with serving(tmp_path) as service:
            service.process.terminate()
            assert service.process.wait(STOP) == 0


def test_with_REDIS_URL_it_becomes_gunicorn_and_starts_no_valkey(tmp_path: Path) -> None:
    with (
        Embedded(tmp_path / "elsewhere") as store,
        serving(tmp_path, REDIS_URL=store.url, WORKERS="1") as service,
    ):
        assert "  data  the store in REDIS_URL\n" in service.said()
        assert store.url not in service.said()
        assert len(descendants(service.process.pid)) == 1
        assert not (tmp_path / "data").exists()
        service.process.terminate()
        assert service.process.wait(STOP) == 0


def refusal(folder: Path, **settings: str) -> str:
    """What is printed when it does not start: one line, and nothing on the output."""
    ended = subprocess.run(
        [sys.executable, "-m", "service"],
        cwd=ROOT,
        env=environ(folder, **settings),
        capture_output=True,
        text=True,
        timeout=START,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    return ended.stderr


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refusal(tmp_path, PORT=str(port)) == (
            f"fairdeal: cannot listen on 127.0.0.1, port {port} (Address already in use): "
            "set HOST and PORT to choose another\n"
        )
    assert not (tmp_path / "data").exists()


def test_a_host_that_is_not_of_this_machine_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path, HOST="192.0.2.1").startswith("fairdeal: cannot listen on 192.0.2.1, port 0 (")


def test_a_folder_in_use_is_named(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data"):
        assert refusal(tmp_path).startswith(
            f"fairdeal: the data folder {tmp_path}/data is in use by another server"
        )


def test_a_bad_variable_is_named(tmp_path: Path) -> None:
    assert (
        refusal(tmp_path, WORKERS="many")
        == "fairdeal: WORKERS takes a whole number from 1 to 64, not 'many'\n"
    )


def test_Q56_no_token_comes_into_the_log(tmp_path: Path) -> None:
    token = "fds_4Yq2mB7cR9tX1vZ8wK5n_Zk3vQ0Xr8mT1yB5nH2cWfA"
    with serving(tmp_path) as service:
        bearer = {"Authorization": f"Bearer {token}"}
        assert httpx.get(f"{service.root}/livez?token={token}", headers=bearer).status_code == 200
        host, port = service.root.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=5) as line:
            line.sendall(
                f"GET /livez HTTP/1.1\r\nHost: here\r\nAuthorization Bearer {token}\r\n\r\n".encode()
            )
            assert line.recv(4096).startswith(b"HTTP/1.1 400")
        eventually(lambda: "refused from ip=127.0.0.1: 400 InvalidHeader" in service.said(), STOP)
        assert '"GET /livez" 200' in service.said()
        assert token[4:] not in service.said()
