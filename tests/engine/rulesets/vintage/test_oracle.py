"""The engine's Vintage against the oracle's: at every position of random games both say the same."""

import hashlib
from contextlib import suppress
from itertools import islice
from math import prod
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec.structs import replace

from engine import RULESETS, Rng
from engine.core.cards import Card
from engine.core.errors import Fault
from engine.core.rng import Draws
from engine.core.seats import Seat
from tests.engine.games import Set, sets, viewers
from tests.engine.rulesets.vintage.oracle import COMPONENTS, Game, Json

VINTAGE = RULESETS["vintage"]
WHOLE = 150  # lists of at most so many moves are compared whole, of longer ones samples
SAMPLE = 50
TEMPERS = [(1, 1), (1, 4), (4, 1), (12, 1), (12, 1)]  # weights of auctions and sales


def test_every_position_is_the_same_to_both(request: pytest.FixtureRequest) -> None:
    @settings(
        max_examples=request.config.getoption("--games", default=25),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )
    @given(made=sets(VINTAGE))
    def run(made: Set) -> None:
        moves: list[tuple[int, Json]] = []
        if made.seed[0] % 3:  # most games of few turns are over before anything else can end them
            made = replace(made, options=replace(made.options, max_turns=200))
        try:
            compare(made, moves)
        except Exception as error:
            error.add_note(f"{made.options}, {made.seats} seats, seed {made.seed.hex()}, {moves}")
            raise

    run()


def compare(made: Set, moves: list[tuple[int, Json]]) -> None:
    """Plays a game with both, and looks at all that can be asked after every move."""
    draws = Draws(Rng(hashlib.sha256(made.seed).digest()))
    temper = draws.choice(TEMPERS)
    stack = draws.shuffled(COMPONENTS)[: draws.choice((0, 0, 30, len(COMPONENTS)))]
    game = Game(msgspec.to_builtins(made.options), made.seats, made.seed, stack)
    pile = {"cards": [Card(card) for card in stack]}
    state = VINTAGE.new(made.options, made.seats, made.rng(), pile).state
    while True:
        for viewer in viewers(state):
            seen = as_json(VINTAGE.view(state, viewer))
            expected = game.view(viewer)
            for name, shown in expected.items():
                assert (name, without_additions(seen[name], shown)) == (name, shown)
        assert list(VINTAGE.to_act(state)) == game.to_act
        if game.over:
            break
        assert VINTAGE.outcome(state) is None
        seat = Seat(game.to_act[0])
        compare_lists(state, game, seat, draws)
        move = chosen(game, seat, temper, draws)
        moves.append((seat, move))
        assert game.allows(seat, move)
        game.play(seat, move)
        state = VINTAGE.apply(state, seat, msgspec.convert(move, VINTAGE.any_move)).state
    outcome = VINTAGE.outcome(state)
    assert outcome is not None
    assert {"winners": list(outcome.winners), "scores": list(outcome.scores)} == game.outcome()


def without_additions(seen: Any, expected: Any) -> Any:
    """What the engine shows, but for fields that the oracle knows nothing of."""
    if seen == expected:
        return seen
    if isinstance(expected, dict):
        assert expected.keys() <= seen.keys()
        return {name: without_additions(seen[name], expected[name]) for name in expected}
    if isinstance(expected, list):
        assert len(seen) == len(expected)
        return [without_additions(one, other) for one, other in zip(seen, expected, strict=True)]
    return seen


def compare_lists(state: Any, game: Game, seat: Seat, draws: Draws) -> None:
    hand = game.hands[seat]
    if game.auction or prod(1 + hand.count(card) for card in set(hand)) <= WHOLE:
        listed = [as_json(move) for move in VINTAGE.legal_moves(state, seat)]
        assert sorted(map(told, listed)) == sorted(map(told, game.legal(seat)))
        return
    listed = [as_json(move) for move in islice(VINTAGE.legal_moves(state, seat), SAMPLE)]
    assert all(game.allows(seat, move) for move in listed)
    for _ in range(10):
        sale = {"kind": "sell", "cards": sorted(draws.shuffled(hand)[: 1 + draws.below(len(hand))])}
        assert is_taken(state, seat, sale) == game.allows(seat, sale)


def as_json(what: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(what))


def told(move: Json) -> str:
    return " ".join(f"{name}={move[name]}" for name in sorted(move))


def is_taken(state: Any, seat: Seat, move: Json) -> bool:
    with suppress(Fault):
        VINTAGE.judge(state, seat, msgspec.convert(move, VINTAGE.any_move))
        return True
    return False


def chosen(game: Game, seat: int, temper: tuple[int, int], draws: Draws) -> Json:
    """A legal move, drawn by kind first, with low bids and small sales more often than others."""
    if game.auction:
        bids = game.bids(seat)
        return bids[draws.below(1 + draws.below(len(bids)))] if bids and draws.below(2) else {"kind": "pass"}
    hand, openings = game.hands[seat], game.openings()
    sales = [card for card in hand if game.payable([card])]
    auctions, selling = (1, 3) if game.fifteenth else temper  # in a last round hoards are sold too
    if openings and (not sales or draws.below(auctions + selling) < auctions):
        return draws.choice(openings)
    if not sales:
        return {"kind": "pass"}
    most = min(len(hand), 1 + draws.below(4))
    cards = sorted(draws.shuffled(hand)[: 1 + draws.below(most)])
    return {"kind": "sell", "cards": cards if game.sellable(cards) else [draws.choice(sales)]}
