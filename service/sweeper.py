"""Looking at the games whose time has come, so that what is due is done promptly, though nobody asks."""

import logging
import threading
from collections.abc import Callable

from service.store import RedisStore, StoreUnavailable
from service.store.due import Due
from service.tables import PACE
from service.unspoken import unspoken

log = logging.getLogger(__name__)

INTERVAL = 1.0  # seconds between two sweeps, whichever worker makes them
LEASED_MS = 900  # of each second: it is over when the next sweep is
BATCH = 500  # games of one sweep; the rest waits for the next
AGAIN_MS = 60_000  # after which a game is tried again at which something failed

Look = Callable[[str], int | None]  # looks at a game; when (ms) it has to be looked at again, None: never


class Sweeper:
    """Sweeps every second, as long as it is not closed, taking turns with those of the other workers.

    `look` does the work: whatever is due at a game, of whatever kind, it does, and says when to come again.
    """

    def __init__(
        self, store: RedisStore, look: Look, clock: Callable[[], int], interval: float = INTERVAL
    ) -> None:
        self._store = store
        self._look = look
        self._clock = clock
        self._interval = interval
        self._closed = threading.Event()

    def run(self) -> None:
        """Sweeps until it is closed. One line in the log when the store goes away, one when it is back."""
        away = False
        while not self._closed.wait(self._interval):
            try:
                if self._store.due.lease(int(self._interval * LEASED_MS)):
                    self.sweep()
                if away:
                    log.warning("The store is back: deadlines are watched again.")
                away = False
            except StoreUnavailable as failure:
                if not away:
                    log.warning("Deadlines are not watched: %s.", failure)
                away = True

    def start(self) -> None:
        """Runs in a thread of its own, a greenlet under gevent, which ends with the process."""
        threading.Thread(target=self.run, name="fairdeal-sweeper", daemon=True).start()

    def close(self) -> None:
        """Ends the sweeping, without waiting."""
        self._closed.set()

    def sweep(self) -> int:
        """Looks at what is due by now, the longest due first; how many games that were."""
        games = self._store.due.by(self._clock(), BATCH)
        for at, due in enumerate(games):
            if self._closed.is_set():
                return at
            self._visit(due)
        return len(games)

    def repair(self) -> int:
        """Puts every game that has something to wait for into the index; how many that were."""
        found = 0
        for game, pace in self._store.paces():
            time = PACE.decode(pace).look
            if time is not None:
                self._store.due.add(game, time)
                found += 1
        return found

    def _visit(self, due: Due) -> None:
        try:
            again = self._look(due.game)
        except StoreUnavailable:
            raise
        except Exception as fault:
            log.error("The game %s could not be looked at.", due.game, exc_info=unspoken(fault))
            again = self._clock() + AGAIN_MS
        self._store.due.settle(due, again)
