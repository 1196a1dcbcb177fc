"""Law 3 over HTTP: what changes a game answers twins alike too, and what it leads to is told alike."""

from itertools import islice

import pytest

from engine import RULESETS, Rng
from engine.core.rng import Draws
from service.api import OPERATIONS
from tests.service.leaks.changing import CHANGES, DEALING, NOTHING, try_all
from tests.service.leaks.positions import Played
from tests.service.leaks.test_looking import LONG, Pair, settings

PLACES = (1, 9, 30, 60) if LONG else (1, 13)  # of a game, in moves


def test_every_operation_that_changes_something_is_tried_on_twins() -> None:
    """A new one fails here until it has a scenario."""
    sent = {name for name, one in OPERATIONS.items() if one.method != "GET"}
    assert sent == {*CHANGES, *DEALING, *NOTHING}


@pytest.mark.parametrize("slug", sorted(RULESETS))
@pytest.mark.parametrize("operation", list(CHANGES))
def test_Q8_Q9_Q16_no_change_tells_more_than_its_rules(pair: Pair, slug: str, operation: str) -> None:
    draws = Draws(Rng(f"{slug} {operation}".encode().ljust(32)))
    tried = 0
    places = settings(slug)
    for game, (seats, options) in enumerate(places if LONG else places[:1]):
        played = Played(pair, slug, seats, options, f"changing {operation} {game}")
        positions = list(islice(played.positions(), PLACES[-1] + 1))
        for place in PLACES:
            if place < len(positions):
                tried += try_all(played, positions[place], operation, draws)
    assert tried
