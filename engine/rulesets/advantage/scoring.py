"""The end of a game of Advantage: pairs, fours of a kind, and who wins a tie."""

from collections import Counter
from typing import Literal

from engine.core.seats import Seat, left_of
from engine.rulesets.advantage.deck import ACE, RANK, RANKS
from engine.rulesets.advantage.options import Options
from engine.rulesets.advantage.state import Cards, Decider, Outcome, OutcomeDetails, Over, State

Reason = Literal["stuck", "out-of-cards", "idle"]
LOWEST = 0


def standing(state: State) -> tuple[int, ...]:
    """The number of pairs that each seat has scored."""
    return tuple(len(own.pairs) for own in state.seats)


def finish(state: State, reason: Reason) -> State:
    """The end: nobody pairs any more."""
    scores = standing(state)
    fours = tuple(highest_four(own.pairs, state.options) for own in state.seats)
    winner, decided_by = _winner(state, scores, fours)
    outcome = Outcome(
        reason=reason,
        winners=(winner,),
        scores=scores,
        details=OutcomeDetails(tuple(own.pairs for own in state.seats), fours, decided_by),
    )
    return State(
        state.options,
        Over(outcome),
        state.round,
        state.dealer,
        state.stock,
        state.idle_rounds,
        state.piles,
        state.seats,
    )


def highest_four(pairs: tuple[Cards, ...], options: Options) -> str | None:
    """The highest rank of which both pairs are there, None if there is none [A2]."""
    counts = Counter(RANK[pair[0]] for pair in pairs)
    fours = [rank for rank, count in counts.items() if count == 2]
    return max(fours, key=lambda rank: height(rank, options), default=None)


def height(rank: str | None, options: Options) -> int:
    """Where a rank stands among fours of a kind; no rank is below all."""
    if rank is None:
        return LOWEST - 1
    return LOWEST if rank == ACE and options.ace_rank == "low" else RANKS.index(rank) + 1


def _winner(state: State, scores: tuple[int, ...], fours: tuple[str | None, ...]) -> tuple[Seat, Decider]:
    """More pairs, then the higher four of a kind, then an odd or even number [A1, A2, A3]."""
    if scores[0] != scores[1]:
        return Seat(scores.index(max(scores))), "pairs"
    heights = [height(rank, state.options) for rank in fours]
    if heights[0] != heights[1]:
        return Seat(heights.index(max(heights))), "four"
    number = scores[0] if state.options.date_day is None else state.options.date_day
    dealer_wins = number % 2 == 1
    winner = state.dealer if dealer_wins else left_of(state.dealer, len(state.seats))
    return winner, state.options.tiebreak
