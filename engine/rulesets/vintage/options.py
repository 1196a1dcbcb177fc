"""The table options of Vintage; each is explained in the rules text under `option-<name>`."""

from typing import Annotated, Literal

import msgspec

from engine.core.options import Options as BaseOptions
from engine.core.seats import Seat


class Options(BaseOptions, frozen=True, tag="vintage"):
    """How a table plays Vintage. The defaults are the printed game as the rulings read it."""

    collection: Literal["all", "bought_only"] = "all"
    deck_end: Literal["reshuffle", "end"] = "reshuffle"
    refill: Literal["round", "turn"] = "round"
    forced_open: bool = False
    unsold: Literal["out", "discard"] = "out"
    auction: Literal["ascending", "once_around"] = "ascending"
    finish_round: bool = False
    bank: Literal["finite", "unlimited"] = "finite"
    sets: Literal["split", "one_per_colour"] = "split"
    max_turns: Annotated[int, msgspec.Meta(ge=20, le=1000)] = 200
    starter: Seat | None = None
