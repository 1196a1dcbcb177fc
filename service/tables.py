"""What is stored of a table beside the state of its game, and a table as one read found it."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from engine import RULESETS, Ruleset
from engine.core.cards import Card
from engine.core.rng import commitment, final_seed
from engine.core.seats import Seat
from service.auth import same
from service.schemas.requests import OnTimeout, Spectators
from service.store import KeyRecord, Tag

Status = Literal["open", "playing", "finished", "aborted"]
SeatKind = Literal["open", "taken", "bot", "left"]


class SeatMeta(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits there: `token` is the hash of its token, `entropy` (hex) what it added to the deal.

    An open seat with a `token` is reserved for whoever holds that token; a seat that was left keeps it if its
    player may return. `player` is the integrator's id of its user. A `forfeited` seat can win no more.
    """

    state: SeatKind
    name: str | None = None
    bot: str | None = None
    token: str | None = None
    entropy: str | None = None
    player: str | None = None
    forfeited: bool = False

    @property
    def reserved(self) -> bool:
        """Whether it is kept for whoever holds its token."""
        return self.state == "open" and self.token is not None

    @property
    def free(self) -> bool:
        """Whether anybody who may sit at the table may sit here."""
        return self.state == "open" and self.token is None

    @property
    def may_return(self) -> bool:
        """Whether a house bot plays only until the player, who let his time pass, is back."""
        return self.state == "left" and self.token is not None and not self.forfeited


LEASE_MS = 10_000  # of the worker that moves a table's slow bots: longer than a move takes
THOUGHT_MS = LEASE_MS + 1000  # after which a slow bot's worker has lost its lease, if it is no more


class Pace(msgspec.Struct, frozen=True, array_like=True):
    """What of a table changes with its moves. Times are ms since 1970.

    `touched`: the last commit. `since`: the version at which the phase began. `deadline`: when the people who
    have to act run out of time. `owed`: house bots began to move then and have not ended, because a commit
    has room for so many steps: the next one goes on as if it were then. `thinking`: it was the turn of a slow
    house bot then, which moves by itself.
    """

    touched: int
    since: int = 0
    deadline: int | None = None
    owed: int | None = None
    thinking: int | None = None

    @property
    def due(self) -> int | None:
        """When the house has to do something at this table if nobody else does."""
        return self.deadline if self.owed is None else self.owed

    @property
    def look(self) -> int | None:
        """When somebody has to look at this table: at what is due, or after a bot that thinks for long."""
        late = None if self.thinking is None else self.thinking + THOUGHT_MS
        return min((time for time in (self.due, late) if time is not None), default=None)


class Stood(msgspec.Struct, frozen=True, array_like=True):
    """How a table stood after a step, kept in the log of a game that is watched with a delay.

    Whoever sees an older version of it is shown these. `begun`: whether the game had. `seats` have no tokens;
    None if no seat has changed since the step before.
    """

    pace: Pace
    begun: bool
    seats: tuple[SeatMeta, ...] | None = None


class Meta(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table. Times are ms since 1970; `owner` is the name of the API key that made it, `dealt` the version
    at which it began.

    A fair game has a `server_seed`, a sandbox game the final seed itself, and perhaps a `stack`.
    """

    ruleset: str
    edition: int
    options: msgspec.Raw
    status: Status
    seats: tuple[SeatMeta, ...]
    host: str
    invite: str
    salt: bytes
    server_seed: bytes | None = None
    sandbox_seed: bytes | None = None
    stack: dict[str, tuple[Card, ...]] | None = None
    created: int
    started: int | None = None
    dealt: int | None = None
    ended: int | None = None
    reason: str | None = None
    owner: str | None = None
    listed: bool = False
    spectators: Spectators = "public"
    spectator_delay: int = 0  # steps
    turn_seconds: int | None = None
    on_timeout: OnTimeout = "bot"
    metadata: dict[str, str] | None = None
    rematch: str | None = None

    def __repr__(self) -> str:
        """Without salt, seeds and stack: it may be printed by accident."""
        return f"Meta({self.ruleset} {self.edition}, {self.status}, {len(self.seats)} seats)"

    @property
    def seed(self) -> bytes:
        """The seed of the deal, once all who will add entropy have."""
        if self.server_seed is None:
            return self.sandbox_seed or b""
        return final_seed(self.server_seed, [bytes.fromhex(seat.entropy or "") for seat in self.seats])

    @property
    def commitment(self) -> str:
        """What was published of the seed before anybody sat; in a sandbox the hash of the given one."""
        return commitment(self.server_seed if self.server_seed is not None else self.sandbox_seed or b"")

    @property
    def over(self) -> bool:
        """Whether the game has ended, one way or the other."""
        return self.status in ("finished", "aborted")

    def late(self, version: int) -> int:
        """The version that those without a seat are shown of a game that goes on and stands at `version`.

        An open table is shown as it is. From the deal on they are `spectator_delay` steps behind, and for so
        long they still see the table as it was before.
        """
        return version if self.dealt is None else max(self.dealt - 1, version - self.spectator_delay)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that somebody plays himself."""
        return tuple(Seat(at) for at, seat in enumerate(self.seats) if seat.state == "taken")

    def seat_of(self, token: str) -> Seat | None:
        """The seat whose token has this digest."""
        held = (at for at, seat in enumerate(self.seats) if same(seat.token, token))
        return next(map(Seat, held), None)

    @property
    def forfeited(self) -> tuple[bool, ...]:
        """For each seat whether it has forfeited."""
        return tuple(seat.forfeited for seat in self.seats)

    @property
    def names(self) -> tuple[str | None, ...]:
        """The names of the seats, for texts."""
        return tuple(seat.name for seat in self.seats)


META = msgspec.json.Decoder(Meta)
PACE = msgspec.json.Decoder(Pace)


class Table(msgspec.Struct, frozen=True):
    """A table as one read found it, and the seat of whoever asked (None: a spectator, the host, an invited).

    `key` is what the Idempotency-Key of the request did, if it was used. `by_key`: the host is the API key
    that made the game. `credential`: what the Idempotency-Keys of whoever asked are scoped to.

    The table stands as it truly does, for those who change it; `as_seen` is what of it may be shown. `watch`
    makes the older table that its caller sees of a game with a spectator delay.
    """

    id: str
    tag: Tag
    meta: Meta
    pace: Pace
    ruleset: Ruleset[Any, Any, Any]
    options: Any
    state: Any
    you: Seat | None
    host: bool
    invited: bool
    key: KeyRecord | None
    by_key: bool = False
    credential: str = ""
    watch: "Callable[[Table], Table] | None" = None

    @property
    def late(self) -> bool:
        """Whether the caller is shown an older version, or would be as soon as the game goes on."""
        return self.watch is not None and self.you is None and not self.meta.over

    @property
    def shown(self) -> int:
        """The version that the caller may see."""
        return self.meta.late(self.tag.version) if self.late else self.tag.version

    @property
    def shut_out(self) -> bool:
        """Whether the caller may see nothing of the play: policies hold until the game is over."""
        if self.you is not None or self.meta.over or self.meta.spectators == "public":
            return False
        return self.meta.spectators == "none" or not (self.host or self.invited)

    def as_seen(self) -> "Table":
        """The table at the version that its caller may see; itself for a seat and where there is no delay."""
        return self.watch(self) if self.late and self.watch is not None else self

    def __repr__(self) -> str:
        """Without the state: it may be printed by accident."""
        return f"Table({self.id}, {self.tag}, {self.meta})"


def options_of(meta: Meta) -> Any:
    """The table's options."""
    return msgspec.json.decode(meta.options, type=RULESETS[meta.ruleset].Options)
