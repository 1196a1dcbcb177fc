"""A store that is a cluster: each command goes to the master that has the slot of its key."""

import random
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

from redis import exceptions
from redis.crc import key_slot

from service.address import Address, Host
from service.store.hearing import Place
from service.store.pool import Bounds, Command, Pool
from service.store.server import Server, fail

REDIRECTIONS: Final = 5  # after which a cluster that sends a command around cannot serve it
APART: Final = 0.1  # seconds, at least, between two looks at which node has which slots
SCOUT: Final = Bounds(4, 1.0, 1.0)  # a node that does not say it soon is passed over
MIGRATION: Final = 0.05  # seconds after which keys that are being moved are asked for again
SLOTS: Final = 16384

_AWAY = (exceptions.ConnectionError, exceptions.TimeoutError)


class Cluster(Server):
    """The cluster at `redis+cluster://` or `rediss+cluster://`, of which some nodes are given.

    redis-py's own client of clusters repeats what failed, which may have been done already, and does not
    begin without a cluster. Here a command is sent again only when it was surely not run: when no connection
    could be made, or the node answered that the slot is elsewhere. Whatever goes wrong has the map of the
    slots looked up anew by the next command, from any node that answers.
    """

    def __init__(self, address: Address, bounds: Bounds) -> None:
        self._address = address
        self._bounds = bounds
        self._lock = threading.Lock()
        self._pools: dict[Host, Pool] = {}
        self._scouts: dict[Host, Pool] = {}
        self._masters_of: tuple[Host | None, ...] = (None,) * SLOTS
        self._nodes: tuple[Host, ...] = address.hosts
        self._outdated = True
        self._looked = -APART
        self._pool(address.hosts[0])  # refuses options that are none

    def ping(self) -> None:
        """Comes back when a node says that the cluster is up, as its own settings see it."""
        try:
            self._sound_node()
        except exceptions.RedisError as failure:
            fail(failure)

    def close(self) -> None:
        with self._lock:
            pools = [*self._pools.values(), *self._scouts.values()]
        for pool in pools:
            pool.disconnect(inuse_connections=False)

    def _ask(self, key: str, command: Command) -> Any:
        (reply,) = self._talk(key, [command])
        if isinstance(reply, exceptions.RedisError):
            raise reply
        return reply

    def _talk(self, key: str, commands: Sequence[Command]) -> list[Any]:
        slot = key_slot(key.encode())
        host, asking = self._master(slot), False
        replies: list[Any] = []
        for _ in range(REDIRECTIONS):
            try:
                connection = self._pool(host).get_connection()
            except _AWAY:
                self._outdated = True
                other = self._master(slot)
                if other == host:
                    raise
                host, asking = other, False
                continue
            replies = self._say(host, connection, commands, asking)
            match replies[0]:
                case exceptions.MovedError() as moved:
                    host, asking = _there(moved, host), False
                case exceptions.AskError() as elsewhere:
                    host, asking = _there(elsewhere, host), True
                case exceptions.TryAgainError():
                    time.sleep(MIGRATION)
                case _:
                    break
        return replies

    def _all(self, commands: Sequence[Command]) -> list[Any]:
        """One round trip to each master; then, one by one, what it does not have or could not be sent."""
        keys = [_key(command) for command in commands]
        places: dict[Host, list[int]] = {}
        for at, key in enumerate(keys):
            places.setdefault(self._master(key_slot(key.encode())), []).append(at)
        replies: list[Any] = [None] * len(commands)
        for host, ours in places.items():
            try:
                connection = self._pool(host).get_connection()
            except _AWAY:
                self._outdated = True
                told: list[Any] = [exceptions.TryAgainError("not sent")] * len(ours)
            else:
                told = self._say(host, connection, [commands[at] for at in ours])
            for at, reply in zip(ours, told, strict=True):
                again = isinstance(reply, exceptions.AskError | exceptions.TryAgainError)
                replies[at] = self._talk(keys[at], [commands[at]])[0] if again else reply
        return replies

    def _say(
        self, host: Host, connection: Any, commands: Sequence[Command], asking: bool = False
    ) -> list[Any]:
        """The replies of one node. What they say of the map being wrong is noted."""
        try:
            replies = self._pool(host).talk(connection, [("ASKING",), *commands] if asking else commands)
        except _AWAY:
            self._outdated = True
            raise
        if asking:
            del replies[0]
        if any(isinstance(reply, exceptions.MovedError | exceptions.ClusterDownError) for reply in replies):
            self._outdated = True
        return replies

    def _masters(self) -> list[Pool]:
        self._master(0)
        return [self._pool(host) for host in sorted({host for host in self._masters_of if host})]

    def _hearing(self) -> Place:
        """Any node that is up: what is published on one is passed on to all."""
        node = self._sound_node()
        begun = self._masters_of
        return Place(self._pool(node), moved=lambda: self._masters_of is not begun, lossy=True)

    def _sound_node(self) -> Host:
        """A node that is a part of the working cluster. ConnectionError if there is none."""
        self._master(0, needed=False)
        for host, scout in self._scouting():
            try:
                if b"cluster_state:ok" in scout.ask("CLUSTER", "INFO"):
                    return host
            except _AWAY:
                continue
        self._outdated = True
        raise exceptions.ClusterDownError("no node says that the cluster is up")

    # --- which node has which slots ---

    def _master(self, slot: int, needed: bool = True) -> Host:
        """The master that has the slot, looked up if something went wrong since. ClusterDownError if none
        is known."""
        if self._outdated:
            self._look_again()
        host = self._masters_of[slot]
        if host is None:
            if not needed:
                return self._nodes[0]
            raise exceptions.ClusterDownError("no master has the slot")
        return host

    def _look_again(self) -> None:
        """Has the map looked up, by one for all: whoever waited for it goes on with what it has become."""
        with self._lock:
            if self._outdated and time.monotonic() > self._looked + APART:
                self._look()
                self._looked = time.monotonic()

    def _look(self) -> None:
        """Takes the map of any node that answers; without one the old map stays, and is outdated."""
        for host, scout in self._scouting():
            try:
                told = scout.ask("CLUSTER", "SLOTS")
            except (*_AWAY, exceptions.ResponseError):
                continue
            masters: list[Host | None] = [None] * SLOTS
            nodes: list[Host] = []
            for first, last, *served in told:
                owners = [(_text(node[0]) or host[0], int(node[1])) for node in served]
                masters[first : last + 1] = [owners[0]] * (last - first + 1)
                nodes += owners
            if nodes:
                if tuple(masters) != self._masters_of:
                    self._masters_of = tuple(masters)
                self._nodes = tuple(dict.fromkeys([*nodes, *self._address.hosts]))
                self._outdated = False
                return

    def _scouting(self) -> Iterator[tuple[Host, Pool]]:
        """All nodes that are known, in any order: none of them, maybe cut off from the rest, is asked by
        everybody."""
        nodes = list(dict.fromkeys([*self._nodes, *self._address.hosts]))
        random.shuffle(nodes)
        for host in nodes:
            if host not in self._scouts:
                self._scouts[host] = Pool.at(self._address.of(host), SCOUT)
            yield host, self._scouts[host]

    def _pool(self, host: Host) -> Pool:
        pool = self._pools.get(host)
        if pool is None:
            pool = self._pools.setdefault(host, Pool.at(self._address.of(host), self._bounds))
        return pool


def _key(command: Command) -> str:
    return str(command[3] if command[0] in ("EVAL", "EVALSHA") else command[1])


def _there(told: Any, host: Host) -> Host:
    """Where an answer sends to; a node that does not know its own name means itself."""
    return told.host or host[0], int(told.port)


def _text(name: bytes | None) -> str:
    """The name of a node; none when it does not know it: then it is the one that was asked."""
    text = (name or b"").decode()
    return "" if text == "?" else text
