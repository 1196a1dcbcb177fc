"""Deadlines, and what follows when one passes: each policy, step by step, with the times of the log."""

from typing import Any

import pytest

from engine import GameOver, OutOfTurn
from engine.rulesets.vantage.moves import Accept
from service.schemas.requests import NewSeat
from service.showing import time_text
from tests.service.hosting.clocked import NAMES, TURN_MS, Clocked, left
from tests.service.hosting.house import BOT, NOON, OPEN, READER, House
from tests.service.hosting.test_hosting_records import SOUND, verified


def instant(ms: int) -> str:
    """So many ms after noon, as it goes over the wire."""
    return time_text(NOON + ms)


def test_Q36_the_deadline_is_a_turn_after_the_wait_began(house: House) -> None:
    table = Clocked(house)
    assert table.game["deadline"] == instant(TURN_MS)
    assert table.at(40_000).game["deadline"] == instant(TURN_MS)
    table.play(table.mover())
    assert table.game["deadline"] == instant(40_000 + TURN_MS)
    house.hosting.abort(table.id, table.host, READER)
    assert table.game["deadline"] is None


def test_without_a_clock_there_is_no_deadline(house: House) -> None:
    table = Clocked(house, turn_seconds=None)
    assert table.game["deadline"] is None
    before = table.log
    assert table.at(10**12).game["status"] == "playing"
    assert table.log == before


def test_an_open_table_has_no_deadline_until_the_last_seat_is_taken(house: House) -> None:
    house.now = NOON
    made = house.create(NewSeat(name="Ana"), OPEN, turn_seconds=60)
    assert made.game.deadline is None
    house.now += 10 * TURN_MS
    assert house.see(made.game.id, None).version == 1
    house.sit(made, name="Bo")
    assert house.see(made.game.id, None).deadline == instant(11 * TURN_MS)


def test_Q41_the_clock_starts_when_the_commit_is_written(house: House, monkeypatch: Any) -> None:
    table = Clocked(house)
    seat = table.mover()
    move = house.first(table.id, table.tokens[seat])
    times = iter([NOON + 1000, NOON + 1000, NOON + 5000])  # opened, judged; four seconds later written
    monkeypatch.setattr(house.hosting, "_clock", lambda: next(times))
    change = house.play(table.id, table.tokens[seat], move)
    assert change.steps[0].at == instant(1000)
    assert change.game.deadline == instant(5000 + TURN_MS)


def test_a_move_in_the_last_millisecond_counts_and_one_at_the_deadline_does_not(house: House) -> None:
    table = Clocked(house)
    seat = table.mover()
    table.at(TURN_MS - 1).play(seat)
    move = house.first(table.id, table.tokens[1 - seat])
    table.at(2 * TURN_MS - 1)
    with pytest.raises(OutOfTurn) as refusal:
        house.play(table.id, table.tokens[1 - seat], move)
    assert refusal.value.version == table.game["version"]
    assert table.game["seats"][1 - seat]["state"] == "left"


def test_Q37_a_bot_plays_on_for_the_seat_in_the_same_commit(house: House) -> None:
    table = Clocked(house)
    seat, version = table.mover(), table.game["version"]
    before = house.store.tag(table.id)
    table.at(TURN_MS + 12_345)
    steps = table.steps(version)
    told, *played = steps
    assert told["seat"] is None
    assert told["events"] == [
        {"kind": "turn_timed_out", "seat": seat, "text": None},
        left(seat, NAMES[seat]),
    ]
    assert told["text"] == f"The time of {NAMES[seat]} is up. A bot plays on for {NAMES[seat]}"
    assert [step["seat"] for step in played] == [seat] * len(played)
    assert {step["at"] for step in steps} == {instant(TURN_MS)}
    assert table.by(version) == [(None, "house"), *[(seat, "policy")] * len(played)]
    game = table.game
    assert game["seats"][seat] == {
        "seat": seat,
        "state": "left",
        "name": NAMES[seat],
        "player": None,
        "bot": "random",
        "reserved": False,
        "forfeited": False,
    }
    assert game["to_act"] == [1 - seat]
    assert game["deadline"] == instant(2 * TURN_MS)  # counted from the deadline that passed
    after = house.store.tag(table.id)
    assert before is not None
    assert after is not None
    assert after.version == before.version + len(steps)
    assert house.see(table.id, table.tokens[seat]).you == seat  # the token is good


def test_Q37_a_default_move_is_played_and_the_seat_is_kept(house: House) -> None:
    table = Clocked(house, on_timeout="move")
    seat, version = table.mover(), table.game["version"]
    expected = house.first(table.id, table.tokens[seat])
    table.at(TURN_MS)
    told, played = table.steps(version)
    assert told["events"] == [{"kind": "turn_timed_out", "seat": seat, "text": None}]
    assert told["text"] == f"The time of {NAMES[seat]} is up"
    assert played["seat"] == seat
    assert table.by(version) == [(None, "house"), (seat, "timeout")]
    row = house.hosting._log(house.hosting.opened(table.id, None), version + 2, version + 2)[0]
    assert row.move == expected
    assert [one["state"] for one in table.game["seats"]] == ["taken", "taken"]
    assert table.game["deadline"] == instant(2 * TURN_MS)
    table.at(TURN_MS + 5).play(1 - seat)
    assert table.game["deadline"] == instant(2 * TURN_MS + 5)


def test_Q37_the_game_is_aborted(house: House) -> None:
    table = Clocked(house, 3, on_timeout="abort")
    seat, version = table.mover(), table.game["version"]
    table.at(5 * TURN_MS)
    (step,) = table.steps(version)
    assert step["events"] == [
        {"kind": "turn_timed_out", "seat": seat, "text": None},
        {"kind": "game_ended", "outcome": None, "reason": "timed-out", "text": None},
    ]
    assert step["text"] == f"The time of {NAMES[seat]} is up. Time is up: the game ends"
    game = table.game
    assert (game["status"], game["outcome"], game["deadline"]) == ("aborted", None, None)
    assert game["ended_at"] == step["at"] == instant(TURN_MS)
    record = table.record()
    assert record["outcome"] is None
    assert verified(house, record) == SOUND
    with pytest.raises(GameOver):
        house.play(table.id, table.tokens[seat], Accept())


def test_a_record_of_an_ended_game_that_nobody_looked_at_is_public(house: House) -> None:
    table = Clocked(house, on_timeout="abort")
    table.at(TURN_MS)
    assert table.record()["moves"][-1]["by"] == "house"


def test_bots_do_not_wait_for_a_deadline_and_have_none(house: House) -> None:
    table = Clocked(house, 1, BOT)
    assert table.game["to_act"] == [0]
    table.at(1000).play(0)
    assert table.game["deadline"] == instant(1000 + TURN_MS)


def test_leaving_does_not_move_the_deadline_of_another(house: House) -> None:
    table = Clocked(house, 3)
    seat = table.mover()
    other = (seat + 1) % 3
    table.at(30_000)
    house.hosting.leave(table.id, table.tokens[other], other, READER)
    assert table.game["deadline"] == instant(TURN_MS)
    house.hosting.leave(table.id, table.tokens[seat], seat, READER)
    assert table.game["deadline"] == instant(30_000 + TURN_MS)
