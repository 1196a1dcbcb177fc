"""The examples of watching: what is lent to nobody before the end."""

from typing import Any


def watch(playing: Any, token: str, game: str) -> None:
    """Asks for the eyes of a seat while the game goes on."""
    playing.call("listEvents", token, game=game, query={"as": "1"})
