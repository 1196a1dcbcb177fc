"""The examples of a board: before its game begins, and with the first piece on it."""

from typing import Any


def look_at_a_board(playing: Any) -> None:
    """Looks at an open table, and again when somebody has sat down and a piece lies."""
    new = {"ruleset": "davinci-board", "options": {"first": 0}, "seats": [{"name": "Ana"}, {"open": True}]}
    made = playing.call("createGame", None, new)
    game, ana = made["game"]["id"], made["seat_tokens"][0]
    playing.call("getBoard", ana, game=game)
    playing.call("takeSeat", None, {"invite": made["invite"], "name": "Bo"}, game=game)
    playing.call("playMove", ana, {"kind": "place", "space": "o45"}, game=game)
    playing.call("getBoard", ana, game=game)
    playing.call("abortGame", made["host_token"], game=game)
