"""Rematches: the same people, the same rules, a new deal."""

from flask import Response

from service.api.call import answer, base_url, bearer, marked, query, reader, retry, services
from service.api.operation import STORED, operation
from service.schemas.answers import Change
from service.schemas.requests import TextQuery


@operation(
    "POST",
    "/v1/games/{game}/rematch",
    id="createRematch",
    tag="games",
    summary="Play again",
    query=TextQuery,
    answers={200: Change, 201: Change},
    problems=(
        "unauthenticated",
        "forbidden",
        "not-found",
        "not-over",
        "invalid-request",
        *STORED,
    ),
    needs=("seat",),
    limit="tables",
    idempotent=True,
)
def create_rematch(game: str) -> Response:
    """Makes the rematch of a game that is over, for any of its seats: an open game with the same rules and
    settings, everybody one seat further, house bots seated, a seat kept for each person. All who ask are told
    the same game, the first with 201. The tokens of the old game are those of the new: each takes its seat
    with `POST /v1/games/{id}/seats` and an empty object, the host's hosts, the invite sits in seats that are
    free. Nothing of the old deal is used again; the rematch of a sandbox game is a fair one."""
    read, again = reader(query(TextQuery)), retry(of_body=False)
    change, made, replayed = services().hosting.rematch(game, bearer(), read, again)
    headers = {"Location": f"{base_url()}/v1/games/{change.game.id}"} if made else {}
    return answer(change, 201 if made else 200, headers | marked(replayed))
