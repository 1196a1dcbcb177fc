"""Da Vinci's Challenge: whole rounds, told move by move, and random games as the rules bound them."""

from collections import Counter
from typing import Any

import pytest

from engine.core.seats import Seat
from engine.rulesets.davinci.deck import pile
from engine.rulesets.davinci.state import Follow
from tests.engine.games import Set, ended, positions
from tests.engine.rulesets.davinci.table import DAVINCI, kinds, listed, play, position, scores, turn, winners

ROUND = [
    ("tri", ["played"], "follow 1"),
    ("eye", ["played"], "follow 2"),
    ("pass", ["passed"], "follow 0"),
    ("3eye", ["played", "cleared"], "lead 0"),
    ("star!", ["played"], "follow 1"),
    ("pass", ["passed"], "follow 2"),
    ("star", ["played", "seat_skipped"], "follow 1"),
    ("leo", ["played", "cleared"], "lead 1"),
    ("gem", ["played"], "follow 2"),
    ("pass", ["passed"], "follow 0"),
    ("star", ["played", "round_ended"], "over out-of-cards"),
]


def test_a_round_of_three() -> None:
    state = position("tri 3eye 2star", "2gem eye com leo", "dia star 2fol 2cir")
    for move, told, then in ROUND:
        assert move in listed(state)
        state, events = play(state, move)
        assert (kinds(events), turn(state)) == (told, then)
    assert winners(state) == (0,)
    assert scores(state) == (0, 105, 201)


CORNERS: list[dict[str, Any]] = [
    {},
    {"tournament": True},
    {"pair_over_single": True, "passing_locks": True},
    {"carta_finale": "automatic", "leonardos": 1},
    {"forgotten_call": "end_round"},
]


@pytest.mark.parametrize("options", CORNERS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_holds_in_every_position_of_random_games(seats: int, options: dict[str, Any]) -> None:
    made = Set(DAVINCI.Options(**options), seats, bytes([seats + 40]) * 32)
    deck = Counter(pile(made.options.leonardos).cards)
    for at in positions(DAVINCI, made):
        state = at.state
        held = Counter(card for own in state.seats for card in own.hand)
        laid = Counter(card for one in state.pile for card in one.cards)
        assert held + laid + Counter(state.cleared) == deck
        assert "leonardo" not in laid  # it clears when it is played
        assert state.seats[at.seat].state == "in"
        assert all(len(own.hand) == 1 for own in state.seats if own.state == "eliminated")
        if isinstance(state.phase, Follow):
            assert state.phase.count == len(state.pile[-1].cards)
            assert state.pile[-1].seat != at.seat
            assert not (made.options.passing_locks and state.seats[at.seat].passed)
        else:
            assert state.pile == ()


@pytest.mark.parametrize("options", CORNERS)
def test_a_winner_of_random_games_has_the_lowest_score(options: dict[str, Any]) -> None:
    for seats in (2, 3, 4):
        state, _ = ended(DAVINCI, Set(DAVINCI.Options(**options), seats, bytes([seats]) * 32))
        best = min(scores(state))
        assert winners(state) == tuple(Seat(at) for at, score in enumerate(scores(state)) if score == best)
        for result in state.results:
            assert [at for at, points in enumerate(result.points) if points == 0] == list(result.masters)
            assert result.points[result.peasant] == max(result.points)
