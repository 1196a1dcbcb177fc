"""`python -m tests.fire.soak`: people and house bots play for long while everything fails; after each round a
game's lifetime passes, and what is left of it is measured."""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from service.commits import LIFETIME_MS
from tests.e2e.test_serve import descendants
from tests.fire.aftermath import Damage
from tests.fire.blaze import Took, burn, restore, took
from tests.fire.ledger import Acknowledged, Ledger
from tests.fire.scene import Plan, Scene, scene

CALM = 0.2  # of a round's seconds, in which nothing fails
PAGE = os.sysconf("SC_PAGE_SIZE")  # bytes
PASSED = 60_000  # ms that pass beyond a lifetime
LISTS = 2  # keys of the lobby that may be left: its lists live a day longer than a game
STORE_KB, WORKER_KB = (
    2048,
    16_384,
)  # by which the store and a worker may grow, by chance and with their caches


Tell = Callable[[str], object]


class Left(msgspec.Struct, frozen=True):
    """What there was after a round: keys in the store, and when a lifetime had passed keys, kB of the store,
    kB of memory of each worker that is never killed."""

    games: int
    moves: int
    keys: int
    kept: int
    store_kb: int
    workers_kb: dict[int, int]


class Soaked(msgspec.Struct):
    """What came of it: what was left after each round, faults by kind, the damage, how long moves took."""

    rounds: list[Left]
    faults: dict[str, int]
    damage: Damage
    restored: Damage
    lost_answers: int
    unavailable: int
    finished: int
    rematches: int
    calm: Took
    burning: Took
    strange: list[str]

    @property
    def grown(self) -> list[str]:
        """What games left behind: keys after any round, and memory since the first."""
        first, last = self.rounds[0], self.rounds[-1]
        grown = [f"{left.kept} keys are left of {left.keys}" for left in self.rounds if left.kept > LISTS]
        if last.store_kb > first.store_kb + STORE_KB:
            grown.append(f"the store has grown from {first.store_kb} kB to {last.store_kb}")
        for worker, before in first.workers_kb.items():
            if worker not in last.workers_kb or last.workers_kb[worker] > before + WORKER_KB:
                grown.append(f"worker {worker} has grown from {before} kB to {last.workers_kb}")
        return grown

    @property
    def games(self) -> int:
        """How many were played."""
        return self.damage.games + self.restored.games


def soaked(
    folder: Path, plan: Plan, seconds: float, a_round: float, rounds: int, restores: bool, tell: Tell = str
) -> Soaked:
    """Rounds of so many seconds until the time is up, at least so many; then the store may be restored."""
    until = time.monotonic() + seconds
    left: list[Left] = []
    whole, damage = Ledger(), Damage()
    calm: list[Acknowledged] = []
    burning: list[Acknowledged] = []
    with scene(folder, plan) as lit:
        while len(left) < rounds or time.monotonic() < until:
            ledger, found, when = burn(lit, CALM * a_round, (1 - CALM) * a_round)
            calm += when.calm(ledger.moves)
            burning += when.burning(ledger.moves)
            damage.add(found)
            left.append(_passed(lit, len(ledger.games), len(ledger.moves)))
            tell(f"{left[-1]}")
            ledger.games, ledger.moves, ledger.watched = {}, [], []
            whole.add(ledger)
            if found.harm or ledger.strange:
                break
        restored = Damage()
        if restores:
            last, restored = restore(lit, a_round / 3)
            whole.add(last)
        faults = lit.arson.done
    return Soaked(
        rounds=left,
        faults=faults,
        damage=damage,
        restored=restored,
        lost_answers=whole.lost,
        unavailable=whole.away,
        finished=whole.finished,
        rematches=whole.rematches,
        calm=took(calm),
        burning=took(burning),
        strange=whole.strange,
    )


def _passed(lit: Scene, games: int, moves: int) -> Left:
    """Lets the lifetime of a game pass, and measures what is left."""
    with lit.raw() as raw:
        keys = raw.dbsize()
        age(raw, LIFETIME_MS + PASSED)
        kept = len(list(raw.scan_iter(count=1000)))
        store_kb = raw.info("memory")["used_memory"] // 1024
    workers = {
        worker: _resident(worker) // 1024
        for served in lit.arson.spared
        for worker in descendants(served.process.pid)
    }
    return Left(games, moves, keys, kept, store_kb, workers)


def age(raw: Any, ms: int) -> None:
    """So much time passes for every key of the store; each has a lifetime [Q26]."""
    keys = list(raw.scan_iter(count=1000))
    pipeline = raw.pipeline(transaction=False)
    for key in keys:
        pipeline.pttl(key)
    lifetimes = pipeline.execute()
    for key, lifetime in zip(keys, lifetimes, strict=True):
        assert lifetime != -1, f"{key!r} has no lifetime"
        pipeline.pexpire(key, max(1, lifetime - ms))
    pipeline.execute()
    time.sleep(0.01)


def _resident(process: int) -> int:
    """Bytes of memory that the process has."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE


def main() -> int:
    """Soaks for as many seconds as are named, and prints the figures. The status: 0 if nothing was harmed."""
    seconds = float(sys.argv[1])
    plan = Plan(
        seed=time.time_ns() % 1_000_000,
        crowds=2,
        people=24,
        frozen=7.0,
        slow_bots=True,
        spare=True,
        short=0.8,
    )
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-soak-"))
    print(f"seed {plan.seed}, {seconds:.0f} s, in {folder}", flush=True)
    told = soaked(
        folder, plan, seconds, a_round=40.0, rounds=3, restores=True, tell=partial(print, flush=True)
    )
    print(msgspec.json.format(msgspec.json.encode(told), indent=1).decode())
    harm = told.damage.harm + told.restored.harm + told.strange + told.grown
    if not harm:
        shutil.rmtree(folder)
    print(f"{told.games} games, {told.damage.acknowledged} moves acknowledged, ", end="")
    print(f"{len(told.damage.lost)} lost, {len(told.damage.doubled)} doubled, {len(harm)} faults found")
    return 1 if harm else 0


if __name__ == "__main__":
    sys.exit(main())
