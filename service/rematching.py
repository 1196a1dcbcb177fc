"""How the same people play again: one new game for all of them, at which their old tokens sit."""

import hmac

import msgspec
from msgspec.structs import replace

from engine import Rng
from engine.core.house import RematchCreated
from engine.core.seats import Seat
from service import auth
from service.commits import Commits
from service.door import Retry, seat_of
from service.faults import NotOver
from service.progress import Progress, sits
from service.schemas import answers
from service.schemas.reader import Reader
from service.store import KeyRecord
from service.tables import Meta, Pace, SeatMeta, Table


class Rematching(Commits):
    """Makes rematches.

    The id of a rematch is made from the salt of the game before, so all who ask make one and the same game,
    and `create.lua` lets one of them. What is written second, that the old game has a rematch, is written by
    whoever comes next if the first did not live to do it.
    """

    def rematch(
        self, game: str, bearer: str | None, reader: Reader, retry: Retry | None = None
    ) -> tuple[answers.Change, bool, bool]:
        """The rematch of a game that is over, by anybody who has a seat there: the new game with its first
        step, whether this call made it, and whether it is the answer to a retry."""
        made = known = False

        def attempt() -> str:
            nonlocal made, known
            with self._at(game, bearer, retry) as table:
                seat_of(table)
                if table.key is not None and retry is not None:
                    retry.check(table.key)
                    known = not made
                if not table.meta.over:
                    raise NotOver("The game is still running: a rematch is made when it is over.")
                if table.meta.rematch is not None:
                    return table.meta.rematch
                again = again_id(table)
                made = self._make(table, again, retry) or made
                progress = self._progress(table)
                progress.meta = replace(progress.meta, rematch=again)
                progress.house(RematchCreated(again))
                self._commit(table, progress, retry, table.credential, "rematch")
                return again

        again = self._until_it_holds(attempt)
        with self._at(again, bearer, retry) as table:
            if table.key is not None and retry is not None:
                retry.check(table.key)
                known = not made
                made = True  # by the request that this one repeats
            return self._change(table, 1, self._log(table, 1, 1), reader), made, known

    def _make(self, table: Table, again: str, retry: Retry | None) -> bool:
        """Makes the new game; False if it is there."""
        now = self._clock()
        meta = self._again(table, now)
        table.ruleset.new(table.options, len(meta.seats), Rng(bytes(32)))  # refuses what makes no game
        progress = Progress(table.ruleset, 0, meta, Pace(now), None, now)
        progress.house(*(sits(seat, Seat(at)) for at, seat in enumerate(meta.seats) if seat.state == "bot"))
        key = None
        if retry is not None:
            key = (retry.field(table.credential), KeyRecord(retry.request, 1, 1, "rematch"))
        return self._begin(again, progress, key)

    def _again(self, table: Table, now: int) -> Meta:
        """The new table: all that was agreed is as before, all that is drawn is drawn anew.

        The rematch of a sandbox game is a fair one: its seed and stack are known to everybody.
        """
        seats = table.meta.seats
        return replace(
            table.meta,
            edition=table.ruleset.edition,
            options=msgspec.Raw(msgspec.json.encode(table.options)),
            status="open",
            seats=tuple(_reserved(seats[at - 1]) for at in range(len(seats))),
            salt=self._entropy(auth.SALT_BYTES),
            server_seed=self._entropy(32),
            sandbox_seed=None,
            stack=None,
            created=now,
            started=None,
            dealt=None,
            ended=None,
            reason=None,
            rematch=None,
        )


def again_id(table: Table) -> str:
    """The id of the game's rematch."""
    said = f"rematch|{table.id}".encode()
    return auth.base62(hmac.digest(table.meta.salt, said, "sha256"), auth.GAME_LENGTH)


def _reserved(before: SeatMeta) -> SeatMeta:
    """The seat in the new game of whoever had this one: a house bot sits, a person's is kept for his token.

    Whoever left for good has no token: his seat is free.
    """
    if before.state == "bot":
        return SeatMeta("bot", before.name, before.bot)
    if before.token is None:
        return SeatMeta("open")
    return SeatMeta("open", before.name, token=before.token, player=before.player)
