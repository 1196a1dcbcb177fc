"""Health: is the process alive, is the service ready."""

from flask import Response, current_app

from service.api.call import answer
from service.api.operation import EVERYWHERE, STORED, operation
from service.schemas.rulesets import Health
from service.store import RedisStore


@operation(
    "GET",
    "/livez",
    id="getLiveness",
    tag="health",
    summary="Whether the process is alive",
    answers={200: Health},
    problems=EVERYWHERE,
)
def livez() -> Response:
    """Answers as long as the process does, whatever the store does."""
    return answer(Health("alive"))


@operation(
    "GET",
    "/readyz",
    id="getReadiness",
    tag="health",
    summary="Whether games can be played",
    answers={200: Health},
    problems=STORED,
)
def readyz() -> Response:
    """Answers when the store does."""
    store: RedisStore = current_app.extensions["fairdeal-store"]
    store.ping()
    return answer(Health("ready"))
