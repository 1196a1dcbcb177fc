"""Games played out from some state at random, and what their ends are worth to a seat."""

from itertools import islice
from typing import Any

from engine.core.outcome import Outcome
from engine.core.rng import Draws
from engine.core.ruleset import Ruleset
from engine.core.seats import Seat

LOOK = 3  # the first listed moves: one of each legal kind, then small and likely ones
MOST_STEPS = 500  # a game that is still on after so many tells nothing
WIN = 0.5  # how much of a value is the win; the rest is the margin


def play_out(ruleset: Ruleset[Any, Any, Any], state: Any, draws: Draws) -> tuple[Outcome | None, int]:
    """The end of a game played at random among the first listed moves, and the steps taken to it.

    None if it has not ended in time.
    """
    for steps in range(MOST_STEPS):
        outcome = ruleset.outcome(state)
        if outcome is not None:
            return outcome, steps
        seat = draws.choice(ruleset.to_act(state))
        moves = list(islice(ruleset.moves(ruleset.seen(state, seat), seat), LOOK))
        state = ruleset.play(state, seat, draws.choice(moves)).state
    return ruleset.outcome(state), MOST_STEPS


def worth(ruleset: Ruleset[Any, Any, Any], outcome: Outcome | None, seat: Seat, seats: int) -> float:
    """An end, from 0 to 1: the seat's share of the win, and how far it is from the best of the others."""
    if outcome is None:
        return WIN / seats + (1 - WIN) / 2
    share = (seat in outcome.winners) / max(1, len(outcome.winners))
    scores = [-score if ruleset.lowest_wins else score for score in outcome.scores]
    lead = scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
    reach = sum(abs(score) for score in scores) or 1
    return WIN * share + (1 - WIN) * (1 + max(-1.0, min(1.0, lead / reach))) / 2
