"""How long the house bots take for a move, and how the searching one does against the others."""

import gc
import hashlib
import time
from functools import partial
from typing import Any

from engine import RULESETS, Rng, Ruleset
from engine.bots import BOTS, Bot
from engine.core.moves import Move
from engine.core.rng import Draws
from engine.core.seats import Seat

GAMES = 8
QUICK_MS = 5.0  # the bound of a bot that answers inside the request
AIM = 1.5  # times the fair share of wins, against random
FIRST = Bot("first listed", False, lambda ruleset, seen, past, seat, draws: _first(ruleset, seen, seat))


def _first(ruleset: Ruleset[Any, Any, Any], seen: Any, seat: Seat) -> Move:
    move: Move = next(ruleset.moves(seen, seat))
    return move


def _draws(text: str) -> Draws:
    return Draws(Rng(hashlib.sha256(text.encode()).digest()))


def play(
    ruleset: Ruleset[Any, Any, Any], bots: list[Bot], name: str, times: dict[str, list[float]]
) -> tuple[Seat, ...]:
    """The winners of a game from the seed of a name; adds to `times` the CPU seconds of each move, by bot."""
    step = ruleset.new(ruleset.Options(), len(bots), _draws(name).rng)
    events = list(step.events)
    number = 0
    while ruleset.outcome(step.state) is None:
        state = step.state
        seat = ruleset.to_act(state)[0]
        seen = ruleset.seen(state, seat)
        told = ruleset.events_for(events, seat, state.options)
        bot = bots[seat]
        start = time.thread_time()
        move = bot.choose(ruleset, seen, partial(tuple, told), seat, _draws(f"{name} {number}"))
        times.setdefault(bot.name, []).append(time.thread_time() - start)
        step = ruleset.apply(state, seat, move)
        events += step.events
        number += 1
    outcome = ruleset.outcome(step.state)
    return () if outcome is None else outcome.winners


def share(
    ruleset: Ruleset[Any, Any, Any], bot: Bot, other: Bot, seats: int, times: dict[str, list[float]]
) -> float:
    """Of the wins of seeded games the share of a bot that sits once after the other in every seat."""
    won = 0.0
    for game in range(GAMES):
        own = Seat(game % seats)
        bots = [bot if seat == own else other for seat in range(seats)]
        winners = play(ruleset, bots, f"bots {seats} {game}", times)
        won += (own in winners) / max(1, len(winners))
    return won / GAMES


def main() -> int:
    """Prints the figures; 1 if random is not quick or search is hardly better than it."""
    missed = False
    gc.freeze()
    for slug, ruleset in RULESETS.items():
        times: dict[str, list[float]] = {}
        for other in (BOTS["random"], FIRST):
            for seats in sorted({ruleset.seats[0], ruleset.seats[-1]}):
                won = share(ruleset, BOTS["search"], other, seats, times)
                print(
                    f"bots {slug}: search wins {won:.0%} of {GAMES} games of {seats} seats"
                    f" against {other.name} (as good would be {1 / seats:.0%})"
                )
                missed |= other.name == "random" and won < AIM / seats
        for name, spent in times.items():
            spent.sort()
            p99 = spent[len(spent) * 99 // 100] * 1000
            print(
                f"bots {slug}: {name} takes {sum(spent) / len(spent) * 1000:.2f} ms a move, p99 {p99:.2f} ms,"
                f" slowest {spent[-1] * 1000:.2f} ms of {len(spent):,}"
            )
            missed |= name in BOTS and not BOTS[name].slow and p99 > QUICK_MS
    return int(missed)
