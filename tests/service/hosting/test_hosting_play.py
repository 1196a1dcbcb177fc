"""Playing: who may, what is judged in which order, what a version means, and whole games."""

import pytest

from engine import BadNotation, GameOver, OutOfTurn, RuleBroken, Ruleset
from engine.core.cards import Card
from engine.core.moves import Move
from engine.rulesets.vantage.moves import Discard, Match
from service.faults import Forbidden, NotStarted, StaleVersion, Unauthenticated
from service.schemas.requests import NewSeat
from tests.service.hosting.house import BOT, OPEN, READER, House, at, plain

ANA, BO, CY, DI = (NewSeat(name=name) for name in ("Ana", "Bo", "Cy", "Di"))
NOTHING = Discard(card=Card("R8"))


@pytest.mark.parametrize("seats", [(ANA, BO), (ANA, BO, CY), (ANA, BO, CY, DI)])
def test_whole_games_of_people(house: House, seats: tuple[NewSeat, ...]) -> None:
    made = house.create(*seats, seed=None)
    tokens = [str(token) for token in made.seat_tokens]
    ended = house.finish(made.game.id, tokens)
    assert ended.status == "finished"
    assert ended.to_act == ()
    assert ended.outcome is not None
    assert len(ended.outcome.scores) == len(seats)
    assert ended.ended_at == "2026-11-30T12:00:00.000Z"
    last = house.steps(ended.id, None, ended.version - 1)[-1]
    event = plain(last)["events"][-1]
    assert event["kind"] == "game_ended"
    assert event["outcome"]["winners"] == list(ended.outcome.winners)
    with house.refuses(ended.id, GameOver):
        house.play(ended.id, tokens[0], NOTHING)


@pytest.mark.parametrize("seats", [(ANA, BOT), (BOT, ANA, BOT), (BOT, BOT, BOT, ANA)])
def test_whole_games_against_house_bots(house: House, seats: tuple[NewSeat, ...]) -> None:
    made = house.create(*seats, seed=None)
    token = next(str(token) for token in made.seat_tokens if token)
    shown = made.game
    while shown.status == "playing":
        me = house.see(shown.id, token).you
        assert shown.to_act == (me,)  # bots never keep anybody waiting
        change = house.play(shown.id, token, house.first(shown.id, token))
        assert [step.version for step in change.steps] == list(
            range(shown.version + 1, change.game.version + 1)
        )
        shown = change.game
    assert shown.status == "finished"
    assert house.records.verify(house.records.record(shown.id, None)).outcome


def test_the_answer_to_a_move_is_what_the_log_says(house: House) -> None:
    made = house.create(ANA, BOT)
    token = str(made.seat_tokens[0])
    shown = made.game
    while shown.status == "playing":
        change = house.play(shown.id, token, house.first(shown.id, token))
        assert plain(change.steps) == plain(house.steps(shown.id, token, shown.version))
        assert plain(change.game) == plain(house.see(shown.id, token))
        shown = change.game


def test_Q4_who_may_not_play_is_told_what_is_needed(house: House) -> None:
    made, other = house.create(ANA, BO), house.create(ANA, BO)
    game = made.game.id
    for token, fault in (
        (None, Unauthenticated),
        (f"fds_{game}_{'a' * 43}", Unauthenticated),
        (made.host_token, Forbidden),
        (made.invite, Forbidden),
        (other.seat_tokens[0], Forbidden),
    ):
        with house.refuses(game, fault) as refusal:
            house.play(game, token, NOTHING)
        assert "token" in refusal.value.detail
    with house.refuses(game, Unauthenticated) as refusal:
        house.play(game, None, NOTHING)
    assert "fds_" in refusal.value.detail


def test_refusals_change_nothing_and_say_where_the_game_stands(house: House) -> None:
    made = house.create(ANA, BO)
    game, seat = made.game.id, made.game.to_act[0]
    mine, other = (str(made.seat_tokens[at]) for at in (seat, 1 - seat))
    with house.refuses(game, OutOfTurn):
        house.play(game, other, NOTHING)
    held = house.view(game, mine).seats[seat].hand
    with house.refuses(game, BadNotation):
        house.play(game, mine, Match(card=held[0], take=("t99",)))
    illegal = Match(card=held[0], take=tuple(card.id for card in house.view(game).loose))
    with house.refuses(game, RuleBroken) as refusal:
        house.play(game, mine, illegal)
    assert refusal.value.ruleset == "vantage"
    with house.refuses(game, RuleBroken):
        house.hosting.check(game, mine, lambda _: illegal)


def test_a_game_with_open_seats_is_not_played(house: House) -> None:
    made = house.create(ANA, OPEN)
    with house.refuses(made.game.id, NotStarted):
        house.play(made.game.id, made.seat_tokens[0], NOTHING)


def test_check_says_what_playing_would_and_plays_nothing(house: House) -> None:
    made = house.create(ANA, BO)
    game, seat = made.game.id, made.game.to_act[0]
    token = str(made.seat_tokens[seat])
    before = house.stored(game)
    move = house.first(game, token)
    house.hosting.check(game, token, lambda _: move)
    house.hosting.check(game, token, lambda _: move, at(made.game.version))
    assert house.stored(game) == before
    with house.refuses(game, OutOfTurn):
        house.hosting.check(game, made.seat_tokens[1 - seat], lambda _: move)
    with house.refuses(game, StaleVersion):
        house.hosting.check(game, token, lambda _: move, at(1))


def test_the_body_is_read_after_the_token(house: House) -> None:
    made = house.create(ANA, BO)

    def never(_: Ruleset[object, object, object]) -> Move:  # type: ignore[type-var]
        raise AssertionError("read too early")

    with house.refuses(made.game.id, Unauthenticated):
        house.hosting.play(made.game.id, None, never, READER)


def test_a_stale_version_is_refused_and_told_whether_the_move_is_still_legal(house: House) -> None:
    made = house.create(ANA, BO)
    game, seat = made.game.id, made.game.to_act[0]
    token = str(made.seat_tokens[seat])
    move = house.first(game, token)
    house.play(game, token, move, if_match=at(made.game.version))
    with house.refuses(game, StaleVersion) as refusal:
        house.play(game, token, move, if_match=at(made.game.version))
    assert refusal.value.still_legal is False
    now = house.see(game, None)
    mover = str(made.seat_tokens[now.to_act[0]])
    with house.refuses(game, StaleVersion) as refusal:
        house.play(game, mover, house.first(game, mover), if_match=at(1))
    assert refusal.value.still_legal is True
    with house.refuses(game, StaleVersion):
        house.play(game, mover, house.first(game, mover), if_match=at(now.version + 1))


def test_the_nonce_of_another_commit_of_the_same_version_is_stale(house: House) -> None:
    made = house.create(ANA, BO)
    game, token = made.game.id, str(made.seat_tokens[made.game.to_act[0]])
    _, nonce = house.hosting.see(game, token, READER)
    move = house.first(game, token)
    other = "00000000" if nonce != "00000000" else "11111111"
    with house.refuses(game, StaleVersion):
        house.play(game, token, move, if_match=at(made.game.version, other))
    change, new, _ = house.hosting.play(
        game, token, lambda _: move, READER, if_match=at(made.game.version, nonce)
    )
    assert new != nonce
    assert change.game.version == made.game.version + 1
