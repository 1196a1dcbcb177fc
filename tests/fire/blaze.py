"""A fire from beginning to end: people play, everything that can fail fails, and then it is looked at what is
left."""

import time
from pathlib import Path

import msgspec

from tests.fire.aftermath import Damage
from tests.fire.ledger import Acknowledged, Ledger
from tests.fire.scene import Plan, Scene, scene


class Took(msgspec.Struct, frozen=True):
    """How long moves took from the first time they were sent to their answer, in ms; of how many."""

    p50: float
    p99: float
    moves: int


class When(msgspec.Struct, frozen=True):
    """When a fire began and ended, by `monotonic`."""

    began: float
    ended: float

    def calm(self, moves: list[Acknowledged]) -> list[Acknowledged]:
        """Those that were answered before it."""
        return [move for move in moves if move.begun + move.took < self.began]

    def burning(self, moves: list[Acknowledged]) -> list[Acknowledged]:
        """Those that were first sent in it."""
        return [move for move in moves if self.began < move.begun < self.ended]


class Burnt(msgspec.Struct):
    """What came of it: faults by kind, the damage of the fire and of the restoration."""

    faults: dict[str, int]
    fire: Damage
    restored: Damage
    lost_answers: int
    unavailable: int  # 503s
    sent_again: int  # moves that were acknowledged at the second time or later
    bursts: int
    finished: int
    rematches: int
    calm: Took
    burning: Took
    endless: list[str]  # keys without a lifetime
    strange: list[str]


def burnt(folder: Path, plan: Plan, calm: float, fire: float, apart: float) -> Burnt:
    """Play without and with faults, for so many seconds each. Then a copy of the store is taken, and `apart`
    seconds later it is restored to it, while people play."""
    with scene(folder, plan) as lit:
        first, damage, when = burn(lit, calm, fire)
        second, restored = restore(lit, apart)
        with lit.raw() as raw:
            endless = [key.decode() for key in raw.scan_iter(count=1000) if raw.pttl(key) == -1]
        faults = lit.arson.done
    both = Ledger()
    both.add(first)
    both.add(second)
    return Burnt(
        faults=faults,
        fire=damage,
        restored=restored,
        lost_answers=both.lost,
        unavailable=both.away,
        sent_again=sum(move.sent > 1 for move in both.moves),
        bursts=both.burst,
        finished=both.finished,
        rematches=both.rematches,
        calm=took(when.calm(first.moves)),
        burning=took(when.burning(first.moves)),
        endless=endless,
        strange=both.strange,
    )


def burn(lit: Scene, calm: float, fire: float) -> tuple[Ledger, Damage, When]:
    """Calm, then fire."""
    crowds = lit.open()
    time.sleep(calm)
    began = time.monotonic()
    lit.arson.burn(fire)
    when = When(began, time.monotonic())
    ledger = lit.close(crowds)
    damage = lit.survey(ledger)
    damage.broken += [f"nobody made {game}" for game in lit.stored() - set(ledger.games)]
    return ledger, damage, when


def restore(lit: Scene, apart: float) -> tuple[Ledger, Damage]:
    """The store goes back to a copy of what it knew some seconds before, while people play."""
    crowds = lit.open()
    lit.arson.copy_store(lit.folder / "copy")
    time.sleep(apart)
    lit.restored.touch()
    lit.arson.restore_store(lit.folder / "copy")
    back = time.monotonic()
    time.sleep(apart)
    ledger = lit.close(crowds)
    return ledger, lit.survey(ledger, back)


def took(moves: list[Acknowledged]) -> Took:
    """The percentiles of the moves."""
    ms = sorted(1000 * move.took for move in moves) or [0.0]
    return Took(round(ms[len(ms) // 2], 1), round(ms[len(ms) * 99 // 100], 1), len(moves))
