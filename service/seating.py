"""The use cases of people at a table: sit down, leave."""

from msgspec.structs import replace

from engine import GameOver
from engine.core.house import SeatChanged
from engine.core.seats import Seat
from service import auth
from service.commits import Commits, check_running
from service.door import Retry, seat_of
from service.faults import Forbidden, InvalidRequest, NotFound, SeatTaken
from service.log import Row
from service.progress import ABANDONED_BY, sits
from service.schemas import answers
from service.schemas.reader import Reader
from service.schemas.requests import TakeSeat
from service.showing import show_game, show_steps
from service.tables import SeatMeta, Table


class Seating(Commits):
    """Has people sit down at tables and leave them."""

    def sit(
        self, game: str, body: TakeSeat, reader: Reader, retry: Retry | None = None
    ) -> tuple[answers.Seating, bool]:
        """Takes an open seat; the last one starts the game. Also whether it is the answer to a retry."""
        if retry is not None:
            retry.strong()
        invite = auth.parse(body.invite)

        def attempt() -> tuple[answers.Seating, bool]:
            with self._at(game, body.invite, retry) as table:
                if invite is None or invite.role != "invite":
                    raise Forbidden("A seat is taken with this game's invite (`fdi_…`).")
                if table.key is not None and retry is not None:
                    retry.check(table.key)
                    seat = Seat(int(table.key.extra))
                    rows = self._log(table, table.key.first, table.key.last)
                    token = auth.make("seat", game, table.meta.salt, retry.key, seat)
                    return self._seated(table, seat, token, table.key.first, rows, reader), True
                seat = _free_seat(table, body.seat)
                token = auth.make("seat", game, table.meta.salt, None if retry is None else retry.key, seat)
                progress = self._progress(table)
                taken = SeatMeta("taken", body.name, None, auth.digest(token), body.entropy)
                progress.seat(seat, taken)
                progress.house(sits(taken, seat))
                progress.start_if_full()
                done = self._commit(table, progress, retry, invite.digest, str(seat))
                first = table.tag.version + 1
                return self._seated(done, seat, token, first, progress.rows, reader), False

        return self._until_it_holds(attempt)

    def _seated(
        self, table: Table, seat: Seat, token: str, first: int, rows: list[Row], reader: Reader
    ) -> answers.Seating:
        own = replace(table, you=seat)
        steps = show_steps(own, first, rows, reader)
        return answers.Seating(steps, show_game(own, reader, self._lifetime), seat, token)

    def leave(self, game: str, bearer: str | None, seat: int, reader: Reader) -> answers.Change:
        """Leaves a seat for good: before the game it is open again, during it a bot plays on."""

        def attempt() -> answers.Change:
            with self._at(game, bearer) as table:
                if seat not in range(len(table.meta.seats)):
                    raise NotFound("There is no such seat.")
                if seat_of(table) != seat:
                    raise Forbidden(f"Only the token of seat {seat} leaves it; yours is of seat {table.you}.")
                check_running(table)
                progress = self._progress(table)
                own = table.meta.seats[seat]
                if table.meta.status == "open":
                    progress.seat(Seat(seat), SeatMeta("open"))
                    progress.house(SeatChanged(Seat(seat), "open", None, None, "left"))
                else:
                    progress.seat(Seat(seat), replace(own, state="left", bot=ABANDONED_BY, token=None))
                    progress.house(SeatChanged(Seat(seat), "left", own.name, ABANDONED_BY, "left"))
                    if progress.meta.people:
                        progress.let_bots_play()
                    else:
                        progress.abort("abandoned")
                return self._done(table, progress, reader)

        return self._until_it_holds(attempt)


def _free_seat(table: Table, wanted: int | None) -> Seat:
    """The seat that was asked for, or the first that is open."""
    if table.meta.over:
        raise GameOver("The game is over.")
    seats = table.meta.seats
    if wanted is not None and wanted >= len(seats):
        raise InvalidRequest(("body", "/seat", f"This table has {len(seats)} seats, numbered from 0."))
    free = [at for at, seat in enumerate(seats) if seat.state == "open" and wanted in (None, at)]
    if not free:
        raise SeatTaken("Every seat is taken." if wanted is None else f"Seat {wanted} is taken.")
    return Seat(free[0])
