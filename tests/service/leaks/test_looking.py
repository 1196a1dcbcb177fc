"""Law 3 over HTTP: games that differ in what the caller cannot see answer every operation alike, to the byte.

In one universe the game stands as it was played, in the other everything that the caller may not see is
another thing: hidden cards, piles, sealed values, the masked parts of the log, its moves, seeds and entropy,
and for those who do not host the private words of the table. `LEAKS=long` looks at many more positions.
"""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest

from engine import RULESETS, BadSetup, Rng
from engine.core.rng import Draws
from service.api import OPERATIONS
from service.catalogue import describe
from tests.covering import tables
from tests.service.leaks.asking import ASKS
from tests.service.leaks.comparing import look
from tests.service.leaks.hiding import AnyRuleset
from tests.service.leaks.positions import At, Json, Played
from tests.service.leaks.universes import Universe

LONG = os.environ.get("LEAKS") == "long"
LATE = (40, 90, 200) if LONG else ()  # further positions of each game, if it comes so far
FEW = 4  # requests of an operation, in the short form, of who sees no more than another caller
MOST = 3  # seats of a table, unless an option asks for more

Pair = tuple[Universe, Universe]


def settings(slug: str) -> list[tuple[int, Json]]:
    """Seats and options of tables that together have every value of every option, with few seats."""
    ruleset = RULESETS[slug]
    return [
        (_few(ruleset, table.options, table.seats or MOST), table.options)
        for table in tables(describe(ruleset, "en"))
    ]


def _few(ruleset: AnyRuleset, options: Json, most: int) -> int:
    """The least number of seats from `MOST` on that these options allow, or else the number they were found
    with."""
    for seats in range(min(MOST, ruleset.seats[-1]), most):
        with suppress(BadSetup):
            ruleset.new(ruleset.Options(**options), seats, Rng(bytes(32)))
            return seats
    return most


def phases(slug: str) -> list[str]:
    """The kinds of phases in which somebody acts."""
    return [phase.code for phase in describe(RULESETS[slug], "en").phases if phase.code != "over"]


def chosen(pair: Pair, slug: str, phase: str) -> Iterator[tuple[Played, At]]:
    """Positions of the phase: one a table, of one table only in the short form."""
    places = settings(slug)
    first = phases(slug).index(phase)
    for seats, options in places[first:] + places[:first]:
        played = Played(pair, slug, seats, options, f"looking {phase}")
        at_hand = [
            (count, at)
            for count, at in enumerate(played.positions())
            if at.stand.state.phase.__struct_config__.tag == phase
        ]
        late = [next((pair for pair in at_hand if pair[0] >= least), None) for least in LATE]
        found = [one for one in (at_hand[min(2, len(at_hand) - 1) :][:1] + late) if one is not None]
        yield from ((played, at) for _, at in found)
        if found and not LONG:
            return


def test_every_operation_is_asked_of_twins() -> None:
    """A new operation fails here until it has its requests."""
    assert set(ASKS) == set(OPERATIONS)


@pytest.mark.parametrize(
    ("slug", "phase"), [(slug, phase) for slug in sorted(RULESETS) for phase in phases(slug)]
)
def test_Q8_Q9_Q16_no_operation_tells_anybody_what_he_cannot_see(pair: Pair, slug: str, phase: str) -> None:
    asked: Counter[tuple[str, str]] = Counter()
    draws = Draws(Rng(f"{slug} {phase}".encode().ljust(32)))
    looked = 0
    for played, at in chosen(pair, slug, phase):
        look(played, at, draws, asked, None if LONG else FEW)
        looked += 1
    assert looked, f"no table came to {phase}"
    for operation in ASKS:  # each is asked by every kind of caller
        names = {name.partition(" ")[0] for called, name in asked if called == operation}
        assert names == {"seat", "nobody", "invite", "host", "key"}
