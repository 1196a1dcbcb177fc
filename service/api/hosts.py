"""What hosts do at their tables: start with fewer, seat house bots."""

from flask import Response

from service.api.call import answer, bearer, loaded, marked, query, reader, retry, services
from service.api.operation import STORED, operation
from service.api.seats import number
from service.schemas.answers import Change
from service.schemas.hosts import SeatBot
from service.schemas.requests import TextQuery


@operation(
    "POST",
    "/v1/games/{game}/start",
    id="startGame",
    tag="games",
    summary="Start with fewer seats",
    query=TextQuery,
    answers={200: Change},
    problems=(
        "unauthenticated",
        "forbidden",
        "not-found",
        "already-started",
        "game-over",
        "invalid-request",
        *STORED,
    ),
    needs=("host",),
    idempotent=True,
)
def start_game(game: str) -> Response:
    """Deals to those who sit. Open seats, also reserved ones, leave the table and higher seats move down: a
    step before the deal has a `seat_changed` with the reason `moved` for each seat that somebody sits in from
    now on. `you` of the game says which is yours. Without open seats a game starts by itself."""
    read, again = reader(query(TextQuery)), retry(of_body=False)
    change, replayed = services().hosting.start(game, bearer(), read, again)
    return answer(change, headers=marked(replayed))


@operation(
    "PUT",
    "/v1/games/{game}/seats/{seat}/bot",
    id="seatBot",
    tag="seats",
    summary="Give a seat to a house bot",
    query=TextQuery,
    body=SeatBot,
    answers={200: Change},
    problems=(
        "unauthenticated",
        "forbidden",
        "not-found",
        "seat-taken",
        "game-over",
        "invalid-request",
        *STORED,
    ),
    needs=("host",),
)
def seat_bot(game: str, seat: str) -> Response:
    """Seats a house bot where nobody plays: in an open or reserved seat, in one that was left (whoever could
    have come back can no more), or in place of another house bot. The game starts with the last seat. The
    same bot again changes nothing. Remove it to open the seat again."""
    read, asked = reader(query(TextQuery)), loaded(SeatBot)
    return answer(services().hosting.seat_bot(game, bearer(), number(seat), asked, read))
