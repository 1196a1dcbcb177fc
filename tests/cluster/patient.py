"""A client that goes on through faults: it sends again what was not answered, with the same key."""

import http.client
import threading
import time
import uuid
from typing import Any

from tests.e2e.player import Answer, Choose, Player

PATIENCE = 60.0  # seconds in which any request is answered in the end
AGAIN = 0.1  # seconds; less than Retry-After says, so that more is tried


class Patient(Player):
    """Counts what it was refused, and what was answered of each move."""

    def __init__(self, root: str, token: str | None = None, away: "Away | None" = None) -> None:
        super().__init__(root, token)
        self.away = away or Away()

    def holding(self, token: str | None) -> "Patient":
        """The same with another token."""
        return Patient(self.root, token, self.away)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """The answer, when there is one that is not of a store that is away."""
        keyed = headers or {}
        if method == "POST":
            keyed = {"Idempotency-Key": str(uuid.uuid4()), **keyed}
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answer = super().ask(method, path, body, query, keyed)
            except (OSError, http.client.HTTPException):
                self.away.note("cut off")
            else:
                if answer.status != 503:
                    self.away.note("replayed" if "idempotent-replayed" in answer.headers else "answered")
                    return answer
                assert answer.headers["retry-after"] == "1"
                assert answer.json["code"] == "store-unavailable"
                self.away.note("503")
            assert time.monotonic() < until, f"stuck: {method} {path}"
            time.sleep(AGAIN)


class Away:
    """How often what came of a request, for all clients."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self._lock = threading.Lock()

    def note(self, what: str) -> None:
        """One more of this."""
        with self._lock:
            self.counts[what] = self.counts.get(what, 0) + 1


class Playing(threading.Thread):
    """Plays a game for all its seats to the end, in a thread; knows which versions were acknowledged."""

    def __init__(self, service: Patient, created: Any, choose: Choose, pause: float = 0.0) -> None:
        super().__init__(daemon=True)
        self.service = service
        self.game: str = created["game"]["id"]
        self.acknowledged: list[int] = []
        self.told: dict[int, list[Any]] = {}  # by seat, the steps of its answers
        self.failure: BaseException | None = None
        self.pause = pause  # seconds between two moves
        self._shown = created["game"]
        self._tokens = created["seat_tokens"]
        self._choose = choose
        self.start()

    def run(self) -> None:
        try:
            while self._shown["status"] == "playing":
                self._move()
                time.sleep(self.pause)
        except BaseException as failure:
            self.failure = failure

    def _move(self) -> None:
        seat = next(seat for seat in self._shown["to_act"] if self._tokens[seat] is not None)
        hand = self.service.holding(self._tokens[seat])
        listed = hand.list(self.game, limit=50)
        change = hand.play(self.game, self._choose(listed["items"])["move"])
        self.acknowledged += [step["version"] for step in change["steps"]]
        self.told.setdefault(seat, []).extend(change["steps"])
        self._shown = change["game"]

    def ended(self) -> Any:
        """The game as it ended."""
        self.join(3 * PATIENCE)
        assert not self.is_alive(), f"stuck after version {self._shown['version']}"
        if self.failure is not None:
            raise self.failure
        return self._shown
