"""The sweeper only makes it prompt: what it looks at, when again, and that nothing depends on it."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.showing import time_text
from service.store import StoreUnavailable, keys
from service.sweep import sweep_all
from service.sweeper import AGAIN_MS, Sweeper
from tests.service.hosting.clocked import TURN_MS, Clocked
from tests.service.hosting.house import BOT, NOON, House


def index(house: House) -> dict[str, int]:
    """When each game is looked at."""
    return {due.game: due.time - NOON for due in house.store.due.by(10**15, 100_000)}


def swept(house: House) -> Sweeper:
    """The sweeper after it has looked at what is due."""
    sweeper = Sweeper(house.store, house.hosting.next_look, house.hosting.now)
    while sweeper.sweep():
        pass
    return sweeper


def written(house: House, table: Clocked) -> int:
    """How many steps are stored, whoever looked."""
    tag = house.store.tag(table.id)
    assert tag is not None
    return tag.version


def test_a_game_is_in_the_index_from_its_start_on_and_moves_cost_nothing(
    house: House, monkeypatch: Any
) -> None:
    table = Clocked(house)
    assert index(house)[table.id] == TURN_MS
    monkeypatch.setattr(house.store.due, "add", lambda *_: pytest.fail("a round trip on the hot path"))
    table.at(1000).play(table.mover())
    assert index(house)[table.id] == TURN_MS  # early: a look that finds nothing due puts it right
    table.at(TURN_MS)
    swept(house)
    assert index(house)[table.id] == 1000 + TURN_MS


def test_games_without_a_clock_are_not_in_the_index(house: House) -> None:
    table = Clocked(house, turn_seconds=None)
    table.play(table.mover())
    assert table.id not in index(house)


def test_what_is_due_is_done_without_anybody_asking(house: House) -> None:
    table = Clocked(house, 3)
    version = written(house, table)
    table.at(TURN_MS - 1)
    swept(house)
    assert written(house, table) == version
    table.at(TURN_MS)
    swept(house)
    assert written(house, table) > version
    assert index(house)[table.id] == 2 * TURN_MS
    assert house.hosting.next_look(table.id) == NOON + 2 * TURN_MS


def test_what_has_ended_or_is_gone_leaves_the_index(house: House) -> None:
    ended, gone = Clocked(house, on_timeout="abort"), "0" * 22
    house.store.due.add(gone, NOON)
    ended.at(TURN_MS)
    swept(house)
    assert {ended.id, gone} & index(house).keys() == set()


def test_a_deadline_that_comes_while_the_sweeper_looks_is_not_lost(house: House) -> None:
    table = Clocked(house)

    def look(game: str) -> int | None:
        if game == table.id:
            house.store.due.settle(only(house, game), None)
            house.store.due.add(game, NOON + 5 * TURN_MS)  # somebody moves just now
        return None

    table.at(TURN_MS)
    Sweeper(house.store, look, house.hosting.now).sweep()
    assert index(house)[table.id] == 5 * TURN_MS


def only(house: House, game: str) -> Any:
    """The game's entry."""
    return next(due for due in house.store.due.by(10**15, 100_000) if due.game == game)


def test_the_earlier_of_two_times_stays(house: House) -> None:
    game = "1" * 22
    for time in (7, 5, 9):
        house.store.due.add(game, NOON + time)
    assert index(house)[game] == 5
    assert house.store.due.settle(only(house, game), NOON + 9)
    assert index(house)[game] == 9
    assert house.store.due.settle(only(house, game), None)


def test_a_game_that_cannot_be_looked_at_is_tried_again_and_holds_nobody_up(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    broken, fine = Clocked(house, on_timeout="abort"), Clocked(house, on_timeout="abort")

    def look(game: str) -> int | None:
        if game == broken.id:
            raise ArithmeticError("a fault of ours")
        return house.hosting.next_look(game)

    house.now = NOON + TURN_MS
    Sweeper(house.store, look, house.hosting.now).sweep()
    assert index(house)[broken.id] == TURN_MS + AGAIN_MS
    assert fine.id not in index(house)
    assert [record.message for record in caplog.records] == [f"The game {broken.id} could not be looked at."]


def test_the_index_is_made_again_from_the_games(house: House) -> None:
    waiting, late = Clocked(house), Clocked(house, on_timeout="abort")
    clockless = Clocked(house, turn_seconds=None)
    waiting.at(TURN_MS - 1).play(waiting.mover())
    for table in (waiting, late):
        house.store.due.settle(only(house, table.id), None)
    late.at(TURN_MS)
    found, done = sweep_all(Sweeper(house.store, house.hosting.next_look, house.hosting.now))
    assert found >= 2
    assert done >= 1
    assert index(house)[waiting.id] == 2 * TURN_MS - 1
    assert {late.id, clockless.id} & index(house).keys() == set()
    assert house.hosting._door.open(late.id, None).meta.status == "aborted"


def test_a_commit_whose_game_cannot_be_put_into_the_index_has_happened(
    house: House, monkeypatch: Any
) -> None:
    def away(*_: Any) -> None:
        raise StoreUnavailable("the store does not answer")

    monkeypatch.setattr(house.store.due, "add", away)
    table = Clocked(house)
    assert table.game["status"] == "playing"


def test_Q26_the_index_and_the_lease_have_lifetimes(house: House) -> None:
    Clocked(house)
    do = house.store._server.do
    assert 0 < do("PTTL", keys.DUE) <= 3_600_000
    while not house.store.due.lease(500):
        pass
    assert not house.store.due.lease(500)
    assert 0 < do("PTTL", keys.DUE_LEASE) <= 500


@pytest.mark.parametrize("turn_seconds", [None, 60])
def test_house_bots_that_stopped_at_the_limit_are_swept_on(
    house: House, monkeypatch: Any, turn_seconds: int | None
) -> None:
    monkeypatch.setattr("service.progress.MOST_STEPS", 2)
    table = Clocked(house, 1, BOT, BOT, BOT, turn_seconds=turn_seconds)
    swept(house)
    table.at(1000).play(table.mover())
    assert house.hosting._door.open(table.id, None).pace.owed == NOON + 1000
    assert index(house)[table.id] == 1000
    table.at(2000)
    swept(house)
    pace = house.hosting._door.open(table.id, None).pace
    assert (pace.owed, pace.deadline) == (None, None if turn_seconds is None else NOON + 1000 + TURN_MS)
    assert index(house).get(table.id) == (None if turn_seconds is None else 1000 + TURN_MS)
    assert {step["at"] for step in table.steps(0)} == {time_text(NOON), time_text(NOON + 1000)}


@contextmanager
def running(sweeper: Sweeper) -> Iterator[threading.Thread]:
    """The sweeper in a thread, closed at the end."""
    thread = threading.Thread(target=sweeper.run)
    thread.start()
    try:
        yield thread
    finally:
        sweeper.close()
        thread.join(30)
        assert not thread.is_alive()


class Store:
    """A store that goes away and comes back; it says when it was asked so often."""

    def __init__(self, answers: list[bool]) -> None:
        self.due = self
        self.answers = answers
        self.asked = threading.Event()

    def lease(self, lifetime_ms: int) -> bool:
        """Nobody's turn while it is there."""
        if not self.answers:
            self.asked.set()
            return False
        if not self.answers.pop(0):
            raise StoreUnavailable("the store does not answer (gone)")
        return False


def test_a_store_that_is_away_is_told_once_and_once_when_it_is_back(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    store: Any = Store([True, False, False, False, True, True])
    with running(Sweeper(store, lambda _: None, lambda: 0, interval=0.001)):
        assert store.asked.wait(30)
    assert [record.message for record in caplog.records] == [
        "Deadlines are not watched: the store does not answer (gone).",
        "The store is back: deadlines are watched again.",
    ]


def test_two_sweepers_take_turns_and_a_closed_one_ends(house: House) -> None:
    seen: list[str] = []
    game = "2" * 22
    house.now = NOON
    swept(house)  # so that nothing else is due

    def look(found: str) -> int | None:
        seen.append(found)
        done.set()
        return None

    done = threading.Event()
    house.store.due.add(game, NOON)
    sweepers = [Sweeper(house.store, look, house.hosting.now, interval=0.01) for _ in range(2)]
    with running(sweepers[0]), running(sweepers[1]):
        assert done.wait(30)
    assert game in seen
