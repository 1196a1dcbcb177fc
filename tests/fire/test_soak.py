"""What stays when games come and go: a short form of `make soak`."""

from pathlib import Path
from typing import Final

from tests.fire.scene import Plan
from tests.fire.soak import soaked

PLAN: Final = Plan(seed=8, crowds=1, people=14, frozen=0.5, spare=True)
ROUNDS, A_ROUND = 2, 3.0  # seconds


def test_Q26_what_games_take_up_is_free_again_when_their_lifetime_has_passed(tmp_path: Path) -> None:
    """Of keys, and of memory of the store and of workers; round after round, with faults on."""
    soak = soaked(tmp_path, PLAN, 0, A_ROUND, ROUNDS, restores=False)
    assert (soak.damage.harm, soak.strange) == ([], [])
    assert len(soak.rounds) == ROUNDS
    for left in soak.rounds:
        assert min(left.games, left.moves, len(left.workers_kb)) > 0
        assert left.keys > left.games
    assert soak.grown == []
