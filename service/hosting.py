"""The use cases of a game: look, list, play, check, follow, and those of the tables it is made of.

Each is one read and at most one commit. A commit that loses its race is tried again from the read; whoever
named the version he acts on is told that it has passed. Nothing here knows HTTP.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from engine import GameOver, Ruleset
from engine.core.moves import Move
from engine.core.seats import Seat
from service.creating import Creating
from service.door import Door, Retry, seat_of
from service.faults import NotStarted, StaleVersion
from service.log import Row
from service.presiding import Presiding
from service.schemas.answers import Change, EventsPage, Game, MoveList
from service.schemas.reader import Reader
from service.schemas.requests import EventsQuery, MovesQuery
from service.seating import Seating
from service.showing import show_game, show_moves, show_steps
from service.tables import Table

Parse = Callable[[Ruleset[Any, Any, Any]], Move]


class IfMatch(msgspec.Struct, frozen=True):
    """The version that the caller acts on; with a nonce, that very commit."""

    version: int
    nonce: str | None = None


class Hosting(Creating, Seating, Presiding):
    """Hosts games of the rule sets in a store."""

    @property
    def door(self) -> Door:
        """Through which a table is seen that somebody else has read."""
        return self._door

    @property
    def lifetime_ms(self) -> int:
        """How long a game lives after its last step."""
        return self._lifetime

    def now(self) -> int:
        """The time by which tables are judged, in ms since 1970."""
        return self._clock()

    def opened(self, game: str, bearer: str | None) -> Table:
        """The table as the caller sees it; whatever was due by now has happened."""
        return self._open(game, bearer)

    def see(
        self, game: str, bearer: str | None, reader: Reader, moves: int | None = None
    ) -> tuple[Game, str]:
        """The game as the caller sees it, and the nonce of its last commit."""
        with self._at(game, bearer) as table:
            return show_game(table, reader, self._lifetime, moves), table.tag.nonce

    def legal(self, game: str, bearer: str | None, query: MovesQuery, reader: Reader) -> tuple[MoveList, str]:
        """A page of the legal moves of the caller's seat, and the nonce of the last commit."""
        with self._at(game, bearer) as table:
            seat_of(table)
            return show_moves(table, query, reader), table.tag.nonce

    def play(
        self,
        game: str,
        bearer: str | None,
        parse: Parse,
        reader: Reader,
        retry: Retry | None = None,
        if_match: IfMatch | None = None,
        moves: int | None = None,
    ) -> tuple[Change, str, bool]:
        """Plays a move and what house bots do after it: what changed, the nonce, whether a retry is answered.

        A known Idempotency-Key is answered before turn, version or rules are judged.
        """

        def attempt() -> tuple[Change, str, bool]:
            with self._at(game, bearer, retry) as table:
                seat = seat_of(table)
                if table.key is not None and retry is not None:
                    retry.check(table.key)
                    rows = self._log(table, table.key.first, table.key.last)
                    return self._change(table, table.key.first, rows, reader, moves), table.tag.nonce, True
                move = _judged(table, seat, parse, if_match)
                progress = self._progress(table)
                progress.play(seat, move, "player")
                progress.let_bots_play()
                done = self._commit(table, progress, retry, table.meta.seats[seat].token or "")
                first = table.tag.version + 1
                return self._change(done, first, progress.rows, reader, moves), done.tag.nonce, False

        return self._until_it_holds(attempt)

    def check(self, game: str, bearer: str | None, parse: Parse, if_match: IfMatch | None = None) -> None:
        """Nothing if the move is legal now, else what `play` would raise. It is not played: it could tell."""
        with self._at(game, bearer) as table:
            _judged(table, seat_of(table), parse, if_match)

    def events(self, game: str, bearer: str | None, query: EventsQuery, reader: Reader) -> EventsPage:
        """Steps after a version, waiting for one if asked to."""
        table = self._open(game, bearer)
        if query.wait and table.tag.version <= query.after and not table.meta.over:
            self._live.wait(game, query.after, query.wait)
            table = self._open(game, bearer)
        rows = self._rows_after(table, query.after, query.limit + 1)
        page = rows[: query.limit]
        last = query.after + len(page)
        return EventsPage(
            steps=show_steps(table, query.after + 1, page, reader),
            version=max(table.tag.version, last if page else 0),
            next_after=last,
            more=len(rows) > query.limit,
        )

    def _change(self, table: Table, first: int, rows: list[Row], reader: Reader, moves: int | None) -> Change:
        return Change(show_steps(table, first, rows, reader), show_game(table, reader, self._lifetime, moves))


def _judged(table: Table, seat: Seat, parse: Parse, if_match: IfMatch | None) -> Move:
    """The move, legal now. Raises what says why not."""
    if table.meta.status == "open":
        raise NotStarted("The game has not started: seats are still open.")
    if table.meta.over:
        raise GameOver("The game is over.")
    if if_match is not None and not _is_current(table, if_match):
        legal = None
        with suppress(
            Exception
        ):  # whatever is wrong with the move, the answer is that the version has passed
            legal = False
            table.ruleset.judge(table.state, seat, parse(table.ruleset))
            legal = True
        raise StaleVersion(if_match.version, table.tag.version, legal)
    move = parse(table.ruleset)
    table.ruleset.judge(table.state, seat, move)
    return move


def _is_current(table: Table, named: IfMatch) -> bool:
    """Whether the caller saw what he acts on: this commit, or any since the phase began."""
    version = table.tag.version
    if named.version == version:
        return named.nonce in (None, table.tag.nonce)
    return table.pace.since <= named.version < version
