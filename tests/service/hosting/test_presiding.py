"""Hosts: starting with fewer, removing people, house bots in seats."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine import GameOver
from service.door import Retry
from service.faults import (
    AlreadyStarted,
    Forbidden,
    InvalidRequest,
    KeyReused,
    NotFound,
    SeatTaken,
    Unauthenticated,
)
from service.schemas.hosts import SeatBot
from service.schemas.requests import NewSeat
from service.tables import META
from tests.service.hosting.house import BOT, OPEN, READER, House, key, plain

ANA, BO = NewSeat(name="Ana"), NewSeat(name="Bo")
RANDOM = SeatBot("random")


def told(steps: Any) -> list[list[tuple[Any, ...]]]:
    """The seat_changed events of each step as (seat, state, name, reason); other events by their kind."""
    return [
        [
            (event["seat"], event["state"], event["name"], event["reason"])
            if event["kind"] == "seat_changed"
            else (event["kind"],)
            for event in step["events"]
        ]
        for step in plain(steps)
    ]


def states(game: Any) -> list[str]:
    return [seat.state for seat in game.seats]


def test_the_host_starts_with_fewer_and_higher_seats_move_down(house: House) -> None:
    made = house.create(OPEN, ANA, OPEN, BO)
    change, replayed = house.hosting.start(made.game.id, made.host_token, READER)
    assert replayed is False
    assert told(change.steps)[0] == [(0, "taken", "Ana", "moved"), (1, "taken", "Bo", "moved")]
    assert told(change.steps)[1][:2] == [("game_started",), ("dealt",)]
    assert [seat.name for seat in change.game.seats] == ["Ana", "Bo"]
    assert change.game.status == "playing"
    assert [house.see(made.game.id, made.seat_tokens[at]).you for at in (1, 3)] == [0, 1]
    hands = [house.view(made.game.id, made.seat_tokens[at]).seats for at in (1, 3)]
    assert "??" not in hands[0][0].hand
    assert set(hands[0][1].hand) == {"??"}
    assert "??" not in hands[1][1].hand


def test_a_start_that_moves_nobody_has_no_step_for_it(house: House) -> None:
    made = house.create(ANA, BO, OPEN, OPEN)
    change, _ = house.hosting.start(made.game.id, made.host_token, READER)
    assert told(change.steps)[0][0] == ("game_started",)
    assert len(change.game.seats) == 2


def test_texts_of_steps_before_the_start_name_who_sat_there_then(house: House) -> None:
    made = house.create(OPEN, ANA, OPEN, OPEN)
    bo = house.sit(made, name="Bo", seat=3)
    cy = house.sit(made, name="Cy", seat=2)
    house.hosting.leave(made.game.id, cy.token, 2, READER)
    house.hosting.start(made.game.id, made.host_token, READER)
    texts = [step.text for step in house.steps(made.game.id, bo.token)[:5]]
    assert texts == [
        "Ana sits down",
        "Bo sits down",
        "Cy sits down",
        "Seat 3 is open again",
        "Ana moves down the table. Bo moves down the table",
    ]


def test_Q13_entropy_moves_with_its_seat_and_the_record_holds(house: House) -> None:
    made = house.create(OPEN, ANA, OPEN, seed=None)
    house.sit(made, name="Bo", seat=2, entropy="c0ffee")
    change, _ = house.hosting.start(made.game.id, made.host_token, READER)
    assert change.game.fairness.entropies == 1
    assert change.game.fairness.commitment == made.game.fairness.commitment
    house.hosting.abort(made.game.id, made.host_token, READER)
    record = house.records.record(made.game.id, None)
    assert record.fairness.entropies == (None, "c0ffee")
    verified = house.records.verify(record)
    assert (verified.commitment, verified.deal, verified.problem) == (True, True, None)


def test_Q23_a_retried_creation_after_the_start_tells_the_same_secrets(house: House) -> None:
    retry = Retry(key(), "request")
    made = house.create(OPEN, ANA, OPEN, BO, retry=retry)
    house.hosting.start(made.game.id, made.host_token, READER)
    again = house.create(OPEN, ANA, OPEN, BO, retry=retry)
    assert again.seat_tokens == made.seat_tokens
    assert (again.host_token, again.invite) == (made.host_token, made.invite)


def test_Q23_a_retried_take_after_the_start_says_where_its_seat_is_now(house: House) -> None:
    made = house.create(ANA, OPEN, OPEN, OPEN)
    retry = Retry(key(), "request")
    first = house.sit(made, name="Cy", seat=3, retry=retry)
    assert first.seat == 3
    house.hosting.start(made.game.id, made.host_token, READER)
    again = house.sit(made, name="Cy", seat=3, retry=retry)
    assert (again.token, again.seat, again.game.you) == (first.token, 1, 1)
    assert plain(again.steps) == plain(first.steps)


def test_Q56_a_retried_take_whose_token_is_dead_sees_nobodys_hand(house: House) -> None:
    made = house.create(ANA, OPEN)
    game, retry = made.game.id, Retry(key(), "request")
    first = house.sit(made, name="Bo", seat=1, retry=retry)
    leaving = house.create(ANA, OPEN, OPEN)
    left = house.sit(leaving, name="Bo", seat=1, retry=retry)
    house.hosting.leave(leaving.game.id, left.token, 1, READER)
    house.sit(leaving, name="Cy", seat=1)
    house.sit(leaving, name="Di", seat=2)
    again = house.sit(leaving, name="Bo", seat=1, retry=retry)
    assert (again.token, again.seat) == (left.token, 1)
    assert again.game.you is None
    assert set(again.game.view.seats[1].hand) == {"??"}
    assert house.see(game, first.token).you == 1


def test_a_retried_start_is_the_same_start(house: House) -> None:
    made = house.create(ANA, BO, OPEN)
    game, retry = made.game.id, Retry(key(), "request")
    first, _ = house.hosting.start(game, made.host_token, READER, retry)
    again, replayed = house.hosting.start(game, made.host_token, READER, retry)
    assert replayed is True
    assert plain(again.steps) == plain(first.steps)
    with house.refuses(game, KeyReused):
        house.hosting.start(game, made.host_token, READER, Retry(retry.key, "another"))
    with house.refuses(game, AlreadyStarted):
        house.hosting.start(game, made.host_token, READER, Retry(key(), "request"))


def test_Q4_only_the_host_starts_seats_bots_and_is_told_so(house: House) -> None:
    made = house.create(ANA, BO, OPEN)
    game = made.game.id
    for token, fault in (
        (None, Unauthenticated),
        (made.seat_tokens[0], Forbidden),
        (made.invite, Forbidden),
        (house.create(ANA, BO).host_token, Forbidden),
    ):
        for call in (
            lambda token=token: house.hosting.start(game, token, READER),
            lambda token=token: house.hosting.seat_bot(game, token, 2, RANDOM, READER),
        ):
            with house.refuses(game, fault) as refusal:
                call()
            assert "game" in refusal.value.detail


@pytest.mark.parametrize(
    ("seats", "options", "said"),
    [
        ((ANA, OPEN, OPEN), {}, "not 1"),
        ((OPEN, OPEN), {}, "not 0"),
        ((OPEN, BOT, BOT), {}, "among themselves"),
        ((ANA, BO, OPEN), {"dealer": 2}, "dealer"),
    ],
)
def test_a_start_that_makes_no_game_is_refused_with_the_reason(
    house: House, seats: tuple[NewSeat, ...], options: dict[str, Any], said: str
) -> None:
    made = house.create(*seats, options=options)
    with house.refuses(made.game.id, InvalidRequest) as refusal:
        house.hosting.start(made.game.id, made.host_token, READER)
    ((where, name, detail),) = refusal.value.places
    assert (where, name) == ("path", "game")
    assert said in detail.lower()


def test_a_game_that_is_over_is_not_started(house: House) -> None:
    made = house.create(ANA, BO, OPEN)
    house.hosting.abort(made.game.id, made.host_token, READER)
    for call in (
        lambda: house.hosting.start(made.game.id, made.host_token, READER),
        lambda: house.hosting.seat_bot(made.game.id, made.host_token, 2, RANDOM, READER),
        lambda: house.hosting.leave(made.game.id, made.host_token, 0, READER),
    ):
        with house.refuses(made.game.id, GameOver):
            call()


def test_a_house_bot_takes_an_open_seat_and_the_last_one_starts(house: House) -> None:
    made = house.create(ANA, OPEN, OPEN)
    game = made.game.id
    change = house.hosting.seat_bot(game, made.host_token, 2, RANDOM, READER)
    assert told(change.steps) == [[(2, "bot", "Random", "bot")]]
    assert change.game.status == "open"
    same = house.hosting.seat_bot(game, made.host_token, 2, RANDOM, READER)
    assert (same.steps, same.game.version) == ((), change.game.version)
    started = house.hosting.seat_bot(game, made.host_token, 1, RANDOM, READER)
    assert started.game.status == "playing"
    assert states(started.game) == ["taken", "bot", "bot"]


def test_a_bot_in_a_seat_and_back(house: House) -> None:
    made = house.create(ANA, OPEN, OPEN)
    house.hosting.seat_bot(made.game.id, made.host_token, 1, RANDOM, READER)
    change = house.hosting.leave(made.game.id, made.host_token, 1, READER)
    assert told(change.steps) == [[(1, "open", None, "kicked")]]
    assert house.sit(made, name="Bo").seat == 1
    again = house.hosting.leave(made.game.id, made.host_token, 2, READER)
    assert again.steps == ()


def test_a_bot_is_not_seated_on_a_person_nor_where_there_is_no_seat(house: House) -> None:
    made = house.create(ANA, OPEN, OPEN)
    game = made.game.id
    with house.refuses(game, SeatTaken):
        house.hosting.seat_bot(game, made.host_token, 0, RANDOM, READER)
    with house.refuses(game, NotFound):
        house.hosting.seat_bot(game, made.host_token, 3, RANDOM, READER)
    with house.refuses(game, InvalidRequest) as refusal:
        house.hosting.seat_bot(game, made.host_token, 1, SeatBot("deep-blue"), READER)
    assert refusal.value.places[0][:2] == ("body", "/bot")


def test_house_bots_do_not_play_among_themselves(house: House) -> None:
    made = house.create(OPEN, BOT)
    with house.refuses(made.game.id, InvalidRequest):
        house.hosting.seat_bot(made.game.id, made.host_token, 0, RANDOM, READER)


def test_Q56_who_is_removed_during_the_game_is_played_by_random_and_his_token_is_dead(house: House) -> None:
    made = house.create(ANA, BO, NewSeat(name="Cy"))
    game, out = made.game.id, made.game.to_act[0]
    change = house.hosting.leave(game, made.host_token, out, READER)
    assert told(change.steps)[0] == [(out, "left", ("Ana", "Bo", "Cy")[out], "kicked")]
    assert change.game.seats[out].bot == "random"
    assert out not in change.game.to_act
    with house.refuses(game, Unauthenticated):
        house.see(game, made.seat_tokens[out])
    assert house.hosting.leave(game, made.host_token, out, READER).steps == ()
    bot = house.hosting.seat_bot(game, made.host_token, out, RANDOM, READER)
    assert told(bot.steps)[0] == [(out, "bot", "Random", "bot")]
    assert states(bot.game).count("bot") == 1


def test_the_last_person_who_is_removed_ends_the_game(house: House) -> None:
    made = house.create(ANA, BOT)
    change = house.hosting.leave(made.game.id, made.host_token, 0, READER)
    assert change.game.status == "aborted"
    assert told(change.steps)[-1] == [("game_ended",)]


def test_a_bot_in_a_left_seat_keeps_the_deal(house: House) -> None:
    """What a seat added to the seed stays, whoever plays it: the record must verify."""
    made = house.create(ANA, BO, OPEN, seed=None)
    cy = house.sit(made, name="Cy", entropy="abcd")
    game = made.game.id
    house.hosting.leave(game, cy.token, 2, READER)
    house.hosting.seat_bot(game, made.host_token, 2, RANDOM, READER)
    house.hosting.abort(game, made.host_token, READER)
    record = house.records.record(game, None)
    assert record.fairness.entropies == (None, None, "abcd")
    assert house.records.verify(record).problem is None


def test_a_forfeited_seat_is_given_to_nobody(house: House) -> None:
    made = house.create(ANA, BO, NewSeat(name="Cy"))
    game = made.game.id
    stored = house.store.read(game)
    assert stored is not None
    meta = META.decode(stored.meta)
    seats = (replace(meta.seats[0], state="left", bot="random", forfeited=True), *meta.seats[1:])
    house.write_meta(game, replace(meta, seats=seats))
    with house.refuses(game, SeatTaken):
        house.hosting.seat_bot(game, made.host_token, 0, RANDOM, READER)
