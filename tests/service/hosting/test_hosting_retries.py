"""Exactly once: a request sent again with its Idempotency-Key counts once and is answered alike."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from service import auth
from service.door import Retry
from service.faults import InvalidRequest, KeyReused, StaleVersion, Unauthenticated
from service.schemas.requests import NewGame, NewSeat, Sandbox, TakeSeat
from tests.service.hosting.house import BOT, OPEN, READER, VANTAGE, House, at, key, plain

T = TypeVar("T")
ANA, BO = NewSeat(name="Ana"), NewSeat(name="Bo")


def at_once(calls: Sequence[Callable[[], T]]) -> list[T]:
    """Makes all the calls at the same time."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(lambda call: call(), calls))


def secrets_of(made: Any) -> tuple[Any, ...]:
    return made.host_token, made.invite, made.seat_tokens


def test_a_retried_creation_answers_the_same_game_and_secrets(house: House) -> None:
    retry = Retry(key(), "request")
    body = NewGame("vantage", (ANA, OPEN), {}, sandbox=Sandbox())
    first, replayed = house.hosting.create(body, VANTAGE.Options(), READER, retry)
    assert replayed is False
    house.sit(first, name="Bo")
    again, replayed = house.hosting.create(body, VANTAGE.Options(), READER, retry)
    assert replayed is True
    assert again.game.id == first.game.id == auth.game_id(retry.key)
    assert secrets_of(again) == secrets_of(first)
    assert plain(again.steps) == plain(first.steps)
    assert again.game.version > first.game.version  # the game as it is now


def test_the_secrets_of_a_key_are_told_by_the_salt_and_nobody_else(house: House) -> None:
    """The same key on another store makes other tokens: whoever guesses a key has nothing."""
    one, other = (auth.make("seat", "A" * 22, salt, "k" * 22, 0) for salt in (b"1" * 32, b"2" * 32))
    assert one != other
    assert one == auth.make("seat", "A" * 22, b"1" * 32, "k" * 22, 0)
    assert one != auth.make("seat", "A" * 22, b"1" * 32, "k" * 22, 1)
    made = house.create(ANA, OPEN, retry=Retry(key(), "request"))
    kept = str(house.stored(made.game.id))
    for secret in (made.host_token, made.invite, made.seat_tokens[0]):
        assert str(secret).rpartition("_")[2] not in kept


def test_many_retries_of_one_creation_at_once_make_one_game(house: House) -> None:
    retry = Retry(key(), "request")
    made = at_once([lambda: house.create(ANA, OPEN, seed=None, retry=retry)] * 8)
    assert len({secrets_of(one) for one in made}) == 1
    assert house.see(made[0].game.id, None).version == 1


@pytest.mark.parametrize("short", ["k", "k" * 21])
def test_a_short_key_makes_no_secrets(house: House, short: str) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        house.create(ANA, OPEN, retry=Retry(short, "request"))
    assert [place[:2] for place in refusal.value.places] == [("header", "Idempotency-Key")]
    made = house.create(ANA, OPEN)
    before = house.stored(made.game.id)
    with pytest.raises(InvalidRequest):
        house.sit(made, retry=Retry(short, "request"))
    assert house.stored(made.game.id) == before


def test_a_retried_seat_is_the_same_seat_and_token(house: House) -> None:
    made = house.create(ANA, OPEN, OPEN)
    retry, body = Retry(key(), "request"), TakeSeat(made.invite, "Bo")
    first = house.hosting.sit(made.game.id, body, READER, retry).answer
    house.sit(made, name="Cy")
    again, replayed, fresh = house.hosting.sit(made.game.id, body, READER, retry)
    assert fresh is True
    assert replayed is True
    assert (again.seat, again.token) == (first.seat, first.token)
    assert plain(again.steps) == plain(first.steps)
    assert again.game.you == first.seat
    assert again.game.status == "playing"


def test_two_who_want_the_last_seat_get_one(house: House) -> None:
    made = house.create(ANA, OPEN, OPEN)
    seats = at_once([lambda: house.sit(made, name="Bo").seat, lambda: house.sit(made, name="Cy").seat])
    assert sorted(seats) == [1, 2]
    assert house.see(made.game.id, None).status == "playing"


def test_a_retried_move_is_played_once_and_answered_with_the_same_steps(house: House) -> None:
    made = house.create(ANA, BOT)
    game, token = made.game.id, str(made.seat_tokens[0])
    retry, move, version = Retry(key(), "request"), house.first(made.game.id, token), made.game.version
    first, _, replayed = house.hosting.play(game, token, lambda _: move, READER, retry, at(version))
    assert replayed is False
    house.play(game, token, house.first(game, token))
    before = house.stored(game)

    def unread(_: Any) -> Any:
        raise AssertionError("the body of a retry is not judged")

    # stale, and no longer legal: a known key is answered before either is looked at
    again, _, replayed = house.hosting.play(game, token, unread, READER, retry, at(version))
    assert replayed is True
    assert plain(again.steps) == plain(first.steps)
    assert plain(again.game) == plain(house.see(game, token))
    assert house.stored(game) == before


def test_a_retry_is_answered_when_the_game_is_over(house: House) -> None:
    made = house.create(ANA, BOT)
    game, token = made.game.id, str(made.seat_tokens[0])
    retry, move = Retry(key(), "request"), house.first(made.game.id, token)
    first = house.play(game, token, move, retry=retry)
    house.hosting.abort(game, made.host_token, READER)
    assert plain(house.play(game, token, move, retry=retry).steps) == plain(first.steps)


def test_a_key_that_did_something_else_is_refused(house: House) -> None:
    made = house.create(ANA, BOT)
    game, token = made.game.id, str(made.seat_tokens[0])
    used = key()
    house.play(game, token, house.first(game, token), retry=Retry(used, "one"))
    with house.refuses(game, KeyReused):
        house.play(game, token, house.first(game, token), retry=Retry(used, "other"))
    creation = Retry(key(), "one")
    house.create(ANA, BO, retry=creation)
    with pytest.raises(KeyReused):
        house.create(BO, ANA, retry=Retry(creation.key, "other"))


def test_keys_are_scoped_to_the_token_they_come_with(house: House) -> None:
    made = house.create(ANA, BO)
    game, used = made.game.id, key()
    for _ in range(2):
        seat = house.see(game, None).to_act[0]
        token = str(made.seat_tokens[seat])
        change = house.play(game, token, house.first(game, token), retry=Retry(used, "request"))
        assert change.steps[0].seat == seat
    assert house.see(game, None).version == made.game.version + 2


def test_a_key_without_a_token_tells_nothing(house: House) -> None:
    made = house.create(ANA, BOT)
    game, token = made.game.id, str(made.seat_tokens[0])
    retry = Retry(key(), "request")
    house.play(game, token, house.first(game, token), retry=retry)
    with house.refuses(game, Unauthenticated):
        house.play(game, None, house.first(game, token), retry=retry)


def test_a_refusal_is_not_recorded(house: House) -> None:
    made = house.create(ANA, BO)
    game, seat = made.game.id, made.game.to_act[0]
    token = str(made.seat_tokens[seat])
    retry, move = Retry(key(), "request"), house.first(game, token)
    with house.refuses(game, StaleVersion):
        house.play(game, token, move, retry=retry, if_match=at(1))
    assert house.play(game, token, move, retry=retry).game.version == made.game.version + 1


def test_one_move_sent_eight_times_at_once_is_played_once(house: House) -> None:
    made = house.create(ANA, BOT)
    game, token = made.game.id, str(made.seat_tokens[0])
    retry, move = Retry(key(), "request"), house.first(made.game.id, token)
    answers = at_once([lambda: house.play(game, token, move, retry=retry)] * 8)
    assert len({str(plain(answer.steps)) for answer in answers}) == 1
    assert house.see(game, None).version == answers[0].steps[-1].version


def test_a_double_tap_of_two_keys_on_one_version_play_one_move(house: House) -> None:
    made = house.create(ANA, BO)
    game, token = made.game.id, str(made.seat_tokens[made.game.to_act[0]])
    move = house.first(game, token)

    def tap() -> str:
        try:
            house.play(game, token, move, retry=Retry(key(), "request"), if_match=at(made.game.version))
        except StaleVersion as stale:
            return f"stale, still legal: {stale.still_legal}"
        return "played"

    assert sorted(at_once([tap] * 4)) == ["played", *["stale, still legal: False"] * 3]
    assert house.see(game, None).version == made.game.version + 1
