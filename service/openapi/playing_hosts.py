"""The examples of hosts: a game started with fewer, a bot in a seat, a token renewed, and a rematch."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.openapi.playing import Playing

KEYS = [{"Idempotency-Key": f"0b0ff7a2-7d4f-4d0a-9a39-1f2f3c4d5e7{number}"} for number in range(2)]


def host_a_table(playing: "Playing") -> None:
    """Plays host, and what is refused to one."""
    seats = [{"open": True}, {"name": "Ana"}, {"open": True}, {"open": True}]
    new = {"ruleset": "vantage", "seats": seats}
    made = playing.call("createGame", None, new)
    game, host, ana = made["game"]["id"], made["host_token"], made["seat_tokens"][1]
    playing.call("createRematch", ana, game=game)
    playing.call("startGame", host, game=game)
    playing.call("takeSeat", None, {}, game=game)
    playing.call("seatBot", host, {"bot": "random"}, game=game, seat=2)
    playing.call("seatBot", host, {"bot": "random"}, game=game, seat=1)
    playing.call("seatBot", host, {"bot": "deep-blue"}, game=game, seat=3)
    playing.call("takeSeat", ana, {}, game=game)
    renewed = playing.call("rotateToken", ana, game=game, seat=1, headers=KEYS[0])["token"]
    playing.call("rotateToken", ana, game=game, seat=0, headers=KEYS[0])
    playing.call("rotateToken", host, game=game, seat=1)
    playing.call("startGame", host, game=game, headers=KEYS[1])
    playing.call("startGame", host, game=game)
    playing.call("abortGame", host, game=game)
    for name in ("startGame", "seatBot"):
        body = {"bot": "random"} if name == "seatBot" else None
        playing.call(name, host, body, game=game, seat=1)
    again = playing.call("createRematch", renewed, game=game)["game"]["id"]
    playing.call("createRematch", renewed, game=game)
    playing.call("takeSeat", renewed, {}, game=again)
