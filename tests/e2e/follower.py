"""A client of the streams: reads server-sent events as they come, and can be cut off."""

import http.client
import json
import random
import socket
import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

PATIENCE = 20.0  # seconds


class Told(NamedTuple):
    """A message: its event, id and data; a comment has the event `comment`."""

    event: str
    id: str | None
    data: Any

    @property
    def version(self) -> int:
        """The version of the step or game in it."""
        return int(self.data[self.event]["version"])


class EventStream:
    """An open stream. AssertionError if it was refused; `answer` is the refusal then."""

    def __init__(
        self,
        root: str,
        path: str,
        token: str | None = None,
        last: int | None = None,
        body: Any = None,
        receive: int | None = None,
        **query: Any,
    ) -> None:
        address = urlsplit(root)
        self._connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
        self._connection.connect()
        self.socket: socket.socket = self._connection.sock
        if receive is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        if body is not None:
            headers["Content-Type"] = "application/json"
        target = path + (f"?{urlencode(query)}" if query else "")
        sent = None if body is None else json.dumps(body).encode()
        self._connection.request("GET" if body is None else "POST", target, sent, headers)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.headers = {name.lower(): text for name, text in self._answer.getheaders()}

    @property
    def refusal(self) -> Any:
        """The problem that it was answered with."""
        try:
            return json.loads(self._answer.read())
        finally:
            self.cut()

    def __enter__(self) -> "EventStream":
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def __iter__(self) -> Iterator[Told]:
        """The messages until the stream ends. TimeoutError after a while of nothing but comments."""
        assert self.status == 200, self.refusal
        lines: dict[str, str] = {}
        until = time.monotonic() + PATIENCE
        while raw := self._answer.readline():
            line = raw.decode().removesuffix("\n")
            if line.startswith(":"):
                if time.monotonic() > until:
                    raise TimeoutError("no message came")
                yield Told("comment", None, line[1:].strip())
            elif line:
                name, _, value = line.partition(": ")
                lines[name] = value
            elif lines.keys() == {"retry"}:
                yield Told("retry", None, int(lines.pop("retry")))
            elif lines:
                yield Told(lines["event"], lines.get("id"), json.loads(lines["data"]))
                lines, until = {}, time.monotonic() + PATIENCE

    def next(self, event: str) -> Told:
        """The next message of the event; what comes before it is passed over."""
        for told in self:
            if told.event == event:
                return told
        raise AssertionError(f"the stream ended before a message {event}")

    def cut(self) -> None:
        """Closes the connection, whatever is under way."""
        self._connection.close()
        self._answer.close()


class Notebook:
    """What one viewer was told over all his connections to the stream of a game."""

    def __init__(self, root: str, game: str, token: str | None = None, **query: Any) -> None:
        self._where = (root, f"/v1/games/{game}/stream", token)
        self._query = query
        self.last = 0
        self.steps: list[Any] = []
        self.games: list[Any] = []
        self.connections = 0

    def follow(self, chance: random.Random | None = None) -> Any:
        """Follows the game to its end, cut off after a few messages again and again if there is a chance.

        Gives the data of the last message.
        """
        while True:
            self.connections += 1
            stream = EventStream(*self._where, self.last, **self._query)
            try:
                for count, told in enumerate(stream):
                    if told.event == "end" and told.data["reason"] != "restart":
                        return told.data
                    self._note(told)
                    if chance is not None and count >= chance.randint(1, 8):
                        break
            except (OSError, http.client.HTTPException):
                pass  # cut off in the middle of a message; it is not noted
            finally:
                stream.cut()

    def _note(self, told: Told) -> None:
        if told.event == "step":
            self.steps.append(told.data["step"])
            self.last = int(told.id or 0)
        elif told.event == "game":
            self.games.append(told.data["game"])
            self.last = int(told.id or 0)
