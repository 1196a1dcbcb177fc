"""What the two scripts and the reads answer and leave behind, value by value."""

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from service.store import (
    Committed,
    Conflict,
    Created,
    Exists,
    KeyRecord,
    Missing,
    RedisStore,
    Replayed,
    Row,
    Stored,
    Tag,
)


def test_a_created_game_is_read_as_it_was_given(store: RedisStore, game: str) -> None:
    tag = Tag(2, "abcdEFGH")
    record = KeyRecord("hash", 1, 2, "seat 0")
    made = store.create(
        game, tag, state=b"\x00\xff", meta=b"{}", rows=[b"first", b"\x00second"], key=("k1", record)
    )
    assert made == Created()
    assert store.read(game) == Stored(tag, b"\x00\xff", b"{}", None)
    assert store.read(game, "k1") == Stored(tag, b"\x00\xff", b"{}", record)
    assert store.read(game, "k2") == Stored(tag, b"\x00\xff", b"{}", None)
    assert store.tag(game) == tag
    assert store.rows(game, 0, 10) == [Row(1, b"first"), Row(2, b"\x00second")]


def test_a_game_that_has_not_started_has_no_state(store: RedisStore, game: str) -> None:
    tag = Tag.fresh(1)
    store.create(game, tag, state=None, meta=b"m", rows=[b"r"])
    assert store.read(game) == Stored(tag, None, b"m", None)


def test_no_game_reads_as_none_and_has_no_rows(store: RedisStore, game: str) -> None:
    assert store.read(game) is None
    assert store.read(game, "k1") is None
    assert store.tag(game) is None
    assert store.rows(game, 0, 10) == []
    assert store.commit(game, Tag.fresh(1), Tag.fresh(2), rows=[b"r"]) == Missing()
    assert store.read(game) is None


def test_Q23_a_second_creation_finds_the_first_with_its_key(store: RedisStore, game: str) -> None:
    tag = Tag.fresh(1)
    record = KeyRecord("hash", 1, 1)
    store.create(game, tag, state=b"s", meta=b"m", rows=[b"r"], key=("k1", record))
    for key in ("k1", "k2"):
        again = store.create(
            game, Tag.fresh(1), state=b"other", meta=b"o", rows=[b"o"], key=(key, KeyRecord("other", 1, 1))
        )
        assert again == Exists(Stored(tag, b"s", b"m", record if key == "k1" else None))
    assert store.create(game, Tag.fresh(0), state=None, meta=b"o", rows=[]) == Exists(
        Stored(tag, b"s", b"m", None)
    )
    assert store.read(game, "k2") == Stored(tag, b"s", b"m", None)
    assert store.rows(game, 0, 10) == [Row(1, b"r")]


def test_a_commit_writes_state_meta_pace_steps_and_key(store: RedisStore, game: str, begun: Tag) -> None:
    new = Tag.fresh(3)
    record = KeyRecord("hash", 2, 3, "x")
    done = store.commit(
        game,
        begun,
        new,
        state=b"state 3",
        meta=b"meta 3",
        pace=b"pace 3",
        rows=[b"step 2", b"step 3"],
        key=("k", record),
    )
    assert done == Committed()
    assert store.read(game, "k") == Stored(new, b"state 3", b"meta 3", record, b"pace 3")
    assert store.rows(game, 0, 10) == [Row(1, b"step 1"), Row(2, b"step 2"), Row(3, b"step 3")]


def test_a_commit_leaves_what_it_does_not_name(store: RedisStore, game: str, begun: Tag) -> None:
    second, third, fourth = Tag.fresh(2), Tag.fresh(3), Tag.fresh(3)
    assert store.commit(game, begun, second, state=b"state 2", rows=[b"step 2"]) == Committed()
    assert store.read(game) == Stored(second, b"state 2", b"meta 1", None)
    assert store.commit(game, second, third, meta=b"meta 3", rows=[b"step 3"]) == Committed()
    assert store.read(game) == Stored(third, b"state 2", b"meta 3", None)
    assert store.commit(game, third, fourth, meta=b"meta 4") == Committed()  # no step: the version stays
    assert store.read(game) == Stored(fourth, b"state 2", b"meta 4", None)
    assert [row.version for row in store.rows(game, 0, 10)] == [1, 2, 3]


@pytest.mark.parametrize(
    "stale",
    [Tag(0, "AAAAAAAA"), Tag(1, "AAAAAAAA"), Tag(2, "AAAAAAAA")],
    ids=["older", "other nonce", "newer"],
)
def test_a_commit_from_another_tag_is_a_conflict_and_writes_nothing(
    store: RedisStore, game: str, begun: Tag, stale: Tag
) -> None:
    new = Tag.fresh(stale.version + 1)
    done = store.commit(
        game, stale, new, state=b"no", meta=b"no", rows=[b"no"], key=("k", KeyRecord("h", 1, 1))
    )
    assert done == Conflict(begun)
    assert store.read(game, "k") == Stored(begun, b"state 1", b"meta 1", None)
    assert store.rows(game, 0, 10) == [Row(1, b"step 1")]


def test_Q23_a_used_key_is_replayed_whatever_the_tag(store: RedisStore, game: str, begun: Tag) -> None:
    second = Tag.fresh(2)
    record = KeyRecord("hash", 2, 2, "seat 1")
    store.commit(game, begun, second, state=b"state 2", rows=[b"step 2"], key=("k", record))
    for read in (begun, second, Tag(2, "AAAAAAAA")):
        new = Tag.fresh(read.version + 1)
        again = store.commit(
            game, read, new, state=b"no", rows=[b"no"], key=("k", KeyRecord("another", 9, 9))
        )
        assert again == Replayed(record)
    assert store.read(game, "k") == Stored(second, b"state 2", b"meta 1", record)
    assert store.rows(game, 0, 10) == [Row(1, b"step 1"), Row(2, b"step 2")]


def test_rows_are_paged_by_version(store: RedisStore, game: str, begun: Tag) -> None:
    bodies = [f"step {version}".encode() for version in range(2, 13)]
    assert store.commit(game, begun, Tag.fresh(12), rows=bodies) == Committed()
    assert [row.version for row in store.rows(game, 0, 5)] == [1, 2, 3, 4, 5]
    assert store.rows(game, 8, 3) == [Row(9, b"step 9"), Row(10, b"step 10"), Row(11, b"step 11")]
    assert store.rows(game, 11, 50) == [Row(12, b"step 12")]
    assert store.rows(game, 12, 50) == []


@pytest.mark.parametrize("rows", [[], [b"a", b"b"]])
def test_a_step_too_few_or_too_many_is_refused(
    store: RedisStore, game: str, begun: Tag, rows: list[bytes]
) -> None:
    with pytest.raises(ValueError, match="rows for 1 versions"):
        store.commit(game, begun, Tag.fresh(2), rows=rows)
    with pytest.raises(ValueError, match="rows for 1 versions"):
        store.create(game + "x", Tag.fresh(1), state=None, meta=b"m", rows=rows)
    assert store.tag(game) == begun
    assert store.read(game + "x") is None


def test_a_log_that_refuses_a_step_leaves_the_game_as_it_was(
    store: RedisStore, raw: Redis, game: str, begun: Tag
) -> None:
    raw.xadd(f"g:{{{game}}}:log", {"step": b"stray"}, id="2-0")
    with pytest.raises(ResponseError, match="equal or smaller"):
        store.commit(game, begun, Tag.fresh(2), state=b"no", meta=b"no", rows=[b"no"])
    assert store.read(game) == Stored(begun, b"state 1", b"meta 1", None)


def test_a_log_left_behind_by_an_evicted_game_is_not_the_new_games(
    store: RedisStore, raw: Redis, game: str
) -> None:
    raw.xadd(f"g:{{{game}}}:log", {"step": b"stray"}, id="7-0")
    assert store.create(game, Tag.fresh(1), state=None, meta=b"m", rows=[b"r"]) == Created()
    assert store.rows(game, 0, 10) == [Row(1, b"r")]


def test_a_server_that_forgot_the_scripts_is_told_them(store: RedisStore, raw: Redis, game: str) -> None:
    raw.script_flush()
    first, second = Tag.fresh(1), Tag.fresh(2)
    assert store.create(game, first, state=None, meta=b"m", rows=[b"1"]) == Created()
    raw.script_flush()
    assert store.commit(game, first, second, rows=[b"2"]) == Committed()
    assert store.rows(game, 0, 10) == [Row(1, b"1"), Row(2, b"2")]


def test_versions_past_what_lua_prints_in_full(store: RedisStore, raw: Redis, game: str, begun: Tag) -> None:
    """Lua writes 1e+15 for the number: an id made without care would be refused, or be another one."""
    far = Tag(10**15, "abcdefgh")
    raw.hset(f"g:{{{game}}}", "tag", str(far))
    assert store.commit(game, far, Tag(10**15 + 1, "abcdefgh"), rows=[b"far"]) == Committed()
    assert store.rows(game, 10**15, 5) == [Row(10**15 + 1, b"far")]


def test_nonces_are_eight_base62_characters_and_differ() -> None:
    tags = [Tag.fresh(7) for _ in range(1000)]
    assert all(tag.version == 7 and len(tag.nonce) == 8 and tag.nonce.isalnum() for tag in tags)
    assert all(tag.nonce.isascii() for tag in tags)
    assert len({tag.nonce for tag in tags}) == 1000
    assert Tag.parse(b"41-4fQ9x2Lb") == Tag(41, "4fQ9x2Lb")
    assert str(Tag(41, "4fQ9x2Lb")) == "41-4fQ9x2Lb"


def test_no_rows_are_none_of_any(store: RedisStore, game: str, begun: Tag) -> None:
    assert store.rows(game, 0, 0) == []
