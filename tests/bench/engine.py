"""How fast the engine plays at random, and how soon a list's first 200 moves are there."""

import gc
import hashlib
import random
import statistics
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from engine import RULESETS, Rng, Ruleset

FIRST = 200
BOUND_MS = 5.0  # the first 200 moves of any position
GAMES = 60
VANTAGE_CORNERS: list[dict[str, Any]] = [
    {},
    {"sums": "any", "sum_builds": True},
    {"discard": "free", "wild_suit": "declared"},
    {"reneging": "enforced", "sum_builds": True},
    {"action_cards": False},
]


def _seed(text: str) -> Rng:
    return Rng(hashlib.sha256(text.encode()).digest())


def play(ruleset: Ruleset[Any, Any, Any], options: Any, seats: int, name: str, look: int) -> Iterator[Any]:
    """A random game among the first `look` listed moves; gives each state before it is played on."""
    chance = random.Random(name)
    state = ruleset.new(options, seats, _seed(name)).state
    while ruleset.outcome(state) is None:
        yield state
        seat = chance.choice(ruleset.to_act(state))
        moves = list(islice(ruleset.legal_moves(state, seat), look))
        state = ruleset.apply(state, seat, chance.choice(moves)).state


def steps_per_second(ruleset: Ruleset[Any, Any, Any], look: int) -> float:
    """Steps a second with masking, listing `look` moves, checking and playing, set-up included."""
    start, steps = time.perf_counter(), 0
    for game in range(GAMES):
        seats = ruleset.seats[game % len(ruleset.seats)]
        steps += sum(1 for _ in play(ruleset, ruleset.Options(), seats, f"speed {game}", look))
    return steps / (time.perf_counter() - start)


def first_moves(ruleset: Ruleset[Any, Any, Any], corners: list[dict[str, Any]]) -> list[tuple[float, Any]]:
    """For each position of random games under the corners: ms to its first 200 moves, the best of five."""
    found = []
    for game in range(GAMES):
        options = ruleset.Options(**corners[game % len(corners)])
        seats = ruleset.seats[game % len(ruleset.seats)]
        for state in play(ruleset, options, seats, f"first {game}", FIRST):
            seat = ruleset.to_act(state)[0]
            best = min(_time_list(ruleset, state, seat) for _ in range(5))
            found.append((best, state))
    return found


def _time_list(ruleset: Ruleset[Any, Any, Any], state: Any, seat: Any) -> float:
    start = time.perf_counter()
    for _ in islice(ruleset.legal_moves(state, seat), FIRST):
        pass
    return (time.perf_counter() - start) * 1000


def main() -> int:
    """Prints the figures; 1 if a list came later than its bound."""
    missed = 0
    gc.freeze()
    for slug, ruleset in RULESETS.items():
        for look in (1, 20, FIRST):
            rate = steps_per_second(ruleset, look)
            print(f"engine {slug}: {rate:,.0f} random steps/s, listing up to {look} moves a step")
        times = first_moves(ruleset, VANTAGE_CORNERS if slug == "vantage" else [{}])
        values = sorted(value for value, _ in times)
        late = [state for value, state in times if value > BOUND_MS]
        shown = (statistics.median(values), values[len(values) * 99 // 100], values[-1])
        print(
            f"engine {slug}: first {FIRST} moves of {len(values):,} positions:"
            f" median {shown[0]:.2f} ms, p99 {shown[1]:.2f} ms, slowest {shown[2]:.2f} ms,"
            f" {len(late)} over {BOUND_MS} ms"
        )
        missed |= bool(late)
    return missed
