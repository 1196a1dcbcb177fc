"""The service as schemathesis sees it: made-up requests by the document, answers held against it.

Seeded and short. What it makes up meets a real table too: the game, the seat and the tokens of one are known to it.
"""

from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.openapi import build
from tests.contract.recorder import Recorder, strict_contract
from tests.service.tables import OPEN, HttpTable

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 15  # an operation
_schema = schemathesis.openapi.from_dict(build())


@pytest.fixture(scope="module")
def known(app: Flask) -> dict[str, Any]:
    """What to put in place of what is made up, so that requests get behind the door."""
    table = HttpTable(app.test_client(), {"name": "Ana"}, {"bot": "random"}, OPEN, sandbox={})
    return {"game": table.game, "seat": "2", "slug": "vantage", "code": "not-found", "token": table.seats[0]}
