"""How much one caller has had lately: moving windows in the store of the games, for the rate limits."""

import math
import time

import msgspec
from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis import exceptions
from redis.backoff import NoBackoff
from redis.connection import BlockingConnectionPool
from redis.retry import Retry

from service.quota import Quota
from service.store import keys
from service.store.server import StoreUnavailable

CONNECTIONS = 8  # a worker; apart from those of the games, which a flood is not to take
PATIENCE = 0.5  # seconds, for each step: a limit is not worth a longer wait
_ROUNDING = 0.001  # seconds: the script tells times in 14 digits


class Taken(msgspec.Struct, frozen=True):
    """Whether a call was within the quota, how many more are, and in how many whole seconds there is more.

    `reset` is 1 or more; a call `reset` seconds from now is within the quota, if no other came before it.
    """

    granted: bool
    left: int
    reset: int


class Quotas:
    """The windows of one Redis or Valkey. Connections are made when they are first needed.

    What is refused is not counted. Times are those of the workers, so their clocks should agree.
    """

    def __init__(self, url: str) -> None:
        self._pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=PATIENCE,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
        )
        # The address is only read for its scheme, which says whose client to use; the pool knows the rest.
        self._windows = MovingWindowRateLimiter(
            RedisStorage("redis://", connection_pool=self._pool, key_prefix=keys.LIMITS)
        )
        self._items: dict[tuple[str, Quota], RateLimitItem] = {}

    def take(self, policy: str, quota: Quota, caller: str) -> Taken:
        """Counts one call, unless that is more than the quota. `caller` is a digest.

        Two round trips. StoreUnavailable for whatever keeps the store from answering.
        """
        item = self._items.get((policy, quota))
        if item is None:
            item = RateLimitItemPerSecond(quota.amount, quota.seconds, namespace=policy)
            self._items[policy, quota] = item
        try:
            granted = self._windows.hit(item, caller)
            window = self._windows.get_window_stats(item, caller)
        except exceptions.RedisError as failure:
            raise StoreUnavailable(f"the store keeps no limits ({type(failure).__name__})") from failure
        wait = math.floor(window.reset_time - time.time() + _ROUNDING) + 1
        return Taken(granted, window.remaining if granted else 0, max(1, wait))

    def close(self) -> None:
        """Closes the connections that nobody is using; the next call opens new ones."""
        self._pool.disconnect(inuse_connections=False)
