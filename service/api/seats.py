"""Seats: take one, leave it."""

import re

from flask import Response

from service.api.call import answer, base_url, bearer, loaded, marked, query, reader, retry, services
from service.api.operation import STORED, operation
from service.faults import NotFound
from service.schemas.answers import Change, Seating
from service.schemas.requests import TakeSeat, TextQuery

_SEAT = re.compile(r"0|[1-9][0-9]{0,2}")


@operation(
    "POST",
    "/v1/games/{game}/seats",
    id="takeSeat",
    tag="seats",
    summary="Take an open seat",
    query=TextQuery,
    body=TakeSeat,
    answers={201: Seating},
    problems=(
        "malformed-body",
        "unauthenticated",
        "forbidden",
        "not-found",
        "seat-taken",
        "game-over",
        "too-large",
        "unsupported-media-type",
        "invalid-request",
        "key-reused",
        *STORED,
    ),
    idempotent=True,
    limit="tables",
)
def take_seat(game: str) -> Response:
    """Sits down with the invite, and tells the seat's token, once. Entropy given here is mixed into the seed
    of the deal, whose commitment is public already. The game starts with the last seat."""
    read, again, asked = reader(query(TextQuery)), retry(), loaded(TakeSeat)
    seated, replayed = services().hosting.sit(game, asked, read, again)
    headers = {"Location": f"{base_url()}/v1/games/{game}"}
    return answer(seated, 201, headers | marked(replayed))


@operation(
    "DELETE",
    "/v1/games/{game}/seats/{seat}",
    id="leaveSeat",
    tag="seats",
    summary="Leave a seat",
    query=TextQuery,
    answers={200: Change},
    problems=("unauthenticated", "forbidden", "not-found", "game-over", "invalid-request", *STORED),
    needs=("seat",),
)
def leave_seat(game: str, seat: str) -> Response:
    """Gives up the bearer's seat; its token is dead at once. Before the game the seat is open again; during
    it a house bot plays on, and when nobody is left the game is aborted."""
    if _SEAT.fullmatch(seat) is None:
        raise NotFound("There is no such seat.")
    return answer(services().hosting.leave(game, bearer(), int(seat), reader(query(TextQuery))))
