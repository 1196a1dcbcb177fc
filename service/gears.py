"""The second gear of house bots: those that think move after the answer, one commit a move, in turns.

A worker that thinks for a game holds a lease on it. If it dies, the lease lapses, and whoever looks at the
game next goes on; the sweeper looks if nobody else does. Two that think at once do no harm: the commit of the
second is refused, and a bot's move is the same whoever asks for it.

    worker A: leased, makes the last move         worker B: commits the answer to it
                                                  B: not leased, A is still there
    A: gives the lease back
    A: looks once more: there is a move to make   so whoever was turned away is not forgotten
"""

import logging
import threading
from collections.abc import Callable

from service.faults import NotFound
from service.store import RedisStore, StoreUnavailable
from service.tables import LEASE_MS
from service.unspoken import unspoken

log = logging.getLogger(__name__)

THINKERS = 2  # moves that a worker thinks about at the same time

Think = Callable[[str], bool]  # makes one move at the game; whether there is another to make
Waits = Callable[[str], bool]  # whether the game waits for a bot that thinks


class Gears:
    """The games of a worker whose house bots are thinking: each in a thread, a greenlet under gevent."""

    def __init__(self, store: RedisStore, think: Think, waits: Waits) -> None:
        self._store = store
        self._think = think
        self._waits = waits
        self._lock = threading.Lock()
        self._running: set[str] = set()
        self._room = threading.Semaphore(THINKERS)
        self._closed = threading.Event()

    def engage(self, game: str) -> None:
        """Has the bots of the game move, unless somebody has already. Comes back at once."""
        with self._lock:
            if self._closed.is_set() or game in self._running:
                return
            self._running.add(game)
        threading.Thread(target=self._run, args=(game,), name="fairdeal-bots", daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether anybody thinks here, or has still to find out that he need not."""
        return bool(self._running)

    def close(self) -> None:
        """Ends the thinking, each after the move that it is about, without waiting."""
        self._closed.set()

    def _run(self, game: str) -> None:
        try:
            leased = self._store.lease_bots(game, LEASE_MS)
            if leased:
                self._move(game)
            with self._lock:
                self._running.discard(game)
            if leased and self._waits(game):
                self.engage(game)
        except (StoreUnavailable, NotFound) as failure:
            log.info("house bots stop thinking until somebody looks: %s", failure)
        except Exception as fault:
            log.error("house bots failed at the game %s", game, exc_info=unspoken(fault))
        finally:
            with self._lock:
                self._running.discard(game)

    def _move(self, game: str) -> None:
        """All moves that there are to make now, and the lease is given back."""
        try:
            while self._once(game):
                self._store.renew_bots(game, LEASE_MS)
        finally:
            self._store.release_bots(game)

    def _once(self, game: str) -> bool:
        with self._room:
            return not self._closed.is_set() and self._think(game)
