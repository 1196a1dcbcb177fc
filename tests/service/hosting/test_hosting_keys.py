"""API keys as use cases: who may create, whose a game is, what the key may do there, and retries."""

from pathlib import Path
from typing import Any

import pytest

from service import auth
from service.door import Retry
from service.faults import Forbidden, InvalidRequest, KeyReused, Unauthenticated
from service.hosting import Hosting
from service.keys import ApiKey, Keys
from service.schemas.answers import Game
from service.schemas.requests import EventsQuery, MovesQuery, TakeSeat
from tests.service.hosting.hall import ACME, ANA, BO, OTHER, Hall
from tests.service.hosting.house import BOT, OPEN, READER, key, plain


def test_Q4_without_keys_anybody_creates_and_with_them_only_a_key_does(hall: Hall) -> None:
    assert hall.free.creator(None) is None
    assert hall.keyed.creator(ACME) == "acme"
    with pytest.raises(Unauthenticated, match="made with an API key here"):
        hall.keyed.creator(None)
    host = hall.make().host_token
    with pytest.raises(Forbidden, match="made with an API key here"):
        hall.keyed.creator(host)
    assert hall.free.creator(host) is None, "of no use, and no harm"
    for hosting, bearer in ((hall.keyed, auth.new_key()), (hall.free, ACME), (hall.free, "fdk_short")):
        with pytest.raises(Unauthenticated):
            hosting.creator(bearer)


def test_a_file_without_keys_lets_nobody_create(hall: Hall) -> None:
    closed = Hosting(hall.store, hall.keyed._live, keys=Keys(Path("keys")))
    for bearer in (None, ACME):
        with pytest.raises(Unauthenticated):
            closed.creator(bearer)


def see(hall: Hall, game: str, bearer: str | None) -> Game:
    return hall.keyed.see(game, bearer, READER)[0]


def test_the_key_is_host_of_the_games_it_made(hall: Hall) -> None:
    made = hall.make(ANA, OPEN, bearer=ACME, metadata={"room": "1"})
    shown = see(hall, made.game.id, ACME)
    assert (shown.you, shown.metadata) == (None, {"room": "1"})
    assert [seat.player for seat in shown.seats] == ["u-17", None]
    table = hall.keyed._open(made.game.id, ACME)
    assert (table.host, table.by_key, table.you, table.invited) == (True, True, None, False)
    by_host = hall.keyed._open(made.game.id, made.host_token)
    assert (by_host.host, by_host.by_key) == (True, False)
    ended = hall.keyed.abort(made.game.id, ACME, READER)
    assert ended.game.status == "aborted"


def test_Q4_a_key_on_another_keys_game_is_forbidden_and_says_why(hall: Hall) -> None:
    games = [hall.make(ANA, OPEN, bearer=OTHER), hall.make(ANA, OPEN)]
    for made in games:
        game = made.game.id
        for call in (
            lambda game=game: hall.keyed.see(game, ACME, READER),
            lambda game=game: hall.keyed.abort(game, ACME, READER),
            lambda game=game: hall.keyed.events(game, ACME, EventsQuery(), READER),
            lambda game=game: hall.keyed.legal(game, ACME, MovesQuery(), READER),
        ):
            with pytest.raises(Forbidden, match="not made with your API key") as refusal:
                call()
            assert refusal.value.version == made.game.version
    assert see(hall, games[0].game.id, OTHER).status == "open"


def test_a_key_plays_no_seat_and_takes_none(hall: Hall) -> None:
    made = hall.make(ANA, BO, bearer=ACME)
    with pytest.raises(Forbidden, match="An API key plays no seat"):
        hall.keyed.legal(made.game.id, ACME, MovesQuery(), READER)
    table = hall.make(ANA, OPEN, bearer=ACME)
    with pytest.raises(Forbidden):
        hall.keyed.sit(table.game.id, TakeSeat(ACME, "Bo"), READER)


def test_a_key_that_was_taken_out_of_the_file_is_unknown(hall: Hall) -> None:
    made = hall.make(bearer=ACME)
    without = Hosting(hall.store, hall.keyed._live, keys=Keys(Path("keys"), KEYS_OF_OTHER))
    with pytest.raises(Unauthenticated, match="not, or no longer"):
        without.see(made.game.id, ACME, READER)
    assert without.see(made.game.id, made.host_token, READER)[0].id == made.game.id


KEYS_OF_OTHER = (ApiKey("other", auth.digest(OTHER), {}),)


def test_a_retry_is_answered_with_the_same_game_and_secrets(hall: Hall) -> None:
    retry = Retry(key(), "hash")
    first, again = (hall.create((ANA, OPEN), retry, ACME) for _ in range(2))
    assert (first[1], again[1]) == (False, True)
    assert plain(first[0]) == plain(again[0])
    assert first[0].game.id == auth.game_id(retry.key, "acme")
    assert hall.listed(ACME) == [first[0].game.id]
    with pytest.raises(KeyReused):
        hall.create((ANA, OPEN), Retry(retry.key, "other"), ACME)
    with pytest.raises(InvalidRequest):
        hall.create((ANA, OPEN), Retry("short", "hash"), ACME)


def test_idempotency_keys_are_scoped_to_the_api_key(hall: Hall) -> None:
    retry = Retry(key(), "hash")
    made = [hall.create((ANA, OPEN), retry, bearer) for bearer in (ACME, OTHER, None)]
    assert [replayed for _, replayed in made] == [False] * 3
    assert len({answer.game.id for answer, _ in made}) == 3
    assert len({answer.host_token for answer, _ in made}) == 3


def test_a_retry_with_the_new_key_of_the_same_name_finds_the_game(hall: Hall) -> None:
    retry, renewed = Retry(key(), "hash"), auth.new_key()
    first = hall.create((ANA, OPEN), retry, ACME)[0]
    both = (ApiKey("acme", auth.digest(ACME), {}), ApiKey("acme", auth.digest(renewed), {}))
    hall.keyed = Hosting(hall.store, hall.keyed._live, clock=lambda: hall.now, keys=Keys(Path("keys"), both))
    answer, replayed = hall.create((ANA, OPEN), retry, renewed)
    assert replayed
    assert plain(answer) == plain(first)
    assert see(hall, first.game.id, renewed).metadata is None


def everything(hall: Hall, game: str, token: str | None) -> str:
    """All that the token is told of the game, in one text."""
    shown: list[Any] = [
        hall.keyed.see(game, token, READER, 50),
        hall.keyed.events(game, token, EventsQuery(limit=500), READER),
        hall.page(),
    ]
    if shown[0][0].you is not None:
        shown.append(hall.keyed.legal(game, token, MovesQuery(), READER))
    return str(plain(shown))


def test_player_and_metadata_are_told_to_the_seat_itself_host_and_key_and_nobody_else(hall: Hall) -> None:
    made = hall.make(ANA, BO, BOT, bearer=ACME, listed=True, metadata={"secret-room": "lunch-42"})
    game, tokens = made.game.id, made.seat_tokens
    told = {who: everything(hall, game, token) for who, token in enumerate([None, made.invite, *tokens[:2]])}
    for text in told.values():
        assert "secret-room" not in text
        assert "lunch-42" not in text
    assert [("u-17" in told[who], "u-42" in told[who]) for who in range(4)] == [
        (False, False),
        (False, False),
        (True, False),
        (False, True),
    ]
    for token in (made.host_token, ACME):
        for word in ("secret-room", "lunch-42", "u-17", "u-42"):
            assert word in everything(hall, game, token)
    assert made.game.metadata == {"secret-room": "lunch-42"}, "who makes a game is its host"


def test_the_rematch_of_a_keys_game_is_its_own_and_in_its_list(hall: Hall) -> None:
    made = hall.make(ANA, BO, bearer=ACME, metadata={"room": "1"})
    token = str(made.seat_tokens[0])
    hall.keyed.abort(made.game.id, ACME, READER)
    hall.now += 1000
    again = hall.keyed.rematch(made.game.id, token, READER)[0].game.id
    assert hall.listed(ACME, status="open") == [again]
    assert hall.listed(ACME, player="u-42") == [again, made.game.id]
    assert see(hall, again, ACME).metadata == {"room": "1"}
    with pytest.raises(Forbidden):
        see(hall, again, OTHER)


def test_Q56_a_key_renews_the_token_of_a_seat_and_the_old_one_is_dead(hall: Hall) -> None:
    made = hall.make(ANA, BO, bearer=ACME)
    old = str(made.seat_tokens[1])
    renewed = hall.keyed.rotate(made.game.id, ACME, 1, READER)[0]
    assert (renewed.seat, renewed.game.you) == (1, 1)
    assert see(hall, made.game.id, renewed.token).you == 1
    with pytest.raises(Unauthenticated):
        see(hall, made.game.id, old)
    with pytest.raises(Forbidden, match="API key"):
        hall.keyed.rotate(made.game.id, made.host_token, 1, READER)
