"""The HTTP resources, one a file; importing them declares their operations."""

from service.api import (
    boards,
    events,
    games,
    health,
    hosts,
    lobby,
    moves,
    problems,
    records,
    rematches,
    rulesets,
    seats,
    streams,
)
from service.api.operation import OPERATIONS, Operation

__all__ = [
    "OPERATIONS",
    "Operation",
    "boards",
    "events",
    "games",
    "health",
    "hosts",
    "lobby",
    "moves",
    "problems",
    "records",
    "rematches",
    "rulesets",
    "seats",
    "streams",
]
