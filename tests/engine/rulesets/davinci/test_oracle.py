"""Two implementations of Da Vinci's Challenge that know nothing of each other play the same games."""

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import RULESETS, Rng
from engine.core.rng import Draws
from engine.core.ruleset import Step
from engine.core.seats import Seat
from tests.engine.games import viewers
from tests.engine.rulesets.davinci.oracle import LEONARDO, SYMBOLS, Json, Oracle

DAVINCI = RULESETS["davinci"]
ENDINGS = 10  # from one deal


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


Compare = Callable[[Json, int, bytes], None]


@pytest.fixture
def over_games(request: pytest.FixtureRequest) -> Callable[[Compare], None]:
    """Compares drawn games."""

    def over(compare: Compare) -> None:
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

    return over


def test_both_play_the_same_games(over_games: Callable[[Compare], None]) -> None:
    over_games(lambda options, seats, seed: compare(*dealt(options, seats, seed), Draws(Rng(seed[::-1]))))


def test_both_play_the_same_endings(over_games: Callable[[Compare], None]) -> None:
    """From one to five cards a hand, of few symbols: where most happens."""

    def endings(options: Json, seats: int, seed: bytes) -> None:
        oracle, step = dealt(options, seats, seed)
        draws = Draws(Rng(seed[::-1]))
        for _ in range(ENDINGS):
            few = {LEONARDO, *draws.shuffled([card for card in SYMBOLS if card != LEONARDO])[:5]}
            pack = draws.shuffled(oracle.pack())
            hands = [take(pack, few, 1 + draws.below(5)) for _ in range(seats)]
            again = copy.deepcopy(oracle)
            again.hands, again.cleared, again.events = hands, pack, []
            own = [
                replace(had, hand=tuple(sorted(hand, key=SYMBOLS.index)))
                for had, hand in zip(step.state.seats, hands, strict=True)
            ]
            state = replace(step.state, seats=tuple(own), cleared=tuple(pack))
            compare(again, Step(state, ()), draws, one_round=True)

    over_games(endings)


def take(pack: list[str], few: set[str], count: int) -> list[str]:
    """So many cards of these symbols, the first in the pack, taken from it."""
    taken = [card for card in pack if card in few][:count]
    for card in taken:
        pack.remove(card)
    return taken


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_deal_a_stack_alike(seats: int) -> None:
    options = msgspec.to_builtins(DAVINCI.Options())
    stack = ["leonardo", "eye", "eye", "star", "canon-of-man", "leonardo"]
    compare(*dealt(options, seats, bytes(32), stack), Draws(Rng(bytes(32))))


def dealt(options: Json, seats: int, seed: bytes, stack: list[str] | None = None) -> tuple[Oracle, Step[Any]]:
    """A new game in both."""
    given_options = msgspec.convert({"ruleset": "davinci"} | options, DAVINCI.Options)
    given_stack: Any = {"cards": stack} if stack else None
    step = DAVINCI.new(given_options, seats, Rng(seed), given_stack)
    return Oracle(options, seats, seed, stack), step


def compare(oracle: Oracle, step: Step[Any], draws: Draws, one_round: bool = False) -> None:
    """Plays a game, or a round, to its end in both, and looks at every position from everywhere."""
    habits = draws.below(8)
    while True:
        alike(oracle, step.state)
        events = [plain(event) for event in DAVINCI.events_for(step.events, None, step.state.options)]
        assert events == [event | {"text": None} for event in oracle.events]
        if oracle.over or (one_round and oracle.results):
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
