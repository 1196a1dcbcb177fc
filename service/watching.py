"""What those see who have no seat: an older table where there is a delay, made again from the log."""

import hmac
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import Ruleset
from engine.core.house import HOUSE_EVENTS
from engine.core.record import Play, Record, last
from engine.core.rng import Rng
from engine.core.seats import Seat
from service.auth import base62
from service.faults import InvalidRequest, NotFound, NotOver
from service.log import Row, RowCodec
from service.store import RedisStore, Tag
from service.store import Row as Entry
from service.tables import Meta, Pace, SeatMeta, Table

PAGE = 500  # rows of a log read at once
KEPT = 64  # older tables that a worker keeps
NONCE_LENGTH = 8
GONE = "The game has expired."


def entries(store: RedisStore, game: str, version: int) -> Iterator[Entry]:
    """The log up to a version as it is stored, oldest first."""
    after = 0
    while after < version:
        page = store.rows(game, after, min(PAGE, version - after))
        if not page:
            return
        yield from page
        after = page[-1].version


def replayed(ruleset: Ruleset[Any, Any, Any], meta: Meta, rows: Iterator[Row]) -> Any:
    """The state that the rows lead to: the log is the truth, a state its cache."""
    plays = (Play(row.seat, row.move) for row in rows if row.seat is not None and row.move is not None)
    record = Record(
        ruleset=meta.ruleset,
        edition=meta.edition,
        options=msgspec.json.decode(meta.options, type=ruleset.Options),
        seats=len(meta.seats),
        seed=meta.seed,
        stack=meta.stack,
        moves=tuple(plays),
    )
    return last(ruleset, record)


class _Past(msgspec.Struct, frozen=True):
    """How a game stood at an older version: what of a table is not the same at every version."""

    tag: Tag
    seats: tuple[SeatMeta, ...]
    pace: Pace
    begun: bool
    state: Any


class Watching:
    """Makes tables as they stood. The log says all of it: who sat, the times, the moves.

    The mark of an older version is a keyed digest of the log up to it: it stays the same as long as the
    version does, and tells it from one that a store gone back in time had.

    What was made is kept for the other watchers, under the mark of the last commit: that was given once, and
    the log below it never changes.
    """

    def __init__(self, store: RedisStore) -> None:
        self._store = store
        self._kept: dict[tuple[str, Tag], _Past] = {}

    def older(self, table: Table, codec: RowCodec) -> Table:
        """The table at the version that its caller may see. NotFound if the game expired meanwhile."""
        name = (table.id, table.tag)
        past = self._kept.get(name)
        if past is None:
            past = self._made(table, codec)
            while len(self._kept) >= KEPT:
                self._kept.pop(next(iter(self._kept)), None)
            self._kept[name] = past
        meta = replace(
            table.meta,
            seats=past.seats,
            status="playing" if past.begun else "open",
            started=table.meta.started if past.begun else None,
        )
        return replace(table, tag=past.tag, meta=meta, pace=past.pace, state=past.state, watch=None)

    def _made(self, table: Table, codec: RowCodec) -> _Past:
        version = table.shown
        digest = hmac.new(table.meta.salt, b"watch", "sha256")
        rows: list[Row] = []
        for entry in entries(self._store, table.id, version):
            digest.update(entry.body)
            rows.append(codec.decode(entry.body, events=False))
        stood = [row.stood for row in rows if row.stood is not None]
        if len(rows) != version or not stood:
            raise NotFound(GONE)
        return _Past(
            tag=Tag(version, base62(digest.digest(), NONCE_LENGTH)),
            seats=next(one.seats for one in reversed(stood) if one.seats is not None),
            pace=stood[-1].pace,
            begun=stood[-1].begun,
            state=_state(table, rows) if stood[-1].begun else None,
        )


def _state(table: Table, rows: list[Row]) -> Any:
    """The state after the rows, whose moves were judged when they were made; None of a retired edition."""
    ruleset, meta = table.ruleset, table.meta
    if meta.edition != ruleset.edition:
        return None
    state = ruleset.new(table.options, len(meta.seats), Rng(meta.seed), meta.stack).state
    for row in rows:
        if row.seat is not None and row.move is not None:
            state = ruleset.play(state, row.seat, row.move).state
    return state


def lobby_facts(row: Row) -> Row:
    """The row without the play: what the house said of seats, start and end."""
    return replace(row, events=tuple(event for event in row.events if isinstance(event, HOUSE_EVENTS)))


def through(table: Table, eyes: str | None) -> tuple[Table, bool]:
    """The table as it is looked at, and whether nothing of it is masked.

    With `eyes`, once the game is over: those of a seat (`1`), of the `public`, or `open`. NotOver before,
    InvalidRequest for a seat that the table has not.
    """
    if eyes is None:
        return table.as_seen(), False
    if not table.meta.over:
        raise NotOver("Other eyes than your own are lent when the game is over: leave `as` out till then.")
    if eyes in ("public", "open"):
        return replace(table, you=None), eyes == "open"
    if int(eyes) >= len(table.meta.seats):
        detail = f"This table has {len(table.meta.seats)} seats, numbered from 0."
        raise InvalidRequest(("query", "as", detail))
    return replace(table, you=Seat(int(eyes))), False
