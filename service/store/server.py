"""The way to one Redis or Valkey: a bounded pool, scripts by their hash, and one exception when it fails."""

import hashlib
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from redis import Redis, exceptions
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store.pool import Pool

CONNECTIONS = 32  # a worker; the next request waits for a free one
PATIENCE = 5.0  # seconds: for a free connection, for an answer
CONNECT_PATIENCE = 2.0  # seconds

Argument = str | bytes | int

_LUA = Path(__file__).parent / "lua"

# What says nothing about the request, only that this server cannot serve it now. A ConnectionError is also:
# still loading, wrong password, no connection free.
_AILING = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.ReadOnlyError,
    exceptions.OutOfMemoryError,
    exceptions.ClusterDownError,
    exceptions.MasterDownError,
    exceptions.TryAgainError,
    exceptions.NoPermissionError,
)
_AILING_CODES = frozenset(["BUSY", "MISCONF", "NOREPLICAS"])  # redis-py has no classes for these


class StoreUnavailable(Exception):
    """The store cannot be reached, or cannot serve now. Nothing is known about a write that was under way.

    The text names the kind of failure and nothing else: no address, no password, no data.
    """

    code: ClassVar[str] = "store-unavailable"


class Script:
    """A file of `lua/`, with the hash by which a server knows it."""

    def __init__(self, name: str) -> None:
        self.text = (_LUA / f"{name}.lua").read_text("utf-8")
        self.sha = hashlib.sha1(self.text.encode()).hexdigest()


class Server:
    """A server at `redis://`, `rediss://` or `unix://`. Connections are made when they are first needed.

    Nothing is retried here: a script whose answer was lost may have been run, and only the caller's
    Idempotency-Key can tell. A connection that the server closed is noticed and replaced when it is taken
    from the pool. An address that is none is a ValueError, which does not repeat it: a password may stand
    in it. Every method raises StoreUnavailable when the server fails; a fault of ours stays what it is.
    """

    def __init__(self, url: str, connections: int = CONNECTIONS) -> None:
        try:
            self._pool = Pool.from_url(
                url,
                max_connections=connections,
                timeout=PATIENCE,
                socket_timeout=PATIENCE,
                socket_connect_timeout=CONNECT_PATIENCE,
                retry=Retry(NoBackoff(), 0),
                protocol=2,  # redis-py's own default is 3 by now, whose replies have other shapes
            )
        except (ValueError, TypeError):
            raise ValueError("not an address of the form redis://, rediss:// or unix://") from None
        self._redis: Any = Redis(connection_pool=self._pool)  # its methods are partly untyped

    def do(self, *command: Argument) -> Any:
        """The reply to one command."""
        try:
            return self._redis.execute_command(*command)
        except exceptions.RedisError as failure:
            _fail(failure)

    def ask(self, *command: Argument) -> Any:
        """The reply to one command as it comes over the wire, for what is done with every move.

        Without what redis-py's client does around a command (metrics, retries, other shapes of replies).
        """
        try:
            connection = self._pool.get_connection()
            try:
                connection.send_command(*command)
                return connection.read_response()
            finally:
                self._pool.release(connection)
        except exceptions.RedisError as failure:
            _fail(failure)

    def all(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        """The replies to several commands, which are sent together: one round trip, and no transaction."""
        if not commands:
            return []
        try:
            pipeline = self._redis.pipeline(transaction=False)
            for command in commands:
                pipeline.execute_command(*command)
            replies: list[Any] = pipeline.execute()
            return replies
        except exceptions.RedisError as failure:
            _fail(failure)

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """The script's reply. A server that does not know the script (any more) gets its text."""
        try:
            return self.ask("EVALSHA", script.sha, len(keys), *keys, *arguments)
        except exceptions.NoScriptError:
            return self.ask("EVAL", script.text, len(keys), *keys, *arguments)

    def hear(self, pattern: str, silence: float) -> Generator[bytes | None, None, None]:
        """What is published on the channels of the pattern, without end: the channel of each message.

        None says that some may have been missed: when the hearing begins; and also after `silence` seconds
        without any, when the connection is tried. Holds one connection.
        """
        pubsub = self._redis.pubsub()
        try:
            pubsub.psubscribe(pattern)
            tried = False
            while True:
                heard = pubsub.get_message(timeout=silence)
                if heard is not None:
                    tried = False
                    if heard["type"] == "psubscribe":
                        yield None
                    elif heard["type"] == "pmessage":
                        yield heard["channel"]
                elif tried:
                    raise StoreUnavailable("the store does not answer (silence)")
                else:
                    pubsub.ping()
                    tried = True
                    yield None
        except exceptions.RedisError as failure:
            _fail(failure)
        finally:
            pubsub.close()

    def close(self) -> None:
        """Closes the connections that nobody is using; the next call opens new ones."""
        self._redis.connection_pool.disconnect(inuse_connections=False)


def _fail(failure: exceptions.RedisError) -> NoReturn:
    if isinstance(failure, _AILING):
        raise StoreUnavailable(f"the store does not answer ({type(failure).__name__})") from failure
    code = str(failure).partition(" ")[0]
    if code in _AILING_CODES:
        raise StoreUnavailable(f"the store cannot serve now ({code})") from failure
    raise failure
