"""Lists of the lobby: their order, their lifetimes, what is looked at, and the dead that are taken out."""

import itertools
from collections.abc import Callable

import pytest
from redis import Redis

from service.store import Created, Entry, RedisStore, StoreUnavailable, Tag, keys
from service.store.index import DAY_MS
from tests.store.conftest import LIFETIME_MS

NOON = 1_796_040_000_000  # ms
_NAMES = itertools.count()


@pytest.fixture
def name() -> str:
    """A list that no other test uses."""
    return f"key/test{next(_NAMES)}"


@pytest.fixture
def make(store: RedisStore) -> Callable[[], str]:
    """Makes a game and gives its id."""

    def make() -> str:
        game = "game" + Tag.fresh(0).nonce + Tag.fresh(0).nonce
        made = store.create(game, Tag(1, "abcdefgh"), state=None, meta=game.encode(), rows=[b"step"])
        assert made == Created()
        return game

    return make


def test_a_list_is_newest_first_and_in_one_order_within_a_millisecond(store: RedisStore, name: str) -> None:
    given = [Entry(NOON, "b"), Entry(NOON + 1, "a"), Entry(NOON, "a"), Entry(NOON - 9, "z"), Entry(NOON, "c")]
    for entry in given:
        store.index.note(entry, [name])
    ordered = [
        Entry(NOON + 1, "a"),
        Entry(NOON, "c"),
        Entry(NOON, "b"),
        Entry(NOON, "a"),
        Entry(NOON - 9, "z"),
    ]
    assert sorted(given, reverse=True) == ordered
    assert store.index.page(name, None, 10) == ordered
    assert store.index.page(name, None, 2) == ordered[:2]
    for at, entry in enumerate(ordered):
        assert store.index.page(name, entry, 10) == ordered[at + 1 :]
    assert store.index.page(name, Entry(NOON, "bb"), 10) == ordered[2:], "a place needs no game"


def test_an_entry_is_its_text_and_other_text_is_none() -> None:
    entry = Entry(NOON, "Zk3vQ0Xr8mT1yB5nH2cWfA")
    assert str(entry) == "001796040000000|Zk3vQ0Xr8mT1yB5nH2cWfA"
    assert Entry.parse(str(entry)) == entry
    for text in ("", "1|a", "00179604000000x|a", "001796040000000|", "001796040000000", f"{entry}|b", "|"):
        with pytest.raises(ValueError):  # noqa: PT011  # whatever it says: nobody is told
            Entry.parse(text)


def test_noting_twice_is_noting_once_and_a_game_leaves_lists(store: RedisStore, name: str) -> None:
    entry = Entry(NOON, "a")
    store.index.note(entry, [name, f"{name}/more"])
    store.index.note(entry, [name], out_of=[f"{name}/more", f"{name}/never"])
    assert store.index.page(name, None, 10) == [entry]
    assert store.index.page(f"{name}/more", None, 10) == []


def test_Q26_a_list_lives_a_day_longer_than_a_game_noted_in_it(
    store: RedisStore, raw: Redis, name: str
) -> None:
    store.index.note(Entry(NOON, "a"), [name])
    first = raw.pttl(keys.list_key(name))
    assert LIFETIME_MS + DAY_MS - 60_000 < first <= LIFETIME_MS + DAY_MS
    raw.pexpire(keys.list_key(name), 5000)
    store.index.drop(name, [Entry(NOON, "b")])
    assert raw.pttl(keys.list_key(name)) <= 5000, "only a note makes it live longer"
    store.index.note(Entry(NOON, "b"), [name])
    assert raw.pttl(keys.list_key(name)) > LIFETIME_MS
    store.index.drop(name, store.index.page(name, None, 10))
    assert raw.exists(keys.list_key(name)) == 0


def test_metas_come_in_the_order_asked(store: RedisStore, make: Callable[[], str]) -> None:
    one, two = make(), make()
    assert store.index.metas([two, "gone", one]) == [two.encode(), None, one.encode()]
    assert store.index.metas([]) == []


def test_all_games_and_all_lists_are_found(store: RedisStore, name: str, make: Callable[[], str]) -> None:
    made = {make() for _ in range(3)}
    store.index.note(Entry(NOON, "a"), [name, keys.OPEN])
    found = [game for some in store.index.games() for game in some]
    assert made <= set(found)
    assert not [game for game in found if ":log" in game]
    assert {name, keys.OPEN} <= set(store.index.lists())


def test_Q26_a_list_that_nobody_reads_is_mostly_of_the_living(store: RedisStore, name: str) -> None:
    dead = [Entry(at, f"dead{at}") for at in range(150)]
    for entry in dead:
        store.index.note(entry, [name])
    assert len(store.index.page(name, None, 1000)) == 150, "young enough to be alive when they were noted"
    for at in range(150):
        store.index.note(Entry(NOON + at, f"new{at}"), [name])
    left = [entry for entry in store.index.page(name, None, 1000) if entry in dead]
    assert len(left) < 60


def test_the_old_that_live_stay(store: RedisStore, name: str, make: Callable[[], str]) -> None:
    old = [Entry(at, make()) for at in range(4)]
    for entry in old:
        store.index.note(entry, [name])
    for at in range(50):
        store.index.note(Entry(NOON + at, f"new{at}"), [name])
    assert store.index.page(name, None, 100)[-4:] == old[::-1]


def test_each_list_is_in_a_slot_of_its_own_and_no_player_stands_in_its_name() -> None:
    assert keys.list_key(keys.OPEN) == "i:{open}"
    assert keys.list_key(keys.of_owner("acme")) == "i:{key/acme}"
    named = keys.list_key(keys.of_owner("acme", "ana@example.org"))
    assert named.startswith("i:{key/acme/")
    assert "ana" not in named
    assert len(named) == len("i:{key/acme/}") + 32
    assert keys.of_owner("acme", "a") != keys.of_owner("acme", "b")
    assert keys.list_of(named.encode()) == keys.of_owner("acme", "ana@example.org")


def test_a_store_that_is_away_is_named(name: str) -> None:
    away = RedisStore("unix:///nowhere.sock", LIFETIME_MS)
    for call in (
        lambda: away.index.note(Entry(1, "a"), [name]),
        lambda: away.index.page(name, None, 1),
        lambda: away.index.metas(["a"]),
        lambda: list(away.index.games()),
    ):
        with pytest.raises(StoreUnavailable):
            call()
