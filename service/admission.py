"""How many streams there may be: of a worker, and of a token over all workers."""

import secrets
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, TypeGuard

import msgspec

from service import auth
from service.faults import RateLimited
from service.store import RedisStore, StoreUnavailable

MOST_STREAMS: Final = 8  # at once, of one token of a seat or host
ROOM: Final = 3000  # open streams of a worker; it takes more connections, so that calls get through
OPEN_ROOM: Final = 2000  # of these, for streams that no such token has opened
RETRY_AFTER: Final = 5  # seconds
_QUOTA: Final = f'q={MOST_STREAMS};qu="concurrent-requests"'


class Hold(msgspec.Struct, frozen=True):
    """A stream that counts: the digest of its token, and a random name."""

    token: str
    name: str


class Admission:
    """Lets streams in, and counts those that are.

    The public is not counted by address: behind a proxy all have one. Invites are for many, so whoever comes
    with one counts as the public; the public together leaves room for those who play.
    """

    def __init__(self, store: RedisStore, room: int = ROOM, open_room: int = OPEN_ROOM) -> None:
        self._holds = store.holds
        self._room = room
        self._open_room = open_room
        self._lock = threading.Lock()
        self.streams = 0

    def enter(self, known: bool) -> None:
        """One more in this worker. `known`: of a seat or host. RateLimited if there is no room."""
        with self._lock:
            if self.streams >= (self._room if known else self._open_room):
                raise RateLimited("There is no room for another stream now.", "streams", RETRY_AFTER)
            self.streams += 1

    def leave(self) -> None:
        """One less in this worker."""
        with self._lock:
            self.streams -= 1

    def hold(self, token: auth.Token | None) -> Hold | None:
        """Counts a stream of the token; None if nobody counts. RateLimited if it has too many."""
        if not counted(token):
            return None
        hold = Hold(token.digest, secrets.token_hex(8))
        if not self._holds.take(hold.token, hold.name, MOST_STREAMS):
            detail = f"{MOST_STREAMS} streams of this token are open already; close one of them first."
            raise RateLimited(detail, "streams", RETRY_AFTER, _QUOTA)
        return hold

    def renew(self, holds: Iterable[Hold]) -> None:
        """Counts the streams on. A store that is away is not waited for: they lapse much later."""
        with suppress(StoreUnavailable):
            self._holds.renew([(hold.token, hold.name) for hold in holds])

    def release(self, holds: Iterable[Hold]) -> None:
        """Counts the streams no more; if the store is away, they lapse."""
        with suppress(StoreUnavailable):
            for hold in holds:
                self._holds.release(hold.token, hold.name)


def counted(token: auth.Token | None) -> TypeGuard[auth.Token]:
    """Whether streams of the token are counted: it is one person's."""
    return token is not None and token.role != "invite"
