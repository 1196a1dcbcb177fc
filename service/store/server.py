"""The way to the store, however many servers it is: what can be asked, and one exception when it fails."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, NoReturn

from redis import exceptions

from service.store.hearing import Place, hear
from service.store.pool import Argument, Bounds, Command, Pool

CONNECTIONS = 32  # a worker, to each server; the next request waits for a free one
PATIENCE = 5.0  # seconds: for a free connection, for an answer
CONNECT_PATIENCE = 2.0  # seconds
REPLICA_PATIENCE_MS: Final = 1000  # for the replicas that are to have a write before it is acknowledged
SCANNED = 500  # keys looked at in one round trip

_LUA = Path(__file__).parent / "lua"
_BARRIER_MS: Final = 1000

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
    exceptions.AskError,  # and MovedError: sent around too often
)
_AILING_CODES = frozenset(["BUSY", "MISCONF", "NOREPLICAS"])  # redis-py has no classes for these


class StoreUnavailable(Exception):
    """The store cannot be reached, or cannot serve now. Nothing is known about a write that was under way.

    The text names the kind of failure and nothing else: no address, no password, no data.
    """

    code: ClassVar[str] = "store-unavailable"


class Script:
    """A script, with the hash by which a server knows it; from a file of `lua/` if no text is given."""

    def __init__(self, name: str, text: str | None = None) -> None:
        self.text = (_LUA / f"{name}.lua").read_text("utf-8") if text is None else text
        self.sha = hashlib.sha1(self.text.encode()).hexdigest()


class Server(ABC):
    """A store: one server, the master that sentinels name, or a cluster. Connections are made when needed.

    Nothing is retried here that may have been done: only the caller's Idempotency-Key can tell. Every command
    and script touches the keys of one slot of a cluster. A connection that a server closed is noticed and
    replaced when it is taken. Every method raises StoreUnavailable when the store fails; a fault of ours
    stays what it is.
    """

    # --- what the kinds of stores do each in their own way; these raise what redis-py raises ---

    @abstractmethod
    def _ask(self, key: str, command: Command) -> Any:
        """The reply to one command about the key; an error reply is raised."""

    @abstractmethod
    def _talk(self, key: str, commands: Sequence[Command]) -> list[Any]:
        """The replies to commands about the key's slot, over one connection; an error reply is one of
        them."""

    @abstractmethod
    def _all(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to commands about any keys."""

    @abstractmethod
    def _masters(self) -> list[Pool]:
        """The servers that together have all keys, each once."""

    @abstractmethod
    def _hearing(self) -> Place:
        """Where all that is published is heard."""

    @abstractmethod
    def ping(self) -> None:
        """Comes back when the store answers."""

    @abstractmethod
    def close(self) -> None:
        """Closes the connections that nobody is using; the next call opens new ones."""

    # --- what is the same for all ---

    def do(self, *command: Argument) -> Any:
        """The reply to one command, as it comes over the wire; its key is its first argument."""
        try:
            return self._ask(str(command[1]), command)
        except exceptions.RedisError as failure:
            fail(failure)

    def all(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to several commands: one round trip to each server that is asked, no transaction."""
        if not commands:
            return []
        try:
            return [_sound(reply) for reply in self._all(commands)]
        except exceptions.RedisError as failure:
            fail(failure)

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """The script's reply. A server that does not know the script (any more) gets its text."""
        try:
            try:
                return self._ask(keys[0], ("EVALSHA", script.sha, len(keys), *keys, *arguments))
            except exceptions.NoScriptError:
                return self._ask(keys[0], ("EVAL", script.text, len(keys), *keys, *arguments))
        except exceptions.RedisError as failure:
            fail(failure)

    def write(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument], replicas: int
    ) -> tuple[Any, bool]:
        """The script's reply, and whether so many replicas have what it wrote; that is asked in the same
        round trip and waited for a while."""
        if not replicas:
            return self.run(script, keys, arguments), True
        try:
            for how in (("EVALSHA", script.sha), ("EVAL", script.text)):
                command = (*how, len(keys), *keys, *arguments)
                reply, count = self._talk(keys[0], [command, _wait(replicas)])
                if not isinstance(reply, exceptions.NoScriptError):
                    break
            return _sound(reply), _held(count, replicas)
        except exceptions.RedisError as failure:
            fail(failure)

    def settled(self, key: str, replicas: int) -> bool:
        """Whether so many replicas have all that was written so far to the server of this key.

        WAIT is about the last write of a connection, so this one makes one, to the key, which is gone after a
        moment.
        """
        if not replicas:
            return True
        try:
            mark = ("SET", key, "", "PX", _BARRIER_MS)
            written, count = self._talk(key, [mark, _wait(replicas)])
            _sound(written)
            return _held(count, replicas)
        except exceptions.RedisError as failure:
            fail(failure)

    def scan(self, pattern: str, kind: str) -> Iterator[bytes]:
        """All keys of this form and kind, in no order; one that comes, goes or moves to another server
        meanwhile may be left out, and one may come twice."""
        try:
            for server in self._masters():
                cursor = b"0"
                while True:
                    command = ("SCAN", cursor, "MATCH", pattern, "COUNT", SCANNED, "TYPE", kind)
                    cursor, found = server.ask(*command)
                    yield from found
                    if cursor == b"0":
                        break
        except exceptions.RedisError as failure:
            fail(failure)

    def hear(self, pattern: str, silence: float) -> Generator[bytes | None, None, None]:
        """What is published on the channels of the pattern, without end: the channel of each message.

        None says that some may have been missed: when the hearing begins; and also after `silence` seconds
        without any, when the connection is tried; a cluster, which may lose some, says it more often. Holds
        one connection.
        """
        try:
            yield from hear(self._hearing(), pattern, silence)
        except exceptions.RedisError as failure:
            fail(failure)


def bounds(connections: int = CONNECTIONS) -> Bounds:
    """Those of the connections for games."""
    return Bounds(connections, PATIENCE, CONNECT_PATIENCE)


def fail(failure: exceptions.RedisError) -> NoReturn:
    """StoreUnavailable if the store failed; else what it is."""
    if isinstance(failure, _AILING):
        raise StoreUnavailable(f"the store does not answer ({type(failure).__name__})") from failure
    code = str(failure).partition(" ")[0]
    if code in _AILING_CODES:
        raise StoreUnavailable(f"the store cannot serve now ({code})") from failure
    raise failure


def _wait(replicas: int) -> Command:
    return ("WAIT", replicas, REPLICA_PATIENCE_MS)


def _held(count: Any, replicas: int) -> bool:
    """What WAIT answered; a server that refuses it has not confirmed anything."""
    return isinstance(count, int) and count >= replicas


def _sound(reply: Any) -> Any:
    if isinstance(reply, exceptions.RedisError):
        raise reply
    return reply
