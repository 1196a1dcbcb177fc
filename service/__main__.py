"""`python -m service`: one machine, everything on: an embedded Valkey unless REDIS_URL is set, gunicorn."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import NoReturn

from msgspec.structs import replace

from service.config import BadConfig, Config
from service.embedded import Embedded, EmbeddedFault, ending_with_parent

STOP_PATIENCE = 8.0  # seconds between SIGTERM and SIGKILL; gunicorn.conf.py's graceful_timeout is within it

_HERE = Path(__file__).resolve().parent
_BACKLOG = 2048
_STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Refusal(Exception):
    """Why nothing can be served; a sentence for the terminal."""


def main() -> int:
    """Serves until it is told to stop. The status: 0 when told, 1 when it cannot start or loses a part."""
    for number in _STOP_SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, _stop)
    try:
        config = Config.from_environ()
        with _listen(config.host, config.port) as listener:
            if config.redis_url is None:
                _serve_with_embedded(config, listener)
            _become_gunicorn(config, listener)
    except (BadConfig, EmbeddedFault, Refusal) as fault:
        print(f"fairdeal: {fault}", file=sys.stderr)
        return 1


def _serve_with_embedded(config: Config, listener: socket.socket) -> NoReturn:
    """Starts both, and ends both when one is gone or a signal comes (as SystemExit)."""
    with Embedded(config.data) as store:
        _announce(listener, f"{store.folder} (embedded Valkey)")
        server = subprocess.Popen(
            ending_with_parent(_gunicorn(listener)),
            env=replace(config, redis_url=store.url).for_child(),
            pass_fds=[listener.fileno()],
            start_new_session=True,  # Ctrl-C comes to this process, which ends it gracefully
        )
        try:
            listener.close()  # the server has its own hold on it
            gone = 0
            while gone not in (server.pid, store.pid):  # process 1 of a container gets more
                gone, status = os.waitpid(-1, 0)
            if gone == store.pid:
                raise Refusal(f"the embedded Valkey is gone; {store.folder}/valkey.log may say why")
            raise Refusal(f"the HTTP server ended (status {os.waitstatus_to_exitcode(status)})")
        finally:
            _end(server)


def _become_gunicorn(config: Config, listener: socket.socket) -> NoReturn:
    """Nothing is left to look after: this process turns into the HTTP server."""
    _announce(listener, "the store in REDIS_URL")
    os.set_inheritable(listener.fileno(), True)
    command = _gunicorn(listener)
    os.execve(command[0], command, config.for_child())


def _gunicorn(listener: socket.socket) -> list[str]:
    return [
        sys.executable,
        "-m",
        "gunicorn",
        f"--chdir={_HERE.parent}",
        f"--config={_HERE / 'gunicorn.conf.py'}",
        f"--bind=fd://{listener.fileno()}",
    ]


def _listen(host: str, port: int) -> socket.socket:
    """Bound before anything is started, so that a taken port is known at once and by its name."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(_BACKLOG)
        except BaseException:
            listener.close()
            raise
    except OSError as error:
        raise Refusal(
            f"cannot listen on {host}, port {port} ({error.strerror}): set HOST and PORT to choose another"
        ) from error
    return listener


def _announce(listener: socket.socket, data: str) -> None:
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    root = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    print(f"Fairdeal\n  API   {root}/v1\n  docs  {root}/docs\n  data  {data}", flush=True)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    _deafen()
    raise SystemExit(0)


def _deafen() -> None:
    """The end has begun and is not interrupted."""
    for number in _STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _end(server: subprocess.Popen[bytes]) -> None:
    _deafen()
    server.terminate()
    try:
        server.wait(STOP_PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
