"""The table options of Vantage; each is explained in the rules text under `option-<name>`."""

from typing import Annotated, Literal

from engine.core.options import Only
from engine.core.options import Options as BaseOptions
from engine.core.seats import Seat


class Options(BaseOptions, frozen=True, tag="vantage"):
    """How a table plays Vantage. The defaults are the printed game as the rulings read it."""

    action_cards: bool = True
    remove_cards_up: Annotated[Literal[0, 1, 2], Only("action_cards", True)] = 0
    open_hands: bool = False
    discard: Literal["stuck", "free"] = "stuck"
    sums: Literal["two_cards", "any"] = "two_cards"
    sum_builds: bool = False
    wild_backs_build: bool = True
    raise_builds: bool = True
    reneging: Literal["challenge", "enforced"] = "challenge"
    wild_suit: Literal["none", "declared"] = "none"
    tie_award: Literal["none", "split", "full"] = "none"
    printed_two_player_deal: Annotated[bool, Only("seats", 2)] = False
    dealer: Seat | None = None
