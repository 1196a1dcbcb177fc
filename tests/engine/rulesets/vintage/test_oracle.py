"""The engine's Vintage against the oracle's: at every position of random games both say the same."""

import hashlib
from contextlib import suppress
from itertools import islice
from math import prod
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine import RULESETS, Rng
from engine.core.cards import Card
from engine.core.errors import Fault
from engine.core.rng import Draws
from engine.core.seats import Seat
from tests.engine.games import viewers
from tests.engine.rulesets.vintage.oracle import COMPONENTS, Game, Json

VINTAGE = RULESETS["vintage"]
WHOLE = 150  # lists of at most so many moves are compared whole, of longer ones samples
SAMPLE = 50
VALUES: dict[str, list[Any]] = {
    "collection": ["all", "bought_only"],
    "deck_end": ["reshuffle", "end"],
    "refill": ["round", "turn"],
    "forced_open": [False, True],
    "unsold": ["out", "discard"],
    "auction": ["ascending", "once_around"],
    "finish_round": [False, True],
    "bank": ["finite", "unlimited"],
    "sets": ["split", "one_per_colour"],
    "max_turns": [20, 200, 200, 200],
    "starter": [None, 0, 1],
}
TEMPERS = [  # weights of auctions and sales, and how often of four times a seat bids
    (1, 1, 2),
    (1, 4, 2),
    (12, 1, 3),
    (12, 1, 2),
    (12, 1, 0),
]
Temper = tuple[int, int, int]


def test_every_option_is_drawn() -> None:
    assert VALUES.keys() == set(VINTAGE.Options.__struct_fields__)


def test_every_position_is_the_same_to_both(request: pytest.FixtureRequest) -> None:
    @settings(
        max_examples=request.config.getoption("--games", default=25),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )
    @given(seed=st.binary(min_size=32, max_size=32))
    def run(seed: bytes) -> None:
        draws = Draws(Rng(hashlib.sha256(seed).digest()))
        options = {name: draws.choice(values) for name, values in VALUES.items()}
        seats = draws.choice(VINTAGE.seats)
        moves: list[tuple[int, Json]] = []
        try:
            compare(options, seats, seed, draws, moves)
        except Exception as error:
            error.add_note(f"{options}, {seats} seats, seed {seed.hex()}, {moves}")
            raise

    run()


def compare(options: Json, seats: int, seed: bytes, draws: Draws, moves: list[tuple[int, Json]]) -> None:
    """Plays a game with both, and looks at all that can be asked after every move."""
    temper = draws.choice(TEMPERS)
    stack = draws.shuffled(COMPONENTS)[: draws.choice((0, 0, 30, len(COMPONENTS)))]
    game = Game(options, seats, seed, stack)
    pile = {"cards": [Card(card) for card in stack]}
    state = VINTAGE.new(VINTAGE.Options(**options), seats, Rng(seed), pile).state
    while True:
        for viewer in viewers(state):
            seen = as_json(VINTAGE.view(state, viewer))
            expected = game.view(viewer)
            for name, shown in expected.items():
                assert (name, without_additions(seen[name], shown)) == (name, shown)
        assert list(VINTAGE.to_act(state)) == game.to_act
        assert VINTAGE.standing(state) == tuple(game.scores())
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


def chosen(game: Game, seat: int, temper: Temper, draws: Draws) -> Json:
    """A legal move, drawn by kind first, with low bids and small sales more often than others."""
    auctions, selling, bidding = temper
    if game.auction:
        bids = game.bids(seat)
        if bids and draws.below(4) < bidding:
            return bids[draws.below(1 + draws.below(len(bids)))]
        return {"kind": "pass"}
    if game.fifteenth:
        auctions, selling = 1, 3  # in a last round hoards are sold too
    hand, openings = game.hands[seat], game.openings()
    sales = [card for card in hand if game.payable([card])]
    if openings and (not sales or draws.below(auctions + selling) < auctions):
        return draws.choice(openings) if bidding else openings[0]
    if not sales:
        return {"kind": "pass"}
    most = min(len(hand), 1 + draws.below(4))
    cards = sorted(draws.shuffled(hand)[: 1 + draws.below(most)])
    return {"kind": "sell", "cards": cards if game.sellable(cards) else [draws.choice(sales)]}
