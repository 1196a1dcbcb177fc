"""What a bot is: a name, a gear, and a way to choose one of a seat's legal moves from what that seat sees."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from engine.core.events import Event
from engine.core.moves import Move
from engine.core.rng import Draws
from engine.core.ruleset import Ruleset
from engine.core.seats import Seat

Past = Callable[[], Iterable[Event]]  # the events as the seat saw them, oldest first; asking may cost a read

Policy = Callable[[Ruleset[Any, Any, Any], Any, Past, Seat, Draws], Move]


class Bot(msgspec.Struct, frozen=True):
    """A bot that can sit at a table.

    `choose(ruleset, seen, past, seat, draws)` gives one of the listed moves of a seat that may act. It sees
    the masked state and nothing else, asks `past` at most once, and takes all chance from `draws`: the same
    position and stream give the same move, so that a move tried again, or resumed after a crash, is the same.
    `slow`: a move may take longer than 5 ms, so it is not to be chosen while somebody waits for an answer.
    """

    name: str
    slow: bool
    choose: Policy
