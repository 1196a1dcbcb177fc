"""The service under fire, in a short form: all faults in some seconds, and what must hold afterwards.

`make soak` runs the same with larger numbers.
"""

from pathlib import Path
from typing import Final

from tests.fire.arson import KINDS
from tests.fire.blaze import Burnt, burnt
from tests.fire.scene import Plan

PLAN: Final = Plan(seed=6, crowds=1, people=12)
CALM, FIRE, APART = 1.0, 6.0, 1.2  # seconds


def test_Q19_Q20_Q21_Q22_Q23_Q25_Q26_Q27_Q28_Q54_what_was_acknowledged_is_there_once_whatever_fails(
    tmp_path: Path,
) -> None:
    """Two services of two workers over one store, each way with a wire that is cut [Q54]. One test, for it is
    one fire."""
    fire = burnt(tmp_path, PLAN, CALM, FIRE, APART)
    _faults_of_all_kinds_were_felt(fire)
    _every_acknowledged_move_is_in_the_log_once(fire)
    _every_game_ended_and_replays(fire)
    _nobody_is_stuck_or_was_answered_what_must_not_be(fire)
    _nothing_stale_was_written_to_a_restored_store(fire)


def _faults_of_all_kinds_were_felt(fire: Burnt) -> None:
    assert all(fire.faults[kind] for kind in (*KINDS, "store restored to a copy"))
    assert fire.lost_answers > 0
    assert fire.sent_again > 0
    assert fire.unavailable > 0


def _every_acknowledged_move_is_in_the_log_once(fire: Burnt) -> None:
    """[Q19, Q23] And no other, but for those of the house and of its bots."""
    assert (fire.fire.lost, fire.fire.doubled, fire.fire.undone) == ([], [], 0)
    assert fire.fire.acknowledged > 0


def _every_game_ended_and_replays(fire: Burnt) -> None:
    """[Q20] The engine deals each game again and plays its log: the same state, bit for bit, so no card is
    lost. The service verifies each record. No game is there that nobody made, and no key without a lifetime
    [Q26]. Viewers were told each step once, in order, up to the end [Q28]."""
    assert fire.fire.broken == []
    assert fire.fire.games >= PLAN.people
    assert fire.fire.followed > 0
    assert fire.endless == []


def _nobody_is_stuck_or_was_answered_what_must_not_be(fire: Burnt) -> None:
    """[Q21] One claim too many is refused, no other. What one client sends is never refused, however often he
    has to send it, but for 503 with Retry-After; all answers have CORS headers, and none is a 500 [Q27].
    All play on with their tokens alone when the fire is out [Q25]; nobody restarts what was not killed."""
    assert fire.strange == []


def _nothing_stale_was_written_to_a_restored_store(fire: Burnt) -> None:
    """[Q22] What was acknowledged after the copy was taken is gone. Everything else is there once, in logs
    that replay to what is stored: nobody wrote what he had worked out from a state that was no more."""
    assert fire.restored.undone > 0
    assert fire.restored.harm == []
