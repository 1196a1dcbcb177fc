"""No piece is lost or made: each side always has 45 ovals and 27 triangles, on the board or beside it."""

from typing import Any

from hypothesis import HealthCheck, given, settings

from engine.rulesets.davinci_board.lattice import IDS, SHAPE
from engine.rulesets.davinci_board.state import State
from tests.engine.games import Set, positions, sets
from tests.engine.rulesets.davinci_board.table import BOARD


def whole_sides(state: State) -> None:
    for side in state.sides:
        assert len(side.ovals) + side.ovals_left == 45
        assert len(side.triangles) + side.triangles_left == 27
        assert min(side.ovals_left, side.triangles_left) >= 0
        assert {SHAPE[name] for name in side.ovals} <= {"oval"}
        assert {SHAPE[name] for name in side.triangles} <= {"triangle"}
        assert list(side.ovals) == sorted(set(side.ovals))
        assert list(side.triangles) == sorted(set(side.triangles))
    one, other = ({*side.ovals, *side.triangles} for side in state.sides)
    assert not one & other
    empty = [SHAPE[name] for name in IDS if name not in one | other]
    assert sum(side.ovals_left for side in state.sides) == empty.count("oval")
    assert sum(side.triangles_left for side in state.sides) == empty.count("triangle")


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(made=sets(BOARD))
def test_E9_E15_pieces_are_conserved_and_match_the_empty_spaces(made: Set) -> None:
    for at in positions(BOARD, made):
        whole_sides(at.state)
        move: Any = at.move
        after = BOARD.apply(at.state, at.seat, move).state
    whole_sides(after)
    outcome = BOARD.outcome(after)
    assert outcome is not None
    assert outcome.scores == BOARD.standing(after)
