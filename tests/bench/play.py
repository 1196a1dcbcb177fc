"""Random play of any rule set, as a bot would do it: look, list, choose, check, play; each once a step."""

import hashlib
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from engine import Rng, Ruleset, Step
from engine.core.moves import Move
from engine.core.seats import Seat
from service.catalogue import describe
from tests.covering import needed, values

AnyRuleset = Ruleset[Any, Any, Any]
LOOK = 200  # moves of a list that are chosen from


class Turn(NamedTuple):
    """A position of a game, how many moves were listed in it, the one that was made and what came of it."""

    state: Any
    seat: Seat
    listed: int
    move: Move
    step: Step[Any]


def play(
    ruleset: AnyRuleset, options: Any, seats: int, name: str, look: int = LOOK, most: int = 0
) -> Iterator[Turn]:
    """A random game among the first `look` listed moves, from the seed of a name. Lists are made up to there,
    or up to `most` where that is more.

    The state is masked once a step; `apply` would mask it again, to judge a move of which it knows nothing.
    """
    chance = random.Random(name)
    state = ruleset.new(options, seats, Rng(hashlib.sha256(name.encode()).digest())).state
    while acting := ruleset.to_act(state):
        seat = acting[0] if len(acting) == 1 else chance.choice(acting)
        seen = ruleset.seen(state, seat)
        moves = list(islice(ruleset.moves(seen, seat), max(look, most)))
        move = chance.choice(moves if len(moves) <= look else moves[:look])
        ruleset.check(seen, seat, move)
        step = ruleset.play(state, seat, move)
        yield Turn(state, seat, len(moves), move, step)
        state = step.state


class Corner(NamedTuple):
    """Options of a rule set, and how many seats they ask for, if they do."""

    options: Any
    seats: int | None = None


def corners(ruleset: AnyRuleset) -> list[Corner]:
    """The default options, then each other value of each option, with no more around it than it needs."""
    info = describe(ruleset, "en")
    found = [Corner(ruleset.Options())]
    for option in info.options:
        for value in values(info, option):
            table = needed(info, option, value)
            found.append(Corner(msgspec.convert(table.options, ruleset.Options), table.seats))
    return list(dict.fromkeys(found))
