"""Games played on from some state at random, and what comes of it for a seat."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from engine.core.rng import Draws
from engine.core.ruleset import Ruleset
from engine.core.seats import Seat

LOOK = 3  # the first listed moves: one of each legal kind, then small and likely ones
AHEAD = 12  # steps after which a standing is as good as an end, and much sooner there
MOST_STEPS = 500  # a game without a standing that is still on after so many tells nothing
WIN = 0.5  # how much of a value is the win; the rest is the lead


class Result(NamedTuple):
    """How a game ended, or how it stands where it was left; no scores if nobody can tell."""

    winners: Sequence[Seat]
    scores: Sequence[int]


def play_out(ruleset: Ruleset[Any, Any, Any], state: Any, draws: Draws) -> tuple[Result, int]:
    """What comes of random moves among the first listed, and how many of them were played.

    They go on to the end of the game, or `AHEAD` where the rule set can say how a game stands.
    """
    steps = 0
    bound = MOST_STEPS if ruleset.standing(state) is None else AHEAD
    while steps < bound and ruleset.outcome(state) is None:
        seat = draws.choice(ruleset.to_act(state))
        moves = list(islice(ruleset.moves(ruleset.seen(state, seat), seat), LOOK))
        state = ruleset.play(state, seat, draws.choice(moves)).state
        steps += 1
    return _result(ruleset, state), steps


def _result(ruleset: Ruleset[Any, Any, Any], state: Any) -> Result:
    outcome = ruleset.outcome(state)
    if outcome is not None:
        return Result(outcome.winners, outcome.scores)
    scores = ruleset.standing(state) or ()
    best = (min if ruleset.lowest_wins else max)(scores, default=0)
    return Result([Seat(seat) for seat, score in enumerate(scores) if score == best], scores)


def worth(result: Result, seat: Seat, lowest_wins: bool) -> float:
    """A result, from 0 to 1: the seat's share of the win, and its lead over the best of the others."""
    winners, scores = result
    share = (seat in winners) / max(1, len(winners))
    others = [score for other, score in enumerate(scores) if other != seat]
    if not others:
        return (1 - WIN) / 2
    lead = min(others) - scores[seat] if lowest_wins else scores[seat] - max(others)
    reach = sum(abs(score) for score in scores) or 1
    return WIN * share + (1 - WIN) * (1 + max(-1.0, min(1.0, lead / reach))) / 2
