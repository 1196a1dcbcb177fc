"""How a change is written: from one read, in one commit, and again if the race was lost."""

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine import RULESETS, GameOver, Ruleset
from service.door import NO_GAME, Door, Retry, standing_at
from service.faults import NotFound
from service.gears import Gears
from service.keys import Keys
from service.live import Live
from service.lobby import Lobby
from service.log import Row
from service.progress import Progress
from service.schemas import answers
from service.schemas.reader import Reader
from service.showing import show_game, show_steps
from service.store import (
    Committed,
    Created,
    Exists,
    KeyRecord,
    Missing,
    RedisStore,
    StoreUnavailable,
    Tag,
)
from service.store.store import UNCONFIRMED
from service.tables import META, Pace, Table
from service.timing import catch_up, overdue

T = TypeVar("T")

LIFETIME_MS = 30 * 24 * 3600 * 1000  # a game lives so long after its last step
AGAIN_MS = 1000  # at least, between two looks of a sweeper at one game
TRIES = 50  # how often a commit that lost its race is run again


class Lost(Exception):
    """The commit lost its race; nothing was written."""


def now_ms() -> int:
    """The time, in ms since 1970."""
    return time.time_ns() // 1_000_000


def check_running(table: Table) -> None:
    """GameOver if it is over."""
    if table.meta.over:
        raise GameOver("The game is over.")


def _check_held(answer: Created | Committed) -> None:
    """StoreUnavailable if fewer replicas have the change than are to. It stands, and is not acknowledged: a
    failover may lose it. A retry with its Idempotency-Key is answered when they have it."""
    if not answer.held:
        raise StoreUnavailable(UNCONFIRMED)


class Commits(ABC):
    """What all use cases do: open a table, write what happened at it, read its log."""

    def __init__(
        self,
        store: RedisStore,
        live: Live,
        rulesets: Mapping[str, Ruleset[Any, Any, Any]] = RULESETS,
        clock: Callable[[], int] = now_ms,
        lifetime_ms: int = LIFETIME_MS,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        keys: Keys | None = None,
    ) -> None:
        self._store = store
        self._live = live
        self._rulesets = rulesets
        self._clock = clock
        self._lifetime = lifetime_ms
        self._entropy = entropy
        self._door = Door(store, rulesets, keys)
        self.lobby = Lobby(store, rulesets)
        self.gears = Gears(store, self.think, self.thinks)

    def thinks(self, game: str) -> bool:
        """Whether the game waits for a house bot that thinks. NotFound."""
        return self._door.open(game, None).pace.thinking is not None

    @abstractmethod
    def think(self, game: str) -> bool:
        """Makes the next move of a slow house bot at the game; whether there is another to make."""

    def now(self) -> int:
        """The time by which tables are judged, in ms since 1970."""
        return self._clock()

    def opened(self, game: str, bearer: str | None) -> Table:
        """The table as it is now; what was due at it is done. NotFound; Unauthenticated; Forbidden."""
        return self._open(game, bearer)

    def next_look(self, game: str) -> int | None:
        """Looks at the game and says when (ms) the house has to again: what a sweeper does. None: never.

        A bot that thinks is looked after again in a while, however long it has thought.
        """
        try:
            look = self._open(game, None).pace.look
        except NotFound:
            return None
        return None if look is None else max(look, self._clock() + AGAIN_MS)

    def _open(self, game: str, bearer: str | None, retry: Retry | None = None) -> Table:
        """The table, after what the house had to do at it by now [Q36].

        A running game of a retired edition is aborted first: it can be read, not played.
        """
        while True:
            table = self._door.open(game, bearer, retry)
            retired = not table.meta.over and table.meta.edition != table.ruleset.edition
            if not retired and (table.pace.due is None or not overdue(table.meta, table.pace, self._clock())):
                if table.pace.thinking is not None:
                    self.gears.engage(game)
                return table
            progress = self._progress(table)
            if retired:
                progress.abort("edition-retired")
            else:
                catch_up(progress)
            with suppress(Lost):  # somebody else looked at the same time
                self._commit(table, progress)

    @contextmanager
    def _at(self, game: str, bearer: str | None, retry: Retry | None = None) -> Iterator[Table]:
        """The table; whatever is refused at it says where the game stood."""
        table = self._open(game, bearer, retry)
        with standing_at(table.shown, table.ruleset.slug):
            yield table

    def _progress(self, table: Table) -> Progress:
        return Progress(table.ruleset, table.tag.version, table.meta, table.pace, table.state, self._clock())

    def _begin(self, game: str, progress: Progress, key: tuple[str, KeyRecord] | None) -> bool:
        """Writes the first commit of a game; False if it is there: a retry, or another was first."""
        progress.written(self._clock)
        answer = self._store.create(
            game,
            Tag.fresh(progress.version),
            state=self._state(progress),
            meta=msgspec.json.encode(progress.meta),
            pace=msgspec.json.encode(progress.pace),
            rows=self._encoded(progress),
            key=key,
        )
        if isinstance(answer, Exists):
            self.lobby.note(game, META.decode(answer.stored.meta))  # the first may have ended before it did
            return False
        self._announce(game, None, progress.pace)
        self.lobby.note(game, progress.meta)
        _check_held(answer)
        return True

    def _commit(
        self,
        table: Table,
        progress: Progress,
        retry: Retry | None = None,
        credential: str = "",
        extra: str = "",
    ) -> Table:
        """The table after the commit. Lost if somebody else was first, also the same request."""
        progress.written(self._clock)
        record = None
        if retry is not None:
            made = KeyRecord(retry.request, table.tag.version + 1, progress.version, extra)
            record = (retry.field(credential), made)
        tag = Tag.fresh(progress.version)
        answer = self._store.commit(
            table.id,
            table.tag,
            tag,
            state=self._state(progress),
            meta=None if progress.meta is table.meta else msgspec.json.encode(progress.meta),
            pace=msgspec.json.encode(progress.pace),
            rows=self._encoded(progress),
            key=record,
        )
        match answer:
            case Committed():
                self.lobby.note_change(table, progress.meta, progress.pace)
                self._announce(table.id, table.pace, progress.pace)
                _check_held(answer)
                return replace(table, tag=tag, meta=progress.meta, pace=progress.pace, state=progress.state)
            case Missing():
                raise NotFound(NO_GAME)
            case _:
                raise Lost

    def _announce(self, game: str, before: Pace | None, after: Pace) -> None:
        """Has bots that think move, and the game looked at when its time has come, unless it is going to be
        before that anyway.

        Most moves only put off what is due, and cost no round trip. The commit stands: whatever keeps the
        index from being written must not make the caller think otherwise.
        """
        if after.thinking is not None:
            self.gears.engage(game)
        known = None if before is None else before.look
        if after.look is None or (known is not None and known <= after.look):
            return
        with suppress(StoreUnavailable):
            self._store.due.add(game, after.look)

    def _done(self, table: Table, progress: Progress, reader: Reader) -> answers.Change:
        """Commits what has no Idempotency-Key and answers what changed, as far as the caller may see it."""
        done = self._commit(table, progress).as_seen()
        return self._change(done, table.tag.version + 1, progress.rows, reader)

    def _change(
        self, table: Table, first: int, rows: list[Row], reader: Reader, moves: int | None = None
    ) -> answers.Change:
        """The steps from a version on and the game after them, as far as the caller may see both."""
        return answers.Change(
            show_steps(table, first, rows, reader), show_game(table, reader, self._lifetime, moves)
        )

    def _until_it_holds(self, attempt: Callable[[], T]) -> T:
        """Runs the attempt again, from its read, as long as its commit loses the race."""
        for tried in range(TRIES):
            try:
                return attempt()
            except Lost:
                time.sleep(secrets.randbelow(tried + 1) / 1000)
        raise StoreUnavailable("The game is too busy; try again.")

    def _state(self, progress: Progress) -> bytes | None:
        return None if progress.state is None else progress.ruleset.to_json(progress.state)

    def _encoded(self, progress: Progress) -> list[bytes]:
        codec = self._door.codecs[progress.ruleset.slug]
        return [codec.encode(row) for row in progress.finished()]

    def _rows_after(self, table: Table, after: int, limit: int) -> list[Row]:
        codec = self._door.codecs[table.ruleset.slug]
        return [codec.decode(row.body) for row in self._store.rows(table.id, after, limit)]

    def _log(self, table: Table, first: int, last: int) -> list[Row]:
        """The rows of versions `first` to `last`."""
        return self._rows_after(table, first - 1, last - first + 1)
