"""A bounded pool of connections that trusts one which was in use a moment ago, and what is said over them."""

from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full
from time import monotonic
from typing import Any, Final

import msgspec
from redis import exceptions
from redis.backoff import NoBackoff
from redis.connection import BlockingConnectionPool
from redis.retry import Retry

Argument = str | bytes | int
Command = Sequence[Argument]

TRUST: Final = (
    0.02  # seconds after its last use in which a connection is taken as it is; no restart is so fast
)


class Bounds(msgspec.Struct, frozen=True):
    """How many connections there are at most, and the seconds that are waited: for a free one and for each
    answer, and for a new one."""

    connections: int
    patience: float
    connect: float


class Pool(BlockingConnectionPool):
    """redis-py's pool, but for when it asks whether the server has closed a connection.

    redis-py asks the socket each time that one is taken. Under gevent the question goes through the loop, and
    took as long as the rest of the command. Here it is asked of a connection that nobody has used for a
    moment; one that breaks in that moment fails its command, which says so.

    What is said over a connection goes without redis-py's client (metrics, retries, other shapes of replies):
    nothing is retried here, since a script whose answer was lost may have been run.
    """

    @classmethod
    def at(cls, url: str, bounds: Bounds, **more: Any) -> "Pool":
        """The pool of the server at `redis://`, `rediss://` or `unix://`. ValueError or TypeError."""
        pool: Pool = cls.from_url(
            url,
            max_connections=bounds.connections,
            timeout=bounds.patience,
            socket_timeout=bounds.patience,
            socket_connect_timeout=bounds.connect,
            retry=Retry(NoBackoff(), 0),
            protocol=2,  # redis-py's own default is 3 by now, whose replies have other shapes
            **more,
        )
        return pool

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

    def ask(self, *command: Argument) -> Any:
        """The reply to one command as it comes over the wire; an error reply is raised."""
        connection = self.get_connection()
        try:
            connection.send_command(*command)
            return connection.read_response(disconnect_on_error=True)
        finally:
            self.release(connection)

    def talk(self, connection: Any, commands: Sequence[Command]) -> list[Any]:
        """The replies to commands that are sent together over the connection, which is given back. An error
        reply is one of them and not raised."""
        try:
            connection.send_packed_command(connection.pack_commands(commands))
            return [_reply(connection) for _ in commands]
        finally:
            self.release(connection)


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response(disconnect_on_error=True)
    except exceptions.ResponseError as error:
        return error


def _look_at(connection: Any) -> None:
    """Replaces the connection within if it is closed, or something is left on it."""
    try:
        dirty = connection.can_read()
    except (exceptions.ConnectionError, exceptions.TimeoutError, OSError):
        dirty = True
    if dirty:
        connection.disconnect()
        connection.connect()
