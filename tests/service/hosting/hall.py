"""A service with API keys and one that is open to all, over one store, for the tests of keys and lobby."""

from pathlib import Path
from typing import Any

from service import auth
from service.door import Retry
from service.hosting import Hosting
from service.keys import ApiKey, Keys
from service.live import Live
from service.schemas.answers import Created
from service.schemas.lobby import GamePage, GamesQuery
from service.schemas.reader import Reader
from service.schemas.requests import NewGame, NewSeat
from service.store import RedisStore
from tests.service.hosting.house import NOON, OPEN, READER, VANTAGE

ACME, OTHER = auth.new_key(), auth.new_key()
KEYS = Keys(Path("keys"), (ApiKey("acme", auth.digest(ACME), {}), ApiKey("other", auth.digest(OTHER), {})))
ANA, BO = NewSeat(name="Ana", player="u-17"), NewSeat(name="Bo", player="u-42")


class Hall:
    """A service with API keys and an open one, over a store of their own; the clock is set by hand."""

    def __init__(self, store: RedisStore, live: Live) -> None:
        self.now = NOON
        self.store = store
        self.keyed = Hosting(store, live, clock=lambda: self.now, keys=KEYS)
        self.free = Hosting(store, live, clock=lambda: self.now)

    def make(self, *seats: NewSeat, bearer: str | None = None, tick: int = 1000, **more: Any) -> Created:
        """A game, made with the key if there is one."""
        self.now += tick
        return self.create(seats or (ANA, OPEN), None, bearer, **more)[0]

    def create(
        self, seats: tuple[NewSeat, ...], retry: Retry | None, bearer: str | None, **more: Any
    ) -> tuple[Created, bool]:
        """A game, and whether it is the answer to a retry."""
        options = VANTAGE.Options(**more.pop("options", {}))
        hosting = self.free if bearer is None else self.keyed
        return hosting.create(NewGame("vantage", seats, **more), options, READER, retry, bearer)

    def page(self, bearer: str | None = None, reader: Reader = READER, **query: Any) -> GamePage:
        """A page of games."""
        return self.keyed.games(bearer, GamesQuery(**query), reader)

    def pages(self, bearer: str | None = None, **query: Any) -> list[GamePage]:
        """All pages, one after the other."""
        found = [self.page(bearer, **query)]
        while found[-1].next_cursor is not None:
            found.append(self.page(bearer, cursor=found[-1].next_cursor, **query))
        return found

    def listed(self, bearer: str | None = None, **query: Any) -> list[str]:
        """The ids of all pages."""
        return [item.id for page in self.pages(bearer, **query) for item in page.items]
