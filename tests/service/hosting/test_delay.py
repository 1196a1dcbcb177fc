"""Those without a seat see an older version, in everything that they are told."""

import threading
import time
from typing import Any

import msgspec
import pytest

from service import auth
from service.door import Retry
from service.faults import Forbidden, NotFound, NotOver, SeatTaken, Unauthenticated
from service.schemas.requests import EventsQuery, NewGame, NewSeat, TakeSeat
from tests.service.hosting.house import BOT, NOON, OPEN, READER, VANTAGE, House, key, plain
from tests.service.hosting.watched import ANA, BO, Watched, happened, kinds


def differing(shown: Any) -> Any:
    """The game without what tells one table from another of the same deal."""
    return {name: value for name, value in shown.items() if name not in ("id", "spectator_delay")}


@pytest.mark.parametrize("delay", [1, 2, 5, 40])
def test_Q17_a_watcher_sees_what_was_true_so_many_steps_ago(house: House, delay: int) -> None:
    """All that a watcher of the same game without a delay saw then: view, times, seats, whose turn it is."""
    games = []
    for behind in (0, delay):
        house.now = NOON
        table = Watched(house, ANA, BO, spectator_delay=behind, turn_seconds=600, metadata={"room": "7"})
        seen = []
        for _ in range(30):
            seen.append({who: differing(plain(table.see(token))) for who, token in table.outside.items()})
            table.move()
        games.append(seen)
    for at, late in enumerate(games[1]):
        for who, shown in late.items():
            assert shown["version"] == max(1, at + 2 - delay)
            if shown["version"] > 1:
                assert shown == games[0][shown["version"] - 2][who]
            else:
                assert (shown["status"], shown["view"], shown["to_act"]) == ("open", None, [])
                assert (shown["started_at"], shown["deadline"]) == (None, None)


def test_Q17_before_the_delay_has_passed_the_start_the_table_is_open(house: House) -> None:
    table = Watched(house, NewSeat(name="Ana"), OPEN, spectator_delay=3)
    seated = house.sit(table.made, name="Bo")
    tokens = [table.tokens[0], seated.token]
    assert seated.game.version == 3
    assert seated.game.status == "playing"
    for moves in range(4):
        shown = table.see(None)
        assert (shown.version, shown.status, shown.view is None) == (
            (2, "open", True) if moves < 3 else (3, "playing", False)
        )
        assert [seat.state for seat in shown.seats] == ["taken", "taken"]
        house.finish(table.id, tokens, moves=1)


def test_Q17_an_open_table_is_shown_as_it_is(house: House) -> None:
    """Nothing is played yet: whoever has to fill the table must see who sits at it."""
    table = Watched(house, NewSeat(name="Ana"), OPEN, OPEN, spectator_delay=7)
    before = table.told(None)
    assert before[0]["version"] == 1
    house.now += 1000
    house.sit(table.made, name="Bo")
    shown, nonce = table.told(None)
    assert shown["version"] == 2
    assert [seat["state"] for seat in shown["seats"]] == ["taken", "taken", "open"]
    assert nonce != before[1]


def test_Q17_a_tag_changes_with_what_is_seen_and_never_else(house: House) -> None:
    table = Watched(house, NewSeat(name="Ana"), OPEN, spectator_delay=4)
    seen = [table.told(None)]
    table.tokens.append(house.sit(table.made, name="Bo").token)
    for _ in range(20):
        seen.append(table.told(None))
        table.move()
    tags = [(shown["version"], nonce) for shown, nonce in seen]
    for (one, tag), (other, another) in zip(
        zip(seen, tags, strict=True), zip(seen[1:], tags[1:], strict=True), strict=False
    ):
        assert (one[0] == other[0]) == (tag == another)
    assert len(set(tags)) == len({repr(shown) for shown, _ in seen}) == 18
    for token in table.outside.values():
        assert table.told(token)[1] == table.told(None)[1]
    assert table.told(table.tokens[0])[1] != table.told(None)[1]


def test_Q17_seats_and_names_are_those_of_then(house: House) -> None:
    table = Watched(house, ANA, BO, NewSeat(name="Cy"), spectator_delay=6)
    table.move(8)
    left = table.version + 1
    house.hosting.leave(table.id, table.tokens[1], 1, READER)
    del table.tokens[1]
    while table.see(None).version < left:
        shown = table.see(table.made.host_token)
        assert (shown.seats[1].state, shown.seats[1].bot, shown.seats[1].player) == ("taken", None, "u-2")
        house.finish(table.id, table.tokens, moves=1)
    for token in table.outside.values():
        assert (table.see(token).seats[1].state, table.see(token).seats[1].bot) == ("left", "random")


def test_Q17_the_log_ends_where_the_watcher_stands(house: House) -> None:
    table = Watched(house, ANA, BO, BOT, spectator_delay=5)
    for _ in range(6):
        table.move()
        true = kinds(table.events(table.tokens[0]))
        for token in table.outside.values():
            page = table.events(token)
            seen = table.see(token).version
            assert (page.version, page.next_after, page.more) == (seen, seen, False)
            assert kinds(page) == true[:seen]
            beyond = table.events(token, after=seen + 2)
            assert (beyond.steps, beyond.version, beyond.more) == ((), seen, False)
            assert kinds(table.events(token, after=1, limit=1)) == true[1:2][: seen - 1]
            assert table.events(token, after=0, limit=seen).more is False


def test_Q17_names_in_the_log_are_not_of_later(house: House) -> None:
    table = Watched(house, ANA, BO, spectator_delay=2)
    table.move(6)
    texts = {step.version: step.text for step in table.events(None).steps}
    table.move(2)
    again = {step.version: step.text for step in table.events(None).steps}
    assert {at: again[at] for at in texts} == texts


def test_Q17_a_wait_ends_when_the_watcher_sees_a_step(house: House) -> None:
    table = Watched(house, ANA, BO, spectator_delay=3)
    table.move(4)
    seen = table.see(None).version
    ended: list[tuple[Any, float]] = []
    started = time.monotonic()

    def wait() -> None:
        ended.append((table.events(None, after=seen, wait=20), time.monotonic() - started))

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.3)
    table.move()
    waiting.join(15)
    page, took = ended[0]
    assert [step.version for step in page.steps] == [seen + 1]
    assert 0.3 <= took < 10


def test_Q17_a_step_that_the_watcher_may_not_see_does_not_end_his_wait(house: House) -> None:
    table = Watched(house, ANA, BO, spectator_delay=9)
    timer = threading.Timer(0.3, table.move)
    timer.start()
    started = time.monotonic()
    page = table.events(None, after=1, wait=1)
    assert time.monotonic() - started >= 1
    timer.join()
    assert (page.steps, page.version, page.next_after) == ((), 1, 1)


def test_Q17_a_wait_ends_with_the_game(house: House) -> None:
    table = Watched(house, ANA, BO, spectator_delay=9)
    table.move(2)
    timer = threading.Timer(0.3, table.abort)
    timer.start()
    page = table.events(None, after=1, wait=20)
    timer.join()
    assert [step.version for step in page.steps] == [2, 3, 4, 5]


def test_Q17_when_the_game_is_over_the_delay_is_too(house: House) -> None:
    table = Watched(house, ANA, BO, spectator_delay=1000)
    house.finish(table.id, table.tokens)
    own = plain(table.see(table.tokens[0]))
    for token in table.outside.values():
        shown, nonce = table.told(token)
        assert (shown["status"], shown["version"]) == ("finished", own["version"])
        assert shown["outcome"] == own["outcome"]
        assert nonce == table.told(table.tokens[0])[1]
        assert len(table.events(token).steps) == own["version"]
    assert len(house.records.record(table.id, None).moves) == own["version"]


def test_Q17_refusals_say_the_version_that_the_caller_sees(house: House) -> None:
    table = Watched(house, ANA, BO, spectator_delay=4)
    table.move(9)
    seen = table.see(None).version
    assert seen == table.version - 4
    nobodys = f"fds_{table.id}_{'a' * 43}"

    def refused(fault: type[Exception], call: Any, *given: Any) -> None:
        with pytest.raises(fault) as refusal:
            call(*given)
        assert refusal.value.version == seen  # type: ignore[attr-defined]

    move = house.first(table.id, table.tokens[table.see(table.tokens[0]).to_act[0]])
    for token in table.outside.values():
        refused(Unauthenticated if token is None else Forbidden, house.play, table.id, token, move)
        refused(NotFound, house.records.record, table.id, token)
        refused(NotOver, house.hosting.events, table.id, token, EventsQuery(eyes="0"), READER)
        assert house.hosting.standing(table.id, token) == seen
    refused(Unauthenticated, house.see, table.id, nobodys)
    refused(SeatTaken, house.hosting.sit, table.id, TakeSeat(table.made.invite), READER)
    other = Watched(house).tokens[0]
    refused(Forbidden, house.see, table.id, other)
    for token in (nobodys, other, "nonsense"):
        assert house.hosting.standing(table.id, token) == seen
    assert house.hosting.standing(table.id, table.tokens[0]) == table.version
    assert house.hosting.standing("nonsense", None) is None
    assert house.hosting.standing("0" * 22, None) is None


def test_Q17_what_a_host_does_is_told_as_he_sees_it(house: House) -> None:
    """A game that is made has begun, but its host watches late; when he ends it he sees all at once."""
    table = Watched(house, ANA, BO, spectator_delay=3)
    assert [(step.version, len(step.events)) for step in table.made.steps] == [(1, 2)]
    assert (table.made.game.version, table.made.game.status) == (1, "open")
    table.move(5)
    version = table.version
    change = table.abort()
    assert [step.version for step in change.steps] == [version + 1]
    assert (change.game.version, change.game.status) == (version + 1, "aborted")


@pytest.mark.parametrize("over", [False, True])
def test_Q17_a_retry_tells_the_steps_that_the_first_answer_told(house: House, over: bool) -> None:
    retry, body = Retry(key(), "request"), NewGame("vantage", (ANA, BO), spectator_delay=1)
    first, replayed = house.hosting.create(body, VANTAGE.Options(), READER, retry)
    assert ([step.version for step in first.steps], replayed) == ([1], False)
    tokens = [str(token) for token in first.seat_tokens]
    house.finish(first.game.id, tokens, moves=1000 if over else 4)
    again, replayed = house.hosting.create(body, VANTAGE.Options(), READER, retry)
    assert replayed
    assert again.steps == first.steps
    assert again.game.version > 1


def test_Q17_shut_out_and_late_at_once(house: House) -> None:
    table = Watched(house, ANA, BO, spectators="invited", spectator_delay=2)
    table.move(5)
    host, nobody = table.see(table.made.host_token), table.see(None)
    assert host.version == nobody.version == table.version - 2
    assert host.view is not None
    assert nobody.view is None
    assert [at for at, _ in happened(table.events(None))] == [1, 2]
    assert len(table.events(None).steps) == host.version


def test_Q17_a_seat_is_never_late(house: House) -> None:
    table = Watched(house, ANA, BO, spectator_delay=9)
    for _ in range(5):
        before = table.version
        table.move()
        for token in table.tokens:
            assert table.see(token).version == before + 1
            assert len(table.events(token).steps) == before + 1


def test_only_games_that_are_watched_late_keep_in_the_log_how_they_stood(house: House) -> None:
    plain_table, late = Watched(house), Watched(house, spectator_delay=3)
    for table, length in ((plain_table, 5), (late, 6)):
        table.move(6)
        rows = [msgspec.json.decode(row.body) for row in house.store.rows(table.id, 0, 100)]
        assert {len(row) for row in rows} == {length}
    stood = [row[5] for row in rows]
    assert [one[2] is not None for one in stood] == [True] + [False] * (len(stood) - 1)  # where they changed
    assert [one[1] for one in stood] == [False] + [True] * (len(stood) - 1)
    for token in late.tokens:
        assert auth.digest(token) not in str(stood)


def test_an_older_table_is_made_once_for_all_watchers(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Watched(house, spectator_delay=3)
    table.move(6)
    read: list[str] = []
    rows = house.store.rows

    def counted(game: str, *given: int) -> Any:
        read.append(game)
        return rows(game, *given)

    monkeypatch.setattr(house.store, "rows", counted)
    seen = [table.told(token) for _ in range(3) for token in table.outside.values()]
    assert len(read) == 1
    assert [shown["metadata"] for shown, _ in seen] == [None] * 9
    assert [shown["seats"][0]["player"] for shown, _ in seen] == [None, None, "u-1"] * 3
    for _ in range(70):
        other = Watched(house, spectator_delay=3)
        other.see(None)
    assert len(house.hosting._door._watching._kept) == 64
    assert table.told(None) == seen[0]


def test_a_log_that_has_expired_shows_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Watched(house, spectator_delay=3)
    table.move(6)
    rows = house.store.rows
    monkeypatch.setattr(house.store, "rows", lambda game, *given: rows(game, *given)[:-1] if given else [])
    for token in table.outside.values():
        with pytest.raises(NotFound):
            table.see(token)
    assert table.see(table.tokens[0]).view is not None


def test_Q17_who_watches_late_sees_seats_move_down_with_the_start_and_the_host_is_told_so_twice(
    house: House,
) -> None:
    table = Watched(house, OPEN, ANA, NewSeat(name="Bo"), spectator_delay=2)
    retry = Retry(key(), "start")
    first, _ = house.hosting.start(table.id, table.made.host_token, READER, retry)
    assert (first.steps, len(first.game.seats), first.game.status) == ((), 3, "open")
    assert table.see(table.tokens[0]).version == 3
    table.move(2)
    shown = table.see(None)
    assert (shown.version, shown.status, len(shown.seats)) == (3, "playing", 2)
    again, replayed = house.hosting.start(table.id, table.made.host_token, READER, retry)
    assert replayed
    assert [step.version for step in again.steps] == []
