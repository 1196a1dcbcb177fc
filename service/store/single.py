"""A store that is one server: at a fixed address, or wherever sentinels say that the master is."""

from collections.abc import Sequence
from typing import Any, Final

from redis import Redis, exceptions
from redis.backoff import NoBackoff
from redis.retry import Retry
from redis.sentinel import (
    Sentinel,
    SentinelConnectionPoolProxy,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)

from service.address import Address
from service.store.hearing import Place
from service.store.pool import Bounds, Command, Pool
from service.store.server import Server, fail

SENTINEL_PATIENCE: Final = 0.5  # seconds: one that does not answer is passed over


class Single(Server):
    """The server at `redis://`, `rediss://` or `unix://`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def ping(self) -> None:
        try:
            self._pool.ask("PING")
        except exceptions.RedisError as failure:
            fail(failure)

    def close(self) -> None:
        self._pool.disconnect(inuse_connections=False)

    def _ask(self, key: str, command: Command) -> Any:
        return self._pool.ask(*command)

    def _talk(self, key: str, commands: Sequence[Command]) -> list[Any]:
        return self._all(commands)

    def _all(self, commands: Sequence[Command]) -> list[Any]:
        return self._pool.talk(self._pool.get_connection(), commands)

    def _masters(self) -> list[Pool]:
        return [self._pool]

    def _hearing(self) -> Place:
        return Place(self._pool, moved=lambda: False)


class WatchedPool(Pool):
    """Connections to the master that the sentinels name at the moment.

    Whenever one is made, a sentinel is asked. If the master is another than before, all others are closed,
    those in use when they are given back. One to a master that has become a replica is closed by the write
    that it refuses.
    """

    def __init__(self, *, service: str, sentinels: Sentinel, **more: Any) -> None:
        self._proxy: Any = SentinelConnectionPoolProxy(
            self, is_master=True, check_connection=True, service_name=service, sentinel_manager=sentinels
        )
        super().__init__(connection_pool=self._proxy, **more)  # type: ignore[no-untyped-call]

    @property
    def master(self) -> Any:
        """Where the master is, as a sentinel said last; None before."""
        return self._proxy.master_address

    def release(self, connection: Any) -> None:
        """Gives the connection back; it is to the master when it is taken again."""
        if self.master != (connection.host, connection.port):
            connection.disconnect()
        super().release(connection)


class Watched(Single):
    """The master of a service, as its sentinels name it. While they name none the store does not answer."""

    def __init__(self, address: Address, bounds: Bounds) -> None:
        sentinels: Any = Sentinel([])
        self._sentinels = [_sentinel(address.of_sentinel(host)) for host in address.hosts]
        sentinels.sentinels = list(self._sentinels)
        url = address.of(address.hosts[0])  # the host is replaced by the master's
        secure = url.startswith("rediss:")
        self._watched: Any = WatchedPool.at(
            url,
            bounds,
            connection_class=SentinelManagedSSLConnection if secure else SentinelManagedConnection,
            service=address.service,
            sentinels=sentinels,
        )
        super().__init__(self._watched)

    def close(self) -> None:
        super().close()
        for sentinel in self._sentinels:
            sentinel.close()

    def _hearing(self) -> Place:
        self._pool.release(self._pool.get_connection())
        master = self._watched.master
        return Place(self._pool, moved=lambda: self._watched.master != master)


def _sentinel(url: str) -> Redis:
    return Redis.from_url(
        url,
        socket_timeout=SENTINEL_PATIENCE,
        socket_connect_timeout=SENTINEL_PATIENCE,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
    )
