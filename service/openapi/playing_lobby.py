"""The examples of the lobby and of API keys: a listed game that anybody comes upon, and a key's own games."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from service import auth
from service.keys import ApiKey, Keys

if TYPE_CHECKING:
    from service.openapi.playing import Playing

KEY = f"fdk_{'0' * auth.SECRET_LENGTH}"
KEYS = Keys(Path("keys"), (ApiKey("example", auth.digest(KEY), {}),))


def play_lobby(playing: "Playing", keyed: "Playing") -> None:
    """`playing` is a client of a service that is open to all, `keyed` of one that has API keys."""
    options = {"reneging": "enforced", "open_hands": True}
    seats: list[dict[str, Any]] = [{"name": "Ana", "player": "u-17"}, {"open": True}, {"bot": "random"}]
    new = {"ruleset": "vantage", "options": options, "seats": seats, "turn_seconds": 86400}
    listed = playing.call("createGame", None, {**new, "listed": True})
    playing.call("listGames", query={"ruleset": "vantage", "open": "true"})
    playing.call("listGames", query={"player": "u-17"})
    playing.call("listGames", listed["host_token"], query={"metadata": "room:lunch-42"})
    playing.call("abortGame", listed["host_token"], game=listed["game"]["id"])
    keyed.call("createGame", None, new)
    keyed.call("createGame", listed["host_token"], new)
    made = keyed.call("createGame", KEY, {**new, "metadata": {"room": "lunch-42"}})
    keyed.call("listGames", KEY, query={"metadata": "room:lunch-42"})
    keyed.call("abortGame", KEY, game=made["game"]["id"])
