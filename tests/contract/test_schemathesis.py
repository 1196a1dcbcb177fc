"""Requests that schemathesis makes up from the document; each answer is held against it.

Seeded and short. Every request is sent twice: as it was made up, and to a real table with a seat's token.
"""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from engine import RULESETS
from service.api import OPERATIONS
from tests.contract.recorder import Recorder
from tests.fuzzing import SHORT, TIMES
from tests.service.tables import OPEN, HttpTable

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
PLAIN: dict[str, Any] = {"options": {"dealer": 1, "action_cards": False}}
BY_RULESET = ("getGame", "listMoves", "playMove", "checkMove", "listEvents", "getRecord")  # as the game is
TRIED = settings(
    max_examples=12 * TIMES,  # an operation
    derandomize=SHORT,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def made_up(app: Flask) -> Any:
    """The document as it is served, with the application to ask."""
    return schemathesis.openapi.from_wsgi("/openapi.json", app)


def tries() -> Iterator[tuple[str, str]]:
    """Every operation, and those that answer as their game is with every rule set."""
    for name in OPERATIONS:
        if name in BY_RULESET:
            yield from ((name, slug) for slug in RULESETS)
        else:
            yield name, "davinci-board" if name == "getBoard" else "vantage"


@pytest.mark.parametrize(("name", "slug"), list(tries()))
def test_Q24_no_request_fails_the_service_or_is_answered_otherwise_than_documented(
    client: Recorder, made_up: Any, name: str, slug: str
) -> None:
    full = HttpTable(client, ruleset=slug, **(PLAIN if slug == "vantage" else {}), sandbox={})
    waiting = HttpTable(client, {"name": "Ana"}, {"bot": "random"}, OPEN)
    where = waiting if name in ("takeSeat", "startGame", "seatBot") else full
    if name == "followGame":  # a stream of a game that goes on has no end
        full.call("DELETE", "", full.host)
    seat = "2" if name == "seatBot" else "0"
    known = {"game": where.game, "seat": seat, "slug": slug, "code": "not-found"}
    if name == "getRecord":
        full.call("DELETE", "", full.host)
    token = where.host if name in ("abortGame", "startGame", "seatBot") else where.seats[0]

    @TRIED
    @given(case=made_up.find_operation_by_id(name).as_strategy())
    def send(case: Any) -> None:
        _send(case, client)
        case.path_parameters = {part: known[part] for part in case.path_parameters}
        case.headers["Authorization"] = f"Bearer {token}"
        if str(case.query.get("wait", "")).isdigit():
            case.query["wait"] = 0
        _send(case, client)

    send()


def _send(case: Any, client: Recorder) -> None:
    """Sends it with the recording client, which holds the answer against the strict copy of the document."""
    answer = client.open(**case.as_transport_kwargs())
    checks = list(CHECKS)
    if answer.mimetype == "text/event-stream":  # the schema is of the whole; the client checks each message
        checks.remove(response_schema_conformance)
    case.validate_response(answer, checks=checks)
