"""The searching bot: stronger than chance, and right about what an end is worth."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from engine import RULESETS, Rng
from engine.bots import BOTS, search
from engine.bots.playout import AHEAD, Result, play_out, worth
from engine.core.rng import Draws
from engine.core.seats import Seat
from tests.engine.games import Set, ended

GAMES = 4  # from fixed seeds, so that they are the same in every run
STEPS = 100  # of a search, a ninth of what it has at a table


def leads(slug: str, seats: int) -> list[int]:
    """By how much a short search is ahead of the best random player at the end of each game."""
    ruleset = RULESETS[slug]
    think = partial(search.choose, steps=STEPS)
    found = []
    for game in range(GAMES):
        own = Seat(game % seats)
        draws = Draws(Rng(bytes([game]) * 32))
        step = ruleset.new(ruleset.Options(), seats, draws.rng)
        events = step.events
        while (outcome := ruleset.outcome(step.state)) is None:
            seat = ruleset.to_act(step.state)[0]
            choose = think if seat == own else BOTS["random"].choose
            told = ruleset.events_for(events, seat, ruleset.Options())
            move = choose(ruleset, ruleset.seen(step.state, seat), partial(tuple, told), seat, draws)
            step = ruleset.apply(step.state, seat, move)
            events = (*events, *step.events)
        sign = -1 if ruleset.lowest_wins else 1
        scores = [sign * score for score in outcome.scores]
        found.append(scores[own] - max(score for other, score in enumerate(scores) if other != own))
    return found


@pytest.mark.parametrize("slug", RULESETS)
def test_search_is_stronger_than_random(slug: str) -> None:
    found = leads(slug, RULESETS[slug].seats[0])
    assert sum(lead > 0 for lead in found) >= 3, found
    assert sum(found) > 0, found


@pytest.mark.parametrize("slug", RULESETS)
def test_a_standing_has_a_score_for_each_seat_and_ends_as_the_outcome(slug: str) -> None:
    ruleset = RULESETS[slug]
    for seats in ruleset.seats:
        made = Set(ruleset.Options(), seats, bytes([seats]) * 32)
        first = ruleset.standing(ruleset.new(made.options, seats, made.rng()).state)
        last, _ = ended(ruleset, made)
        outcome = ruleset.outcome(last)
        assert outcome is not None
        if first is not None:
            assert len(first) == seats
            assert ruleset.standing(last) == outcome.scores


def test_a_playout_stops_at_a_standing_and_else_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = RULESETS["vantage"]
    state = ruleset.new(ruleset.Options(), 2, Rng(bytes(32))).state
    result, steps = play_out(ruleset, state, Draws(Rng(b"1" * 32)))
    assert steps == AHEAD
    assert len(result.scores) == 2
    monkeypatch.setattr(type(ruleset), "standing", lambda self, state: None)
    result, steps = play_out(ruleset, state, Draws(Rng(b"1" * 32)))
    assert steps > AHEAD
    best = [seat for seat, score in enumerate(result.scores) if score == max(result.scores)]
    assert list(result.winners) == best


@pytest.mark.parametrize(
    ("winners", "scores", "lowest_wins", "value"),
    [
        ([0], [30, 10], False, 0.5 + 0.5 * 0.75),
        ([1], [30, 10], True, 0.5 * 0.25),
        ([0], [10, 30], True, 0.5 + 0.5 * 0.75),
        ([0, 1], [20, 20], False, 0.25 + 0.25),
        ([0], [-10, -30, -10], False, 0.5 + 0.25),
        ([1], [0, 40, 0], False, 0.0),
        ([], [0, 0], False, 0.25),
        ([], [], False, 0.25),
    ],
)
def test_what_an_end_is_worth(
    winners: Sequence[Any], scores: Sequence[int], lowest_wins: bool, value: float
) -> None:
    assert worth(Result(winners, scores), Seat(0), lowest_wins) == pytest.approx(value)
