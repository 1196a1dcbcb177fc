"""The use cases of a game: look, list, play, check, follow, and those of the tables it is made of.

Each is one read and at most one commit. A commit that loses its race is tried again from the read; whoever
named the version he acts on is told that it has passed. Nothing here knows HTTP.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec

from engine import GameOver, OutOfTurn, Ruleset
from engine.core.moves import Move
from engine.core.seats import Seat
from service.creating import Creating
from service.door import Door, Retry, seat_of, standing_at
from service.faults import NotStarted, StaleVersion
from service.listing import Listing
from service.picturing import Picture, picture_of
from service.presiding import Presiding
from service.rematching import Rematching
from service.schemas.answers import Change, EventsPage, Game, MoveList
from service.schemas.reader import Reader
from service.schemas.requests import EventsQuery, MovesQuery
from service.seating import Seating
from service.showing import show_game, show_moves, show_steps
from service.tables import Table
from service.thinking import Thinking
from service.watching import through

Parse = Callable[[Ruleset[Any, Any, Any]], Move]


class IfMatch(msgspec.Struct, frozen=True):
    """The version that the caller acts on; with a nonce, that very commit."""

    version: int
    nonce: str | None = None


class Hosting(Creating, Listing, Seating, Presiding, Rematching, Thinking):
    """Hosts games of the rule sets in a store."""

    @property
    def door(self) -> Door:
        """Through which a table is seen that somebody else has read."""
        return self._door

    @property
    def lifetime_ms(self) -> int:
        """How long a game lives after its last step."""
        return self._lifetime

    def see(
        self, game: str, bearer: str | None, reader: Reader, moves: int | None = None
    ) -> tuple[Game, str]:
        """The game as the caller sees it, and the nonce of its last commit."""
        with self._at(game, bearer) as table:
            seen = table.as_seen()
            return show_game(seen, reader, self._lifetime, moves), seen.tag.nonce

    def picture(self, game: str, bearer: str | None, reader: Reader) -> Picture:
        """The game as the caller sees it, drawn."""
        with self._at(game, bearer) as table:
            return picture_of(table, reader)

    def standing(self, game: str, bearer: str | None) -> int | None:
        """The version that the caller may know of, None if there is no such game: for refusals before any
        table was opened."""
        return self._door.standing(game, bearer)

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
                if table.meta.seats[seat].may_return:
                    progress.returns(seat)
                progress.play(seat, move, "player")
                progress.let_bots_play()
                done = self._commit(table, progress, retry, table.credential)
                first = table.tag.version + 1
                return self._change(done, first, progress.rows, reader, moves), done.tag.nonce, False

        return self._until_it_holds(attempt)

    def check(self, game: str, bearer: str | None, parse: Parse, if_match: IfMatch | None = None) -> None:
        """Nothing if the move is legal now, else what `play` would raise. It is not played: it could tell."""
        with self._at(game, bearer) as table:
            _judged(table, seat_of(table), parse, if_match)

    def events(self, game: str, bearer: str | None, query: EventsQuery, reader: Reader) -> EventsPage:
        """Steps after a version, waiting for one if asked to; after the end through any eyes.

        NotOver if other eyes are asked for before.
        """
        table = self._waited(game, bearer, query)
        with standing_at(table.shown, table.ruleset.slug):
            table, unmasked = through(table, query.eyes)
        version = table.tag.version
        rows = self._rows_after(table, query.after, query.limit + 1)[: max(0, version - query.after)]
        page = rows[: query.limit]
        return EventsPage(
            steps=show_steps(table, query.after + 1, page, reader, unmasked),
            version=version,
            next_after=query.after + len(page),
            more=len(rows) > query.limit,
        )

    def _waited(self, game: str, bearer: str | None, query: EventsQuery) -> Table:
        """The table, as soon as its caller may see a version after the one he names, or his time is up.

        Who watches with a delay waits for more than one step: the time runs on from wake to wake. At a game
        that is over one may wait for its rematch; after that nothing comes.
        """
        until = monotonic() + query.wait
        while True:
            table = self._open(game, bearer)
            left = until - monotonic()
            if left <= 0 or table.shown > query.after or table.meta.rematch is not None:
                return table
            if not self._live.wait(game, max(table.tag.version, query.after), left):
                return self._open(game, bearer)


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
    own = table.meta.seats[seat]
    if own.state != "taken" and not own.may_return:
        raise OutOfTurn("A house bot plays this seat.")
    return move


def _is_current(table: Table, named: IfMatch) -> bool:
    """Whether the caller saw what he acts on: this commit, or any since the phase began."""
    version = table.tag.version
    if named.version == version:
        return named.nonce in (None, table.tag.nonce)
    return table.pace.since <= named.version < version
