"""The bot that plays any legal move."""

from itertools import islice
from typing import Any

from engine.bots.policy import Past
from engine.core.moves import Move
from engine.core.rng import Draws
from engine.core.ruleset import Ruleset
from engine.core.seats import Seat

LOOK = 200  # a list may be too long to exhaust


def choose(ruleset: Ruleset[Any, Any, Any], seen: Any, past: Past, seat: Seat, draws: Draws) -> Move:
    """One of the first 200 listed moves, each as likely."""
    move: Move = draws.choice(list(islice(ruleset.moves(seen, seat), LOOK)))
    return move
