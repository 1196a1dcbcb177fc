"""Many streams, read by one thread as they come: of each message its event and id."""

import re
import selectors
import socket
import time
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

PATIENCE = 30.0  # seconds without any message after which something is wrong
_MESSAGE = re.compile(rb"event: (\w+)\n(?:id: (\d+)\n)?data: ([^\n]*)\n\n")


class Heard(NamedTuple):
    """A message: its event, the version in its id (None: it has none), the number of bytes of its data."""

    event: str
    version: int | None
    size: int


class Member:
    """One stream of a crowd, and all that it has heard."""

    def __init__(
        self, root: str, path: str, token: str | None, last: int | None, receive: int | None, **query: object
    ) -> None:
        address = urlsplit(root)
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE)
        if receive is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.connect((address.hostname or "", address.port or 80))
        lines = [f"GET {path}?{urlencode(query)} HTTP/1.1", "Host: localhost"]
        lines += [] if token is None else [f"Authorization: Bearer {token}"]
        lines += [] if last is None else [f"Last-Event-ID: {last}"]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.heard: list[Heard] = []
        self.ended = False
        self._begun = False
        self._rest = b""

    def take(self) -> None:
        """Takes what is there. A batch of messages is a chunk of the transfer, so none is broken by its
        length."""
        data = self.socket.recv(1 << 18)
        self.ended = not data
        found = self._rest + data
        assert self._begun or found.startswith(b"HTTP/1.1 200"), found
        self._begun = True
        whole = found.rfind(b"\n\n") + 2
        self._rest = found[whole:] if whole > 1 else found
        for event, version, told in _MESSAGE.findall(found[: max(0, whole)]):
            self.heard.append(Heard(event.decode(), int(version) if version else None, len(told)))

    @property
    def steps(self) -> list[int | None]:
        """The versions of the steps that were told, in their order."""
        return [heard.version for heard in self.heard if heard.event == "step"]

    @property
    def games(self) -> list[int]:
        """The versions of the games that were shown, in their order."""
        return [heard.version or 0 for heard in self.heard if heard.event == "game"]


class Crowd:
    """Streams that are read together, and closed at the end of the block."""

    def __init__(self, root: str) -> None:
        self.members: list[Member] = []
        self._root = root
        self._waiting = selectors.DefaultSelector()

    def __enter__(self) -> "Crowd":
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def add(
        self,
        game: str,
        token: str | None = None,
        last: int | None = None,
        receive: int | None = None,
        **query: object,
    ) -> Member:
        """One more stream of the game."""
        member = Member(self._root, f"/v1/games/{game}/stream", token, last, receive, **query)
        self.members.append(member)
        self._waiting.register(member.socket, selectors.EVENT_READ, member)
        return member

    def read_until(self, enough: Callable[[Member], bool]) -> None:
        """Reads until it holds for each that it has heard enough; whoever has, is read on as well."""
        short = {member for member in self.members if not enough(member)}
        quiet = time.monotonic()
        while short:
            ready = self._waiting.select(1.0)
            if ready:
                quiet = time.monotonic()
            assert time.monotonic() < quiet + PATIENCE, f"{len(short)} streams hear nothing more"
            for key, _ in ready:
                member: Member = key.data
                member.take()
                if member.ended:
                    self._waiting.unregister(member.socket)
                if member in short and enough(member):
                    short.discard(member)
                assert not (member.ended and member in short), f"it was closed after {member.heard[-1:]}"

    def cut(self) -> None:
        """Closes all of them, whatever is under way."""
        for member in self.members:
            member.socket.close()
        self.members = []
        self._waiting.close()
        self._waiting = selectors.DefaultSelector()
