"""What the service answers: one Struct a shape, encoded by msgspec as it stands and described by it too.

What differs from rule set to rule set (views, options, moves, events, outcomes' details) is a union that the
document builds from the registry; here it is named by a reference.
"""

from typing import Annotated, Any, Literal

import msgspec

from engine.core.cards import Card
from engine.core.seats import Seat
from service.schemas.requests import Entropy, Metadata, OnTimeout, Spectators


def _one_of(component: str) -> msgspec.Meta:
    return msgspec.Meta(extra_json_schema={"$ref": f"#/components/schemas/{component}"})


ViewOf = Annotated[Any, _one_of("View")]
OptionsOf = Annotated[Any, _one_of("Options")]
MoveOf = Annotated[Any, _one_of("AnyMove")]
EventOf = Annotated[Any, _one_of("Event")]
DetailsOf = Annotated[Any, _one_of("OutcomeDetails")]

Time = Annotated[
    str, msgspec.Meta(description="RFC 3339, UTC, milliseconds", extra_json_schema={"format": "date-time"})
]
Version = Annotated[int, msgspec.Meta(ge=0, description="The number of steps in the log of the game")]
Status = Literal["open", "playing", "finished", "aborted"]


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where. `left` is played on by the bot named in `bot`. A `reserved` seat is open for one token.

    `player` is shown to the seat itself and to the host only. Who has `forfeited` cannot win.
    """

    seat: Seat
    state: Literal["open", "taken", "bot", "left"]
    name: str | None
    player: str | None
    bot: str | None
    reserved: bool
    forfeited: bool


class Fairness(msgspec.Struct, frozen=True):
    """What was fixed before anybody sat: the hash of the server's seed, and how many seats added entropy."""

    algorithm: str
    commitment: Annotated[str, msgspec.Meta(description="SHA-256 of the server seed, hex")]
    entropies: int


class MoveChoice(msgspec.Struct, frozen=True):
    """A legal move, whole: send it as it is. `label` says it for people."""

    move: MoveOf
    label: str | None


class MoveList(msgspec.Struct, frozen=True):
    """Legal moves of a seat. `kinds` is always whole; `complete` is false when more items follow.

    Lists end after 2,000 items: narrow them with `kind` and `with`.
    """

    version: Version
    seat: Seat
    kinds: tuple[str, ...]
    items: tuple[MoveChoice, ...]
    complete: bool
    next_cursor: str | None


class OutcomeInfo(msgspec.Struct, frozen=True):
    """How the game ended. Read `winners`; which score is best differs by rule set.

    A seat that has forfeited is no winner. When all others forfeit, the game ends at once: the reason is
    `forfeit`, the scores are 0, and there are no details.
    """

    reason: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    text: str | None
    details: DetailsOf | None


class Game(msgspec.Struct, frozen=True):
    """A game as the caller may see it. `you` is the seat of the token; `view` is null until the game starts,
    and while it goes on for those who may not watch it.

    `metadata` is shown to the host only; `rematch` is the id of the game that goes on from this one.
    """

    id: str
    ruleset: str
    edition: int
    status: Status
    version: Version
    you: Seat | None
    to_act: tuple[Seat, ...]
    deadline: Annotated[
        Time | None,
        msgspec.Meta(description="When the time of `to_act` is up, by the clock of the `Date` header"),
    ]
    seats: tuple[SeatInfo, ...]
    options: OptionsOf
    view: ViewOf | None
    moves: MoveList | None
    outcome: OutcomeInfo | None
    fairness: Fairness
    sandbox: bool
    listed: bool
    spectators: Spectators
    spectator_delay: int
    turn_seconds: int | None
    on_timeout: OnTimeout
    metadata: Metadata | None
    rematch: str | None
    created_at: Time
    started_at: Time | None
    ended_at: Time | None
    expires_at: Time


class GameStep(msgspec.Struct, frozen=True):
    """One step of the log as the caller may see it; `seat` null is the house. Named Step in the document."""

    version: Version
    at: Time
    seat: Seat | None
    text: str | None
    events: tuple[EventOf, ...]


class Change(msgspec.Struct, frozen=True):
    """What a call changed: the steps it appended, and the game after them."""

    steps: tuple[GameStep, ...]
    game: Game


class Created(msgspec.Struct, frozen=True):
    """A new game with its secrets. They are told once: the host's token, the invite to open seats, the tokens
    of the seats as they were made (start with fewer, and `you` says where a token sits)."""

    steps: tuple[GameStep, ...]
    game: Game
    host_token: str
    invite: str
    seat_tokens: tuple[str | None, ...]


class Seating(msgspec.Struct, frozen=True):
    """A seat taken, with its token, which is told once."""

    steps: tuple[GameStep, ...]
    game: Game
    seat: Seat
    token: str


class EventsPage(msgspec.Struct, frozen=True):
    """Steps after a version; `next_after` is where to go on, at once if there is `more`."""

    steps: tuple[GameStep, ...]
    version: Version
    next_after: Version
    more: bool


class RecordSeat(msgspec.Struct, frozen=True):
    """Who sat there; `bot` is the level of a house bot. Who has `forfeited` by letting his time pass cannot
    win."""

    name: str | None
    bot: str | None
    forfeited: bool = False


Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", description="32 bytes in hex")]


class RecordFairness(msgspec.Struct, frozen=True):
    """Everything the deal was made of, revealed. In a sandbox game only `seed` is given."""

    algorithm: str
    server_seed: Hash | None
    commitment: Hash | None
    entropies: tuple[Entropy | None, ...]
    seed: Hash


class RecordOutcome(msgspec.Struct, frozen=True):
    """How the game ended."""

    reason: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


class RecordMove(msgspec.Struct, frozen=True):
    """One version of the game. The house's steps have no move."""

    seat: Seat | None
    at: Time
    move: MoveOf | None
    notation: str | None
    by: Literal["house", "player", "bot", "timeout", "policy"]


class GameRecord(msgspec.Struct, frozen=True):
    """The whole of an ended game: enough to replay and to check every card of it. Named Record in the
    document."""

    format: Literal["fairdeal-record-1"]
    game: str
    ruleset: str
    edition: int
    options: OptionsOf
    seats: tuple[RecordSeat, ...]
    fairness: RecordFairness
    stack: dict[str, tuple[Card, ...]] | None
    moves: tuple[RecordMove, ...]
    outcome: RecordOutcome | None


class Verification(msgspec.Struct, frozen=True):
    """What of a record holds. `failed_at` is the index of the first move that does not; `problem` says
    why."""

    commitment: bool
    deal: bool
    moves: bool
    outcome: bool
    failed_at: int | None
    problem: str | None


class ProblemError(msgspec.Struct, frozen=True):
    """One thing wrong with a request, and where: a JSON pointer (RFC 6901) or the name of a parameter."""

    in_: Literal["body", "query", "path", "header"] = msgspec.field(name="in")
    pointer: str
    detail: str


class Problem(msgspec.Struct, frozen=True):
    """A refusal (RFC 9457). Every member is always there; act on `code`."""

    type: str
    code: str
    title: str
    status: int
    detail: str
    instance: Annotated[str, msgspec.Meta(description="The id of the request")]
    version: Version | None
    still_legal: bool | None
    rule: str | None
    rule_url: str | None
    errors: tuple[ProblemError, ...]
