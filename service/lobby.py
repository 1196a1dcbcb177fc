"""The lobby: which games are listed where, a page of them for whoever asks, and the lists made right again.

Public lists hold the listed games that are not over; an API key has a list of all its own. They are written
after the commits that matter, and are only ever too long: what a page shows, it has read from the games.
"""

import base64
import hashlib
import logging
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from engine import Ruleset
from service.catalogue import house_rules
from service.faults import InvalidRequest
from service.schemas.lobby import GamePage, GamesQuery, GameSummary
from service.schemas.reader import Reader
from service.showing import time_text
from service.store import Entry, RedisStore, StoreUnavailable, keys
from service.store.index import DAY_MS, SCANNED
from service.tables import META, Meta, Pace, Table

LEAST_EXAMINED: Final = 100  # games that are looked at in one go, once a page was not full at first sight
MOST_EXAMINED: Final = 500  # after which a page ends, however short it is

log = logging.getLogger(__name__)


class Lobby:
    """The lists of games in a store."""

    def __init__(self, store: RedisStore, rulesets: Mapping[str, Ruleset[Any, Any, Any]]) -> None:
        self._index = store.index
        self._rulesets = rulesets

    def note(self, game: str, meta: Meta) -> None:
        """Puts the game into the lists where it belongs. Its commit stands, whatever happens here.

        A game that is not listed and nobody's is in none, and nothing is written.
        """
        into = list(_lists(meta))
        out_of = [name for name in (keys.OPEN, keys.LISTED) if meta.listed and name not in into]
        if not into and not out_of:
            return
        try:
            self._index.note(Entry(meta.created, game), into, out_of)
        except StoreUnavailable as failure:
            log.warning("game %s is not in the lists as it should be: %s", game, failure)

    def note_change(self, before: Table, meta: Meta, pace: Pace) -> None:
        """The same after a later commit: if it changed more than the state, or is the first of its day.

        The first of a day keeps the lists alive as long as the game, and mends what a lost write left out.
        """
        if meta is not before.meta or pace.touched // DAY_MS != before.pace.touched // DAY_MS:
            self.note(before.id, meta)

    def page(self, query: GamesQuery, owner: str | None, reader: Reader) -> GamePage:
        """Games that fit, newest first: of the API key `owner`, or those listed for everybody.

        At most 500 games are looked at, in handfuls of two round trips, and one more for each handful in
        which something was out of date. Then the page ends as it is, with a cursor to go on.
        """
        name = _list_for(query, owner)
        after = _start(query, owner)
        handful = query.limit  # enough where everything fits
        items: list[GameSummary] = []
        examined = 0
        while True:
            asked = min(handful, MOST_EXAMINED - examined)
            found = self._index.page(name, after, asked + 1)
            for entry, meta in self._living(name, found[:asked]):
                if meta is not None and self._fits(meta, query, owner):
                    if len(items) == query.limit:
                        return GamePage(tuple(items), _cursor(query, owner, after))
                    items.append(self._summary(entry.game, meta, reader))
                after = entry
            examined += asked
            handful = max(query.limit, LEAST_EXAMINED)
            if len(found) <= asked:
                return GamePage(tuple(items), None)
            if examined == MOST_EXAMINED or len(items) == query.limit:
                return GamePage(tuple(items), _cursor(query, owner, after))

    def repair(self) -> int:
        """Goes through all games and lists, and makes every list right; how many games are in some.

        For a sweeper, now and then. It may run beside anything, also beside itself.
        """
        noted = 0
        for games in self._index.games():
            for game, meta in zip(games, map(_meta, self._index.metas(games)), strict=True):
                if meta is not None:
                    self.note(game, meta)
                    noted += any(_lists(meta))
        for name in self._index.lists():
            after = None
            while found := self._index.page(name, after, SCANNED):
                self._living(name, found)
                after = found[-1]
        return noted

    def _living(self, name: str, entries: list[Entry]) -> list[tuple[Entry, Meta | None]]:
        """Each entry with its game, None for one that is no more or has left the list for good; the list is
        rid of those."""
        metas = self._index.metas([entry.game for entry in entries])
        read = [
            (entry, None if meta is None or _has_left(name, meta) else meta)
            for entry, meta in zip(entries, map(_meta, metas), strict=True)
        ]
        self._index.drop(name, [entry for entry, meta in read if meta is None])
        return read

    def _fits(self, meta: Meta, query: GamesQuery, owner: str | None) -> bool:
        """Whether the game is one that was asked for. Nothing is shown that is not the asker's to see."""
        pairs = {f"{name}:{value}" for name, value in (meta.metadata or {}).items()}
        return (
            (meta.listed and not meta.over if owner is None else meta.owner == owner)
            and meta.ruleset in self._rulesets
            and query.ruleset in (None, meta.ruleset)
            and query.status in (None, meta.status)
            and query.open in (None, _is_open(meta))
            and (query.player is None or any(seat.player == query.player for seat in meta.seats))
            and pairs.issuperset(query.metadata)
        )

    def _summary(self, game: str, meta: Meta, reader: Reader) -> GameSummary:
        ruleset = self._rulesets[meta.ruleset]
        return GameSummary(
            id=game,
            ruleset=meta.ruleset,
            edition=meta.edition,
            status=meta.status,
            seats=len(meta.seats),
            open_seats=_free(meta),
            names=meta.names,
            house_rules=house_rules(ruleset, bytes(meta.options), reader.lang, reader.labels),
            turn_seconds=meta.turn_seconds,
            sandbox=meta.sandbox_seed is not None,
            created_at=time_text(meta.created),
        )


def _lists(meta: Meta) -> Iterator[str]:
    """The lists where a game belongs. It never comes back to one that it has left."""
    if meta.listed and meta.status == "open":
        yield keys.OPEN
    if meta.listed and not meta.over:
        yield keys.LISTED
    if meta.owner is not None:
        yield keys.of_owner(meta.owner)
        for player in dict.fromkeys(seat.player for seat in meta.seats if seat.player is not None):
            yield keys.of_owner(meta.owner, player)


def _has_left(name: str, meta: Meta) -> bool:
    return name in (keys.OPEN, keys.LISTED) and name not in _lists(meta)


def _meta(stored: bytes | None) -> Meta | None:
    return None if stored is None else META.decode(stored)


def _free(meta: Meta) -> int:
    return sum(seat.free for seat in meta.seats)


def _is_open(meta: Meta) -> bool:
    return meta.status == "open" and _free(meta) > 0


def _list_for(query: GamesQuery, owner: str | None) -> str:
    """The shortest list that holds all games that were asked for."""
    if owner is not None:
        return keys.of_owner(owner, query.player)
    return keys.OPEN if query.open or query.status == "open" else keys.LISTED


def _asked(query: GamesQuery, owner: str | None) -> str:
    """A short hash of what a cursor belongs to: whose list, and its filters."""
    said = (owner, query.ruleset, query.open, query.status, query.player, sorted(query.metadata))
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()[:8]


def _cursor(query: GamesQuery, owner: str | None, after: Entry | None) -> str:
    text = f"{after}|{_asked(query, owner)}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _start(query: GamesQuery, owner: str | None) -> Entry | None:
    """Where the page begins. InvalidRequest for what is no cursor, or one of another list."""
    if query.cursor is None:
        return None
    try:
        padded = query.cursor + "=" * (-len(query.cursor) % 4)
        text, _, asked = base64.urlsafe_b64decode(padded.encode()).decode().rpartition("|")
        entry = Entry.parse(text)
    except ValueError:
        raise InvalidRequest(("query", "cursor", "This is not a cursor of this list.")) from None
    if asked != _asked(query, owner):
        detail = "This cursor is of a list with other filters, or of another API key; start anew."
        raise InvalidRequest(("query", "cursor", detail))
    return entry
