"""What the streams of a worker read of a game: once for all that show it, and made once for all alike."""

import threading
from time import monotonic
from typing import Final

import msgspec

from service import auth
from service.door import NO_GAME, Door
from service.faults import NotFound
from service.live import Live
from service.log import Row
from service.schemas.reader import Reader
from service.showing import show_game, show_steps
from service.store import RedisStore, Stored, StoreUnavailable, Tag
from service.tables import PACE, Table

PAGE: Final = 100  # steps that a stream holds at once
_FEW: Final = 16  # steps that are kept for other streams that want the same
_TOGETHER: Final = 100  # games of which one round trip asks where they stand
_AWAY: Final = 0.5  # seconds for which a game is not read again after the store did not answer


class Viewer(msgspec.Struct, frozen=True):
    """Whom a stream shows a game: the holder of a token or the public, in a language, with so many moves."""

    token: auth.Token | None
    reader: Reader
    moves: int | None


class Snapshot:
    """A game as one read found it. What is made of it is kept for all who are to see the same.

    `number`: up to which of the listener's news it is known to be the last word.
    """

    def __init__(
        self, game: str, stored: Stored, number: int, store: RedisStore, door: Door, lifetime_ms: int
    ) -> None:
        self.tag = stored.tag
        self.number = number
        self._game = game
        self._stored = stored
        self._store = store
        self._door = door
        self._lifetime = lifetime_ms
        self._lock = threading.RLock()
        self._tables: dict[auth.Token | None, Table] = {}
        self._rows: dict[tuple[int, int], list[Row]] = {}
        self._games: dict[Viewer, bytes] = {}
        self._steps: dict[tuple[Viewer, int], list[tuple[int, bytes]]] = {}

    @property
    def look(self) -> int | None:
        """When (ms) somebody has to look at the table; None: only when it moves."""
        return PACE.decode(self._stored.pace).look

    def table(self, token: auth.Token | None) -> Table:
        """The table as the holder of the token sees it. Unauthenticated if nobody holds it any more."""
        with self._lock:
            if token not in self._tables:
                self._tables[token] = self._door.table(self._game, self._stored, token)
            return self._tables[token]

    def game(self, viewer: Viewer) -> bytes:
        """The game as the viewer sees it, as JSON."""
        with self._lock:
            if viewer not in self._games:
                shown = show_game(self.table(viewer.token), viewer.reader, self._lifetime, viewer.moves)
                self._games[viewer] = msgspec.json.encode(shown)
            return self._games[viewer]

    def steps(self, viewer: Viewer, after: int) -> list[tuple[int, bytes]]:
        """The next steps after a version as the viewer sees them, at most PAGE: version and JSON of each.

        None beyond the version of his table. NotFound if the log is gone.
        """
        table = self.table(viewer.token)
        count = min(PAGE, table.tag.version - after)
        if count > _FEW:
            return self._made(table, viewer.reader, after, count)
        with self._lock:
            key = (viewer, after)
            if key not in self._steps:
                self._steps[key] = self._made(table, viewer.reader, after, count)
            return self._steps[key]

    def forget(self) -> None:
        """Keeps nothing but what was read: all have seen it."""
        with self._lock:
            for kept in (self._tables, self._rows, self._games, self._steps):
                kept.clear()

    def _made(self, table: Table, reader: Reader, after: int, count: int) -> list[tuple[int, bytes]]:
        rows = self._log(table, after, count)
        shown = show_steps(table, after + 1, rows, reader)
        return [(step.version, msgspec.json.encode(step)) for step in shown]

    def _log(self, table: Table, after: int, count: int) -> list[Row]:
        if (after, count) in self._rows:
            return self._rows[after, count]
        codec = self._door.codecs[table.ruleset.slug]
        found = self._store.rows(self._game, after, count)
        if [row.version for row in found] != list(range(after + 1, after + count + 1)):
            raise NotFound(NO_GAME)
        rows = [codec.decode(row.body) for row in found]
        if count <= _FEW:
            self._rows[after, count] = rows
        return rows


class Feed:
    """A game that streams of this worker follow."""

    def __init__(self, game: str, store: RedisStore, live: Live, door: Door, lifetime_ms: int) -> None:
        self.game = game
        self.followers = 0
        self._store = store
        self._live = live
        self._door = door
        self._lifetime = lifetime_ms
        self._lock = threading.Lock()
        self._last: Snapshot | None = None
        self._failed = -_AWAY
        self._judged = 0.0

    def look(self, number: int | None) -> Snapshot:
        """The game as it is now, or was after the news of that number; None: as it is now.

        However many look, the store is read once. NotFound when the game is gone; StoreUnavailable.
        """
        with self._lock:
            last = self._last
            if last is not None and number is not None and last.number >= number:
                return last
            if monotonic() < self._failed + _AWAY:
                raise StoreUnavailable("the store did not answer a moment ago")
            try:
                return self._read()
            except StoreUnavailable:
                self._failed = monotonic()
                raise

    def _read(self) -> Snapshot:
        number = self._live.number
        if self._last is not None and self._store.tag(self.game) == self._last.tag:
            self._last.number = number
            return self._last
        stored = self._store.read(self.game)
        if stored is None:
            self._last = None
            raise NotFound(NO_GAME)
        self._last = Snapshot(self.game, stored, number, self._store, self._door, self._lifetime)
        return self._last

    def due(self, apart: float) -> bool:
        """Whether the caller is to open the table so that its time is judged: once in `apart` seconds."""
        with self._lock:
            if monotonic() < self._judged + apart:
                return False
            self._judged = monotonic()
            return True

    def stands(self, tag: Tag | None, number: int) -> bool:
        """Whether the game, which stood there after the news of that number, is known to stand there."""
        with self._lock:
            last = self._last
            if last is None:
                return True  # whoever has joined is about to look
            if last.tag == tag:
                last.number = max(last.number, number)
            return last.tag == tag

    def told(self) -> None:
        """A follower has been told of it: keeps little if nobody else is to be told the same."""
        if self.followers == 1:
            self.rest()

    def rest(self) -> None:
        """Nothing happens at the table: keeps little of it."""
        with self._lock:
            if self._last is not None:
                self._last.forget()


class Feeds:
    """The games that streams of this worker follow, each once."""

    def __init__(self, store: RedisStore, live: Live, door: Door, lifetime_ms: int) -> None:
        self._given = (store, live, door, lifetime_ms)
        self._store = store
        self._live = live
        self._lock = threading.Lock()
        self._feeds: dict[str, Feed] = {}
        self._asking = threading.Lock()
        self._known = 0  # the last news of all games after which it was asked where they stand
        self._asked = 0.0
        self._failed = -_AWAY

    def join(self, game: str) -> Feed:
        """The feed of the game, until it is left as often as it was joined."""
        with self._lock:
            feed = self._feeds.setdefault(game, Feed(game, *self._given))
            feed.followers += 1
            return feed

    def leave(self, feed: Feed) -> None:
        """The other end of `join`."""
        with self._lock:
            feed.followers -= 1
            if not feed.followers:
                del self._feeds[feed.game]

    def catch_up(self) -> None:
        """Asks where all games stand if news may have been missed since it was last asked, once for all
        streams that look then."""
        if self._known >= self._live.swept:
            return
        with self._asking:
            swept = self._live.swept
            if self._known < swept and monotonic() >= self._failed + _AWAY:
                self._ask()
                self._known = swept

    def patrol(self, apart: float) -> None:
        """Asks where all games stand unless that was done less than `apart` seconds ago: news that was never
        heard, and games that have expired, are told now."""
        if monotonic() < self._asked + apart or self._asking.locked():
            return
        with self._asking:
            self._ask()

    def _ask(self) -> None:
        self._asked = monotonic()
        games = list(self._feeds)
        for at in range(0, len(games), _TOGETHER):
            number, some = self._live.number, games[at : at + _TOGETHER]
            try:
                tags = self._store.tags(some)
            except StoreUnavailable:
                self._failed = monotonic()
                return
            for game, tag in zip(some, tags, strict=True):
                feed = self._feeds.get(game)
                if feed is not None and not feed.stands(tag, number):
                    self._live.tell(game)
