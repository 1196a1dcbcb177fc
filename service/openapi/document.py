"""The whole document."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from service.api import OPERATIONS
from service.openapi.components import components
from service.openapi.paths import path_item, shared_examples, shared_headers

EXAMPLES = Path(__file__).with_name("examples.json")
VERSION = "0.1.0"
_TAGS = {
    "rulesets": "What can be played, and with whom",
    "games": "Games: create, list, see, abort",
    "seats": "Sitting down and leaving",
    "moves": "Legal moves, and playing them",
    "events": "What happened",
    "records": "Records and their verification",
    "problems": "What the problems mean",
    "health": "For those who run the service",
}
_DESCRIPTION = """Fairdeal hosts card games for any frontend, bot or app.

- Create a game, send the invite, list legal moves, play one of them, follow what happens.
- A card is its code; `??` is a card that the caller may not know. Nothing hidden is ever told.
- Every change answers its steps and the game after them. `version` counts steps.
- Send `Idempotency-Key` with every POST and `If-Match` with every move: then a lost answer costs nothing.
- Unknown fields, kinds and values may appear in answers within v1; unknown fields in requests are refused."""


@cache
def examples() -> dict[str, Any]:
    """Bodies, answers and problems from a game that was really played; `make openapi` plays it again."""
    read: dict[str, Any] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return read


def build(shown: dict[str, Any] | None = None) -> dict[str, Any]:
    """The OpenAPI 3.1 document, with the committed examples unless others are given."""
    played = examples() if shown is None else shown
    paths: dict[str, Any] = {}
    for operation in OPERATIONS.values():
        item = path_item(operation, played)
        paths.setdefault(operation.path, {})[operation.method.lower()] = item
    schemes = {
        "seatToken": "The token of a seat, `fds_…`: plays it",
        "hostToken": "The token of the host, `fdh_…`",
        "inviteToken": "The invite, `fdi_…`: sits down",
        "keyToken": "An API key of the service, `fdk_…`: creates games, hosts and lists those it made",
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fairdeal",
            "version": VERSION,
            "description": _DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": components(),
            "examples": shared_examples(played),
            "headers": shared_headers(),
            "securitySchemes": {
                name: {"type": "http", "scheme": "bearer", "description": text}
                for name, text in schemes.items()
            },
        },
    }
