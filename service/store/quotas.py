"""How much one caller has had lately: moving windows in the store of the games, for the rate limits."""

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter

from service.quota import Quota
from service.store import keys
from service.store.connecting import server_at
from service.store.pool import Bounds
from service.store.server import Script, Server

CONNECTIONS = 8  # a worker, to each server; apart from those of the games, which a flood is not to take
PATIENCE = 0.5  # seconds, for each step: a limit is not worth a longer wait
_ROUNDING = 0.001  # seconds: the script tells times in 14 digits


class Taken(msgspec.Struct, frozen=True):
    """Whether a call was within the quota, how many more are, and in how many whole seconds there is more.

    `reset` is 1 or more; a call `reset` seconds from now is within the quota, if no other came before it.
    """

    granted: bool
    left: int
    reset: int


class _Windows(RedisStorage):
    """The library's storage, whose scripts go the way of the games, whatever kind of store that is.

    All that a moving window uses of the storage is scripts, each of one key.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        super().__init__("redis://", key_prefix=keys.LIMITS)  # read for its scheme, and never connected

    def get_connection(self, readonly: bool = False) -> Any:
        """What the library registers its scripts with."""
        return self

    def register_script(self, text: bytes) -> Callable[[Sequence[str], Sequence[Any]], Any]:
        """What runs the script."""
        script = Script("limits", text.decode())
        return lambda names, arguments: self._server.run(script, names, [str(one) for one in arguments])


class Quotas:
    """The windows of one store. Connections are made when they are first needed.

    What is refused is not counted. Times are those of the workers, so their clocks should agree.
    """

    def __init__(self, url: str) -> None:
        self._server = server_at(url, Bounds(CONNECTIONS, PATIENCE, PATIENCE))
        self._windows = MovingWindowRateLimiter(_Windows(self._server))
        self._items: dict[tuple[str, Quota], RateLimitItem] = {}

    def take(self, policy: str, quota: Quota, caller: str) -> Taken:
        """Counts one call, unless that is more than the quota. `caller` is a digest.

        Two round trips. StoreUnavailable for whatever keeps the store from answering.
        """
        item = self._items.get((policy, quota))
        if item is None:
            item = RateLimitItemPerSecond(quota.amount, quota.seconds, namespace=policy)
            self._items[policy, quota] = item
        granted = self._windows.hit(item, caller)
        window = self._windows.get_window_stats(item, caller)
        wait = math.floor(window.reset_time - time.time() + _ROUNDING) + 1
        return Taken(granted, window.remaining if granted else 0, max(1, wait))

    def close(self) -> None:
        """Closes the connections that nobody is using; the next call opens new ones."""
        self._server.close()
