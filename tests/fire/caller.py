"""A client that gives up nothing: what was not answered it sends again, the same with the same key."""

import http.client
import time
import uuid
from collections.abc import Callable
from typing import Any

from tests.e2e.player import Answer, Player
from tests.fire.ledger import Ledger

PATIENCE = 90.0  # seconds after which a client that gets no answer is stuck
PAUSE = 0.05  # seconds before a request whose answer was lost is sent again


class Stuck(Exception):
    """No answer came, however often the request was sent."""


class Refused(Exception):
    """The request was judged and refused."""

    def __init__(self, status: int, code: str, said: str, sent: int) -> None:
        super().__init__(said)
        self.status = status
        self.code = code
        self.sent = sent


class Caller:
    """Sends requests to a service that is on fire, and writes down what was wrong with its answers."""

    def __init__(self, root: str, ledger: Ledger) -> None:
        self._root = root
        self._ledger = ledger

    def post(
        self, path: str, body: Any, token: str | None, if_match: int | None = None, key: str | None = None
    ) -> tuple[Any, int]:
        """The JSON of the 2xx answer, and how often it was sent. With a new key, unless one is given."""
        headers = {"Idempotency-Key": key or str(uuid.uuid4())}
        if if_match is not None:
            headers["If-Match"] = f'"{if_match}"'
        return self._until_answered("POST", path, body, token, headers)

    def get(self, path: str, token: str | None) -> Any:
        """The JSON of the 200 answer."""
        return self._until_answered("GET", path, None, token, {})[0]

    def delete(self, path: str, token: str | None) -> int:
        """How often it was sent until it was answered with 2xx."""
        return self._until_answered("DELETE", path, None, token, {})[1]

    def _until_answered(
        self, method: str, path: str, body: Any, token: str | None, headers: dict[str, str]
    ) -> tuple[Any, int]:
        until, sent = time.monotonic() + PATIENCE, 0
        player = Player(self._root, token)
        while time.monotonic() < until:
            sent += 1
            answer = whole(lambda: player.ask(method, path, body, headers=headers))
            if answer is None:
                self._ledger.lost += 1
                time.sleep(PAUSE)
                continue
            said = f"{method} {path}: {answer.status} {answer.body[:300]!r}"
            if answer.headers.get("access-control-allow-origin") != "*":
                self._ledger.strange.append(f"{said}: without CORS headers")
            if answer.status == 503:
                self._ledger.away += 1
                wait = answer.headers.get("retry-after", "")
                if answer.json["code"] != "store-unavailable" or not wait.isdecimal():
                    self._ledger.strange.append(f"{said}: Retry-After {wait!r}")
                time.sleep(int(wait or 1))
                continue
            if 200 <= answer.status < 300:
                return answer.json, sent
            code = str(answer.json["code"])
            self._ledger.refuse(code)
            if answer.status >= 500 or answer.status == 429:
                self._ledger.strange.append(said)
            raise Refused(answer.status, code, said, sent)
        raise Stuck(f"{method} {path} was sent {sent} times")


def whole(call: Callable[[], Answer]) -> Answer | None:
    """The answer, None if the connection broke before all of it was there.

    http.client takes a head that was cut off for a whole one: then there is no length, or too much of it.
    """
    try:
        answer = call()
    except (OSError, http.client.HTTPException, ValueError):
        return None
    return answer if answer.headers.get("content-length") == str(len(answer.body)) else None
