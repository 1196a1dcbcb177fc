"""Making a game, sitting down, leaving and aborting."""

import hashlib
from typing import Any

import pytest

from engine import BadSetup, GameOver
from engine.core.rng import final_seed
from service.faults import Forbidden, InvalidRequest, NotFound, SeatTaken, Unauthenticated
from service.schemas.requests import NewSeat, TakeSeat
from tests.service.hosting.house import BOT, NOON, OPEN, READER, House, plain

ANA, BO = NewSeat(name="Ana"), NewSeat(name="Bo")


def kinds(steps: object) -> list[list[str]]:
    return [[event["kind"] for event in step["events"]] for step in plain(steps)]


def test_Q2_a_full_table_starts_in_the_commit_that_makes_it(house: House) -> None:
    made = house.create(ANA, BO)
    assert made.game.status == "playing"
    assert kinds(made.steps) == [
        ["seat_changed", "seat_changed"],
        ["game_started", "dealt", "action_turned"],
    ]
    assert [step["seat"] for step in plain(made.steps)] == [None, None]
    assert made.game.version == 2
    assert house.view(made.game.id).phase.since == 2
    assert made.game.started_at == made.game.created_at == "2026-11-30T12:00:00.000Z"
    assert made.game.expires_at == "2026-12-30T12:00:00.000Z"


def test_a_game_waits_for_its_last_seat_and_starts_when_it_is_taken(house: House) -> None:
    made = house.create(ANA, OPEN)
    assert made.game.status == "open"
    assert made.game.view is None
    assert made.game.to_act == ()
    assert kinds(made.steps) == [["seat_changed"]]
    house.now = NOON + 5_000
    seated = house.sit(made, name="Bo", entropy="c0ffee")
    assert seated.seat == seated.game.you == 1
    assert kinds(seated.steps) == [["seat_changed"], ["game_started", "dealt", "action_turned"]]
    assert [step.version for step in seated.steps] == [2, 3]
    assert seated.game.started_at == "2026-11-30T12:00:05.000Z"
    assert seated.game.fairness.entropies == 1


def test_the_commitment_stands_before_anybody_sits_and_the_seed_is_made_of_what_they_add(
    house: House,
) -> None:
    made = house.create(ANA, OPEN, OPEN, seed=None)
    before = made.game.fairness.commitment
    house.sit(made, name="Bo", entropy="c0ffee", seat=2)
    last = house.sit(made, name="Cy")
    assert last.game.status == "playing"
    assert last.game.fairness.commitment == before
    house.hosting.abort(made.game.id, made.host_token, READER)
    fair = house.records.record(made.game.id, None).fairness
    assert fair.server_seed is not None
    server = bytes.fromhex(fair.server_seed)
    assert hashlib.sha256(server).hexdigest() == before
    assert fair.entropies == (None, None, "c0ffee")
    assert bytes.fromhex(fair.seed) == final_seed(server, [b"", b"", bytes.fromhex("c0ffee")])


def test_two_fair_games_are_dealt_differently(house: House) -> None:
    one, other = house.create(ANA, BO, seed=None), house.create(ANA, BO, seed=None)
    assert one.game.fairness.commitment != other.game.fairness.commitment
    assert one.game.id != other.game.id
    hands = [house.view(made.game.id, made.seat_tokens[0]).seats[0].hand for made in (one, other)]
    loose = [[card.card for card in house.view(made.game.id).loose] for made in (one, other)]
    assert (hands[0], loose[0]) != (hands[1], loose[1])


def test_a_sandbox_deals_the_stack_and_says_that_it_is_one(house: House) -> None:
    made = house.create(ANA, BO, stack=["R8", "W1"])
    assert made.game.sandbox is True
    assert made.game.fairness.commitment == hashlib.sha256(bytes(32)).hexdigest()
    again = house.create(ANA, BO, stack=["R8", "W1"])
    assert again.game.view == made.game.view
    hands = [house.view(made.game.id, token).seats[at].hand for at, token in enumerate(made.seat_tokens)]
    assert {"R8", "W1"} <= {card for hand in hands for card in hand}


def test_a_house_bot_sits_under_its_name_and_plays_in_the_commit_that_starts(house: House) -> None:
    made = house.create(BOT, ANA)
    assert plain(made.game.seats[0]) == {
        "seat": 0,
        "state": "bot",
        "name": "Random",
        "player": None,
        "bot": "random",
        "reserved": False,
        "forfeited": False,
    }
    assert made.seat_tokens[0] is None
    assert made.game.to_act == (1,)
    moved = [step["seat"] for step in plain(made.steps)]
    assert moved[:2] == [None, None]
    assert set(moved[2:]) <= {0}


def test_an_open_seat_has_no_name(house: House) -> None:
    made = house.create(ANA, OPEN)
    assert plain(made.game.seats[1]) == {
        "seat": 1,
        "state": "open",
        "name": None,
        "player": None,
        "bot": None,
        "reserved": False,
        "forfeited": False,
    }


@pytest.mark.parametrize(
    ("seats", "place"),
    [
        ((ANA, NewSeat()), "/seats/1"),
        ((NewSeat(name="Bo", open=True), ANA), "/seats/0"),
        ((NewSeat(open=False), ANA), "/seats/0"),
        ((ANA, NewSeat(bot="deep-blue")), "/seats/1/bot"),
        ((BOT, BOT), "/seats"),
    ],
)
def test_a_seat_has_exactly_one_form_and_somebody_plays(
    house: House, seats: tuple[NewSeat, ...], place: str
) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        house.create(*seats)
    assert [where[:2] for where in refusal.value.places] == [("body", place)]


@pytest.mark.parametrize(
    ("seats", "given", "place"),
    [
        ((ANA,), {}, "/seats"),
        ((ANA, BO, OPEN, OPEN, OPEN), {}, "/seats"),
        ((ANA, OPEN), {"stack": ["R8", "R8"]}, "/sandbox/stack/cards/1"),
        ((ANA, OPEN), {"stack": ["R8", "XX"]}, "/sandbox/stack/cards/1"),
        ((ANA, OPEN), {"options": {"dealer": 2}}, "/options/dealer"),
    ],
)
def test_what_makes_no_game_is_refused_when_it_is_made_and_not_when_it_starts(
    house: House, seats: tuple[NewSeat, ...], given: dict[str, Any], place: str
) -> None:
    with pytest.raises(BadSetup) as refusal:
        house.create(*seats, **given)
    assert refusal.value.pointer == place


def test_only_this_games_invite_sits(house: House) -> None:
    made, other = house.create(ANA, OPEN), house.create(ANA, OPEN)
    game = made.game.id
    for wrong, fault in (
        (made.seat_tokens[0], Forbidden),
        (made.host_token, Forbidden),
        (other.invite, Forbidden),
        (f"fdi_{game}_{'a' * 43}", Unauthenticated),
    ):
        with house.refuses(game, fault):
            house.hosting.sit(game, TakeSeat(str(wrong), "Bo"), READER)
    with pytest.raises(Unauthenticated):
        house.hosting.sit(game, TakeSeat("fdi_nonsense", "Bo"), READER)


def test_a_taken_seat_and_a_full_table_are_refused(house: House) -> None:
    made = house.create(ANA, OPEN, OPEN)
    game = made.game.id
    with house.refuses(game, SeatTaken):
        house.sit(made, seat=0)
    with house.refuses(game, InvalidRequest):
        house.sit(made, seat=3)
    assert house.sit(made, seat=2).seat == 2
    assert house.sit(made).seat == 1
    with house.refuses(game, SeatTaken):
        house.sit(made)


def test_who_leaves_before_the_game_opens_the_seat_and_his_token_is_dead(house: House) -> None:
    made = house.create(ANA, OPEN, OPEN)
    game, bo = made.game.id, house.sit(made, name="Bo")
    change = house.hosting.leave(game, bo.token, 1, READER)
    assert plain(change.game.seats[1]) == {
        "seat": 1,
        "state": "open",
        "name": None,
        "player": None,
        "bot": None,
        "reserved": False,
        "forfeited": False,
    }
    assert kinds(change.steps) == [["seat_changed"]]
    with house.refuses(game, Unauthenticated):
        house.see(game, bo.token)
    assert house.sit(made, name="Cy").seat == 1


def test_Q56_who_leaves_during_the_game_is_played_by_random_from_that_commit_on(house: House) -> None:
    made = house.create(ANA, BO, NewSeat(name="Cy"))
    game, tokens = made.game.id, made.seat_tokens
    leaver = made.game.to_act[0]
    change = house.hosting.leave(game, tokens[leaver], leaver, READER)
    assert plain(change.game.seats[leaver])["state"] == "left"
    assert plain(change.game.seats[leaver])["bot"] == "random"
    assert [step["seat"] for step in plain(change.steps)][:2] == [None, leaver]
    assert leaver not in change.game.to_act
    with house.refuses(game, Unauthenticated):
        house.see(game, tokens[leaver])


def test_a_game_that_everybody_left_is_aborted(house: House) -> None:
    made = house.create(ANA, BO, BOT)
    game = made.game.id
    house.hosting.leave(game, made.seat_tokens[0], 0, READER)
    change = house.hosting.leave(game, made.seat_tokens[1], 1, READER)
    assert change.game.status == "aborted"
    assert kinds(change.steps) == [["seat_changed"], ["game_ended"]]
    assert plain(change.steps)[1]["events"][0]["reason"] == "abandoned"
    assert change.game.outcome is None
    assert change.game.to_act == ()


def test_only_the_own_token_and_the_host_vacate_a_seat(house: House) -> None:
    made = house.create(ANA, BO)
    game = made.game.id
    for token, seat, fault in (
        (made.seat_tokens[0], 1, Forbidden),
        (made.invite, 1, Forbidden),
        (None, 1, Unauthenticated),
        (made.seat_tokens[0], 2, NotFound),
    ):
        with house.refuses(game, fault):
            house.hosting.leave(game, token, seat, READER)


def test_the_host_aborts_and_nobody_else(house: House) -> None:
    made = house.create(ANA, BO)
    game = made.game.id
    for token, fault in (
        (None, Unauthenticated),
        (made.seat_tokens[0], Forbidden),
        (made.invite, Forbidden),
    ):
        with house.refuses(game, fault):
            house.hosting.abort(game, token, READER)
    house.now = NOON + 1
    change = house.hosting.abort(game, made.host_token, READER)
    assert change.game.status == "aborted"
    assert change.game.ended_at == "2026-11-30T12:00:00.001Z"
    assert plain(change.steps)[0]["events"] == [
        {"kind": "game_ended", "text": None, "outcome": None, "reason": "aborted"}
    ]
    with house.refuses(game, GameOver):
        house.hosting.abort(game, made.host_token, READER)
    with house.refuses(game, GameOver):
        house.hosting.leave(game, made.seat_tokens[0], 0, READER)


def test_a_game_that_is_not_there_is_not_found(house: House) -> None:
    for game in ("A" * 22, "A" * 21, "../../etc", "g:{x}"):
        with pytest.raises(NotFound):
            house.see(game, None)
