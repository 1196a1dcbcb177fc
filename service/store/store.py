"""Games in Redis: one read, two scripts, the log and the news of commits; bytes in, bytes out."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import Any

import msgspec

from service.store import keys
from service.store.answers import (
    Committed,
    Conflict,
    Created,
    Exists,
    KeyRecord,
    Missing,
    Replayed,
    Row,
    Stored,
    Tag,
)
from service.store.connecting import server_at
from service.store.due import DueIndex
from service.store.holds import Holds
from service.store.index import Index
from service.store.pool import Argument
from service.store.server import CONNECTIONS, Script, StoreUnavailable, bounds

UNCONFIRMED = "what was written is not yet on as many replicas as it is to be"

_encode = msgspec.json.Encoder().encode
_record = msgspec.json.Decoder(KeyRecord).decode


class RedisStore:
    """The games of one store. Every method may raise `StoreUnavailable`, and works again later.

    One object serves all threads or greenlets of a worker, and may be made before the workers are forked.
    A game's keys live `lifetime_ms` after its last commit. What is written is `held` when so many `replicas`
    have it, and what was written before is told again only if it is.
    """

    def __init__(self, url: str, lifetime_ms: int, connections: int = CONNECTIONS, replicas: int = 0) -> None:
        self._server = server_at(url, bounds(connections))
        self._lifetime = lifetime_ms
        self._replicas = replicas
        self.index = Index(self._server, lifetime_ms)
        self._create = Script("create")
        self._commit = Script("commit")
        self.due = DueIndex(self._server, lifetime_ms)
        self.holds = Holds(self._server)

    def ping(self) -> None:
        """Comes back when the store answers."""
        self._server.ping()

    def close(self) -> None:
        """Closes the connections that nobody is using; the next call opens new ones."""
        self._server.close()

    def read(self, game: str, key: str | None = None) -> Stored | None:
        """The game (None: there is none), and what the Idempotency-Key did if it was used: one round trip,
        one more where replicas are to have what is told again."""
        asked = [keys.TAG, keys.STATE, keys.META, keys.PACE]
        if key is not None:
            asked.append(keys.key_field(key))
        stored = _stored(self._server.do("HMGET", keys.game_key(game), *asked))
        if stored is not None and stored.key is not None:
            self._settle(game)
        return stored

    def tag(self, game: str) -> Tag | None:
        """Where the game stands, without the rest of it."""
        text = self._server.do("HGET", keys.game_key(game), keys.TAG)
        return None if text is None else Tag.parse(text)

    def tags(self, games: Sequence[str]) -> list[Tag | None]:
        """Where each of the games stands, asked together; None for one that there is not."""
        texts = self._server.all([("HGET", keys.game_key(game), keys.TAG) for game in games])
        return [None if text is None else Tag.parse(text) for text in texts]

    def rows(self, game: str, after: int, limit: int) -> list[Row]:
        """The steps after version `after`, oldest first, at most `limit`; none when there is no such game."""
        entries = self._server.do("XRANGE", keys.log_key(game), f"{after + 1}-0", "+", "COUNT", limit)
        return [Row(int(id_.partition(b"-")[0]), body) for id_, (_, body) in entries or ()]

    def lease_bots(self, game: str, lifetime_ms: int) -> bool:
        """Whether the caller, and nobody else for so long, is to move the game's slow bots."""
        return self._server.do("SET", keys.bots_key(game), 1, "NX", "PX", lifetime_ms) is not None

    def renew_bots(self, game: str, lifetime_ms: int) -> None:
        """The caller's lease lasts so long from now."""
        self._server.do("PEXPIRE", keys.bots_key(game), lifetime_ms)

    def release_bots(self, game: str) -> None:
        """The caller's lease ends."""
        self._server.do("DEL", keys.bots_key(game))

    def create(
        self,
        game: str,
        tag: Tag,
        *,
        state: bytes | None,
        meta: bytes,
        pace: bytes = b"",
        rows: Sequence[bytes],
        key: tuple[str, KeyRecord] | None = None,
    ) -> Created | Exists:
        """Makes the game with its first steps, one for each version of `tag`; `key` is recorded with it.

        ValueError when the number of rows is not the version.
        """
        _count(rows, tag.version)
        field, record = _recorded(key)
        answer = self._run(
            self._create, game, str(tag), self._lifetime, state or b"", meta, pace, field, record, *rows
        )
        match answer:
            case Created() | Exists():
                return answer
        raise AssertionError(f"create.lua answered {answer!r}")

    def commit(
        self,
        game: str,
        expected: Tag,
        new: Tag,
        *,
        state: bytes | None = None,
        meta: bytes | None = None,
        pace: bytes | None = None,
        rows: Sequence[bytes] = (),
        key: tuple[str, KeyRecord] | None = None,
    ) -> Committed | Replayed | Conflict | Missing:
        """Appends the steps that lead from `expected` to `new`, if the game still stands at `expected`.

        `None` leaves state, meta or pace as it is; `key` is recorded, and decides before the tag does.
        ValueError when there is not one row for each version between the two tags.
        """
        _count(rows, new.version - expected.version)
        field, record = _recorded(key)
        answer = self._run(
            self._commit,
            game,
            str(expected),
            str(new),
            self._lifetime,
            state or b"",
            meta or b"",
            pace or b"",
            field,
            record,
            keys.channel(game),
            expected.version,
            new.version,
            *rows,
        )
        match answer:
            case Committed() | Replayed() | Conflict() | Missing():
                return answer
        raise AssertionError(f"commit.lua answered {answer!r}")

    def paces(self) -> Iterator[tuple[str, bytes]]:
        """All games, each with its pace, in no order; one may come twice. Takes a round trip a game."""
        for key in self._server.scan(keys.CHANNELS, "hash"):
            pace = self._server.do("HGET", key.decode(errors="replace"), keys.PACE)
            if pace:
                yield keys.game_at(key), pace

    def hear(self, silence: float) -> Generator[str | None, None, None]:
        """The news, without end: a game's id for each commit to it, whoever made it.

        None says that some may have been missed: when the hearing begins; and also after `silence` seconds
        without any, when the connection is tried. Ends with StoreUnavailable when that is lost.
        """
        with closing(self._server.hear(keys.CHANNELS, silence)) as heard:
            for channel in heard:
                yield None if channel is None else keys.game_of(channel)

    def _settle(self, game: str) -> None:
        """Comes back when the replicas have all of the game that can be read."""
        if not self._server.settled(keys.barrier_key(game), self._replicas):
            raise StoreUnavailable(UNCONFIRMED)

    def _run(
        self, script: Script, game: str, *arguments: Argument
    ) -> Created | Exists | Committed | Replayed | Conflict | Missing:
        """The one place where the answers of the scripts are read."""
        named = [keys.game_key(game), keys.log_key(game)]
        answer, held = self._server.write(script, named, arguments, self._replicas)
        match answer:
            case [b"committed"]:
                return Committed(held)
            case [b"replayed", record]:
                return Replayed(_record(record))
            case [b"conflict", tag]:
                return Conflict(Tag.parse(tag))
            case [b"missing"]:
                return Missing()
            case [b"created"]:
                return Created(held)
            case [b"exists", values]:
                stored = _stored(values)
                if stored is not None:
                    self._settle(game)
                    return Exists(stored)
        raise AssertionError(f"a script answered {answer!r}")


def _stored(values: Sequence[Any]) -> Stored | None:
    tag, state, meta, pace, *key = values
    if tag is None:
        return None
    return Stored(Tag.parse(tag), state, meta, _record(key[0]) if key and key[0] else None, pace or b"")


def _recorded(key: tuple[str, KeyRecord] | None) -> tuple[str, bytes]:
    return ("", b"") if key is None else (keys.key_field(key[0]), _encode(key[1]))


def _count(rows: Sequence[bytes], versions: int) -> None:
    if len(rows) != versions:
        raise ValueError(f"{len(rows)} rows for {versions} versions: one step is one version")
