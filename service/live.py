"""Waiting for games to move on: one listener a worker wakes all calls that wait."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from time import monotonic

from service.store import RedisStore, StoreUnavailable

SILENCE = 10.0  # seconds without news after which the connection is tried and every waiting call reads again
RECONNECT = 0.2  # seconds between two attempts to hear again


class Call:
    """A call that waits for some games. What it has not looked at yet: the last news of each, by number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._news: dict[str, int] = {}

    def wait(self, seconds: float) -> dict[str, int]:
        """The games with news since the last wait, each with the number of its last; none with the time."""
        self._woken.wait(seconds)
        with self._lock:
            self._woken.clear()
            news, self._news = self._news, {}
        return news

    def wake(self, game: str, number: int) -> None:
        """There is news of the game."""
        with self._lock:
            self._news[game] = number
            self._woken.set()


class Live:
    """The waiting calls of a worker, and the listener that wakes them: a thread, or a greenlet under gevent.

    No wake-up is lost: a call enlists, then reads, then waits; and each time the hearing begins (first, or
    again after the store was away) all are woken and read. The listener starts with the first call, so an
    object made before the workers are forked is fine. All calls together hold one connection.
    """

    def __init__(self, store: RedisStore, silence: float = SILENCE) -> None:
        self._store = store
        self._silence = silence
        self._lock = threading.Lock()
        self._waiting: dict[str, set[Call]] = {}
        self._closed = threading.Event()
        self._listener: threading.Thread | None = None
        self._number = 0
        self._swept = 0

    @property
    def closed(self) -> bool:
        """Whether the worker is going, and nothing shall wait any more."""
        return self._closed.is_set()

    @property
    def number(self) -> int:
        """How much news there was: what is read from now on knows all of it."""
        return self._number

    @property
    def swept(self) -> int:
        """The number of the last news that was of all games: some may have been missed before it."""
        return self._swept

    def tell(self, game: str) -> None:
        """Wakes the calls of the game: somebody has found that it moved."""
        self._wake(game)

    def wait(self, game: str, after: int, seconds: float) -> bool:
        """Whether the game has a version above `after`: comes back as soon as it has, or with the time.

        False at once when there is no such game. StoreUnavailable when the store cannot be read at first, or
        at last: one that goes away meanwhile may come back.
        """
        until = monotonic() + seconds
        call, begun = Call(), False
        with self._enlisted(game, call):
            while True:
                left, away = until - monotonic(), False
                try:
                    tag = self._store.tag(game)
                except StoreUnavailable:
                    if not begun or left <= 0 or self.closed:
                        raise
                    away = True
                else:
                    begun = True
                    if tag is None or tag.version > after:
                        return tag is not None
                    if left <= 0 or self.closed:
                        return False
                call.wait(min(left, RECONNECT) if away else left)

    def enlist(self, game: str, call: Call) -> None:
        """Wakes the call from now on when there is news of the game, until it is dismissed."""
        with self._lock:
            self._waiting.setdefault(game, set()).add(call)
            if self._listener is None or not self._listener.is_alive():
                self._listener = threading.Thread(target=self._listen, name="fairdeal-live", daemon=True)
                self._listener.start()

    def dismiss(self, game: str, call: Call) -> None:
        """Wakes the call no more for this game; nothing if it is not enlisted."""
        with self._lock:
            calls = self._waiting.get(game, set())
            calls.discard(call)
            if not calls:
                self._waiting.pop(game, None)

    def close(self) -> None:
        """Ends every waiting call, and those to come, without waiting: the worker is going."""
        self._closed.set()
        self._wake(None)

    @contextmanager
    def _enlisted(self, game: str, call: Call) -> Iterator[None]:
        self.enlist(game, call)
        try:
            yield
        finally:
            self.dismiss(game, call)

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                with closing(self._store.hear(self._silence)) as news:
                    for game in news:
                        if self._closed.is_set():
                            return
                        self._wake(game)
            except StoreUnavailable:
                self._closed.wait(RECONNECT)

    def _wake(self, game: str | None) -> None:
        """Tells the calls of the game; of None all calls, each of all its games."""
        with self._lock:
            self._number += 1
            if game is None:
                self._swept = self._number
            for named in list(self._waiting) if game is None else [game]:
                for call in self._waiting.get(named, ()):
                    call.wake(named, self._number)
