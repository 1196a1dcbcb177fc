"""The engine and its oracle, written apart from the same rules, agree at every position of random games."""

import hashlib
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine import RULESETS, Rng
from engine.core.cards import Card
from engine.core.rng import Draws
from engine.core.seats import Seat
from tests.engine.games import MOST_STEPS, Set, sets
from tests.engine.rulesets.advantage.oracle import Game
from tests.engine.rulesets.advantage.oracle_cards import PACK
from tests.engine.rulesets.advantage.oracle_view import events, view

ADVANTAGE = RULESETS["advantage"]
VIEWERS = (Seat(0), Seat(1), None)
MORE_GAMES = 2  # a game is short: twice as many as the laws play

Plain = dict[str, Any]


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def in_any_order(moves: list[Plain]) -> list[str]:
    return sorted(map(repr, moves))


def compare(made: Set, stack: list[str]) -> Counter[str]:
    """Plays one game in both; how often each kind was played, and how it ended."""
    options = plain(made.options)
    oracle = Game(options, made.seats, made.seed, stack)
    step = ADVANTAGE.new(made.options, made.seats, made.rng(), {"cards": [Card(card) for card in stack]})
    draws = Draws(Rng(hashlib.sha256(made.seed).digest()))
    played: Counter[str] = Counter()
    for _ in range(MOST_STEPS):
        agree(oracle, step, made.options)
        if not oracle.to_act():
            return played + Counter(oracle.met)
        seat = oracle.to_act()[0]
        move = draws.choice(oracle.legal(seat))
        played[move["kind"]] += 1
        oracle.play(seat, move)
        step = ADVANTAGE.apply(step.state, Seat(seat), msgspec.convert(move, ADVANTAGE.any_move))
    raise AssertionError("no end")


def agree(oracle: Game, step: Any, options: Any) -> None:
    """All that anybody can see of the position and of the step that led to it."""
    state = step.state
    assert list(ADVANTAGE.to_act(state)) == oracle.to_act()
    for seat in (Seat(0), Seat(1)):
        assert in_any_order(plain(list(ADVANTAGE.legal_moves(state, seat)))) == in_any_order(
            oracle.legal(seat)
        )
    for viewer in VIEWERS:
        assert plain(ADVANTAGE.view(state, viewer)) == view(oracle, viewer)
        told = [
            {name: value for name, value in plain(event).items() if name != "text"}
            for event in ADVANTAGE.events_for(step.events, viewer, options)
        ]
        assert told == events(oracle, viewer)
    outcome = plain(ADVANTAGE.outcome(state))
    assert (outcome and {name: outcome[name] for name in ("winners", "scores")}) == oracle.outcome()


def test_the_engine_agrees_with_the_oracle(request: pytest.FixtureRequest) -> None:
    @settings(
        max_examples=MORE_GAMES * request.config.getoption("--games", default=25),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )
    @given(made=sets(ADVANTAGE), top=st.lists(st.sampled_from(PACK), unique=True, max_size=52))
    def run(made: Set, top: list[str]) -> None:
        met.update(compare(made, top))

    met: Counter[str] = Counter()
    run()
    assert set(met) >= {"drop", "draw", "pick", "pair", "done", "pass", "stuck", "out", "idle"}
