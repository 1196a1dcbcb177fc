"""The examples of the streams: the end of the game that was played, followed again."""

from typing import Any, Protocol

from service import auth
from service.admission import MOST_STREAMS
from service.store import RedisStore

NOWHERE = "0" * 22


class Caller(Protocol):
    """Who calls operations by name."""

    def call(self, name: str, token: str | None = None, body: Any = None, /, **given: Any) -> Any:
        """The answer."""


def follow(playing: Caller, store: RedisStore, game: str, token: str) -> None:
    """Follows a game that is over: both streams end by themselves."""
    seen = playing.call("getGame", token, game=game)["version"] - 1
    playing.call("followGame", token, game=game, headers={"Last-Event-ID": str(seen)})
    entries = [{"token": token, "after": seen}, {"game": NOWHERE}]
    playing.call("followGames", None, {"follow": entries, "snapshots": False, "moves": 50})
    for at in range(MOST_STREAMS):
        store.holds.take(auth.digest(token), f"stream {at}", MOST_STREAMS)
    playing.call("followGame", token, game=game)
