"""The lists of the lobby: which games there are, newest first; apart from the games, made again from them.

A list holds at least the games that belong to it: a game is added after its commit, and what has left is
taken out when somebody comes across it. So whoever reads a list looks at the games themselves.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from service.store import keys
from service.store.pool import Argument
from service.store.server import Script, Server

DAY_MS = 24 * 3600 * 1000
SCANNED = 200  # games, or entries, that a walk through the store looks at together


class Entry(msgspec.Struct, frozen=True, order=True):
    """A game in a list; `created` (ms) orders it, and the id where two were made in one millisecond."""

    created: int
    game: str

    def __str__(self) -> str:
        """Its place in the list: strings in the order of the entries."""
        return f"{self.created:015d}|{self.game}"

    @classmethod
    def parse(cls, text: str) -> "Entry":
        """The entry that `str(entry)` wrote. ValueError for any other text."""
        created, game = text.split("|")
        if len(created) != 15 or not (created.isascii() and created.isdecimal()) or not game:
            raise ValueError("no entry of a list")
        return cls(int(created), game)


class Index:
    """The lists of one store. Every method may raise StoreUnavailable.

    A list lives a day longer than a game after each entry that is noted in it. So a game that is noted again
    on each day on which something happens to it is in its lists as long as it lives.
    """

    def __init__(self, server: Server, lifetime_ms: int) -> None:
        self._server = server
        self._lifetime = lifetime_ms
        self._note = Script("note")

    def note(self, entry: Entry, into: Iterable[str], out_of: Iterable[str] = ()) -> None:
        """The game is in these lists and not in those: one round trip to each server that has
        some of the lists.

        Two more, now and then, take out what chance came across and no longer lives. For each game that
        comes in four are looked at, so about a quarter of a list is dead at most, though nobody reads it.
        """
        lists = [keys.list_key(name) for name in into]
        lifetime = self._lifetime + DAY_MS
        commands: list[tuple[Argument, ...]] = [
            ("EVAL", self._note.text, 1, key, str(entry), lifetime) for key in lists
        ]
        commands += [("ZREM", keys.list_key(name), str(entry)) for name in out_of]
        oldest = entry.created - self._lifetime  # what is younger has not died yet
        for key, found in zip(lists, self._server.all(commands), strict=False):
            old = [one for one in _entries(found) if one.created < oldest]
            if old:
                seen = self.metas([one.game for one in old])
                self._drop(key, [one for one, there in zip(old, seen, strict=True) if there is None])

    def page(self, name: str, after: Entry | None, count: int) -> list[Entry]:
        """The entries of the list older than `after`, newest first, at most `count`."""
        return self._page(keys.list_key(name), after, count)

    def drop(self, name: str, entries: Sequence[Entry]) -> None:
        """Takes the entries out of the list."""
        self._drop(keys.list_key(name), entries)

    def metas(self, games: Sequence[str]) -> list[bytes | None]:
        """The meta of the games with these ids, None for one that is no more: one round trip."""
        return self._server.all([("HGET", keys.game_key(game), keys.META) for game in games])

    def lists(self) -> Iterator[str]:
        """The names of all lists there are."""
        for key in self._server.scan(keys.LISTS, "zset"):
            yield keys.list_of(key)

    def games(self) -> Iterator[list[str]]:
        """The ids of all games there are, in handfuls; one that comes or goes meanwhile may be left out."""
        some: list[str] = []
        for key in self._server.scan(keys.CHANNELS, "hash"):
            some.append(keys.game_of(key))
            if len(some) == SCANNED:
                yield some
                some = []
        if some:
            yield some

    def _page(self, key: str, after: Entry | None, count: int) -> list[Entry]:
        start = "+" if after is None else f"({after}"
        return _entries(self._server.do("ZREVRANGEBYLEX", key, start, "-", "LIMIT", 0, count))

    def _drop(self, key: str, entries: Sequence[Entry]) -> None:
        if entries:
            self._server.do("ZREM", key, *map(str, entries))


def _entries(found: Iterable[bytes]) -> list[Entry]:
    return [Entry.parse(text.decode()) for text in found]
