"""Waiting for a game to move on: one listener a worker wakes all calls that wait."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from time import monotonic

from service.store import RedisStore, StoreUnavailable

SILENCE = 10.0  # seconds without news after which the connection is tried and every waiting call reads again
RECONNECT = 0.2  # seconds between two attempts to hear again


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
        self._waiting: dict[str, set[threading.Event]] = {}
        self._closed = threading.Event()
        self._listener: threading.Thread | None = None

    def wait(self, game: str, after: int, seconds: float) -> bool:
        """Whether the game has a version above `after`: comes back as soon as it has, or with the time.

        False at once when there is no such game. Raises StoreUnavailable when the store cannot be read.
        """
        until = monotonic() + seconds
        woken = threading.Event()
        with self._enlisted(game, woken):
            while True:
                woken.clear()
                tag = self._store.tag(game)
                if tag is None or tag.version > after:
                    return tag is not None
                left = until - monotonic()
                if left <= 0 or self._closed.is_set():
                    return False
                woken.wait(left)

    def close(self) -> None:
        """Ends every waiting call, and those to come, without waiting: the worker is going."""
        self._closed.set()
        self._wake(None)

    @contextmanager
    def _enlisted(self, game: str, woken: threading.Event) -> Iterator[None]:
        with self._lock:
            self._waiting.setdefault(game, set()).add(woken)
            if self._listener is None or not self._listener.is_alive():
                self._listener = threading.Thread(target=self._listen, name="fairdeal-live", daemon=True)
                self._listener.start()
        try:
            yield
        finally:
            with self._lock:
                self._waiting[game].discard(woken)
                if not self._waiting[game]:
                    del self._waiting[game]

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
        with self._lock:
            groups = list(self._waiting.values()) if game is None else [self._waiting.get(game, set())]
            for group in groups:
                for woken in group:
                    woken.set()
