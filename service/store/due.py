"""The index of the games that the house has to look at, by the time it has to; it can be made again."""

import msgspec

from service.store import keys
from service.store.server import Script, Server


class Due(msgspec.Struct, frozen=True):
    """A game, and when (ms) it has to be looked at."""

    game: str
    time: int


class DueIndex:
    """When games have to be looked at. All methods may raise `StoreUnavailable`.

    Nothing depends on it: it makes prompt what whoever looks at a game does as well. So an entry may be early
    (a look costs little), and one that is missing does no harm but delay.
    """

    def __init__(self, server: Server, lifetime_ms: int) -> None:
        self._server = server
        self._lifetime = lifetime_ms
        self._script = Script("due")

    def add(self, game: str, time: int) -> None:
        """The game has to be looked at by then (ms); an earlier time stays."""
        self._server.run(self._script, [keys.DUE], [game, self._lifetime, time, ""])

    def settle(self, looked_at: Due, again: int | None) -> bool:
        """The game was looked at: when it has to be again, if ever. False: meanwhile that has changed."""
        time = "" if again is None else str(again)
        answer = self._server.run(
            self._script, [keys.DUE], [looked_at.game, self._lifetime, time, looked_at.time]
        )
        return bool(answer == 1)

    def by(self, now: int, limit: int) -> list[Due]:
        """What is due by now (ms), the longest due first."""
        found = self._server.do("ZRANGEBYSCORE", keys.DUE, "-inf", now, "WITHSCORES", "LIMIT", 0, limit)
        return [Due(game.decode(), int(time)) for game, time in zip(found[::2], found[1::2], strict=True)]

    def lease(self, lifetime_ms: int) -> bool:
        """Whether the caller, and nobody else for so long, is to look at what is due."""
        return self._server.do("SET", keys.DUE_LEASE, 1, "NX", "PX", lifetime_ms) is not None
