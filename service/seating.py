"""The use cases of people at a table: sit down, leave and come back, renew the token of a seat."""

from typing import NamedTuple

from msgspec.structs import replace

from engine import GameOver
from engine.core.house import SeatChanged
from engine.core.seats import Seat
from service import auth
from service.commits import Commits, check_running
from service.door import Retry, named_seat
from service.faults import Forbidden, InvalidRequest, SeatTaken, Unauthenticated
from service.housebots import ABANDONED_BY
from service.log import Row
from service.progress import Progress, sits
from service.schemas import answers
from service.schemas.reader import Reader
from service.schemas.requests import TakeSeat
from service.showing import show_game, show_steps
from service.tables import SeatMeta, Table

INVITE_NEEDED = "A seat is taken with this game's invite (`fdi_…`)."
HOLDER_NEEDED = "It needs the token of seat {seat}, or the host's: `Authorization: Bearer fds_…` or `fdh_…`."
RENEWAL_NEEDED = (
    "It needs the token of seat {seat}, or the API key that made the game:"
    " `Authorization: Bearer fds_…` or `fdk_…`."
)


class Sat(NamedTuple):
    """A seat somebody sits in; `fresh` if he took it now, `replayed` if a retry is answered."""

    answer: answers.Seating
    replayed: bool
    fresh: bool


class Seating(Commits):
    """Has people sit down at tables and leave them."""

    def sit(
        self,
        game: str,
        body: TakeSeat,
        reader: Reader,
        retry: Retry | None = None,
        bearer: str | None = None,
    ) -> Sat:
        """Takes an open seat; the last one starts the game.

        The token of a seat takes the seat that is reserved for it, and comes back to one that was left; if it
        sits there already nothing is changed. Anybody else takes a free seat: of a listed game, or with the
        invite.
        """
        if retry is not None:
            retry.strong()

        def attempt() -> Sat:
            with self._at(game, body.invite if bearer is None else bearer, retry) as table:
                if table.key is not None and retry is not None:
                    retry.check(table.key)
                    return self._sat_before(table, bearer, retry.key, reader)
                if table.you is not None and bearer is not None:
                    return self._own(table, table.you, bearer, body, reader, retry)
                _check_invited(table, body.invite, bearer)
                seat = _free_seat(table, body.seat)
                token = auth.make("seat", game, table.meta.salt, None if retry is None else retry.key, seat)
                taken = SeatMeta("taken", body.name, None, auth.digest(token), body.entropy)
                return self._seat(table, seat, taken, token, reader, retry)

        return self._until_it_holds(attempt)

    def _own(
        self, table: Table, seat: Seat, token: str, body: TakeSeat, reader: Reader, retry: Retry | None
    ) -> Sat:
        """Sits where the token has its seat."""
        own = table.meta.seats[seat]
        if body.seat not in (None, seat):
            raise InvalidRequest(("body", "/seat", f"Your token is of seat {seat}."))
        check_running(table)
        if own.state == "taken":
            answer = self._seated(table, seat, token, table.tag.version + 1, [], reader)
            return Sat(answer, replayed=False, fresh=False)
        if own.state == "open":
            taken = replace(own, state="taken", name=body.name or own.name, entropy=body.entropy)
            return self._seat(table, seat, taken, token, reader, retry)
        if not own.may_return:
            raise SeatTaken(f"Seat {seat} has forfeited: it is played to the end without you.")
        progress = self._progress(table)
        progress.returns(seat)
        done = self._commit(table, progress, retry, table.credential, f"{seat} back")
        answer = self._seated(done, seat, token, table.tag.version + 1, progress.rows, reader)
        return Sat(answer, replayed=False, fresh=False)

    def _seat(
        self, table: Table, seat: Seat, taken: SeatMeta, token: str, reader: Reader, retry: Retry | None
    ) -> Sat:
        """Commits that somebody sits down."""
        progress = self._progress(table)
        progress.seat(seat, taken)
        progress.house(sits(taken, seat))
        progress.start_if_full()
        extra = f"{seat} own" if table.you is not None else f"{seat}"
        done = self._commit(table, progress, retry, table.credential, extra)
        first = table.tag.version + 1
        answer = self._seated(done, seat, token, first, progress.rows, reader)
        return Sat(answer, replayed=False, fresh=True)

    def _sat_before(self, table: Table, bearer: str | None, key: str, reader: Reader) -> Sat:
        """The answer to a retry. Seats may have moved since, and the token may be dead by now."""
        assert table.key is not None
        at, _, how = table.key.extra.partition(" ")
        made = auth.make("seat", table.id, table.meta.salt, key, int(at))
        token = bearer if how and bearer is not None else made
        rows = self._log(table, table.key.first, table.key.last)
        answer = self._seated(table, Seat(int(at)), token, table.key.first, rows, reader)
        return Sat(answer, replayed=True, fresh=how != "back")

    def _seated(
        self, table: Table, seat: Seat, token: str, first: int, rows: list[Row], reader: Reader
    ) -> answers.Seating:
        """The answer to the holder of the token: the seat where it sits now; `seat` if it sits no more."""
        own = replace(table, you=table.meta.seat_of(auth.digest(token)), host=False, by_key=False)
        steps = show_steps(own, first, rows, reader)
        return answers.Seating(
            steps, show_game(own, reader, self._lifetime), seat if own.you is None else own.you, token
        )

    def leave(self, game: str, bearer: str | None, seat: int, reader: Reader) -> answers.Change:
        """Leaves a seat for good, or is removed by the host: before the game it is open again, during it a
        bot plays on. Where nobody sits nothing is changed."""

        def attempt() -> answers.Change:
            with self._at(game, bearer) as table:
                at = named_seat(table, seat)
                _check_may(table, at, table.host, HOLDER_NEEDED)
                check_running(table)
                own = table.meta.seats[at]
                if own.free or (own.state == "left" and own.token is None):
                    return self._change(table, table.tag.version + 1, [], reader)
                progress = self._progress(table)
                _vacate(progress, at, by_host=table.you != at)
                return self._done(table, progress, reader)

        return self._until_it_holds(attempt)

    def rotate(
        self, game: str, bearer: str | None, seat: int, reader: Reader, retry: Retry | None = None
    ) -> tuple[answers.Seating, bool]:
        """A new token for a seat; the old one is dead at once. Also whether it is the answer to a retry.

        It is a commit without a step: who holds a seat's token is nobody else's business.
        """
        if retry is not None:
            retry.strong()

        def attempt() -> tuple[answers.Seating, bool]:
            with self._at(game, bearer, retry) as table:
                key = None if retry is None else retry.key
                at = named_seat(table, seat)
                token = auth.renewed(game, table.meta.salt, key, at, table.credential)
                after = table.tag.version + 1
                if table.key is not None and retry is not None:
                    retry.check(table.key)
                    return self._seated(table, at, token, after, [], reader), True
                _check_may(table, at, table.by_key, RENEWAL_NEEDED)
                own = table.meta.seats[at]
                if own.state == "bot" or own.free:
                    raise InvalidRequest(("path", "seat", f"Nobody holds seat {at}."))
                progress = self._progress(table)
                progress.seat(at, replace(own, token=auth.digest(token)))
                done = self._commit(table, progress, retry, table.credential, f"{at}")
                return self._seated(done, at, token, after, [], reader), False

        return self._until_it_holds(attempt)


def _check_may(table: Table, seat: Seat, other: bool, needed: str) -> None:
    """Forbidden or Unauthenticated unless it is the holder of the seat who asks, or the `other` who may."""
    if other or table.you == seat:
        return
    needed = needed.format(seat=seat)
    if table.you is not None:
        raise Forbidden(f"Your token is of seat {table.you}. {needed}")
    if table.host:
        raise Forbidden(f"Hosting must not mean seeing hands. {needed}")
    if table.invited:
        raise Forbidden(f"An invite holds no seat. {needed}")
    raise Unauthenticated(needed)


def _check_invited(table: Table, invite: str | None, bearer: str | None) -> None:
    """Whether he may take a free seat. An invite that is sent must be right even where none is needed."""
    sent = auth.parse(invite)
    if sent is not None:
        if sent.role != "invite":
            raise Forbidden(INVITE_NEEDED)
        if not auth.same(table.meta.invite, sent.digest):
            if sent.game != table.id:
                raise Forbidden(f"This invite is of another game. {INVITE_NEEDED}")
            raise Unauthenticated(f"This invite is of no use any more. {INVITE_NEEDED}")
    elif not table.meta.listed and not table.invited:
        raise (Unauthenticated if bearer is None else Forbidden)(INVITE_NEEDED)


def _free_seat(table: Table, wanted: int | None) -> Seat:
    """The seat that was asked for, or the first that anybody may take."""
    if table.meta.over:
        raise GameOver("The game is over.")
    seats = table.meta.seats
    if wanted is not None and wanted >= len(seats):
        raise InvalidRequest(("body", "/seat", f"This table has {len(seats)} seats, numbered from 0."))
    free = [at for at, seat in enumerate(seats) if seat.free and wanted in (None, at)]
    if free:
        return Seat(free[0])
    if wanted is None:
        raise SeatTaken("Every seat is taken or reserved.")
    kept = seats[wanted].state == "open"
    raise SeatTaken(f"Seat {wanted} is {'reserved for somebody else' if kept else 'taken'}.")


def _vacate(progress: Progress, seat: Seat, by_host: bool) -> None:
    """The seat of somebody who leaves or is removed, and what follows from it."""
    own = progress.meta.seats[seat]
    if progress.meta.status == "open":
        progress.seat(seat, SeatMeta("open"))
        progress.house(SeatChanged(seat, "open", None, None, "kicked" if by_host else "left"))
        return
    bot = own.bot if own.state == "left" else ABANDONED_BY
    progress.seat(seat, replace(own, state="left", bot=bot, token=None))
    progress.house(SeatChanged(seat, "left", own.name, bot, "kicked" if by_host else "left"))
    if progress.meta.people:
        progress.let_bots_play()
    else:
        progress.abort("abandoned")
