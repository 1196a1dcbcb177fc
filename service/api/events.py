"""Events: what happened, step by step."""

from flask import Response

from service.api.call import answer, bearer, query, reader, services
from service.api.operation import STORED, operation
from service.schemas.answers import EventsPage
from service.schemas.requests import EventsQuery


@operation(
    "GET",
    "/v1/games/{game}/events",
    id="listEvents",
    tag="events",
    summary="Follow a game",
    query=EventsQuery,
    answers={200: EventsPage},
    problems=("unauthenticated", "forbidden", "not-found", "not-over", "invalid-request", *STORED),
    needs=("seat", "host", "invite"),
    optional=True,
)
def list_events(game: str) -> Response:
    """Steps after a version, as the bearer may know them: `after=0` is the whole history. With `wait` the
    call comes back as soon as there is a step, or empty when the time is up. Whom the game's `spectators`
    shuts out is told of seats, start and end; the steps of the play have no events for him. Once the game is
    over, `as` shows it as a seat or the public saw it, or open-handed, to anybody."""
    asked = query(EventsQuery)
    read = reader(asked, asked.texts == "events")
    return answer(services().hosting.events(game, bearer(), asked, read))
