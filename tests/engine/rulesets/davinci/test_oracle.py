"""Two implementations of Da Vinci's Challenge that know nothing of each other play the same games."""

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine import RULESETS, Rng
from engine.core.rng import Draws
from engine.core.seats import Seat
from tests.engine.games import viewers
from tests.engine.rulesets.davinci.oracle import LEONARDO, Json, Oracle

DAVINCI = RULESETS["davinci"]


@st.composite
def tables(draw: st.DrawFn) -> tuple[Json, int, bytes]:
    """All options, the number of seats, and a seed."""
    seats = draw(st.integers(2, 4))
    tournament = draw(st.booleans())
    options = {
        "tournament": tournament,
        "rounds": draw(st.none() | st.integers(1, 3)) if tournament else None,
        "leonardos": draw(st.integers(1, 4)),
        "pair_over_single": draw(st.booleans()),
        "passing_locks": draw(st.booleans()),
        "carta_finale": draw(st.sampled_from(["called", "automatic"])),
        "forgotten_call": draw(st.sampled_from(["eliminate", "end_round"])),
        "dealer": draw(st.none() | st.integers(0, seats - 1)),
    }
    return options, seats, draw(st.binary(min_size=32, max_size=32))


def test_both_play_the_same_games(request: pytest.FixtureRequest) -> None:
    @settings(
        max_examples=2 * request.config.getoption("--games"),
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(tables())
    def compared(made: tuple[Json, int, bytes]) -> None:
        compare(*made)

    compared()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_deal_a_stack_alike(seats: int) -> None:
    options = msgspec.to_builtins(DAVINCI.Options())
    compare(options, seats, bytes(32), ["leonardo", "eye", "eye", "star", "canon-of-man", "leonardo"])


def compare(options: Json, seats: int, seed: bytes, stack: list[str] | None = None) -> None:
    """Plays one game in both, and looks at every position from everywhere."""
    draws = Draws(Rng(seed[::-1]))
    habits = draws.below(8)
    oracle = Oracle(options, seats, seed, stack)
    given_options = msgspec.convert({"ruleset": "davinci"} | options, DAVINCI.Options)
    given_stack: Any = {"cards": stack} if stack else None
    step = DAVINCI.new(given_options, seats, Rng(seed), given_stack)
    while True:
        alike(oracle, step.state)
        events = [plain(event) for event in DAVINCI.events_for(step.events, None, given_options)]
        assert events == [event | {"text": None} for event in oracle.events]
        if oracle.over:
            return
        seat = Seat(oracle.turn)
        move = chosen(oracle.legal(seat), draws, habits)
        oracle.play(seat, move)
        step = DAVINCI.apply(step.state, seat, msgspec.convert(move, DAVINCI.any_move))


def chosen(legal: list[Json], draws: Draws, habits: int) -> Json:
    """Any move; by habit calls are always made, Leonardos kept, and what can be played is played."""
    kept = [move for move in legal if LEONARDO not in move.get("cards", ())]
    played = [move for move in legal if move["kind"] == "play"]
    called = [move for move in legal if move.get("carta_finale")]
    for bit, narrowed in ((1, kept), (2, played), (4, called)):
        if habits & bit and draws.below(8):
            legal = [move for move in legal if move in narrowed] or legal
    return draws.choice(legal)


def alike(oracle: Oracle, state: Any) -> None:
    assert list(DAVINCI.to_act(state)) == oracle.to_act()
    for viewer in viewers(state):
        assert plain(DAVINCI.view(state, viewer)) == oracle.view(viewer)
        if viewer is not None:
            listed = [plain(move) for move in DAVINCI.legal_moves(state, viewer)]
            assert in_order(listed) == in_order(oracle.legal(viewer))
    outcome = plain(DAVINCI.outcome(state))
    told = outcome and {name: outcome[name] for name in ("winners", "scores")}
    assert told == oracle.over


def plain(thing: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(thing))


def in_order(moves: list[Json]) -> list[Json]:
    return sorted(moves, key=str)
