"""Bytes on a socket, for what no client library sends."""

import json
import secrets
import socket
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.e2e.player import Player

PATIENCE = 20.0  # seconds


@dataclass(frozen=True)
class Raw:
    """An answer as it came."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def connect(root: str, patience: float = PATIENCE) -> socket.socket:
    """A connection to the service."""
    address = urlsplit(root)
    return socket.create_connection((address.hostname or "", address.port or 0), timeout=patience)


def everything(connection: socket.socket) -> bytes:
    """All that comes until the other end closes, or falls silent for long."""
    found = b""
    try:
        while more := connection.recv(1 << 16):
            found += more
    except (TimeoutError, ConnectionResetError):
        pass
    return found


def answers(text: bytes) -> list[Raw]:
    """The answers in what came, by their lengths."""
    found = []
    while text:
        head, _, rest = text.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        length = int(headers.get("content-length", len(rest)))
        found.append(Raw(int(first.split()[1]), headers, rest[:length]))
        text = rest[length:]
    return found


def read_log(service: Player, log: Path, after: int = 0) -> str:
    """What has been logged by now: a line is written when its answer has been sent."""
    last = f"/{secrets.token_hex(8)}"
    service.ask("GET", last)
    until = time.monotonic() + PATIENCE
    while last not in (text := log.read_bytes()[after:].decode()):
        assert time.monotonic() < until
        time.sleep(0.02)
    return "".join(line for line in text.splitlines(keepends=True) if last not in line)


def exchange(root: str, sent: bytes, patience: float = PATIENCE) -> list[Raw]:
    """What the service answers to these bytes, after which nothing more is sent."""
    with closing(connect(root, patience)) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        return answers(everything(connection))
