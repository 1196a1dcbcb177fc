"""How fast the engine plays at random, and how soon a list's first 200 moves are there.

All is timed in CPU time, so that what else the machine does counts for nothing.
"""

import gc
import statistics
import time
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from engine import RULESETS
from engine.rulesets.vantage.deck import CARDS
from tests.bench.play import LOOK as FIRST
from tests.bench.play import AnyRuleset, Corner, corners, play
from tests.engine.rulesets.vantage.table import position

BOUND_MS = 5.0  # the first 200 moves of any position
GAMES = 60
TOGETHER: dict[str, list[dict[str, Any]]] = {  # values that make longer lists together than alone
    "vantage": [{"sums": "any", "sum_builds": True}, {"reneging": "enforced", "sum_builds": True}],
}

LOW = [card for card in CARDS if card[0] != "W" and int(card[1:]) < 7]
MOST = [card for card in CARDS if card not in ("R14", "W1", "W2", "W3", "W4")]
PILES = "14:R1,R2 13:G1,G2 11:B1,B2 12:P1,P2 14:R3,G3 13:R4,B4 7:G4,P4 12:P5,B5"
VANTAGE_HARD: list[tuple[str, dict[str, Any]]] = [  # hand, table; rarer than random games come by
    ("W1 W2 W3 W4", {"loose": "(Y5)0 (B3)"}),
    ("W1 W2 W3 W4", {"loose": "Y5 B3", "wild_suit": "declared"}),
    ("W1 W2 W3 W4", {"loose": "Y13 R13 B13 G13 P13", "reneging": "enforced", "wild_backs_build": False}),
    ("R14", {"loose": " ".join(MOST)}),
    ("R14", {"loose": " ".join(f"({card})" for card in MOST)}),
    ("R14", {"loose": " ".join(LOW)}),
    ("R14", {"loose": " ".join(f"Y{number}" for number in range(1, 15))}),
    ("R14 W1", {"loose": " ".join(f"Y{number}" for number in range(1, 15)) + " W2 W3 W4"}),
    ("R14 W1", {"loose": " ".join(f"(Y{number}){number % 2}" for number in range(1, 15)), "piles": PILES}),
    ("Y2 Y11 G11 W1", {"loose": "Y8 P14 R5 R7", "piles": PILES}),
    ("Y7 P11 B10 W1", {"loose": "(Y8)", "piles": PILES, "reneging": "enforced"}),
    ("R11 G7 B4 P8", {"loose": "P14 W2 G8 B10 Y5 R9", "piles": PILES, "reneging": "enforced"}),
]


def steps_per_second(ruleset: AnyRuleset, look: int) -> float:
    """Steps a second with masking, listing `look` moves, checking and playing, set-up included."""
    start, steps = time.process_time(), 0
    for game in range(GAMES):
        seats = ruleset.seats[game % len(ruleset.seats)]
        steps += sum(1 for _ in play(ruleset, ruleset.Options(), seats, f"speed {game}", look))
    return steps / (time.process_time() - start)


def first_moves(ruleset: AnyRuleset) -> list[tuple[float, Any]]:
    """For each position of random games at every corner, and each hard one: ms to its first 200 moves, the
    best of five."""
    found = []
    for state in chain(_random(ruleset), _hard() if ruleset.slug == "vantage" else ()):
        seat = ruleset.to_act(state)[0]
        best = min(_time_list(ruleset, state, seat) for _ in range(5))
        found.append((best, state))
    return found


def _random(ruleset: AnyRuleset) -> Iterator[Any]:
    together = [Corner(ruleset.Options(**options)) for options in TOGETHER.get(ruleset.slug, ())]
    found = corners(ruleset) + together
    for game in range(max(GAMES, len(found))):
        options, seats = found[game % len(found)]
        seats = seats or ruleset.seats[game % len(ruleset.seats)]
        for turn in play(ruleset, options, seats, f"first {game}"):
            yield turn.state


def _hard() -> Iterator[Any]:
    for hand, table in VANTAGE_HARD:
        for sums in ("two_cards", "any"):
            yield position(hand, "Y12", sums=sums, sum_builds=True, **table)


def _time_list(ruleset: AnyRuleset, state: Any, seat: Any) -> float:
    start = time.process_time()
    for _ in islice(ruleset.legal_moves(state, seat), FIRST):
        pass
    return (time.process_time() - start) * 1000


def main() -> int:
    """Prints the figures; 1 if a list came later than its bound."""
    missed = 0
    gc.freeze()
    for slug, ruleset in RULESETS.items():
        for look in (1, 20, FIRST):
            rate = steps_per_second(ruleset, look)
            print(f"engine {slug}: {rate:,.0f} random steps/s, listing up to {look} moves a step")
        times = first_moves(ruleset)
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
