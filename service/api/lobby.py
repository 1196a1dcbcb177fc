"""The lobby: lists of games."""

from flask import Response

from service.api.call import answer, bearer, query, reader, services
from service.api.operation import STORED, operation
from service.schemas.lobby import GamePage, GamesQuery


@operation(
    "GET",
    "/v1/games",
    id="listGames",
    tag="games",
    summary="List games",
    query=GamesQuery,
    answers={200: GamePage},
    problems=("unauthenticated", "forbidden", "invalid-request", *STORED),
    needs=("key",),
    optional=True,
)
def list_games() -> Response:
    """Games, newest first: without an API key the listed ones that are not over, whoever made them; with one
    all that were made with it, and only those. A page may be short, even empty, and still have a
    `next_cursor`: a call looks at 500 games at most."""
    asked = query(GamesQuery)
    return answer(services().hosting.games(bearer(), asked, reader(asked)))
