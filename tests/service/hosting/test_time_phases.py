"""Time in phases in which several are asked at once (pass-one, a challenge's window), and the way back."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engine import OutOfTurn
from engine.rulesets.vantage.moves import DoChallenge
from service.schemas.requests import OnTimeout
from service.showing import time_text
from tests.service.hosting.clocked import NAMES, TURN_MS, Clocked, left
from tests.service.hosting.house import NOON, READER, VANTAGE, House
from tests.service.hosting.test_hosting_phases import ANSWERS, SEEDS, _builds

GAP = 20_000  # ms between the first answer and the question


def asked(
    house: House, kind: str, on_timeout: OnTimeout, late: Sequence[int] | None = None, **given: Any
) -> Clocked:
    """A game of three in a phase of the kind, begun this very moment, in which two or more (`late`) are to
    act."""
    several = [[0, 1], [0, 2], [1, 2], [0, 1, 2]] if late is None else [late]
    for seed in SEEDS:
        table = Clocked(house, 3, seed=seed, on_timeout=on_timeout, **given)
        for _ in range(30):
            game = table.game
            if game["view"]["phase"]["kind"] == kind and game["to_act"] in several:
                return table
            token = table.tokens[game["to_act"][0]]
            house.play(table.id, token, _builds(house, table.id, token))
    raise AssertionError(f"no {kind} in {len(SEEDS)} games")


@pytest.fixture(params=ANSWERS)
def kind(request: Any) -> str:
    """Each kind of phase in which several are asked."""
    return str(request.param)


def test_the_deadline_stays_for_those_who_have_yet_to_answer(house: House, kind: str) -> None:
    table = asked(house, kind, "bot")
    first, *others = table.game["to_act"]
    assert table.game["deadline"] == told(TURN_MS)
    table.at(GAP).play(first, ANSWERS[kind])
    assert table.game["to_act"] == others
    assert table.game["deadline"] == told(TURN_MS)
    for seat in others:
        table.play(seat, ANSWERS[kind])
    assert table.game["deadline"] == told(GAP + TURN_MS)


def told(ms: int) -> str:
    """So many ms after noon on the wire."""
    return time_text(NOON + ms)


def test_all_who_are_asked_run_out_of_time_in_one_step(house: House, kind: str) -> None:
    table = asked(house, kind, "bot")
    late, version = table.game["to_act"], table.game["version"]
    table.at(TURN_MS)
    step = table.steps(version)[0]
    assert step["events"] == [
        *({"kind": "turn_timed_out", "seat": seat, "text": None} for seat in late),
        *(left(seat, NAMES[seat]) for seat in late),
    ]
    assert [table.game["seats"][seat]["state"] for seat in late] == ["left"] * len(late)


def test_who_answered_in_time_keeps_his_seat(house: House, kind: str) -> None:
    table = asked(house, kind, "bot")
    first, *others = table.game["to_act"]
    table.at(GAP).play(first, ANSWERS[kind])
    version = table.game["version"]
    table.at(TURN_MS)
    events = table.steps(version)[0]["events"]
    assert [event["seat"] for event in events if event["kind"] == "turn_timed_out"] == others
    assert table.game["seats"][first]["state"] == "taken"


def test_each_default_move_answers_the_question(house: House, kind: str) -> None:
    table = asked(house, kind, "move")
    late, version = table.game["to_act"], table.game["version"]
    table.at(TURN_MS)
    assert table.by(version) == [(None, "house"), *((seat, "timeout") for seat in late)]
    assert table.game["deadline"] == told(2 * TURN_MS)
    assert [seat["state"] for seat in table.game["seats"]] == ["taken"] * 3


def test_who_is_asked_something_else_by_then_has_all_his_time_for_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(VANTAGE), "default_move", lambda *_: DoChallenge())
    table = asked(house, "challenge", "move", [0, 2], options={"dealer": 0})  # seat 1 has built
    version = table.game["version"]
    table.at(TURN_MS)
    assert table.by(version) == [(None, "house"), (0, "timeout")]  # which settles the window for all
    assert table.game["to_act"] == [2]
    assert table.game["deadline"] == told(2 * TURN_MS)


def test_all_who_are_asked_forfeit_together(house: House, kind: str) -> None:
    table = asked(house, kind, "forfeit")
    late = table.game["to_act"]
    table.at(TURN_MS)
    game = table.game
    assert game["status"] == "finished"
    assert game["outcome"]["winners"] == [seat for seat in range(3) if seat not in late]


def test_Q37_a_player_who_is_back_plays_his_seat_himself(house: House) -> None:
    table = Clocked(house, 3)
    seat = table.mover()
    table.at(TURN_MS + 1)
    assert table.game["seats"][seat]["state"] == "left"
    version = table.game["version"]
    table.at(TURN_MS + 2).back(seat)
    (step,) = table.steps(version)
    assert step["events"] == [
        {
            "kind": "seat_changed",
            "seat": seat,
            "state": "taken",
            "name": NAMES[seat],
            "bot": None,
            "reason": "returned",
            "text": None,
        }
    ]
    assert step["text"] == f"{NAMES[seat]} returns"
    assert table.game["seats"][seat]["bot"] is None
    assert table.game["deadline"] == told(2 * TURN_MS)  # of those who are to act
    while table.mover() != seat:
        table.play(table.mover())
    assert table.game["deadline"] == told(TURN_MS + 2 + TURN_MS)
    table.play(seat)


def test_a_move_out_of_turn_brings_nobody_back(house: House) -> None:
    table = Clocked(house, 3)
    seat = table.mover()
    move = house.first(table.id, table.tokens[seat])
    table.at(TURN_MS)
    assert seat not in table.game["to_act"]
    with house.refuses(table.id, OutOfTurn):
        house.play(table.id, table.tokens[seat], move)


def waiting(table: Clocked, forfeited: bool) -> int:
    """The seat that is to act, marked as left but with nobody having moved for it yet."""
    hosting, seat = table.house.hosting, table.mover()
    found = hosting.opened(table.id, None)
    progress = hosting._progress(found)
    progress.seat(
        seat,  # type: ignore[arg-type]
        replace(found.meta.seats[seat], state="left", bot="random", forfeited=forfeited),
    )
    progress.house()
    hosting._commit(found, progress)
    return seat


def test_a_move_on_time_brings_its_player_back_in_a_step_of_its_own(house: House) -> None:
    table = Clocked(house, 3)
    seat = waiting(table, forfeited=False)
    version = table.game["version"]
    table.at(500).play(seat)
    back, move = table.steps(version)
    assert (back["seat"], back["events"][0]["reason"], move["seat"]) == (None, "returned", seat)
    assert table.game["seats"][seat]["state"] == "taken"


def test_who_has_forfeited_does_not_come_back(house: House) -> None:
    table = Clocked(house, 3)
    seat = waiting(table, forfeited=True)
    move = house.first(table.id, table.tokens[seat])
    with house.refuses(table.id, OutOfTurn):
        house.play(table.id, table.tokens[seat], move)


def test_who_ran_out_of_time_may_still_leave_for_good(house: House) -> None:
    table = Clocked(house, 3)
    seat = table.mover()
    table.at(TURN_MS)
    house.hosting.leave(table.id, table.tokens[seat], seat, READER)
    assert not house.hosting.opened(table.id, None).meta.seats[seat].may_return
    assert table.game["status"] == "playing"


def test_the_last_who_leaves_still_ends_the_game_when_others_have_run_out_of_time(house: House) -> None:
    table = Clocked(house, 2)
    seat = table.mover()
    table.at(TURN_MS)
    house.hosting.leave(table.id, table.tokens[1 - seat], 1 - seat, READER)
    assert (table.game["status"], house.hosting.opened(table.id, None).meta.reason) == (
        "aborted",
        "abandoned",
    )
