"""Seats: take one, leave it, come back, renew its token."""

import re

from flask import Response

from service.api.call import answer, base_url, bearer, loaded, marked, query, reader, retry, services
from service.api.operation import STORED, operation
from service.faults import NotFound
from service.schemas.answers import Change, Seating
from service.schemas.requests import TakeSeat, TextQuery

_SEAT = re.compile(r"0|[1-9][0-9]{0,2}")


def number(seat: str) -> int:
    """The number of a seat in a path. NotFound."""
    if _SEAT.fullmatch(seat) is None:
        raise NotFound("There is no such seat.")
    return int(seat)


@operation(
    "POST",
    "/v1/games/{game}/seats",
    id="takeSeat",
    tag="seats",
    summary="Take a seat, or come back to it",
    query=TextQuery,
    body=TakeSeat,
    answers={200: Seating, 201: Seating},
    problems=(
        "unauthenticated",
        "forbidden",
        "not-found",
        "seat-taken",
        "game-over",
        "invalid-request",
        *STORED,
    ),
    needs=("seat", "invite"),
    optional=True,
    idempotent=True,
    limit="tables",
)
def take_seat(game: str) -> Response:
    """Sits down with the invite, which a listed game does not ask for, and tells the seat's token, once.
    Entropy given here is mixed into the seed of the deal, whose commitment is public already. The game starts
    with the last seat. Whoever has a token sends it and an empty object: it takes the seat that a rematch
    keeps for it (201), or comes back to the seat that was played on for it (200), and is told that token
    again; if it sits there already nothing is changed (200)."""
    read, again, asked = reader(query(TextQuery)), retry(), loaded(TakeSeat)
    sat = services().hosting.sit(game, asked, read, again, bearer())
    headers = {"Location": f"{base_url()}/v1/games/{game}"} if sat.fresh else {}
    return answer(sat.answer, 201 if sat.fresh else 200, headers | marked(sat.replayed))


@operation(
    "DELETE",
    "/v1/games/{game}/seats/{seat}",
    id="leaveSeat",
    tag="seats",
    summary="Leave a seat, or remove who sits there",
    query=TextQuery,
    answers={200: Change},
    problems=("unauthenticated", "forbidden", "not-found", "game-over", "invalid-request", *STORED),
    needs=("seat", "host"),
)
def leave_seat(game: str, seat: str) -> Response:
    """Gives up the bearer's seat, or, by the host, any; its token is dead at once. Before the game the seat
    is open again; during it a house bot plays on, and when nobody is left the game is aborted. Where nobody
    sits and nobody may return nothing is changed."""
    return answer(services().hosting.leave(game, bearer(), number(seat), reader(query(TextQuery))))


@operation(
    "POST",
    "/v1/games/{game}/seats/{seat}/token",
    id="rotateToken",
    tag="seats",
    summary="Renew the token of a seat",
    query=TextQuery,
    answers={200: Seating},
    problems=("unauthenticated", "forbidden", "not-found", "invalid-request", *STORED),
    needs=("seat", "key"),
    idempotent=True,
)
def rotate_token(game: str, seat: str) -> Response:
    """Tells a new token for the seat, once; the old one is dead at once. It is asked for with the old token,
    or with the API key that made the game: so comes back who lost his token, or left. Never by the host:
    hosting does not mean seeing hands. It is no step, so `steps` is empty."""
    read, again = reader(query(TextQuery)), retry(of_body=False)
    renewed, replayed = services().hosting.rotate(game, bearer(), number(seat), read, again)
    return answer(renewed, headers=marked(replayed))
