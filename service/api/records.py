"""Records: what anybody can check a game with."""

from flask import Response

from service.api.call import answer, bearer, query, raw_body, reader, services
from service.api.operation import EVERYWHERE, STORED, operation
from service.api.reading import read_object
from service.aside import aside
from service.schemas.answers import GameRecord, Verification
from service.schemas.derive import load
from service.schemas.requests import TextQuery

LARGEST_RECORD = 4 * 1024 * 1024  # bytes


@operation(
    "GET",
    "/v1/games/{game}/record",
    id="getRecord",
    tag="records",
    summary="Get the record of an ended game",
    query=TextQuery,
    answers={200: GameRecord},
    problems=("unauthenticated", "forbidden", "not-found", "invalid-request", *STORED),
    needs=("seat", "host", "invite"),
    optional=True,
)
def get_record(game: str) -> Response:
    """Everything: options, seeds, entropies, every move with its time. Not found before the game has
    ended."""
    reader(query(TextQuery))
    return answer(services().records.record(game, bearer()))


@operation(
    "POST",
    "/v1/verifications",
    id="verifyRecord",
    tag="records",
    summary="Verify a record",
    query=TextQuery,
    body=GameRecord,
    answers={200: Verification},
    problems=("invalid-request", *EVERYWHERE),
)
def verify_record() -> Response:
    """Replays a record, of this service or any other: whether the commitment, the deal, every move and the
    outcome hold, and where it fails first."""
    reader(query(TextQuery))
    data, verify = raw_body(LARGEST_RECORD), services().records.verify
    return answer(aside(lambda: verify(load(GameRecord, read_object(data)))))
