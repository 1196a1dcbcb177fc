"""Many writers at once, and a model of the store that the real one has to agree with."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.store import (
    Committed,
    Conflict,
    Created,
    Exists,
    KeyRecord,
    RedisStore,
    Replayed,
    Row,
    Stored,
    Tag,
)

WRITERS = 50

AtOnce = Callable[[Sequence[Callable[[], Any]]], list[Any]]


def test_Q19_of_50_commits_on_one_version_one_is_made(
    valkey_url: str, store: RedisStore, game: str, begun: Tag, at_once: AtOnce
) -> None:
    workers = [RedisStore(valkey_url, 3_600_000) for _ in range(5)]
    tags = [Tag.fresh(2) for _ in range(WRITERS)]

    def write(writer: int) -> Callable[[], object]:
        body = str(writer).encode()
        return lambda: workers[writer % 5].commit(game, begun, tags[writer], state=body, rows=[body])

    answers = at_once([write(writer) for writer in range(WRITERS)])
    winner = answers.index(Committed())
    body = str(winner).encode()
    assert Counter(answers) == {Committed(): 1, Conflict(tags[winner]): WRITERS - 1}
    assert store.read(game) == Stored(tags[winner], body, b"meta 1", None)
    assert store.rows(game, 0, 100) == [Row(1, b"step 1"), Row(2, body)]
    for worker in workers:
        worker.close()


def test_Q23_of_50_requests_with_one_key_one_is_made_and_49_are_told(
    store: RedisStore, game: str, begun: Tag, at_once: AtOnce
) -> None:
    def write(writer: int) -> Callable[[], object]:
        key = ("k", KeyRecord("same request", 2, 2, str(writer)))
        return lambda: store.commit(game, begun, Tag.fresh(2), rows=[str(writer).encode()], key=key)

    answers = at_once([write(writer) for writer in range(WRITERS)])
    winner = answers.index(Committed())
    record = KeyRecord("same request", 2, 2, str(winner))
    assert Counter(answers) == {Committed(): 1, Replayed(record): WRITERS - 1}
    stored = store.read(game, "k")
    assert stored is not None
    assert stored.key == record
    assert store.rows(game, 0, 100) == [Row(1, b"step 1"), Row(2, str(winner).encode())]


def test_Q23_of_50_creations_of_one_id_one_is_made_and_49_find_it(
    store: RedisStore, game: str, at_once: AtOnce
) -> None:
    tags = [Tag.fresh(1) for _ in range(WRITERS)]

    def write(writer: int) -> Callable[[], object]:
        body = str(writer).encode()
        key = ("k", KeyRecord("same request", 1, 1, str(writer)))
        return lambda: store.create(game, tags[writer], state=None, meta=body, rows=[body], key=key)

    answers = at_once([write(writer) for writer in range(WRITERS)])
    winner = answers.index(Created())
    body = str(winner).encode()
    found = Exists(Stored(tags[winner], None, body, KeyRecord("same request", 1, 1, str(winner))))
    assert Counter(answers) == {Created(): 1, found: WRITERS - 1}
    assert store.rows(game, 0, 100) == [Row(1, body)]


def test_writers_that_read_again_after_a_conflict_all_get_their_step(
    store: RedisStore, game: str, begun: Tag, at_once: AtOnce
) -> None:
    def write(writer: int) -> Callable[[], int]:
        def until_committed() -> int:
            while True:
                tag = store.tag(game)
                assert tag is not None
                new = Tag.fresh(tag.version + 1)
                if store.commit(game, tag, new, rows=[str(writer).encode()]) == Committed():
                    return new.version

        return until_committed

    versions = at_once([write(writer) for writer in range(20)])
    assert sorted(versions) == list(range(2, 22))
    rows = store.rows(game, 1, 100)
    assert [row.version for row in rows] == list(range(2, 22))
    assert {row.version: row.body for row in rows} == {
        version: str(writer).encode() for writer, version in enumerate(versions)
    }


class Model:
    """What one game is, in six lines of plain Python."""

    def __init__(self, tag: Tag, meta: bytes) -> None:
        self.tag, self.state, self.meta, self.pace = tag, b"", meta, b""
        self.rows: list[Row] = []
        self.keys: dict[str, KeyRecord] = {}

    def stored(self, key: str | None) -> Stored:
        return Stored(self.tag, self.state or None, self.meta, self.keys.get(key or ""), self.pace)

    def commit(
        self,
        expected: Tag,
        new: Tag,
        state: bytes | None,
        meta: bytes | None,
        pace: bytes | None,
        rows: list[bytes],
        key: tuple[str, KeyRecord] | None,
    ) -> object:
        if key is not None and key[0] in self.keys:
            return Replayed(self.keys[key[0]])
        if expected != self.tag:
            return Conflict(self.tag)
        self.rows += [Row(expected.version + 1 + at, body) for at, body in enumerate(rows)]
        self.tag, self.state, self.meta = new, state or self.state, meta or self.meta
        self.pace = pace or self.pace
        if key is not None:
            self.keys[key[0]] = key[1]
        return Committed()


_bytes = st.binary(min_size=1, max_size=40)
_steps = st.lists(
    st.fixed_dictionaries(
        {
            "read": st.integers(0, 2),  # how many commits ago
            "state": st.none() | _bytes,
            "meta": st.none() | _bytes,
            "pace": st.none() | _bytes,
            "rows": st.lists(st.binary(max_size=40), max_size=3),
            "key": st.none() | st.tuples(st.sampled_from("abc"), st.text(max_size=10)),
        }
    ),
    max_size=12,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=_steps, meta=_bytes)
def test_any_sequence_of_commits_does_what_the_model_does(
    store: RedisStore, steps: list[dict[str, Any]], meta: bytes
) -> None:
    game = "model" + Tag.fresh(0).nonce
    tags = [Tag.fresh(0)]
    model = Model(tags[0], meta)
    assert store.create(game, tags[0], state=None, meta=meta, rows=[]) == Created()
    for step in steps:
        expected = tags[max(0, len(tags) - 1 - step["read"])]
        new = Tag.fresh(expected.version + len(step["rows"]))
        key = None
        if step["key"] is not None:
            name, text = step["key"]
            key = (name, KeyRecord(text, expected.version + 1, new.version, text))
        opaque = {name: step[name] for name in ("state", "meta", "pace")}
        answer = store.commit(game, expected, new, **opaque, rows=step["rows"], key=key)
        assert answer == model.commit(expected, new, **opaque, rows=step["rows"], key=key)
        if answer == Committed():
            tags.append(new)
        for name in (None, "a", "b", "c"):
            assert store.read(game, name) == model.stored(name)
        assert store.rows(game, 0, 100) == model.rows
