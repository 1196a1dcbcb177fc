"""Who sets a service on fire: kills its workers and its store, cuts its wires, stops the store's time."""

import http.client
import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path

from service.embedded import Embedded
from tests.e2e.player import Player
from tests.e2e.serving import Served
from tests.e2e.test_serve import descendants
from tests.fire.wire import Wire

LOG = "appendonlydir"  # in the folder of a Valkey: all that it knows
CLIENTS_CUT = 0.02  # of what passes between clients and service ends there
STORE_CUT = 0.01  # of what passes between service and store
LONGEST = 8  # times as long as it has to be a fire may be, so that all faults are felt on a busy machine
KINDS = (
    "worker killed",
    "service rolled (SIGHUP)",
    "store killed",
    "store frozen",
    "client connections cut at once",
    "store connections cut at once",
)
RECOVERY = 100.0  # seconds
PAUSE = (0.2, 0.8)  # seconds between two faults
DOWN = (0.05, 0.6)  # seconds for which a store that was killed is not started again


class Arson:
    """Faults at services with two wires: to their clients, and to their store. `done` counts them by kind.

    Workers of `spared` are not killed or replaced. `frozen`: for how long, at most, the store is stopped. Run
    it in the main thread: the store that it starts ends with the thread.
    """

    def __init__(
        self,
        services: Sequence[Served],
        spared: Sequence[Served],
        store: Embedded,
        outer: Wire,
        inner: Wire,
        seed: int,
        frozen: float,
    ) -> None:
        self.spared = spared
        self._services = services
        self._killed = [served for served in services if served not in spared]
        self._rolled = cycle(self._killed)
        self._store = store
        self._outer = outer
        self._inner = inner
        self._rng = random.Random(seed)
        self._frozen = frozen
        self._done: Counter[str] = Counter()

    @property
    def done(self) -> dict[str, int]:
        """How many faults there were of each kind."""
        cut = {
            f"{whose} cut in a {way}": count
            for whose, wire in self._wires
            for way, count in wire.cuts.items()
        }
        return dict(self._done) | cut

    @property
    def _felt(self) -> bool:
        return all(self._done[kind] for kind in KINDS) and all(wire.cuts.total() for _, wire in self._wires)

    @property
    def _wires(self) -> tuple[tuple[str, Wire], tuple[str, Wire]]:
        return (("client", self._outer), ("store", self._inner))

    def burn(self, seconds: float) -> None:
        """Faults of all kinds, again and again, each round in an order of its own: for so long, and until
        each kind was felt."""
        begun = time.monotonic()
        self._outer.chance, self._inner.chance = CLIENTS_CUT, STORE_CUT
        kinds = [
            self._kill_worker,
            self._kill_worker,
            self.roll,
            self._kill_store,
            self._freeze_store,
            self._cut_clients,
            self._cut_store,
        ]
        try:
            while True:
                self._rng.shuffle(kinds)
                for kind in kinds:
                    kind()
                    time.sleep(self._rng.uniform(*PAUSE))
                    if self._rng.random() < 0.5:  # else the next comes on top of this one
                        self._recover()
                    burnt = time.monotonic() - begun
                    if burnt > seconds and (self._felt or burnt > LONGEST * seconds):
                        return
        finally:
            self._outer.chance = self._inner.chance = 0.0

    def _recover(self) -> None:
        """Comes back when all services and the store answer: how soon they are hit again depends on how fast
        the machine starts what was killed."""
        until = time.monotonic() + RECOVERY
        while time.monotonic() < until:
            if all(map(_answers, self._services)):
                return
            time.sleep(0.1)
        raise AssertionError(f"not all services answer {RECOVERY} s after a fault")

    def _kill_worker(self) -> None:
        """One of those there are; gunicorn starts another."""
        workers = {worker for served in self._killed for worker in descendants(served.process.pid)}
        if workers:
            with suppress(ProcessLookupError):
                os.kill(self._rng.choice(sorted(workers)), signal.SIGKILL)
                self._done["worker killed"] += 1

    def roll(self) -> None:
        """The workers of the next service are replaced, as for a new release: those there are end and go."""
        served = next(self._rolled)
        served.process.send_signal(signal.SIGHUP)
        self._done["service rolled (SIGHUP)"] += 1

    def _kill_store(self) -> None:
        self._end_store()
        time.sleep(self._rng.uniform(*DOWN))
        self._store.start()
        self._done["store killed"] += 1

    def _freeze_store(self) -> None:
        os.kill(self._store.pid, signal.SIGSTOP)
        try:
            time.sleep(self._rng.uniform(0.2, self._frozen))
        finally:
            os.kill(self._store.pid, signal.SIGCONT)
        self._done["store frozen"] += 1

    def _cut_clients(self) -> None:
        self._done["client connections cut at once"] += self._outer.cut()

    def _cut_store(self) -> None:
        self._done["store connections cut at once"] += self._inner.cut()

    def _end_store(self) -> None:
        os.kill(self._store.pid, signal.SIGKILL)
        self._store.stop()

    def copy_store(self, to: Path) -> None:
        """A copy of what the store knows now, as a snapshot of its disk has it."""
        os.kill(self._store.pid, signal.SIGSTOP)
        try:
            shutil.copytree(self._store.folder / LOG, to)
        finally:
            os.kill(self._store.pid, signal.SIGCONT)

    def restore_store(self, copy: Path) -> None:
        """The store goes back to the copy; who has read from it does not hear of that."""
        self._end_store()
        shutil.rmtree(self._store.folder / LOG)
        shutil.copytree(copy, self._store.folder / LOG)
        self._store.start()
        self._done["store restored to a copy"] += 1


def _answers(served: Served) -> bool:
    """Whether the service is there, and its store."""
    try:
        return Player(served.address).ask("GET", "/readyz").status == 200
    except (OSError, http.client.HTTPException):
        return False
