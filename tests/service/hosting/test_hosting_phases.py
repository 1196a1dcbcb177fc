"""Phases in which several may act: any version since the phase began is good, and each answers once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from engine import OutOfTurn
from engine.core.moves import Move
from engine.core.seats import Seat
from service.faults import StaleVersion
from service.schemas.requests import NewSeat
from tests.service.hosting.house import READER, House, at

SEATS = tuple(NewSeat(name=name) for name in ("Ana", "Bo", "Cy"))
SEEDS = [f"{number:064x}" for number in range(40)]


class Several:
    """A game in a phase of the kind, in which two seats or more are to act, and its tokens."""

    def __init__(self, house: House, kind: str) -> None:
        for seed in SEEDS:
            made = house.create(*SEATS, seed=seed)
            self.tokens = [str(token) for token in made.seat_tokens]
            shown = made.game
            for _ in range(30):
                if house.phase(shown.id)["kind"] == kind and len(shown.to_act) > 1:
                    self.id, self.version, self.waiting = shown.id, shown.version, shown.to_act
                    return
                token = self.tokens[shown.to_act[0]]
                shown = house.play(shown.id, token, _builds(house, shown.id, token)).game
        raise AssertionError(f"no {kind} in {len(SEEDS)} games")

    def answer(self, house: House, seat: int, version: int, chosen: str) -> None:
        """The seat answers, having seen the version."""
        token = self.tokens[seat]
        house.play(self.id, token, house.first(self.id, token, chosen), if_match=at(version))


def _builds(house: House, game: str, token: str) -> Move:
    moves = house.see(game, token, 200).moves
    assert moves is not None
    found: list[Move] = [item.move for item in moves.items]
    return next((move for move in found if move.__struct_config__.tag == "build"), found[0])


ANSWERS = {"passing": "pass_card", "challenge": "accept"}


@pytest.mark.parametrize("kind", ANSWERS)
def test_all_who_are_asked_may_answer_the_version_they_were_asked_at(house: House, kind: str) -> None:
    game = Several(house, kind)
    assert house.phase(game.id)["since"] == game.version
    first, *others = game.waiting
    game.answer(house, first, game.version, ANSWERS[kind])
    shown = house.see(game.id, None)
    assert shown.version == game.version + 1
    assert shown.to_act == tuple(others)
    assert house.phase(game.id)["since"] == game.version
    for seat in others[:-1]:
        game.answer(house, seat, game.version, ANSWERS[kind])
        assert house.phase(game.id)["since"] == game.version
    game.answer(house, others[-1], game.version, ANSWERS[kind])
    after = house.see(game.id, None)
    assert after.version == game.version + len(game.waiting)
    assert house.phase(game.id)["since"] == after.version


@pytest.mark.parametrize("kind", ANSWERS)
def test_nobody_answers_twice(house: House, kind: str) -> None:
    game = Several(house, kind)
    seat = game.waiting[0]
    move = house.first(game.id, game.tokens[seat], ANSWERS[kind])
    house.play(game.id, game.tokens[seat], move, if_match=at(game.version))
    for named in (None, at(game.version), at(game.version + 1)):
        with house.refuses(game.id, OutOfTurn):
            house.play(game.id, game.tokens[seat], move, if_match=named)


@pytest.mark.parametrize("kind", ANSWERS)
def test_a_version_before_the_question_is_stale(house: House, kind: str) -> None:
    game = Several(house, kind)
    seat = game.waiting[0]
    move = house.first(game.id, game.tokens[seat], ANSWERS[kind])
    with house.refuses(game.id, StaleVersion) as refusal:
        house.play(game.id, game.tokens[seat], move, if_match=at(game.version - 1))
    assert refusal.value.still_legal is True


@pytest.mark.parametrize("kind", ANSWERS)
def test_answers_given_at_once_are_all_taken(house: House, kind: str) -> None:
    game = Several(house, kind)
    moves = {seat: house.first(game.id, game.tokens[seat], ANSWERS[kind]) for seat in game.waiting}

    def answer(seat: Seat) -> int:
        change = house.play(game.id, game.tokens[seat], moves[seat], if_match=at(game.version))
        return change.steps[0].version

    with ThreadPoolExecutor(len(moves)) as pool:
        versions = sorted(pool.map(answer, moves))
    assert versions == [game.version + 1 + nth for nth in range(len(moves))]


def test_a_challenge_settles_the_window_for_all_who_were_asked(house: House) -> None:
    game = Several(house, "challenge")
    first, second = game.waiting
    late = house.first(game.id, game.tokens[second], "accept")
    game.answer(house, first, game.version, "challenge")
    with house.refuses(game.id, StaleVersion):
        house.play(game.id, game.tokens[second], late, if_match=at(game.version))


def test_who_leaves_a_window_is_answered_for_in_the_same_commit(house: House) -> None:
    game = Several(house, "challenge")
    first, second = game.waiting
    change = house.hosting.leave(game.id, game.tokens[first], first, READER)
    assert change.steps[1].seat == first
    phase = house.phase(game.id)
    if phase["kind"] == "challenge":  # the bot let it pass: the other may still answer what he was asked
        assert (phase["since"], phase["waiting"]) == (game.version, [second])
        game.answer(house, second, game.version, "accept")
    assert house.phase(game.id)["since"] > game.version
