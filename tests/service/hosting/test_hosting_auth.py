"""Tokens name their table and are told once; ids and rows of the log have their forms."""

import re
from itertools import islice
from typing import Any

import pytest

from engine import RULESETS, GameOver, Rng, Ruleset
from engine.core.house import GameStarted, SeatChanged
from engine.core.rng import Draws
from engine.core.seats import Seat
from service import auth
from service.faults import Unauthenticated
from service.log import Row, RowCodec
from service.schemas.requests import NewSeat
from tests.service.hosting.house import NOON, OPEN, READER, House, key

BASE62 = "[0-9A-Za-z]"


def test_tokens_have_a_prefix_their_game_and_256_bits(house: House) -> None:
    made = house.create(NewSeat(name="Ana"), OPEN)
    game = made.game.id
    assert re.fullmatch(rf"{BASE62}{{22}}", game)
    for prefix, token in (
        ("fdh", made.host_token),
        ("fdi", made.invite),
        ("fds", made.seat_tokens[0]),
        ("fds", house.sit(made).token),
    ):
        assert re.fullmatch(rf"{prefix}_{game}_{BASE62}{{43}}", str(token))
    assert 62**43 > 2**256


@pytest.mark.parametrize(
    ("data", "length", "text"),
    [(b"\x00", 3, "000"), (b"\x3d", 1, "z"), (b"\x3e", 2, "10"), (b"\xff" * 2, 3, "H31")],
)
def test_base62_has_digits_capitals_and_small_letters(data: bytes, length: int, text: str) -> None:
    assert auth.base62(data, length) == text


def test_the_id_of_a_game_made_with_a_key_follows_from_the_key() -> None:
    used = key()
    assert auth.game_id(used) == auth.game_id(used)
    assert auth.game_id(used) != auth.game_id(key())
    assert auth.game_id(None) != auth.game_id(None)
    assert auth.is_game(auth.game_id(used))
    assert auth.is_game(auth.game_id(None))


def test_what_cannot_be_a_token_is_refused_without_saying_it_again() -> None:
    with pytest.raises(Unauthenticated) as refusal:
        auth.parse("fds_secret")
    assert "secret" not in str(refusal.value)
    assert auth.parse(None) is None
    assert not auth.same(None, None)


def test_nobody_sits_at_a_table_that_is_over(house: House) -> None:
    made = house.create(NewSeat(name="Ana"), OPEN)
    house.hosting.abort(made.game.id, made.host_token, READER)
    with house.refuses(made.game.id, GameOver):
        house.sit(made)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_rows_of_the_log_come_back_as_they_were(ruleset: Ruleset[Any, Any, Any]) -> None:
    codec, draws = RowCodec(ruleset), Draws(Rng(b"row".ljust(32)))
    sat = SeatChanged(Seat(1), "bot", "Random", "random", "bot")
    step = ruleset.new(ruleset.Options(), ruleset.seats[0], Rng(bytes(32)))
    rows = [Row(NOON, None, "house", None, (sat, GameStarted(), *step.events))]
    while ruleset.outcome(step.state) is None:
        seat = ruleset.to_act(step.state)[0]
        move = draws.choice(list(islice(ruleset.legal_moves(step.state, seat), 200)))
        step = ruleset.apply(step.state, seat, move)
        rows.append(Row(NOON + len(rows), seat, "player", move, step.events))
    assert [codec.decode(codec.encode(row)) for row in rows] == rows
    assert codec.encode(rows[0]).startswith(b'[1796040000000,null,"h",null,[["seat_changed",1,"bot",')
