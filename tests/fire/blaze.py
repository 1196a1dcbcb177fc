"""A service on fire from beginning to end: people play at it, everything that can fail fails, and it is
looked at what is left."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from redis import Redis

from service.commits import LIFETIME_MS
from service.embedded import Embedded
from service.store import RedisStore
from tests.e2e.serving import ROOT, Served, serving
from tests.fire.aftermath import Aftermath, Damage
from tests.fire.arson import Arson
from tests.fire.ledger import Ledger
from tests.fire.orders import Orders
from tests.fire.wire import Wire

WORKERS = 4
STUCK = 120.0  # seconds after its time in which a crowd has to come to its end


class Plan(msgspec.Struct, frozen=True):
    """How large a fire is: processes full of people, people in each, seconds without and with faults, and
    after the copy that the store is then restored to. `frozen`: seconds that the store is stopped at most."""

    seed: int
    crowds: int
    people: int
    calm: float
    fire: float
    restored: float
    frozen: float
    slow_bots: bool = False


class Burnt(msgspec.Struct):
    """What came of it: faults by kind, the damage of the fire and of the restoration, ms that moves took."""

    faults: dict[str, int]
    fire: Damage
    restored: Damage
    lost_answers: int
    unavailable: int
    sent_again: int
    bursts: int
    finished: int
    rematches: int
    calm_ms: tuple[float, float]
    fire_ms: tuple[float, float]
    strange: list[str]


class Blaze:
    """A service with wires to its clients and to its store, ready to be set on fire."""

    def __init__(self, folder: Path, plan: Plan, served: Served, store: Embedded, arson: Arson, root: str) -> None:
        self.folder = folder
        self.plan = plan
        self.served = served
        self.store = store
        self.arson = arson
        self._root = root  # through the wire
        self._restored = folder / "restored"
        self._number = 0
        self.games = RedisStore(store.url, LIFETIME_MS)

    def crowd(self, seconds: float) -> "list[tuple[subprocess.Popen[bytes], Path]]":
        """People who begin to play now."""
        crowds = []
        for _ in range(self.plan.crowds):
            self._number += 1
            ledger = self.folder / f"ledger{self._number}.json"
            orders = Orders(
                root=self._root,
                seed=self.plan.seed * 1000 + self._number,
                people=self.plan.people,
                seconds=seconds,
                ledger=str(ledger),
                restored=str(self._restored),
                slow_bots=self.plan.slow_bots,
            )
            given = self.folder / f"orders{self._number}.json"
            given.write_bytes(msgspec.json.encode(orders))
            command = [sys.executable, "-m", "tests.fire.crowd", str(given)]
            crowds.append((subprocess.Popen(command, cwd=ROOT), ledger))
        return crowds

    def gather(self, crowds: "list[tuple[subprocess.Popen[bytes], Path]]", seconds: float) -> Ledger:
        """All that they wrote down. Nobody of them may be stuck."""
        whole = Ledger()
        for process, path in crowds:
            process.wait(seconds + STUCK)
            whole.add(Ledger.read(path))
        return whole

    def burn(self) -> tuple[Ledger, Damage, float]:
        """Calm play, then fire; when it began."""
        plan = self.plan
        crowds = self.crowd(plan.calm + plan.fire)
        time.sleep(plan.calm)
        began = time.monotonic()
        self.arson.burn(plan.fire)
        ledger = self.gather(crowds, plan.fire)
        damage = Aftermath(self.served.address, self.games, ledger).survey()
        stored = {game for some in self.games.index.games() for game in some}
        if stored != set(ledger.games):
            damage.broken.append(f"games that nobody made: {stored - set(ledger.games)}")
        return ledger, damage, began

    def restore(self) -> tuple[Ledger, Damage]:
        """People play, and the store goes back to a copy of what it knew some time before."""
        seconds = self.plan.restored
        crowds = self.crowd(seconds * 3)
        time.sleep(seconds)
        self.arson.copy_store(self.folder / "copy")
        time.sleep(seconds)
        self._restored.touch()
        self.arson.restore_store(self.folder / "copy")
        at = time.monotonic()
        ledger = self.gather(crowds, seconds)
        return ledger, Aftermath(self.served.address, self.games, ledger, at).survey()

    def endless_keys(self) -> list[str]:
        """The keys of the store that have no lifetime [Q26]."""
        raw: Any = Redis.from_url(self.store.url, protocol=2)
        keys = list(raw.scan_iter(count=1000))
        without = [key.decode() for key in keys if raw.pttl(key) == -1]
        raw.close()
        return without


@contextmanager
def lit(folder: Path, plan: Plan, **configured: str) -> Iterator[Blaze]:
    """A service with four workers over a Valkey of its own, and everything to set it on fire."""
    with (
        Embedded(folder / "data") as store,
        Wire(Path(store.url.removeprefix("unix://")), plan.seed) as inner,
        serving(
            f"redis://127.0.0.1:{inner.port}", folder / "gunicorn.txt", WORKERS=str(WORKERS), **configured
        ) as served,
        Wire(int(served.address.rpartition(":")[2]), plan.seed + 1) as outer,
    ):
        arson = Arson(served, store, outer, inner, plan.seed, plan.frozen)
        blaze = Blaze(folder, plan, served, store, arson, f"http://127.0.0.1:{outer.port}")
        try:
            yield blaze
        finally:
            blaze.games.close()


def burnt(plan: Plan, folder: Path | None = None) -> Burnt:
    """All of the plan."""
    where = Path(tempfile.mkdtemp(prefix="fairdeal-fire-")) if folder is None else folder
    with lit(where, plan) as blaze:
        ledger, fire, began = blaze.burn()
        again, restored = blaze.restore()
        fire.broken += [f"{key} has no lifetime" for key in blaze.endless_keys()]
    return Burnt(
        faults=blaze.arson.done,
        fire=fire,
        restored=restored,
        lost_answers=ledger.lost + again.lost,
        unavailable=ledger.away + again.away,
        sent_again=sum(move.sent > 1 for move in ledger.moves + again.moves),
        bursts=ledger.burst,
        finished=ledger.finished,
        rematches=ledger.rematches,
        calm_ms=_percentiles([move.took for move in ledger.moves if move.begun + move.took < began]),
        fire_ms=_percentiles(
            [move.took for move in ledger.moves if began <= move.begun < began + plan.fire]
        ),
        strange=ledger.strange + again.strange,
    )


def _percentiles(seconds: list[float]) -> tuple[float, float]:
    """p50 and p99 in ms."""
    ordered = sorted(seconds)
    if not ordered:
        return (0.0, 0.0)
    return tuple(round(1000 * ordered[int(len(ordered) * part)], 1) for part in (0.5, 0.99))  # type: ignore
