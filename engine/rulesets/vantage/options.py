"""The table options of Vantage; each is explained in the rules text under `option-<name>`."""

from typing import Literal

from engine.core.ruleset import Options as BaseOptions
from engine.core.seats import Seat


class Options(BaseOptions, frozen=True, tag="vantage"):
    """How a table plays Vantage. The defaults are the printed game as the rulings read it."""

    action_cards: bool = True
    remove_cards_up: Literal[0, 1, 2] = 0
    open_hands: bool = False
    discard: Literal["stuck", "free"] = "stuck"
    sums: Literal["two_cards", "any"] = "two_cards"
    sum_builds: bool = False
    wild_backs_build: bool = True
    raise_builds: bool = True
    reneging: Literal["challenge", "enforced"] = "challenge"
    wild_suit: Literal["none", "declared"] = "none"
    tie_award: Literal["none", "split", "full"] = "none"
    printed_two_player_deal: bool = False
    dealer: Seat | None = None
