"""Mutants of the service: what a leak in it would be is noticed by the twins, operation by operation."""

from collections import Counter
from typing import Any

import pytest

from engine import Rng
from engine.core.rng import Draws
from service.api import OPERATIONS
from tests.service.leaks.asking import ASKS
from tests.service.leaks.comparing import Caller, Leak, ask_all, callers
from tests.service.leaks.hiding import Hidden, another
from tests.service.leaks.mutants import MUTANTS
from tests.service.leaks.positions import At, Played
from tests.service.leaks.test_looking import Pair

OPTIONS = {"discard": "free", "dealer": 0}
DOWN = 3  # cards that lie face down: there is something to guess


@pytest.fixture(scope="module")
def blackout(both: Pair) -> tuple[Played, At]:
    """A game of Vantage in a blackout, at the turn of a seat."""
    for name in range(50):
        played = Played(both, "vantage", 2, OPTIONS, f"mutants {name}")
        for at in played.positions():
            state = at.stand.state
            if len(at.stand.rows) > 8 and sum(not one.face_up for one in state.loose) >= DOWN:
                return played, at
    raise AssertionError("no game comes to a blackout")


def ask(played: Played, at: At, twin: Hidden, caller: Caller, operation: str) -> None:
    asked: Counter[tuple[str, str]] = Counter()
    ask_all(played, at.stand, twin, caller, asked, (operation,))
    assert sum(asked.values())


@pytest.mark.parametrize(
    ("mutant", "operation"),
    [(mutant, operation) for mutant, operations in MUTANTS.items() for operation in operations],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_Q9_a_leak_is_noticed(blackout: tuple[Played, At], mutant: Any, operation: str) -> None:
    played, at = blackout
    caller = next(one for one in callers(played) if one.seat == at.seat)
    twin = another(played.ruleset, at.stand, caller.seat, Draws(Rng(bytes(32))))
    ask(played, at, twin, caller, operation)
    with mutant(), pytest.raises(Leak):
        ask(played, at, twin, caller, operation)


def test_every_operation_that_tells_of_a_game_has_a_mutant_that_it_notices() -> None:
    noticed = {operation for operations in MUTANTS.values() for operation in operations}
    fixed = {name for name in ASKS if "{game}" not in OPERATIONS[name].path}
    assert set(ASKS) - noticed == fixed - {"followGames", "listGames"}
