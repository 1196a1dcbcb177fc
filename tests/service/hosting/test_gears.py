"""House bots in two gears: quick ones move in the commit, those that think after it, under a lease."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from engine.bots import BOTS, Bot, random
from engine.core.moves import Move
from service.commits import AGAIN_MS
from service.hosting import Hosting
from service.live import Live
from service.schemas.requests import NewSeat
from service.store import RedisStore
from service.tables import PACE, THOUGHT_MS
from tests.service.hosting.house import READER, House

ANA, THINKER = NewSeat(name="Ana"), NewSeat(bot="search")
PATIENCE = 20  # seconds


class Thinker:
    """A slow bot that thinks until it is let go, counts its moves, and notes what it was told of the past."""

    def __init__(self) -> None:
        self.free = threading.Event()
        self.pasts: list[int] = []
        self.asked: list[int] = []

    def choose(self, ruleset: Any, seen: Any, past: Any, seat: Any, draws: Any) -> Move:
        self.pasts.append(len(tuple(past())))
        self.asked.append(int(seat))
        assert self.free.wait(PATIENCE)
        return random.choose(ruleset, seen, past, seat, draws)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    made = Thinker()
    monkeypatch.setitem(BOTS, "search", Bot("search", slow=True, choose=made.choose))
    return made


@pytest.fixture
def other(service_store: str) -> Iterator[Hosting]:
    """A second worker."""
    store = RedisStore(service_store, lifetime_ms=3_600_000)
    live = Live(store)
    hosting = Hosting(store, live)
    yield hosting
    hosting.gears.close()
    live.close()
    store.close()


def given(move: Move) -> Any:
    """What reads a body: this move."""
    return lambda _: move


def asked(house: House, thinker: Thinker) -> Any:
    """A game in which Ana, in seat 1, has moved, and the bot in seat 0 is to."""
    made = house.create(THINKER, ANA)
    token = str(made.seat_tokens[1])
    return made.game.id, token, house.play(made.game.id, token, house.first(made.game.id, token))


def moved(house: House, game: str, after: int) -> Any:
    """The first step after the version, as soon as there is one."""
    assert house.live.wait(game, after, PATIENCE)
    return house.store.rows(game, after, 10)


def test_a_bot_that_thinks_moves_after_the_answer_in_a_commit_of_its_own(
    house: House, thinker: Thinker
) -> None:
    game, token, change = asked(house, thinker)
    assert [step.seat for step in change.steps] == [1]
    assert (change.game.status, change.game.to_act) == ("playing", (0,))
    assert house.see(game, token).version == change.game.version
    thinker.free.set()
    moved(house, game, change.game.version)
    (step, *_) = house.steps(game, token, change.game.version)
    assert (step.seat, thinker.asked) == (0, [0])
    stored = house.store.read(game)
    assert stored is not None
    assert stored.tag.version == change.game.version + 1


def test_it_is_told_of_everything_that_its_seat_saw(house: House, thinker: Thinker) -> None:
    game, token, change = asked(house, thinker)
    thinker.free.set()
    moved(house, game, change.game.version)
    told = sum(len(step.events) for step in house.steps(game, token) if step.version <= change.game.version)
    assert thinker.pasts == [told]


def test_one_worker_thinks_whoever_looks(house: House, other: Hosting, thinker: Thinker) -> None:
    game, token, change = asked(house, thinker)
    while not thinker.asked:
        threading.Event().wait(0.01)
    for _ in range(5):
        other.opened(game, None)
        house.see(game, token)
    while other.gears.busy:
        threading.Event().wait(0.01)
    assert thinker.asked == [0]
    thinker.free.set()
    moved(house, game, change.game.version)
    assert thinker.asked == [0]


def test_a_worker_that_died_is_followed_by_whoever_looks_when_its_lease_has_lapsed(
    house: House, other: Hosting, thinker: Thinker
) -> None:
    thinker.free.set()
    house.hosting.gears.close()  # it commits Ana's move, and never thinks
    game, _, change = asked(house, thinker)
    assert house.store.lease_bots(game, 60_000)
    other.opened(game, None)
    while other.gears.busy:
        threading.Event().wait(0.01)
    assert thinker.asked == []
    house.store.release_bots(game)
    other.opened(game, None)
    assert [row.version for row in moved(house, game, change.game.version)] == [change.game.version + 1]


def test_the_sweeper_looks_after_a_bot_that_thinks_for_long(house: House, thinker: Thinker) -> None:
    house.hosting.gears.close()
    game, _, change = asked(house, thinker)
    due = {found.game: found.time for found in house.store.due.by(house.now + 60_000, 10_000)}
    assert due[game] == house.now + THOUGHT_MS
    assert house.hosting.next_look(game) == house.now + THOUGHT_MS
    house.now += THOUGHT_MS + 1
    assert house.hosting.next_look(game) == house.now + AGAIN_MS  # and not at once, again and again
    assert change.game.deadline is None


def test_its_game_is_over_when_it_is(house: House, thinker: Thinker) -> None:
    game, token, _ = asked(house, thinker)
    house.hosting.leave(game, token, 1, READER)  # the last person: aborted
    thinker.free.set()
    stored = house.store.read(game)
    assert stored is not None
    assert PACE.decode(stored.pace).look is None
    while house.hosting.gears.busy:
        threading.Event().wait(0.01)
    assert house.store.read(game) == stored


def test_Q38_a_bot_that_fails_is_replaced_for_the_move_and_logged(
    house: House, thinker: Thinker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Move:
        thinker.asked.append(0)
        hand = "R" + str(8)  # no line of code says it
        raise RuntimeError(hand)

    monkeypatch.setitem(BOTS, "search", Bot("search", slow=True, choose=fail))
    game, token, change = asked(house, thinker)
    moved(house, game, change.game.version)
    assert house.steps(game, token, change.game.version)[0].seat == 0
    assert thinker.asked == [0, 0, 0]
    (line,) = [record for record in caplog.records if record.name == "service.housebots"]
    assert "search failed" in line.getMessage()
    assert "in fail" in caplog.text  # where, and
    assert "R8" not in caplog.text  # not what


def test_nobody_is_forgotten_between_two_workers(
    house: House, other: Hosting, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ana answers at another worker before the lease is given back: that worker is turned away."""
    game, token, _ = asked(house, thinker)
    release, answered = house.store.release_bots, list[int]()

    def answer_first(of: str) -> None:
        if not answered:
            move = house.first(game, token)
            answered.append(other.play(game, token, given(move), READER)[0].game.version)
            while other.gears.busy:
                threading.Event().wait(0.01)
        release(of)

    monkeypatch.setattr(house.store, "release_bots", answer_first)
    thinker.free.set()
    while not answered:
        threading.Event().wait(0.01)
    assert house.live.wait(game, answered[0], 5), "the bot was forgotten"
