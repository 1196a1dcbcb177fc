"""The table options of Da Vinci's Challenge; each is explained in the rules text under `option-<name>`."""

from typing import Annotated, Literal

import msgspec

from engine.core.options import Only
from engine.core.options import Options as BaseOptions
from engine.core.seats import Seat

MOST_ROUNDS = 20


class Options(BaseOptions, frozen=True, tag="davinci"):
    """How a table plays Da Vinci's Challenge. The defaults are the printed game as the rulings read it."""

    tournament: bool = False
    rounds: Annotated[Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] | None, Only("tournament", True)] = (
        None
    )
    leonardos: Literal[1, 2, 3, 4] = 4
    pair_over_single: bool = False
    passing_locks: bool = False
    carta_finale: Literal["called", "automatic"] = "called"
    forgotten_call: Literal["eliminate", "end_round"] = "eliminate"
    dealer: Seat | None = None
