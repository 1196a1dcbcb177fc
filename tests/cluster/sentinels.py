"""A master and its replica on loopback, and three sentinels that watch them."""

from pathlib import Path

from tests.cluster.valkeys import Valkey, free_ports, until

SERVICE = "games"
DOWN_AFTER_MS = 1500


class WatchedValkey:
    """The servers `nodes`, of which one is the master, and its `sentinels`."""

    def __init__(self, folder: Path) -> None:
        first, second, *watching = free_ports(5)
        settings = (
            "--appendonly",
            "yes",
            "--repl-diskless-sync-delay",
            "0",
            "--repl-ping-replica-period",
            "1",
        )
        self.nodes = [Valkey(folder / str(port), port, *settings) for port in (first, second)]
        self.sentinels = []
        for port in watching:
            lines = (
                f"port {port}",
                f"sentinel monitor {SERVICE} 127.0.0.1 {first} 2",
                f"sentinel down-after-milliseconds {SERVICE} {DOWN_AFTER_MS}",
                f"sentinel failover-timeout {SERVICE} 2000",
            )
            file = folder / str(port) / "sentinel.conf"
            file.parent.mkdir(parents=True)
            file.write_text("\n".join(lines) + "\n")
            self.sentinels.append(Valkey(file.parent, port, str(file), "--sentinel"))

    @property
    def url(self) -> str:
        """The sentinels and the name of the service, as REDIS_URL takes them."""
        hosts = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in self.sentinels)
        return f"redis+sentinel://{hosts}/{SERVICE}"

    def start(self) -> None:
        """Comes back when the replica has the master's data and the sentinels know each other."""
        master, replica = self.nodes
        master.start()
        replica.start(*self.following(master))
        until(lambda: master.ask.info("replication")["connected_slaves"] == 1, "a replica")
        for sentinel in self.sentinels:  # which look for replicas at once, and then every ten seconds
            sentinel.start()
        self.settle()

    @staticmethod
    def following(master: Valkey) -> tuple[str, ...]:
        """The settings of a replica of it."""
        return ("--replicaof", "127.0.0.1", str(master.port))

    def stop(self) -> None:
        """Ends all of them."""
        for server in (*self.sentinels, *self.nodes):
            server.stop()

    @property
    def master(self) -> Valkey:
        """The master, as the last sentinel says."""
        told = self.sentinels[-1].ask.execute_command("SENTINEL GET-MASTER-ADDR-BY-NAME", SERVICE)
        return next(node for node in self.nodes if node.port == int(told[1]))

    def failed_over(self, dead: Valkey) -> float:
        """Waits until another is the master; the seconds that it took."""
        return until(lambda: self.master is not dead and _role(self.master) == "master", "a failover")

    def settle(self) -> float:
        """Waits until the master has its replica and the sentinels agree; the seconds that it took."""
        return until(self._is_whole, "a master, its replica and three sentinels")

    def _is_whole(self) -> bool:
        for sentinel in self.sentinels:
            state = sentinel.ask.sentinel_master(SERVICE)
            if (state["num-other-sentinels"], state["num-slaves"]) != (2, 1) or state["is_sdown"]:
                return False
        replication = self.master.ask.info("replication")
        return (replication["role"], replication["connected_slaves"]) == ("master", 1)


def _role(node: Valkey) -> str:
    return str(node.ask.info("replication")["role"])
