"""The table options of the board game; each is explained in the rules text under `option-<name>`."""

from typing import Annotated, Literal

from engine.core.options import Only
from engine.core.options import Options as BaseOptions
from engine.core.seats import Seat


class Options(BaseOptions, frozen=True, tag="davinci-board"):
    """How a table plays the board game. The defaults are the printed game as the rulings read it."""

    cards: bool = True
    draws: Annotated[Literal["per_pattern", "per_placement", "per_turn"], Only("cards", True)] = "per_pattern"
    match_bonus: Annotated[Literal["one", "pattern_value"], Only("cards", True)] = "one"
    leonardo: Annotated[Literal["compulsory", "optional"], Only("cards", True)] = "compulsory"
    team_shapes: Annotated[Literal["split", "free"], Only("seats", 4)] = "split"
    end: Literal["no_pattern_possible", "board_full"] = "no_pattern_possible"
    first: Seat | None = None
