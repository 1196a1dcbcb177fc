"""How a game is made: its first steps, its secrets, and the same answer again to a retry."""

from typing import Any

import msgspec

from engine import Rng
from engine.core.seats import Seat
from service import auth
from service.commits import Commits
from service.door import KEY_NEEDED, NO_GAME, Retry, scope
from service.faults import Forbidden, InvalidRequest, NotFound, Unauthenticated
from service.housebots import bot_seat
from service.progress import Progress, sits
from service.schemas import answers
from service.schemas.reader import Reader
from service.schemas.requests import NewGame, NewSeat
from service.showing import show_game, show_steps
from service.store import KeyRecord
from service.tables import Meta, Pace, SeatMeta


class Creating(Commits):
    """Makes tables."""

    def create(
        self,
        body: NewGame,
        options: Any,
        reader: Reader,
        retry: Retry | None = None,
        bearer: str | None = None,
    ) -> tuple[answers.Created, bool]:
        """A new game with its secrets, and whether it is the answer to a retry. With an API key it is the
        key's; where there are keys, one is needed."""
        owner = self.creator(bearer)
        ruleset = self._rulesets[body.ruleset]
        if retry is not None:
            retry.strong()
        _check_seats(body.seats)
        sandbox = body.sandbox
        stack = None if sandbox is None else sandbox.stack
        ruleset.new(options, len(body.seats), Rng(bytes(32)), stack)  # refuses what makes no game
        key = None if retry is None else retry.key
        game, salt, now = auth.game_id(key, owner), self._entropy(auth.SALT_BYTES), self._clock()
        named = tuple(at for at, seat in enumerate(body.seats) if _taken(seat))
        issued = auth.Issued(game, salt, key, named)
        meta = Meta(
            ruleset=ruleset.slug,
            edition=ruleset.edition,
            options=msgspec.Raw(msgspec.json.encode(options)),
            status="open",
            seats=tuple(_new_seat(seat, issued.seats.get(at)) for at, seat in enumerate(body.seats)),
            host=auth.digest(issued.host),
            invite=auth.digest(issued.invite),
            salt=salt,
            server_seed=self._entropy(32) if sandbox is None else None,
            sandbox_seed=None if sandbox is None else bytes.fromhex(sandbox.seed),
            stack=stack,
            created=now,
            owner=owner,
            listed=body.listed,
            spectators=body.spectators,
            spectator_delay=body.spectator_delay,
            turn_seconds=body.turn_seconds,
            on_timeout=body.on_timeout,
            metadata=body.metadata,
        )
        progress = Progress(ruleset, 0, meta, Pace(now), None, now)
        progress.house(*(sits(seat, Seat(at)) for at, seat in enumerate(meta.seats) if seat.state != "open"))
        progress.start_if_full()
        told = f"{len(meta.seats)}:{','.join(map(str, named))}"
        record = None
        if retry is not None:
            record = (retry.field(scope(owner)), KeyRecord(retry.request, 1, progress.version, told))
        if self._begin(game, progress, record):
            return self._created(game, issued, len(meta.seats), 1, progress.version, reader), False
        return self._created_before(game, retry, reader, None if owner is None else bearer), True

    def creator(self, bearer: str | None) -> str | None:
        """The name of the API key that a game is made with. Unauthenticated, or Forbidden for another token,
        if one is needed."""
        token = auth.parse(bearer)
        owner = self._door.owner(token)
        if owner is None and self._door.keys is not None:
            detail = f"Games are made with an API key here. {KEY_NEEDED}"
            raise Unauthenticated(detail) if token is None else Forbidden(detail)
        return owner

    def _created_before(
        self, game: str, retry: Retry | None, reader: Reader, bearer: str | None
    ) -> answers.Created:
        """The answer to a retry: the secrets are made from its key again."""
        table = self._open(game, bearer, retry)
        if table.key is None or retry is None:
            raise NotFound(NO_GAME)
        retry.check(table.key)
        seats, _, named = table.key.extra.partition(":")
        told = tuple(int(seat) for seat in named.split(",") if seat)
        issued = auth.Issued(game, table.meta.salt, retry.key, told)
        return self._created(game, issued, int(seats), table.key.first, table.key.last, reader)

    def _created(
        self, game: str, issued: auth.Issued, seats: int, first: int, last: int, reader: Reader
    ) -> answers.Created:
        """Told to the host: the secrets by the seats of the game as it was made; some may have left the table
        since. A retry tells the same steps: those that had reached him when it was made."""
        table = self._open(game, issued.host)
        reached = min(last, table.meta.late(last))
        return answers.Created(
            steps=show_steps(table, first, self._log(table, first, reached), reader),
            game=show_game(table, reader, self._lifetime),
            host_token=issued.host,
            invite=issued.invite,
            seat_tokens=tuple(issued.seats.get(at) for at in range(seats)),
        )


def _check_seats(seats: tuple[NewSeat, ...]) -> None:
    """Each seat has exactly one form; somebody sits at the table who is no house bot."""
    for at, seat in enumerate(seats):
        forms = _taken(seat) + (seat.open is True) + (seat.bot is not None)
        if forms != 1 or seat.open is False:
            detail = "A seat is exactly one of a `name` or `player`, `open: true`, a `bot`."
            raise InvalidRequest(("body", f"/seats/{at}", detail))
        if seat.bot is not None:
            bot_seat(seat.bot, f"/seats/{at}/bot")
    if all(seat.bot is not None for seat in seats):
        raise InvalidRequest(
            ("body", "/seats", "House bots do not play among themselves: leave a seat open.")
        )


def _taken(seat: NewSeat) -> bool:
    return seat.name is not None or seat.player is not None


def _new_seat(seat: NewSeat, token: str | None) -> SeatMeta:
    if seat.bot is not None:
        return bot_seat(seat.bot, "/seats")
    if _taken(seat):
        return SeatMeta("taken", seat.name, None, auth.digest(token or ""), player=seat.player)
    return SeatMeta("open")
