"""The rule sets, one line each. Being here is what has a rule set tested, documented and served."""

from typing import Any

from engine.core.ruleset import Ruleset
from engine.rulesets.advantage import Advantage
from engine.rulesets.davinci import Davinci
from engine.rulesets.davinci_board import DavinciBoard
from engine.rulesets.vantage import Vantage
from engine.rulesets.vintage import Vintage

RULESETS: dict[str, Ruleset[Any, Any, Any]] = {
    ruleset.slug: ruleset
    for ruleset in (
        Vantage(),
        Advantage(),
        Davinci(),
        DavinciBoard(),
        Vintage(),
    )
}
