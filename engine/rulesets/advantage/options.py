"""The table options of Advantage; each is explained in the rules text under `option-<name>`."""

from typing import Annotated, Literal

import msgspec

from engine.core.options import Only
from engine.core.options import Options as BaseOptions
from engine.core.seats import Seat

DayOfMonth = Annotated[int, msgspec.Meta(ge=1, le=31)]
Rounds = Annotated[int, msgspec.Meta(ge=1, le=500)]


class Options(BaseOptions, frozen=True, tag="advantage"):
    """How a table plays Advantage. The defaults are the printed game as the rulings read it."""

    tiebreak: Literal["count", "date"] = "count"
    date_day: Annotated[DayOfMonth | None, Only("tiebreak", "date")] = None
    ace_rank: Literal["high", "low"] = "high"
    stuck_draw: Literal["optional", "forced"] = "optional"
    stuck_draw_hidden: bool = True
    refill: Literal["after_own_drop", "after_both_drops", "after_switch"] = "after_own_drop"
    accidental: Literal["strict", "need_pick", "free"] = "strict"
    idle_rounds: Rounds = 50
    dealer: Seat | None = None

    @property
    def open_hands(self) -> bool:
        """Hands lie open, but for a card that was drawn in secret."""
        return True
