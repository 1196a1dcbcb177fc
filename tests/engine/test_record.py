"""A record replays to the same states, and what does not fit is named."""

import hashlib

import pytest
from msgspec.structs import replace

from engine import RULESETS, BadRecord, Record, Rng
from engine.core.cards import Card
from engine.core.record import Play, last, replay
from engine.core.seats import Seat
from tests.engine.games import AnyRuleset, Set, ended, positions

SEED = hashlib.sha256(b"record").digest()


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> AnyRuleset:
    return RULESETS[request.param]


def played(ruleset: AnyRuleset) -> tuple[Record, bytes]:
    """The record of a random game, and its last state."""
    made = Set(ruleset.Options(), ruleset.seats[0], SEED)
    state, moves = ended(ruleset, made)
    record = Record(
        ruleset=ruleset.slug,
        edition=ruleset.edition,
        options=made.options,
        seats=made.seats,
        seed=SEED,
        moves=tuple(Play(seat, move) for seat, move in moves),
    )
    return record, ruleset.to_json(state)


def test_a_record_replays_to_the_same_state_bit_for_bit(ruleset: AnyRuleset) -> None:
    record, state = played(ruleset)
    assert ruleset.to_json(last(ruleset, record)) == state
    assert len(list(replay(ruleset, record))) == len(record.moves) + 1


def test_every_state_on_the_way_is_the_same(ruleset: AnyRuleset) -> None:
    record, _ = played(ruleset)
    made = Set(record.options, record.seats, SEED)
    states = [ruleset.to_json(at.state) for at in positions(ruleset, made)]
    assert [ruleset.to_json(step.state) for step in replay(ruleset, record)][:-1] == states


def test_a_record_without_moves_is_the_deal(ruleset: AnyRuleset) -> None:
    record, _ = played(ruleset)
    dealt = ruleset.new(record.options, record.seats, Rng(SEED)).state
    assert last(ruleset, replace(record, moves=())) == dealt


def test_the_first_move_that_does_not_fit_is_named(ruleset: AnyRuleset) -> None:
    record, _ = played(ruleset)
    moves = record.moves
    with pytest.raises(BadRecord) as refusal:
        last(ruleset, replace(record, moves=(*moves, moves[-1])))
    assert refusal.value.at == len(moves)
    nobody = Play(Seat(99), moves[3].move)
    with pytest.raises(BadRecord) as refusal:
        last(ruleset, replace(record, moves=(*moves[:3], nobody, nobody)))
    assert refusal.value.at == 3


@pytest.mark.parametrize(
    "change",
    [
        {"edition": 99},
        {"ruleset": "chess"},
        {"seats": 0},
        {"seats": 99},
        {"stack": {"nowhere": (Card("XX"),)}},
    ],
)
def test_what_deals_no_game_is_not_replayed(ruleset: AnyRuleset, change: dict[str, object]) -> None:
    record, _ = played(ruleset)
    with pytest.raises(BadRecord) as refusal:
        next(replay(ruleset, replace(record, **change)))
    assert refusal.value.at is None
