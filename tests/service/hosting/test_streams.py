"""Streams without HTTP: what they read, what they hold, and what they do when little or nothing happens."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from service import admission, auth, feeds, following, streaming
from service.admission import Admission
from service.faults import RateLimited
from service.following import Message, Wishes
from service.schemas.answers import Problem
from service.schemas.requests import NewGame, NewSeat, Sandbox
from service.schemas.streams import FollowEntry, StreamGame
from service.store import StoreUnavailable, Tag, keys
from service.streaming import Stream
from service.streams import Streams
from service.tables import THOUGHT_MS, Pace
from tests.service.hosting.house import READER, VANTAGE, House

ANA, BO = NewSeat(name="Ana"), NewSeat(name="Bo")
WISHES = Wishes(READER)
BOUND = 30.0  # seconds


class Table:
    """A game of two people under way, and the streams of a worker with a quick heartbeat."""

    def __init__(self, house: House) -> None:
        self.house = house
        made = house.create(ANA, BO)
        self.id = made.game.id
        self.tokens = [str(token) for token in made.seat_tokens]
        self.streams = Streams(house.store, house.live, house.hosting, heartbeat=0.05)

    @property
    def version(self) -> int:
        return self.house.see(self.id, None).version

    def move(self, count: int = 1) -> None:
        self.house.finish(self.id, self.tokens, count)

    def follow(self, after: int | None = None, token: str | None = None, **wishes: Any) -> Stream:
        return self.streams.follow(self.id, token, Wishes(READER, **wishes), after)


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


def told(reading: Iterator[list[Message] | None], count: int) -> list[tuple[str, int | None]]:
    """The next messages, by event and id; exactly so many."""
    found: list[tuple[str, int | None]] = []
    while len(found) < count:
        found += [(message.data.event, message.id) for message in next(reading) or ()]
    assert len(found) == count
    return found


def steps(first: int, last: int) -> list[tuple[str, int | None]]:
    return [("step", version) for version in range(first, last + 1)]


def test_Q28_who_missed_too_much_is_told_only_the_game_also_without_snapshots(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "MOST_MISSED", 3)
    table.move(4)
    last = table.version
    for snapshots in (True, False):
        enough = iter(table.follow(last - 3, snapshots=snapshots))
        assert told(enough, 3 + snapshots) == steps(last - 2, last) + [("game", last)] * snapshots
        too_much = iter(table.follow(last - 4, snapshots=snapshots))
        assert told(too_much, 1) == [("game", last)]
        table.move()
        last += 1
        assert told(too_much, 1 + snapshots) == steps(last, last) + [("game", last)] * snapshots


def test_Q28_who_has_seen_what_the_store_has_lost_is_told_the_game(table: Table) -> None:
    last = table.version
    reading = iter(table.follow(last + 5))
    assert told(reading, 1) == [("game", last)]
    table.move()
    assert told(reading, 2) == [*steps(last + 1, last + 1), ("game", last + 1)]


def test_Q28_what_was_missed_is_told_page_by_page(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "PAGE", 2)
    table.move(5)
    last = table.version
    batches = iter(table.follow(0))
    sizes = []
    found: list[tuple[str, int | None]] = []
    while ("game", last) not in found:
        batch = next(batches) or []
        sizes.append(len(batch))
        found += [(message.data.event, message.id) for message in batch]
    assert found == [*steps(1, last), ("game", last)]
    assert max(sizes) <= 3, "no more than a page and the game at once"


class Reads:
    """Counts the reads of a store, and makes them fail on demand."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[str] = []
        self.away = False
        for name in ("read", "rows", "tag", "tags"):
            monkeypatch.setattr(house.store, name, self._counted(name, getattr(house.store, name)))

    def _counted(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **kwargs: Any) -> Any:
            if self.away:
                raise StoreUnavailable("away")
            self.made.append(name)
            return call(*args, **kwargs)

        return counted


def test_a_wake_up_reads_the_store_once_for_all_streams_of_the_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when they are of different viewers; and each is shown what it may see."""
    slow = Streams(table.house.store, table.house.live, table.house.hosting)
    tokens = [None, *table.tokens]
    last = table.version
    readings = [iter(slow.follow(table.id, tokens[at % 3], WISHES)) for at in range(15)]
    for reading in readings:
        assert told(reading, 1) == [("game", last)]
    table.move()
    reads = Reads(table.house, monkeypatch)
    for reading in readings:
        assert told(reading, 2) == [*steps(last + 1, last + 1), ("game", last + 1)]
    assert sorted(reads.made) == ["read", "rows", "tag"]


def test_signs_of_life_come_while_the_store_is_away_and_then_the_stream_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streaming, "RETRY", 0.05)
    last = table.version
    reading = iter(table.follow(last))
    assert told(reading, 1) == [("game", last)]
    reads = Reads(table.house, monkeypatch)
    table.move()
    reads.away = True
    assert [next(reading) for _ in range(4)] == [None] * 4
    reads.away = False
    assert told(reading, 2) == [*steps(last + 1, last + 1), ("game", last + 1)]


def _no_refusal(fault: BaseException) -> Problem:
    raise AssertionError("nothing is to be refused") from fault


def test_a_stream_opened_among_many_while_the_store_is_away_begins_when_it_is_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streaming, "RETRY", 0.05)
    entries = [FollowEntry(game=table.id), FollowEntry(token=table.tokens[0])]
    stream = table.streams.follow_many(entries, WISHES, _no_refusal)
    reads = Reads(table.house, monkeypatch)
    reads.away = True
    reading = iter(stream)
    assert [next(reading) for _ in range(2)] == [None] * 2
    reads.away = False
    assert told(reading, 2) == [("game", None)] * 2
    stream.close()


def test_Q32_a_stream_whose_client_is_gone_ends_with_the_next_sign_of_life_and_gives_everything_back(
    table: Table,
) -> None:
    store, token = table.house.store, table.tokens[0]
    gone: list[bool] = []
    stream = table.follow(token=token)
    stream.gone = lambda: bool(gone)
    reading = iter(stream)
    told(reading, 1)
    assert next(reading) is None
    assert _counted(table, token) == 1
    gone.append(True)
    assert list(reading) == []
    assert _counted(table, token) == 0
    assert not store.holds.take(auth.digest(token), "another", 0)
    assert table.streams._sources.admission.streams == 0
    assert not table.streams._sources.feeds._feeds
    assert not table.house.live._waiting


def _counted(table: Table, token: str) -> int:
    """How many streams of the token the store counts."""
    key = keys.streams_key(auth.digest(token))
    return int(table.house.store._server.do("ZCARD", key))


def test_Q30_a_stream_that_ends_with_its_worker_counts_no_more_when_the_client_hears_of_it(
    table: Table,
) -> None:
    reading = iter(table.follow(token=table.tokens[0]))
    told(reading, 1)
    table.house.live.close()
    assert told(reading, 1) == [("end", None)]
    assert _counted(table, table.tokens[0]) == 0
    assert list(reading) == []


def test_a_stream_that_is_closed_before_it_begins_gives_everything_back(table: Table) -> None:
    stream = table.follow(token=table.tokens[0])
    assert _counted(table, table.tokens[0]) == 1
    stream.close()
    stream.close()
    assert _counted(table, table.tokens[0]) == 0
    assert table.streams._sources.admission.streams == 0


def test_Q30_a_stream_goes_on_counting_as_long_as_it_is_open(table: Table) -> None:
    token = table.tokens[0]
    reading = iter(table.follow(token=token))
    told(reading, 1)
    key = keys.streams_key(auth.digest(token))
    table.house.store._server.do("DEL", key)  # as if it had lapsed
    assert next(reading) is None
    told_of = next(reading)
    assert told_of is None
    assert _counted(table, token) == 1
    assert table.house.store._server.do("PTTL", key) > 40_000


def test_Q30_the_public_leaves_room_for_those_who_play_and_invites_are_not_counted(house: House) -> None:
    made = house.create(ANA, NewSeat(open=True))
    token, public = str(made.seat_tokens[0]), made.game.id
    streams = Streams(
        house.store, house.live, house.hosting, admission=Admission(house.store, room=11, open_room=10)
    )
    invited = [streams.follow(public, made.invite, WISHES) for _ in range(admission.MOST_STREAMS + 2)]
    with pytest.raises(RateLimited):
        streams.follow(public, None, WISHES)
    streams.follow(public, token, WISHES)
    with pytest.raises(RateLimited):
        streams.follow(public, made.host_token, WISHES)
    for stream in invited:
        stream.close()
    streams.follow(public, made.host_token, WISHES).close()


def test_signs_of_life_ask_where_all_games_stand_once_for_all_streams_and_open_none(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One round trip for all of them: a table that has not moved is not read."""
    tables = [Table(house) for _ in range(5)]
    quiet = Streams(house.store, house.live, house.hosting, heartbeat=1.0)
    streams = [quiet.follow(table.id, table.tokens[0], WISHES) for table in tables]
    lists: list[list[str]] = []
    truly = house.store.tags

    def tags(games: list[str]) -> list[Tag | None]:
        lists.append(sorted(games))
        return truly(games)

    monkeypatch.setattr(house.store, "tags", tags)
    at_ease = threading.Barrier(5)
    opened = _opened(tables[0], monkeypatch)
    reads = Reads(house, monkeypatch)

    def live_on(stream: Stream) -> list[Any]:
        reading = iter(stream)
        told(reading, 1)
        if at_ease.wait(BOUND) == 0:
            lists.clear()
            reads.made.clear()
        at_ease.wait(BOUND)
        beats = [next(reading), next(reading)]  # what is done with the first is done before the second
        at_ease.wait(BOUND)
        stream.close()
        return beats

    with ThreadPoolExecutor(5) as pool:
        assert list(pool.map(live_on, streams)) == [[None, None]] * 5
    assert lists[0] == sorted(table.id for table in tables)
    assert len(lists) <= 3, "once in half the time between two signs of life"
    assert (opened, set(reads.made)) == ([], {"tags"})


def test_when_news_may_have_been_missed_one_stream_asks_for_all_where_their_games_stand(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after the store was away; the one game that has moved is read, and told."""
    tables = [Table(house) for _ in range(5)]
    quiet = Streams(house.store, house.live, house.hosting)
    readings = [iter(quiet.follow(table.id, None, WISHES)) for table in tables]
    last = tables[0].version
    for reading in readings:
        assert told(reading, 1) == [("game", last)]
    with monkeypatch.context() as deaf:
        deaf.setattr(house.live, "_wake", lambda game: None)
        tables[0].move()
    house.live._wake(None)
    reads = Reads(house, monkeypatch)
    assert told(readings[0], 2) == [*steps(last + 1, last + 1), ("game", last + 1)]
    for table in tables[1:]:
        table.move()
    assert reads.made.count("tags") == 1
    for reading in readings[1:]:
        assert told(reading, 2) == [*steps(last + 1, last + 1), ("game", last + 1)]
    assert reads.made.count("tags") == 1


def test_a_table_whose_bot_has_thought_for_long_is_looked_at(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its worker may be no more: whoever opens the table has it think on."""
    quiet = Streams(table.house.store, table.house.live, table.house.hosting, heartbeat=1.0)
    reading = iter(quiet.follow(table.id, None, WISHES))
    told(reading, 1)
    stored = table.house.store.read(table.id)
    assert stored is not None
    pace = msgspec.json.encode(Pace(table.house.now, 1, thinking=table.house.now - THOUGHT_MS - 1))
    version = stored.tag.version
    opened = _opened(table, monkeypatch)
    table.house.store.commit(table.id, stored.tag, Tag.fresh(version), pace=pace)
    while not opened:
        next(reading)
    assert opened == [table.id]


def test_news_that_was_never_heard_is_told_with_a_sign_of_life(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = iter(table.follow())
    last = table.version
    assert told(reading, 1) == [("game", last)]
    assert next(reading) is None
    monkeypatch.setattr(table.house.live, "_wake", lambda game: None)
    table.move()
    monkeypatch.undo()
    assert told(reading, 2) == [*steps(last + 1, last + 1), ("game", last + 1)]


def test_Q35_a_table_is_opened_when_the_time_of_those_to_act_is_up(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet = Streams(table.house.store, table.house.live, table.house.hosting, heartbeat=1.0)
    reading = iter(quiet.follow(table.id, table.tokens[0], WISHES))
    told(reading, 1)
    opened = _opened(table, monkeypatch)
    stored = table.house.store.read(table.id)
    assert stored is not None
    pace = msgspec.json.encode(Pace(table.house.now, 1, table.house.now - 1))
    version = stored.tag.version
    table.house.store.commit(table.id, stored.tag, Tag.fresh(version), pace=pace)
    assert told(reading, 1) == [("game", version)], "its deadline is new"
    assert opened == []
    due = [*steps(version + 1, version + 2), ("game", version + 2)]  # a bot takes the seat, and plays
    assert told(reading, 3) == due, "before the sign of life"
    assert opened == [table.id]


def _opened(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that are opened from now on."""
    opened: list[str] = []
    truly = table.house.hosting.opened

    def noted(game: str, bearer: str | None) -> Any:
        opened.append(game)
        return truly(game, bearer)

    monkeypatch.setattr(table.house.hosting, "opened", noted)
    return opened


def test_a_game_that_is_gone_ends_its_stream(table: Table) -> None:
    reading = iter(table.follow())
    told(reading, 1)
    table.house.store._server.do("DEL", keys.game_key(table.id), keys.log_key(table.id))  # as if it expired
    assert told(reading, 1) == [("end", None)]
    assert list(reading) == []


def test_a_rematch_is_followed_with_the_old_token_and_its_own_id(table: Table) -> None:
    house = table.house
    made = house.create(ANA, BO)
    held = str(made.seat_tokens[0])
    house.hosting.abort(made.game.id, made.host_token, READER)
    again = house.hosting.rematch(made.game.id, held, READER)[0].game.id
    stream = table.streams.follow_many([FollowEntry(token=held, game=again)], WISHES, _no_refusal)
    (message,) = next(iter(stream)) or []
    assert isinstance(message.data, StreamGame)
    assert message.data.game_id == again
    assert msgspec.json.decode(msgspec.json.encode(message.data))["game"]["you"] == 1
    stream.close()


def test_Q17_who_is_shut_out_is_sent_every_step_without_the_play(house: House) -> None:
    made = house.hosting.create(
        NewGame("vantage", (ANA, BO), spectators="none", sandbox=Sandbox()), VANTAGE.Options(), READER
    )[0]
    tokens = [str(token) for token in made.seat_tokens]
    house.finish(made.game.id, tokens, 3)
    stream = Streams(house.store, house.live, house.hosting, heartbeat=0.05).follow(
        made.game.id, None, Wishes(READER), 0
    )
    version = house.see(made.game.id, tokens[0]).version
    reading = iter(stream)
    assert told(reading, version + 1) == [*steps(1, version), ("game", version)]
    stream.close()
