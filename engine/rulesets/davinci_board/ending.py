"""The end of a board game: when it has come, and who wins."""

from typing import Literal

from engine.core.seats import Seat
from engine.rulesets.davinci_board.placing import BOTH, tally_of
from engine.rulesets.davinci_board.state import Outcome, OutcomeDetails, Over, Side, State, side_of
from engine.rulesets.davinci_board.tally import can_be_supplied, still_possible

Reason = Literal["board-full", "no-pattern-possible"]


def ended(state: State) -> Reason | None:
    """Why the game is over between two turns, or None if it goes on [E16]."""
    one, other = state.sides
    if not any(side.left(shape) for side in state.sides for shape in BOTH):
        return "board-full"
    if state.options.end == "board_full":
        return None
    if can_complete(one, other) or can_complete(other, one):
        return None
    return "no-pattern-possible"


def can_complete(side: Side, against: Side) -> bool:
    """Whether a pattern is left where the other side has no piece, and that the side has the pieces for."""
    own = tally_of(side)
    patterns = still_possible(own, tally_of(against))
    return can_be_supplied(own, patterns, side.ovals_left, side.triangles_left)


def standing(state: State) -> tuple[int, ...]:
    """The score of each seat so far, which is that of its side."""
    return tuple(state.sides[side_of(seat)].score for seat in range(state.size))


def finish(state: State, reason: Reason) -> Over:
    """The end: the side with the most points wins, and equal sides share [E19]."""
    scores = standing(state)
    best = max(scores)
    return Over(
        Outcome(
            reason=reason,
            winners=tuple(Seat(seat) for seat, score in enumerate(scores) if score == best),
            scores=scores,
            details=OutcomeDetails(tuple(side.score for side in state.sides)),
        )
    )
