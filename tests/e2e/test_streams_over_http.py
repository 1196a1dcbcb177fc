"""Streams over HTTP: what they begin with, what they show, how many there may be, and how they end."""

import random
import time
from contextlib import ExitStack
from typing import Any

import pytest
from redis import Redis

from service.embedded import Embedded
from tests.e2e.follower import EventStream, Told
from tests.e2e.player import Player, Seated
from tests.e2e.serving import Served

BOUND = 30.0  # seconds


@pytest.fixture
def table(wide: Served) -> Seated:
    """A game of two people, under way."""
    return Seated(Player(wide.address))


def path(table: Seated) -> str:
    return f"{table.path}/stream"


def open_stream(
    table: Seated, token: str | None = None, last: int | None = None, **query: Any
) -> EventStream:
    return EventStream(table.public.root, path(table), token, last, **query)


def take(stream: EventStream, count: int) -> list[Told]:
    """The next messages, without the greeting and comments."""
    found: list[Told] = []
    for told in stream:
        if told.event not in ("retry", "comment"):
            found.append(told)
            if len(found) == count:
                break
    return found


def names(messages: list[Told]) -> list[tuple[str, str | None]]:
    return [(told.event, told.id) for told in messages]


def test_a_stream_says_what_it_is_and_is_kept_back_by_no_proxy(table: Seated) -> None:
    with open_stream(table) as stream:
        assert stream.status == 200
        assert stream.headers["content-type"].split(";")[0] == "text/event-stream"
        assert stream.headers["cache-control"] == "no-store"
        assert stream.headers["x-accel-buffering"] == "no"
        assert next(iter(stream)) == Told("retry", None, 1000)


def test_Q29_a_fresh_stream_begins_with_the_game_a_resumed_one_with_the_missed_steps(table: Seated) -> None:
    table.mover.play(table.id, table.move())
    version = table.version
    with open_stream(table) as fresh, open_stream(table, last=version - 2) as resumed:
        assert names(take(fresh, 1)) == [("game", str(version))]
        missed = [("step", str(version - 1)), ("step", str(version)), ("game", str(version))]
        assert names(take(resumed, 3)) == missed
        table.mover.play(table.id, table.move())
        after = [("step", str(version + 1)), ("game", str(version + 1))]
        assert names(take(fresh, 2)) == after
        assert names(take(resumed, 2)) == after


def test_steps_and_snapshots_are_left_out_where_they_are_not_wanted(table: Seated) -> None:
    version = table.version
    with (
        open_stream(table, steps="false", last=0) as games,
        open_stream(table, snapshots="false", last=version) as steps,
    ):
        assert names(take(games, 1)) == [("game", str(version))]
        for _ in range(2):
            version += 1
            table.mover.play(table.id, table.move())
            assert names(take(games, 1)) == [("game", str(version))]
            assert names(take(steps, 1)) == [("step", str(version))]
    neither = open_stream(table, steps="false", snapshots="false")
    assert (neither.status, neither.refusal["errors"][0]["pointer"]) == (422, "snapshots")


def test_Q8_Q31_a_stream_shows_a_seat_exactly_what_the_other_calls_show_it(table: Seated) -> None:
    """The same JSON as getGame and listEvents, for each seat, the host and the public."""
    viewers = [*table.hands, table.host, table.public]
    for query in ({"lang": "en", "moves": 3}, {"labels": "false"}):
        for viewer in viewers:
            with open_stream(table, viewer.token, 0, texts="events", **query) as stream:
                version = table.version
                messages = take(stream, version + 1)
                shown: dict[str, Any] = {name: value for name, value in query.items() if name != "moves"}
                page = viewer.events(table.id, texts="events", **shown)
                assert [told.data["step"] for told in messages[:-1]] == page["steps"]
                assert messages[-1].data["game"] == viewer.see(table.id, **query)
        table.mover.play(table.id, table.move())


def test_Q30_a_token_has_eight_streams_over_all_workers_and_the_ninth_is_refused(table: Seated) -> None:
    token, other = table.tokens
    with ExitStack() as stack:
        streams = [stack.enter_context(open_stream(table, token)) for _ in range(8)]
        assert [told.event for stream in streams for told in take(stream, 1)] == ["game"] * 8
        ninth = open_stream(table, token)
        assert (ninth.status, ninth.headers["retry-after"]) == (429, "5")
        problem = ninth.refusal
        assert (problem["code"], problem["status"]) == ("rate-limited", 429)
        assert ninth.headers["ratelimit-policy"] == '"streams";q=8;qu="concurrent-requests"'
        entry = {"follow": [{"token": token}, {"token": other}]}
        with EventStream(table.public.root, "/v1/stream", body=entry) as many:
            refused, shown = take(many, 2)
            assert (refused.event, refused.data["index"]) == ("problem", 0)
            assert refused.data["problem"]["code"] == "rate-limited"
            assert (shown.event, shown.data["index"]) == ("game", 1)
        with open_stream(table, other) as another, open_stream(table) as public:
            assert names(take(another, 1)) == names(take(public, 1)), "none of the others is closed for it"
        table.mover.play(table.id, table.move())
        assert [told.event for stream in streams for told in take(stream, 2)] == ["step", "game"] * 8
        streams[0].cut()
        until = time.monotonic() + BOUND
        while (again := open_stream(table, token)).status == 429:
            assert time.monotonic() < until, "the place of a stream that was closed is not free"
            again.cut()
            time.sleep(0.05)
        again.cut()


def test_Q32_idle_streams_hold_no_connection_to_the_store(wide_store: Embedded, table: Seated) -> None:
    """200 streams in four workers, all woken by one commit; what they have open is a listener a worker and
    the few connections that looking took."""
    raw: Any = Redis.from_url(wide_store.url, protocol=2)
    with ExitStack() as stack:
        streams = [stack.enter_context(open_stream(table)) for _ in range(200)]
        version = table.version
        for stream in streams:
            assert names(take(stream, 1)) == [("game", str(version))]
        reads = _reads(raw)
        table.mover.play(table.id, table.move())
        for stream in streams:
            assert names(take(stream, 2)) == [("step", str(version + 1)), ("game", str(version + 1))]
        assert _reads(raw) - reads <= 30, "each worker reads once for all its streams"
        assert len(raw.client_list()) <= 4 * 33 + 1
        assert len(raw.pubsub_channels()) == 0
        assert raw.pubsub_numpat() <= 4 + 4, "one listener a worker"
    raw.close()


def _reads(raw: Any) -> int:
    """How many reads of games the store has answered so far."""
    stats = raw.info("commandstats")
    return sum(int(stats.get(f"cmdstat_{name}", {}).get("calls", 0)) for name in ("hmget", "hget", "xrange"))


def test_Q28_a_client_that_does_not_read_holds_up_nobody_and_misses_nothing(table: Seated) -> None:
    token = table.tokens[0]
    slow = open_stream(table, token, 0, moves=200, texts="events", receive=4096)
    with slow, open_stream(table, steps="false") as quick:
        take(quick, 1)
        choose = random.Random(3).choice
        for _ in range(25):
            if table.game["status"] != "playing":
                break
            table.mover.play(table.id, choose(table.mover.list(table.id)["items"])["move"])
            assert take(quick, 1)[0].version == table.version
        table.host.done("DELETE", table.path)
        told = [message for message in slow if message.event != "retry"]
        last = table.version
        steps = [message.version for message in told if message.event == "step"]
        assert steps == list(range(1, last + 1))
        assert told[-1].data["reason"] == "finished"
        assert told[-2].version == last


def test_a_stream_ends_finished_with_its_game_and_at_once_if_that_is_over(table: Seated) -> None:
    with open_stream(table) as stream:
        take(stream, 1)
        table.host.done("DELETE", table.path)
        assert [told.event for told in stream if told.event != "retry"] == ["step", "game", "end"]
    with open_stream(table) as late:
        told = [told for told in late if told.event != "retry"]
        assert [message.event for message in told] == ["game", "end"]
        end = {"event": "end", "index": None, "game_id": table.id, "reason": "finished"}
        assert told[-1].data == end


def test_Q56_a_stream_ends_revoked_when_its_token_has_been_renewed(table: Seated) -> None:
    with open_stream(table, table.tokens[0]) as own:
        take(own, 1)
        renewed = table.hands[0].done("POST", f"{table.path}/seats/0/token")
        (end,) = take(own, 1)
        assert (end.event, end.data["reason"]) == ("end", "revoked")
    with open_stream(table, renewed["token"]) as again:
        (told,) = take(again, 1)
        assert told.data["game"]["you"] == 0


def test_a_stream_ends_revoked_when_nobody_holds_its_token_any_more(table: Seated) -> None:
    with open_stream(table, table.tokens[0]) as own, open_stream(table, table.tokens[1]) as other:
        take(own, 1)
        take(other, 1)
        table.hands[0].done("DELETE", f"{table.path}/seats/0")
        (end,) = take(own, 1)
        assert (end.event, end.data["reason"]) == ("end", "revoked")
        assert list(own) == []
        (step,) = take(other, 1)
        assert step.data["step"]["events"][0]["kind"] == "seat_changed"


def test_a_stream_that_may_not_be_opened_is_a_problem(table: Seated) -> None:
    foreign = Seated(table.public).tokens[0]
    cases = [
        (path(table), "fds_lost", None, 401, "unauthenticated"),
        (path(table), foreign, None, 403, "forbidden"),
        (f"/v1/games/{'0' * 22}/stream", None, None, 404, "not-found"),
    ]
    for where, token, last, status, code in cases:
        stream = EventStream(table.public.root, where, token, last)
        assert (stream.status, stream.refusal["code"]) == (status, code)


def test_Q30_many_games_on_one_stream_and_a_bad_entry_harms_no_other(table: Seated) -> None:
    other = Seated(table.public)
    follow = [
        {"token": table.tokens[0], "after": 0},
        {"token": "fds_lost"},
        {"game": "0" * 22},
        {"game": other.id},
        {"after": 0},
        {"token": other.tokens[1], "after": other.version},
        {"game": table.id, "after": table.version - 1},
    ]
    with EventStream(table.public.root, "/v1/stream", body={"follow": follow, "moves": 2}) as stream:
        first = [(0, "step", None)] * table.version + [(0, "game", None)]
        others = [
            (1, "problem"),
            (2, "problem"),
            (3, "game"),
            (4, "problem"),
            (5, "game"),
            (6, "step"),
            (6, "game"),
        ]
        found = take(stream, len(first) + len(others))
        assert [(told.data["index"], told.event, told.id) for told in found] == [
            *first,
            *((index, event, None) for index, event in others),
        ]
        other.mover.play(other.id, other.move())
        told = take(stream, 4)
        shown = {(message.data["index"], message.event, message.version) for message in told}
        last = other.version
        assert shown == {(at, event, last) for at in (3, 5) for event in ("step", "game")}
        assert {message.data["game_id"] for message in told} == {other.id}
        table.host.done("DELETE", table.path)
        other.host.done("DELETE", other.path)
        rest = [message.data for message in stream if message.event == "end"]
        assert [end["index"] for end in rest] == [0, 6, 3, 5, None]
        assert {end["reason"] for end in rest} == {"finished"}
