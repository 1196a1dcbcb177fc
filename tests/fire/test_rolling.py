"""A new release while people play: the workers of both services are replaced, one service after the other."""

import time
from pathlib import Path
from typing import Final

from tests.fire.scene import Plan, scene

PLAN: Final = Plan(seed=55, crowds=1, people=100, tables=100, last=1)
APART = 2.0  # seconds between the services


def test_Q55_a_rolling_restart_during_100_games_loses_no_move_and_no_event(tmp_path: Path) -> None:
    with scene(tmp_path, PLAN) as lit:
        crowds = lit.open()
        for _ in lit.services:
            lit.arson.roll()
            time.sleep(APART)
        ledger = lit.close(crowds)
        damage = lit.survey(ledger)
    assert lit.arson.done["service rolled (SIGHUP)"] == 2
    assert ledger.strange == []
    assert len(ledger.games) >= 100
    assert (damage.lost, damage.doubled, damage.broken) == ([], [], [])
    assert damage.acknowledged > 100
    assert damage.followed > 20
