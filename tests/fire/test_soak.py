"""What stays when games come and go: a short form of `make soak`, which says what to look for in the long."""

from pathlib import Path
from typing import Final

from tests.fire.scene import Plan
from tests.fire.soak import Left, soaked

PLAN: Final = Plan(seed=8, crowds=1, people=14, frozen=0.5, spare=True)
ROUNDS, A_ROUND = 2, 3.0  # seconds
LISTS: Final = 2  # keys of the lobby: its lists live a day longer than a game
STORE_KB, WORKER_KB = 2048, 16_384  # by which the store and a worker may grow between two rounds of one size


def test_Q26_what_games_take_up_is_free_again_when_their_lifetime_has_passed(tmp_path: Path) -> None:
    """Of keys, and of memory of the store and of workers; round after round, with faults on."""
    soak = soaked(tmp_path, PLAN, 0, A_ROUND, ROUNDS, restores=False)
    assert (soak.damage.harm, soak.strange) == ([], [])
    for left in soak.rounds:
        assert left.games > 0
        assert left.moves > 0
        assert left.keys > left.games
        assert left.kept <= LISTS
    bounded(soak.rounds[0], soak.rounds[-1])


def bounded(first: Left, last: Left) -> None:
    """Store and workers have not grown by more than chance."""
    assert last.store_kb < first.store_kb + STORE_KB
    assert first.workers_kb.keys() == last.workers_kb.keys(), "the same processes"
    for worker, before in first.workers_kb.items():
        assert last.workers_kb[worker] < before + WORKER_KB
