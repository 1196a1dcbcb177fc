"""Following games as they happen: opens streams."""

from collections.abc import Sequence
from typing import Final

from service import auth
from service.admission import Admission, counted
from service.feeds import Feeds
from service.following import Wishes
from service.hosting import Hosting
from service.live import Live
from service.schemas.streams import FollowEntry
from service.store import RedisStore
from service.streaming import Refuse, Sources, Stream

HEARTBEAT: Final = 15.0  # seconds between two signs of life


class Streams:
    """Opens streams. They are closed by whoever sends them."""

    def __init__(
        self,
        store: RedisStore,
        live: Live,
        hosting: Hosting,
        heartbeat: float = HEARTBEAT,
        admission: Admission | None = None,
    ) -> None:
        self._store = store
        self._hosting = hosting
        feeds = Feeds(store, live, hosting.door, hosting.lifetime_ms)
        self._sources = Sources(live, hosting, feeds, admission or Admission(store), heartbeat)

    def follow(self, game: str, bearer: str | None, wishes: Wishes, after: int | None = None) -> Stream:
        """A stream of one game; with `after`, of what came after that version. RateLimited; StoreUnavailable;
        what opening the table raises."""
        self._hosting.opened(game, bearer)
        stream = Stream(self._sources, wishes, counted(auth.parse(bearer)))
        try:
            stream.add(game, bearer, after)
        except BaseException:
            stream.close()
            raise
        return stream

    def follow_many(self, entries: Sequence[FollowEntry], wishes: Wishes, refuse: Refuse) -> Stream:
        """A stream of many games. What is wrong with an entry is told on it, as `refuse` says it.
        RateLimited; StoreUnavailable."""
        self._store.ping()
        return Stream(self._sources, wishes, False, entries, refuse)
