"""Pure rules of card games: rule sets, what a seat may see and do, and records that replay."""

from engine.core.errors import (
    BadNotation,
    BadRecord,
    BadSetup,
    Fault,
    GameOver,
    OutOfTurn,
    RuleBroken,
)
from engine.core.outcome import Outcome
from engine.core.record import Record
from engine.core.rng import Rng
from engine.core.ruleset import Ruleset, Step
from engine.rulesets import RULESETS

__all__ = [
    "RULESETS",
    "BadNotation",
    "BadRecord",
    "BadSetup",
    "Fault",
    "GameOver",
    "OutOfTurn",
    "Outcome",
    "Record",
    "Rng",
    "RuleBroken",
    "Ruleset",
    "Step",
]
