"""The use cases around a table: create a game, sit, leave, abort."""

from typing import Any

import msgspec
from msgspec.structs import replace

from engine import GameOver, Rng, Ruleset
from engine.bots import BOTS
from engine.core.house import SeatChanged
from engine.core.seats import Seat
from engine.core.texts import texts
from service import auth
from service.commits import Commits
from service.door import HOST_NEEDED, NO_GAME, Retry, seat_of
from service.faults import Forbidden, InvalidRequest, NotFound, SeatTaken, Unauthenticated
from service.log import Row
from service.progress import ABANDONED_BY, Progress
from service.schemas import answers
from service.schemas.reader import Reader
from service.schemas.requests import NewGame, NewSeat, TakeSeat
from service.showing import show_game, show_steps
from service.store import Created, KeyRecord, Tag
from service.tables import Meta, SeatMeta, Table

SHORTEST_KEY = 22  # of an Idempotency-Key that secrets are made from


class Seating(Commits):
    """Makes tables, and has people sit down at them and leave."""

    def create(
        self, body: NewGame, options: Any, reader: Reader, retry: Retry | None = None
    ) -> tuple[answers.Created, bool]:
        """A new game with its secrets, and whether it is the answer to a retry."""
        ruleset = self._rulesets[body.ruleset]
        _check_key(retry)
        _check_seats(body.seats)
        sandbox = body.sandbox
        stack = None if sandbox is None else sandbox.stack
        ruleset.new(options, len(body.seats), Rng(bytes(32)), stack)  # refuses what makes no game
        key = None if retry is None else retry.key
        game, salt, now = auth.game_id(key), self._entropy(auth.SALT_BYTES), self._clock()
        named = tuple(at for at, seat in enumerate(body.seats) if seat.name is not None)
        issued = auth.Issued(game, salt, key, named)
        meta = Meta(
            ruleset=ruleset.slug,
            edition=ruleset.edition,
            options=msgspec.Raw(msgspec.json.encode(options)),
            status="open",
            seats=tuple(_new_seat(ruleset, seat, issued.seats.get(at)) for at, seat in enumerate(body.seats)),
            host=auth.digest(issued.host),
            invite=auth.digest(issued.invite),
            salt=salt,
            server_seed=self._entropy(32) if sandbox is None else None,
            sandbox_seed=None if sandbox is None else bytes.fromhex(sandbox.seed),
            stack=stack,
            created=now,
            touched=now,
        )
        progress = Progress(ruleset, 0, meta, None, now)
        progress.house(*(_sits(seat, at) for at, seat in enumerate(meta.seats) if seat.state != "open"))
        _start_if_full(progress)
        told = ",".join(str(seat) for seat in named)
        record = (
            None if retry is None else (retry.field(""), KeyRecord(retry.request, 1, progress.version, told))
        )
        answer = self._store.create(
            game,
            Tag.fresh(progress.version),
            state=self._state(progress),
            meta=msgspec.json.encode(progress.meta),
            rows=self._encoded(progress),
            key=record,
        )
        if isinstance(answer, Created):
            return self._created(game, issued, 1, progress.version, reader), False
        return self._created_before(game, retry, reader), True

    def _created_before(self, game: str, retry: Retry | None, reader: Reader) -> answers.Created:
        """The answer to a retry: the secrets are made from its key again."""
        table = self._door.open(game, None, retry)
        if table.key is None or retry is None:
            raise NotFound(NO_GAME)
        retry.check(table.key)
        told = tuple(int(seat) for seat in table.key.extra.split(",") if seat)
        issued = auth.Issued(game, table.meta.salt, retry.key, told)
        return self._created(game, issued, table.key.first, table.key.last, reader)

    def _created(
        self, game: str, issued: auth.Issued, first: int, last: int, reader: Reader
    ) -> answers.Created:
        table = self._door.open(game, None)
        return answers.Created(
            steps=show_steps(table, first, self._log(table, first, last), reader),
            game=show_game(table, reader, self._lifetime),
            host_token=issued.host,
            invite=issued.invite,
            seat_tokens=tuple(issued.seats.get(at) for at in range(len(table.meta.seats))),
        )

    def sit(
        self, game: str, body: TakeSeat, reader: Reader, retry: Retry | None = None
    ) -> tuple[answers.Seating, bool]:
        """Takes an open seat; the last one starts the game. Also whether it is the answer to a retry."""
        _check_key(retry)
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
                progress.house(_sits(taken, seat))
                _start_if_full(progress)
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
                _check_running(table)
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

    def abort(self, game: str, bearer: str | None, reader: Reader) -> answers.Change:
        """Ends the game without an outcome, by its host."""

        def attempt() -> answers.Change:
            with self._at(game, bearer) as table:
                if not table.host:
                    raise (Unauthenticated if bearer is None else Forbidden)(HOST_NEEDED)
                _check_running(table)
                progress = self._progress(table)
                progress.abort("aborted")
                return self._done(table, progress, reader)

        return self._until_it_holds(attempt)


def _check_key(retry: Retry | None) -> None:
    if retry is not None and len(retry.key) < SHORTEST_KEY:
        detail = (
            f"Secrets are made from this key: it needs {SHORTEST_KEY} characters or more, a UUID has enough."
        )
        raise InvalidRequest(("header", "Idempotency-Key", detail))


def _check_seats(seats: tuple[NewSeat, ...]) -> None:
    """Each seat has exactly one form; somebody sits at the table who is no house bot."""
    for at, seat in enumerate(seats):
        forms = (seat.name is not None) + (seat.open is True) + (seat.bot is not None)
        if forms != 1 or seat.open is False:
            detail = "A seat is exactly one of a `name`, `open: true`, a `bot`."
            raise InvalidRequest(("body", f"/seats/{at}", detail))
        if seat.bot is not None and seat.bot not in BOTS:
            detail = f"There is no bot {seat.bot}, only {', '.join(BOTS)}."
            raise InvalidRequest(("body", f"/seats/{at}/bot", detail))
    if all(seat.bot is not None for seat in seats):
        raise InvalidRequest(
            ("body", "/seats", "House bots do not play among themselves: leave a seat open.")
        )


def _new_seat(ruleset: Ruleset[Any, Any, Any], seat: NewSeat, token: str | None) -> SeatMeta:
    if seat.bot is not None:
        return SeatMeta("bot", texts(None).label("bots", seat.bot, "name"), seat.bot)
    if seat.name is not None:
        return SeatMeta("taken", seat.name, None, auth.digest(token or ""))
    return SeatMeta("open")


def _sits(seat: SeatMeta, at: int) -> SeatChanged:
    return SeatChanged(Seat(at), seat.state, seat.name, seat.bot, "bot" if seat.state == "bot" else "taken")


def _start_if_full(progress: Progress) -> None:
    if all(seat.state != "open" for seat in progress.meta.seats):
        progress.start()


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


def _check_running(table: Table) -> None:
    if table.meta.over:
        raise GameOver("The game is over.")
