"""How fast the engine plays at random beside RLCard and OpenSpiel, all driven from Python in the same way.

The others run in a process of an interpreter of their own, which `make bench` makes. Everybody plays a while
in every round, one after the other, and CPU time is what counts: a busy machine is nobody's handicap. A step
of ours masks the state, lists the moves, chooses, checks and plays. RLCard's makes what its player sees
anyhow; OpenSpiel's is measured without that and with it (`+seen`), and compared with it.
"""

import gc
import json
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from engine import RULESETS
from tests.bench.play import AnyRuleset, play

INTERPRETER = Path(".venv-peers/bin/python")
SCRIPT = Path(__file__).with_name("peer_games.py")
ROUNDS = 7
SECONDS = 0.4  # of CPU time, a contestant and round
BRANCHING = 20.0  # moves listed in the mean, below which the bound holds
BOUND = 50_000  # steps a second


class Round(NamedTuple):
    """What a contestant did in a round."""

    steps: int
    listed: int
    seconds: float

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.steps / self.seconds


Contestant = Callable[[], Round]


def own(ruleset: AnyRuleset, seats: int) -> Contestant:
    """A rule set at a table of so many seats, with its default options; every round has other games."""
    games = count()

    def measure() -> Round:
        start, steps, listed = time.process_time(), 0, 0
        while time.process_time() - start < SECONDS:
            for turn in play(ruleset, ruleset.Options(), seats, f"peers {seats} {next(games)}"):
                steps += 1
                listed += turn.listed
        return Round(steps, listed, time.process_time() - start)

    return measure


@contextmanager
def others() -> Iterator[dict[str, Contestant]]:
    """The games of the other engines, by name, while the block lasts."""
    with subprocess.Popen(
        [str(INTERPRETER), str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        stdin: Any = process.stdin
        stdout: Any = process.stdout

        def asked(name: str) -> Contestant:
            def measure() -> Round:
                print(name, SECONDS, file=stdin, flush=True)
                return Round(**json.loads(stdout.readline()))

            return measure

        yield {name: asked(name) for name in json.loads(stdout.readline())}
        stdin.close()


def told(name: str, rounds: list[Round]) -> str:
    """The figures of a contestant."""
    rates = sorted(each.rate for each in rounds)
    return (
        f"peers {name}: {statistics.median(rates):,.0f} random steps/s ({rates[0]:,.0f} to {rates[-1]:,.0f}),"
        f" branching {branching(rounds):.1f}"
    )


def branching(rounds: list[Round]) -> float:
    """Moves listed in the mean."""
    return sum(each.listed for each in rounds) / sum(each.steps for each in rounds)


def ratio(rounds: list[Round], to: list[Round]) -> float:
    """The median of the ratios of the rounds."""
    return statistics.median(one.rate / other.rate for one, other in zip(rounds, to, strict=True))


def main() -> int:
    """Prints a line a contestant; 1 if a rule set with few moves to choose from is slower than its bound."""
    if not INTERPRETER.exists():
        print(f"peers: {INTERPRETER} is not there; `make bench` makes it")
        return 1
    gc.freeze()
    ours = {
        f"{slug}, {seats} seats": own(ruleset, seats)
        for slug, ruleset in RULESETS.items()
        for seats in sorted({ruleset.seats[0], ruleset.seats[-1]})
    }
    with others() as theirs:
        contestants = ours | theirs
        rounds: dict[str, list[Round]] = {name: [] for name in contestants}
        for _ in range(ROUNDS):
            for name, measure in contestants.items():
                rounds[name].append(measure())
        missed = 0
        for name in theirs:
            print(told(name, rounds[name]))
        for name in ours:
            rate = statistics.median(each.rate for each in rounds[name])
            bound = "no bound"
            if branching(rounds[name]) < BRANCHING:
                bound = f"{'met' if rate >= BOUND else 'missed'}: at least {BOUND:,}"
                missed |= rate < BOUND
            beside = [
                f"{ratio(rounds[name], rounds[other]):.2f} of {other}"
                for other in theirs
                if f"{other}+seen" not in theirs
            ]
            print(f"{told(name, rounds[name])}, {', '.join(beside)}; {bound}")
    return int(missed)
