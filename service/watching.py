"""What those see who have no seat: an older table where there is a delay, made again from the log."""

import hmac
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import Ruleset
from engine.core.house import HOUSE_EVENTS, GameStarted
from engine.core.record import Play, Record, last
from engine.core.seats import Seat
from service.auth import base62
from service.faults import InvalidRequest, NotFound, NotOver
from service.log import Row, RowCodec
from service.store import RedisStore, Tag
from service.store import Row as Entry
from service.tables import Meta, Pace, SeatMeta, Table

PAGE = 500  # rows of a log read at once
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


class Watching:
    """Makes tables as they stood. The log says all of it: who sat, the times, the moves.

    The mark of an older version is a keyed digest of the log up to it: it stays the same as long as the
    version does, and tells it from one that a store gone back in time had.
    """

    def __init__(self, store: RedisStore) -> None:
        self._store = store

    def older(self, table: Table, codec: RowCodec) -> Table:
        """The table at the version that its caller may see. NotFound if the game expired meanwhile."""
        version, meta = table.shown, table.meta
        digest = hmac.new(meta.salt, b"watch", "sha256")
        rows: list[Row] = []
        for entry in entries(self._store, table.id, version):
            digest.update(entry.body)
            rows.append(codec.decode(entry.body))
        if len(rows) != version:
            raise NotFound(GONE)
        begun = any(isinstance(event, GameStarted) for row in rows for event in row.events)
        seats, pace = _stood(rows)
        return replace(
            table,
            tag=Tag(version, base62(digest.digest(), NONCE_LENGTH)),
            meta=replace(
                meta,
                seats=seats,
                status="playing" if begun else "open",
                started=meta.started if begun else None,
            ),
            pace=pace,
            state=self._state(table, rows) if begun else None,
            watch=None,
        )

    def _state(self, table: Table, rows: list[Row]) -> Any:
        if table.meta.edition != table.ruleset.edition:
            return None
        return replayed(table.ruleset, table.meta, iter(rows))


def _stood(rows: list[Row]) -> tuple[tuple[SeatMeta, ...], Pace]:
    """Seats and times after the last of the rows."""
    stood = [row.stood for row in rows if row.stood is not None]
    seats = next(one.seats for one in reversed(stood) if one.seats is not None)
    return seats, stood[-1].pace


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
