"""What the label of a space says: the patterns that the mover would complete there."""

from collections.abc import Mapping
from typing import Final

from engine.core.board import BoardPattern
from engine.rulesets.davinci_board.events import CompletedPattern
from engine.rulesets.davinci_board.lattice import IDS
from engine.rulesets.davinci_board.patterns import INSTANCES, PATTERNS
from engine.rulesets.davinci_board.placing import own_and_other, tally_of
from engine.rulesets.davinci_board.state import State
from engine.rulesets.davinci_board.tally import SPACES, best_first, held, nearly_whole

Told = tuple[str, Mapping[str, object]]

_TOLD: Final = {
    one.id: CompletedPattern(one.id, pattern, one.points)
    for pattern in PATTERNS
    for one in INSTANCES
    if one.pattern == pattern
}
_PLAIN: Final[Mapping[str, Told]] = {name: ("space", {"id": name}) for name in IDS}


def told(patterns: tuple[BoardPattern, ...]) -> tuple[CompletedPattern, ...]:
    """Patterns as events and labels tell them."""
    return tuple([_TOLD[one.id] for one in patterns])


def on_table(seen: State) -> Mapping[str, Told]:
    """Every space; where the seat to act would complete patterns, those and their points together."""
    found: dict[str, list[BoardPattern]] = {}
    for seat in seen.phase.to_act:
        own = tally_of(own_and_other(seen.sides, seat)[0])
        empty = ~held(own)
        for at in best_first(nearly_whole(own)):
            gap = SPACES[at] & empty
            found.setdefault(IDS[gap.bit_length() - 1], []).append(INSTANCES[at])
    completing: dict[str, Told] = {
        name: (
            "completing",
            {
                "id": name,
                "patterns": told(tuple(reversed(patterns))),
                "points": sum(one.points for one in patterns),
            },
        )
        for name, patterns in found.items()
    }
    return {**_PLAIN, **completing}
