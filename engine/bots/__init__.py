"""Policies: they see what a seat sees and choose one of its legal moves.

A policy is `choose(ruleset, seen, seat, draws) -> move`; `BOTS` names those that can sit at a table.
"""

from collections.abc import Callable
from typing import Any

from engine.bots import random
from engine.core.moves import Move
from engine.core.rng import Draws
from engine.core.ruleset import Ruleset
from engine.core.seats import Seat

Policy = Callable[[Ruleset[Any, Any, Any], Any, Seat, Draws], Move]

BOTS: dict[str, Policy] = {"random": random.choose}
