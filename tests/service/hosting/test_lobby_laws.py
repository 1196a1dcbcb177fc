"""Laws of the lobby: pages against a brute-force list while games come and go, bounds, lists made right."""

import base64
import random
from typing import Any

import pytest
from redis import Redis

from service.door import Retry
from service.faults import InvalidRequest
from service.lobby import MOST_EXAMINED
from service.schemas.answers import Created
from service.schemas.requests import TakeSeat
from service.store import Entry, StoreUnavailable, keys
from service.store.index import DAY_MS
from tests.service.hosting.hall import ACME, ANA, BO, OTHER, Hall
from tests.service.hosting.house import BOT, OPEN, READER, key

SEATINGS = [(ANA, OPEN), (BO, OPEN, BOT), (ANA, BO), (ANA, BOT), (OPEN, OPEN)]
ROOMS = [None, {"room": "1"}, {"room": "2", "floor": "1"}]
FILTERS: list[dict[str, Any]] = [
    {},
    {"ruleset": "vantage"},
    {"ruleset": "chess"},
    {"open": True},
    {"open": False},
    *({"status": status} for status in ("open", "playing", "finished", "aborted")),
    {"status": "open", "open": False},
    {"player": "u-17"},
    {"player": "u-42", "open": True},
    {"metadata": ("room:1",)},
    {"metadata": ("floor:1", "room:2"), "player": "u-17"},
]


class Crowd:
    """Games made at random, and what is done to them at random."""

    def __init__(self, hall: Hall, seed: int) -> None:
        self.hall = hall
        self.chance = random.Random(seed)
        self.made: list[tuple[str | None, Created, dict[str, Any]]] = []

    def come(self) -> None:
        """A new game; half of them in the millisecond of the one before."""
        bearer = self.chance.choice([None, ACME, ACME, OTHER])
        listed = self.chance.random() < 0.7
        seats = self.chance.choice(SEATINGS)
        rooms = self.chance.choice(ROOMS)
        tick = self.chance.choice([0, 1])
        made = self.hall.make(*seats, bearer=bearer, tick=tick, listed=listed, metadata=rooms)
        self.made.append((bearer, made, rooms or {}))

    def go(self) -> None:
        """Something happens to some game."""
        _, made, _ = self.chance.choice(self.made)
        status = self.hall.free.see(made.game.id, None, READER)[0].status
        if self.chance.random() < 0.5 and status == "open":
            self.hall.free.sit(made.game.id, TakeSeat(made.invite, "Cy"), READER)
        elif status in ("open", "playing"):
            self.hall.free.abort(made.game.id, made.host_token, READER)

    def fitting(self, bearer: str | None, **query: Any) -> list[str]:
        """The list by brute force: every game looked at, as its host sees it."""
        found = []
        for owner, made, rooms in self.made:
            shown = self.hall.free.see(made.game.id, made.host_token, READER)[0]
            over = shown.status in ("finished", "aborted")
            is_open = shown.status == "open" and any(seat.state == "open" for seat in shown.seats)
            mine = owner == bearer if bearer else shown.listed and not over
            fits = (
                query.get("ruleset", "vantage") == "vantage"
                and query.get("open", is_open) == is_open
                and query.get("status", shown.status) == shown.status
                and ("player" not in query or query["player"] in [seat.player for seat in shown.seats])
                and all(pair in [f"{k}:{v}" for k, v in rooms.items()] for pair in query.get("metadata", ()))
            )
            if mine and fits:
                found.append((shown.created_at, shown.id))
        return [game for _, game in sorted(found, reverse=True)]


@pytest.mark.parametrize("seed", [1, 2])
def test_Q53_pages_of_any_limit_are_the_brute_force_list(hall: Hall, seed: int) -> None:
    crowd = Crowd(hall, seed)
    for _ in range(25):
        crowd.come()
        if crowd.chance.random() < 0.5:
            crowd.go()
    for bearer in (None, ACME, OTHER):
        for query in FILTERS:
            if bearer is None and query.keys() & {"player", "metadata"}:
                continue
            wanted = crowd.fitting(bearer, **query)
            for limit in (1, 3, 200):
                pages = hall.pages(bearer, limit=limit, **query)
                assert [item.id for page in pages for item in page.items] == wanted, (query, limit)
                assert all(len(page.items) <= limit for page in pages)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_Q53_no_game_that_stays_is_missed_or_told_twice_while_others_come_and_go(
    hall: Hall, seed: int
) -> None:
    crowd = Crowd(hall, seed)
    for _ in range(20):
        crowd.come()
    asked: list[tuple[str | None, dict[str, Any]]] = [
        (bearer, query) for bearer in (None, ACME) for query in ({}, {"open": True})
    ]
    for bearer, query in asked:
        hall.now += 1  # who comes from here on is newer
        before = crowd.fitting(bearer, **query)
        told, cursor = [], None
        for _ in range(100):
            page = hall.page(bearer, limit=crowd.chance.choice([1, 2, 3]), cursor=cursor, **query)
            told += [item.id for item in page.items]
            cursor = page.next_cursor
            if cursor is None:
                break
            crowd.come()
            crowd.go()
        assert cursor is None
        assert len(set(told)) == len(told)
        assert set(told) <= set(before), "what came later is newer than what is told"
        stayed = [game for game in before if game in crowd.fitting(bearer, **query)]
        assert [game for game in told if game in stayed] == stayed


def test_a_page_looks_at_500_games_at_most_and_may_be_short(hall: Hall, raw: Redis) -> None:
    wanted = hall.make(bearer=ACME, metadata={"room": "1"}).game.id
    stored: Any = raw.hgetall(f"g:{{{hall.make(bearer=ACME).game.id}}}")
    entries = [Entry(hall.now + at, f"{at:022d}") for at in range(MOST_EXAMINED)]
    with raw.pipeline() as all_at_once:
        for entry in entries:
            all_at_once.hset(keys.game_key(entry.game), mapping=stored)
            all_at_once.zadd(keys.list_key(keys.of_owner("acme")), {str(entry): 0})
        all_at_once.execute()
    calls = raw.info("commandstats")
    pages = hall.pages(ACME, metadata=("room:1",))
    assert [[item.id for item in page.items] for page in pages] == [[], [wanted]]
    asked = raw.info("commandstats")
    assert asked["cmdstat_hget"]["calls"] - calls["cmdstat_hget"]["calls"] == MOST_EXAMINED + 2
    assert asked["cmdstat_zrevrangebylex"]["calls"] - calls["cmdstat_zrevrangebylex"]["calls"] <= 7


@pytest.mark.parametrize("text", ["", "x", "MDAx", "é", "a" * 200, "="])
def test_what_is_no_cursor_is_refused(hall: Hall, text: str) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        hall.page(cursor=text)
    assert [(where, name) for where, name, _ in refusal.value.places] == [("query", "cursor")]


def test_a_cursor_is_of_one_list_whatever_limit_and_language(hall: Hall) -> None:
    for _ in range(3):
        hall.make(bearer=ACME, listed=True, metadata={"room": "1"})
    cursor = hall.page(ACME, limit=1).next_cursor
    assert len(hall.page(ACME, limit=200, lang="en", labels=False, cursor=cursor).items) == 2
    for bearer, query in ((None, {}), (OTHER, {}), (ACME, {"open": True}), (ACME, {"metadata": ("room:1",)})):
        with pytest.raises(InvalidRequest):
            hall.page(bearer, cursor=cursor, **query)


def test_a_cursor_tells_nothing_but_a_place_in_ones_own_list(hall: Hall) -> None:
    shown = [hall.make(bearer=ACME, listed=True).game.id for _ in range(2)]
    hall.make(bearer=ACME)
    cursor = hall.page(limit=1).next_cursor
    assert cursor is not None
    place = base64.urlsafe_b64decode(cursor + "==").decode()
    assert place.split("|")[1] == shown[1]


def test_games_that_have_expired_vanish_when_a_page_comes_upon_them(hall: Hall, raw: Redis) -> None:
    gone, stays = (hall.make(bearer=ACME, listed=True).game.id for _ in range(2))
    raw.delete(keys.game_key(gone), keys.log_key(gone))
    for bearer, name in ((None, keys.LISTED), (ACME, keys.of_owner("acme"))):
        assert raw.zcard(keys.list_key(name)) == 2
        assert hall.listed(bearer) == [stays]
        assert raw.zcard(keys.list_key(name)) == 1


def test_a_list_that_is_wrong_shows_nobody_what_is_not_his(hall: Hall, raw: Redis) -> None:
    for made in (hall.make(bearer=OTHER), hall.make(ANA, BO)):
        for name in (keys.LISTED, keys.OPEN, keys.of_owner("acme")):
            raw.zadd(keys.list_key(name), {str(Entry(hall.now, made.game.id)): 0})
    for bearer, query in ((None, {}), (None, {"open": True}), (ACME, {})):
        assert hall.listed(bearer, **query) == []


def lists(raw: Any) -> dict[bytes, list[bytes]]:
    """Every list as it is stored."""
    return {name: raw.zrange(name, 0, -1) for name in raw.scan_iter("i:*")}


def test_repair_makes_every_list_right_from_the_games_alone(hall: Hall, raw: Redis) -> None:
    crowd = Crowd(hall, 6)
    for _ in range(20):
        crowd.come()
        crowd.go()
    right = lists(raw)
    assert len(right) > 4
    for stored in right:
        raw.delete(stored)
    everything = {entry for entries in right.values() for entry in entries}
    assert hall.free.lobby.repair() == len(everything)
    assert lists(raw) == right
    over = next(
        Entry(0, made.game.id)
        for _, made, _ in crowd.made
        if hall.free.see(made.game.id, None, READER)[0].status == "aborted"
    )
    for name in (keys.OPEN, keys.LISTED, keys.of_owner("acme")):
        raw.zadd(keys.list_key(name), {str(Entry(5, "gone")): 0})
    for name in (keys.OPEN, keys.LISTED):
        raw.zadd(keys.list_key(name), {str(over): 0})
    hall.free.lobby.repair()
    assert lists(raw) == right


def test_a_commit_stands_when_its_list_cannot_be_written_and_the_next_day_mends_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*given: Any) -> None:
        raise StoreUnavailable("the store does not answer (test)")

    with monkeypatch.context() as broken:
        broken.setattr(hall.store.index, "note", fail)
        made = hall.make(ANA, BO, listed=True)
    assert made.game.status == "playing"
    assert "is not in the lists" in caplog.text
    assert hall.listed() == []
    for later, found in ((1000, []), (DAY_MS, [made.game.id])):
        hall.now += later
        shown = hall.free.see(made.game.id, None, READER)[0]
        token = made.seat_tokens[shown.to_act[0]]
        moves = hall.free.see(made.game.id, token, READER, 1)[0].moves
        assert moves is not None
        move = moves.items[0].move
        hall.free.play(made.game.id, token, lambda _: move, READER)  # noqa: B023  # called at once
        assert hall.listed() == found


def test_a_retry_of_a_creation_mends_what_the_first_try_left_out(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end_here(*given: Any) -> None:
        raise KeyboardInterrupt

    retry = Retry(key(), "hash")
    with monkeypatch.context() as dying:
        dying.setattr(hall.store.index, "note", end_here)
        with pytest.raises(KeyboardInterrupt):
            hall.create((ANA, OPEN), retry, ACME, listed=True)
    assert hall.listed() == hall.listed(ACME) == []
    made, replayed = hall.create((ANA, OPEN), retry, ACME, listed=True)
    assert replayed
    assert hall.listed() == hall.listed(ACME) == [made.game.id]


def test_Q26_every_key_of_the_store_has_a_lifetime(hall: Hall, raw: Redis) -> None:
    crowd = Crowd(hall, 7)
    for _ in range(10):
        crowd.come()
        crowd.go()
    found = {name: raw.pttl(name) for name in raw.scan_iter()}
    assert {name[:2] for name in found} == {b"g:", b"i:"}
    for name, left in found.items():
        extra = DAY_MS if name.startswith(b"i:") else 0
        assert 29 * DAY_MS < left <= 30 * DAY_MS + extra, name
