"""A bounded pool of connections that trusts one which was in use a moment ago."""

from contextlib import suppress
from queue import Empty, Full
from time import monotonic
from typing import Any, Final

from redis import exceptions
from redis.connection import BlockingConnectionPool

TRUST: Final = (
    0.02  # seconds after its last use in which a connection is taken as it is; no restart is so fast
)


class Pool(BlockingConnectionPool):
    """redis-py's pool, but for when it asks whether the server has closed a connection.

    redis-py asks the socket each time that one is taken. Under gevent the question goes through the loop, and
    took as long as the rest of the command. Here it is asked of a connection that nobody has used for a
    moment; one that breaks in that moment fails its command, which says so.
    """

    def get_connection(self, *args: Any, **options: Any) -> Any:
        """A connection, ready for a command. ConnectionError if none is free in time, or none can be made."""
        self._checkpid()
        try:
            connection = self.pool.get(block=True, timeout=self.timeout)
        except Empty:
            raise exceptions.ConnectionError("No connection available.") from None
        if connection is None:
            connection = self.make_connection()  # type: ignore[no-untyped-call]
        try:
            connection.connect()
            if monotonic() > getattr(connection, "used", 0.0) + TRUST:
                _look_at(connection)
        except BaseException:
            self.release(connection)
            raise
        return connection

    def release(self, connection: Any) -> None:
        """Gives the connection back."""
        self._checkpid()
        connection.used = monotonic()
        if not self.owns_connection(connection):
            connection.disconnect()
            connection = None
        elif connection.should_reconnect():
            connection.disconnect()
        with suppress(Full):  # the pool was made anew meanwhile
            self.pool.put_nowait(connection)


def _look_at(connection: Any) -> None:
    """Replaces the connection within if it is closed, or something is left on it."""
    try:
        dirty = connection.can_read()
    except (exceptions.ConnectionError, exceptions.TimeoutError, OSError):
        dirty = True
    if dirty:
        connection.disconnect()
        connection.connect()
