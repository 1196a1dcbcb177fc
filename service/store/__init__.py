"""Where games are kept: `RedisStore`, what it answers, and the exception that says it cannot."""

from service.store.answers import (
    Committed,
    Conflict,
    Created,
    Exists,
    KeyRecord,
    Missing,
    Replayed,
    Row,
    Stored,
    Tag,
)
from service.store.index import Entry, Index
from service.store.server import StoreUnavailable
from service.store.store import RedisStore

__all__ = [
    "Committed",
    "Conflict",
    "Created",
    "Entry",
    "Exists",
    "Index",
    "KeyRecord",
    "Missing",
    "RedisStore",
    "Replayed",
    "Row",
    "StoreUnavailable",
    "Stored",
    "Tag",
]
