"""The use cases of a table's host."""

from engine import BadSetup, Rng
from engine.core.seats import Seat
from service.commits import Commits, check_running
from service.door import HOST_NEEDED, Retry, named_seat
from service.faults import AlreadyStarted, Forbidden, InvalidRequest, SeatTaken, Unauthenticated
from service.housebots import bot_seat
from service.progress import sits
from service.schemas import answers
from service.schemas.hosts import SeatBot
from service.schemas.reader import Reader
from service.tables import SeatMeta, Table

NOBODY_PLAYS = "House bots do not play among themselves: leave a seat to somebody."


class Presiding(Commits):
    """What the host of a table may do: an API key is the host of the games that it made."""

    def start(
        self, game: str, bearer: str | None, reader: Reader, retry: Retry | None = None
    ) -> tuple[answers.Change, bool]:
        """Starts with fewer: open seats, also reserved ones, leave the table and higher seats move down.
        Also whether it is the answer to a retry."""

        def attempt() -> tuple[answers.Change, bool]:
            with self._at(game, bearer, retry) as table:
                _check_host(table, bearer)
                if table.key is not None and retry is not None:
                    retry.check(table.key)
                    first, last = table.key.first, table.key.last
                    rows = self._log(table, first, min(last, table.meta.late(last)))  # as he was told then
                    return self._change(table, first, rows, reader), True
                check_running(table)
                if table.meta.status != "open":
                    raise AlreadyStarted("The game has started already.")
                _check_enough(table)
                progress = self._progress(table)
                progress.moves_down()
                progress.start()
                done = self._commit(table, progress, retry, table.credential)
                return self._change(done, table.tag.version + 1, progress.rows, reader), False

        return self._until_it_holds(attempt)

    def seat_bot(
        self, game: str, bearer: str | None, seat: int, body: SeatBot, reader: Reader
    ) -> answers.Change:
        """Gives an open seat, or one that was left, to a house bot; the last seat starts the game."""

        def attempt() -> answers.Change:
            with self._at(game, bearer) as table:
                _check_host(table, bearer)
                at = named_seat(table, seat)
                own = table.meta.seats[at]
                bot = bot_seat(body.bot, "/bot", own.entropy)
                check_running(table)
                if own.state == "bot" and own.bot == body.bot:
                    return self._change(table, table.tag.version + 1, [], reader)
                _check_vacant(at, own)
                progress = self._progress(table)
                progress.seat(at, bot)
                progress.house(sits(bot, at))
                if all(other.state == "bot" for other in progress.meta.seats):
                    raise InvalidRequest(("path", "seat", NOBODY_PLAYS))
                if table.meta.status == "open":
                    progress.start_if_full()
                else:
                    progress.let_bots_play()
                return self._done(table, progress, reader)

        return self._until_it_holds(attempt)

    def abort(self, game: str, bearer: str | None, reader: Reader) -> answers.Change:
        """Ends the game without an outcome, by its host."""

        def attempt() -> answers.Change:
            with self._at(game, bearer) as table:
                _check_host(table, bearer)
                check_running(table)
                progress = self._progress(table)
                progress.abort("aborted")
                return self._done(table, progress, reader)

        return self._until_it_holds(attempt)


def _check_host(table: Table, bearer: str | None) -> None:
    if not table.host:
        raise (Unauthenticated if bearer is None else Forbidden)(HOST_NEEDED)


def _check_vacant(seat: Seat, own: SeatMeta) -> None:
    """SeatTaken if a person plays there, or nobody may any more."""
    if own.forfeited:
        raise SeatTaken(f"Seat {seat} has forfeited: it is played to the end as it is.")
    if own.state == "taken":
        raise SeatTaken(f"Seat {seat} is taken; remove its player first.")


def _check_enough(table: Table) -> None:
    """InvalidRequest unless those who sit make a game: their number, who they are, what the options name."""
    seated = [seat for seat in table.meta.seats if seat.state != "open"]
    if seated and all(seat.state == "bot" for seat in seated):
        raise InvalidRequest(("path", "game", NOBODY_PLAYS))
    try:
        table.ruleset.new(table.options, len(seated), Rng(bytes(32)), table.meta.stack)
    except BadSetup as fault:
        detail = f"Without its open seats this makes no game ({fault.pointer}): {fault.detail}"
        raise InvalidRequest(("path", "game", detail)) from None
