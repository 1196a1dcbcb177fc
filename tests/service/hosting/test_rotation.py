"""Renewing the token of a seat: by its holder or the API key, never by the host (Q56)."""

import pytest
from msgspec.structs import replace

from service import auth
from service.commits import Commits
from service.door import Retry
from service.faults import Forbidden, InvalidRequest, KeyReused, NotFound, Unauthenticated
from service.schemas.answers import Created, Seating
from service.schemas.requests import NewSeat, TakeSeat
from service.tables import Table
from tests.service.hosting.house import BOT, OPEN, READER, House, key, plain

ANA, BO = NewSeat(name="Ana"), NewSeat(name="Bo")


@pytest.fixture
def as_key(monkeypatch: pytest.MonkeyPatch) -> str:
    """A bearer whom the door takes for the API key that made the game."""
    bearer = f"fdh_{'k' * 22}_{'k' * 43}"
    opened = Commits._open

    def open_(self: Commits, game: str, sent: str | None, retry: Retry | None = None) -> Table:
        if sent != bearer:
            return opened(self, game, sent, retry)
        table = opened(self, game, None)
        found = None if retry is None else self._store.read(game, retry.field("key acme"))
        used = None if found is None else found.key
        return replace(table, host=True, by_key=True, credential="key acme", key=used)

    monkeypatch.setattr(Commits, "_open", open_)
    return bearer


def rotate(house: House, made: Created, bearer: str | None, seat: int, retry: Retry | None = None) -> Seating:
    return house.hosting.rotate(made.game.id, bearer, seat, READER, retry)[0]


def test_Q56_the_old_token_is_dead_at_once_and_the_new_one_plays_the_seat(house: House) -> None:
    made = house.create(ANA, BO)
    game, old = made.game.id, made.seat_tokens[0]
    renewed = rotate(house, made, old, 0)
    assert (renewed.seat, renewed.steps, renewed.game.you) == (0, (), 0)
    assert renewed.token != old
    with house.refuses(game, Unauthenticated):
        house.see(game, old)
    with house.refuses(game, Unauthenticated):
        rotate(house, made, old, 0)
    before = plain(house.see(game, made.seat_tokens[1]))
    assert plain(house.see(game, renewed.token).view)["seats"][0]["hand"].count("??") == 0
    assert plain(house.see(game, made.seat_tokens[1])) == before


def test_a_renewal_is_no_step(house: House) -> None:
    made = house.create(ANA, BO)
    before = house.stored(made.game.id)
    renewed = rotate(house, made, made.seat_tokens[0], 0)
    after = house.stored(made.game.id)
    assert renewed.game.version == made.game.version == after[0].tag.version
    assert after[0].tag.nonce != before[0].tag.nonce, "an ETag of the seat before is not that of the seat now"
    assert after[1] == before[1], "the log tells nothing"


def test_Q23_the_retry_comes_with_the_dead_token_and_gets_the_same_new_one(house: House) -> None:
    made = house.create(ANA, BO)
    old, retry = made.seat_tokens[0], Retry(key(), "request")
    first = rotate(house, made, old, 0, retry)
    again, replayed = house.hosting.rotate(made.game.id, old, 0, READER, retry)
    assert replayed is True
    assert (again.token, again.seat, again.game.you) == (first.token, 0, 0)
    with house.refuses(made.game.id, KeyReused):
        rotate(house, made, old, 0, Retry(retry.key, "another"))
    with house.refuses(made.game.id, Unauthenticated):
        rotate(house, made, old, 0, Retry(key(), "request"))


def test_Q56_a_dead_token_with_its_key_opens_nothing_else(house: House) -> None:
    made = house.create(ANA, BO)
    game, old, retry = made.game.id, made.seat_tokens[0], Retry(key(), "request")
    move = house.first(game, str(made.seat_tokens[made.game.to_act[0]]))
    rotate(house, made, old, 0, retry)
    with house.refuses(game, Unauthenticated):
        house.see(game, old)
    with house.refuses(game, Unauthenticated):
        house.play(game, old, move, retry=retry)
    with house.refuses(game, KeyReused):
        house.hosting.sit(game, TakeSeat(), READER, Retry(retry.key, "sits"), old)
    with house.refuses(game, Unauthenticated):
        house.hosting.rematch(game, old, READER, retry)


def test_Q23_after_a_second_renewal_the_first_retry_sees_nobodys_hand(house: House) -> None:
    made = house.create(ANA, BO)
    old, retry = made.seat_tokens[0], Retry(key(), "request")
    first = rotate(house, made, old, 0, retry)
    second = rotate(house, made, first.token, 0, retry)
    assert len({old, first.token, second.token}) == 3, "the same key with another token is another request"
    again = rotate(house, made, old, 0, retry)
    assert again.token == first.token
    assert again.game.you is None
    assert set(plain(again.game.view)["seats"][0]["hand"]) == {"??"}


def test_a_key_that_took_the_seat_does_not_renew_it_to_the_same_token(house: House) -> None:
    made = house.create(ANA, OPEN)
    retry = Retry(key(), "request")
    taken = house.sit(made, name="Bo", retry=retry)
    assert rotate(house, made, taken.token, 1, retry).token != taken.token


def test_Q4_Q56_the_host_and_others_renew_no_seat_and_are_told_why(house: House) -> None:
    made = house.create(ANA, BO, OPEN)
    game = made.game.id
    for token, fault, said in (
        (None, Unauthenticated, "token of seat 0"),
        (made.host_token, Forbidden, "Hosting must not mean seeing hands"),
        (made.invite, Forbidden, "An invite holds no seat"),
        (made.seat_tokens[1], Forbidden, "Your token is of seat 1"),
        (house.create(ANA, BO).seat_tokens[0], Forbidden, "of another game"),
    ):
        with house.refuses(game, fault) as refusal:
            rotate(house, made, token, 0)
        assert said in refusal.value.detail
    with house.refuses(game, NotFound):
        rotate(house, made, made.seat_tokens[0], 3)


def test_a_key_too_short_for_a_secret_is_refused(house: House) -> None:
    made = house.create(ANA, BO)
    before = house.stored(made.game.id)
    with pytest.raises(InvalidRequest):
        rotate(house, made, made.seat_tokens[0], 0, Retry("short", "request"))
    assert house.stored(made.game.id) == before


def test_the_api_key_renews_a_lost_token(house: House, as_key: str) -> None:
    made = house.create(ANA, BO)
    retry = Retry(key(), "request")
    renewed = rotate(house, made, as_key, 1, retry)
    assert house.see(made.game.id, renewed.token).you == 1
    with house.refuses(made.game.id, Unauthenticated):
        house.see(made.game.id, made.seat_tokens[1])
    again, replayed = house.hosting.rotate(made.game.id, as_key, 1, READER, retry)
    assert (again.token, replayed) == (renewed.token, True)


def test_who_left_comes_back_when_the_api_key_renews_his_seat(house: House, as_key: str) -> None:
    made = house.create(ANA, BO, NewSeat(name="Cy"))
    game = made.game.id
    house.hosting.leave(game, made.seat_tokens[2], 2, READER)
    renewed = rotate(house, made, as_key, 2)
    assert renewed.game.seats[2].state == "left"
    sat = house.hosting.sit(game, TakeSeat(), READER, None, renewed.token)
    assert (sat.fresh, sat.answer.seat, sat.answer.token) == (False, 2, renewed.token)
    assert plain(sat.answer.steps)[0]["events"][0]["reason"] == "returned"
    assert sat.answer.game.seats[2].state == "taken"


def test_nobody_holds_the_seat_of_a_bot_or_an_open_one(house: House, as_key: str) -> None:
    made = house.create(ANA, BOT, OPEN)
    for seat in (1, 2):
        with house.refuses(made.game.id, InvalidRequest) as refusal:
            rotate(house, made, as_key, seat)
        assert refusal.value.places == (("path", "seat", f"Nobody holds seat {seat}."),)


def test_renewed_tokens_are_told_from_all_others() -> None:
    salt, game = b"s" * 32, "g" * 22
    made = {auth.renewed(game, salt, "key", seat, by) for seat in (0, 1) for by in ("one", "two")}
    made |= {auth.make("seat", game, salt, "key", seat) for seat in (0, 1)}
    assert len(made) == 6
    assert auth.renewed(game, salt, "key", 0, "one") in made
    assert auth.renewed(game, salt, None, 0, "one") != auth.renewed(game, salt, None, 0, "one")
