"""What the service takes: one Struct a body or query, from which the marshmallow schemas are derived."""

from typing import Annotated, Any, Literal

import msgspec

from engine.core.cards import Card

MOST_VERSION = 2**31
MOST_NAMED = 12  # a longer list of what a move must name takes long to search, and nobody needs it
MOST_TURN_SECONDS = 14 * 24 * 3600  # a game outlives its deadlines

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, description="Shown to everybody")]
Entropy = Annotated[
    str,
    msgspec.Meta(pattern="^([0-9a-f]{2}){1,32}$", description="1 to 32 bytes in hex, mixed into the seed"),
]
Seed = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", description="The final seed, 32 bytes in hex")]


Player = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=64,
        description="Your own id of who plays; shown to the seat itself and to the host only",
    ),
]
Metadata = Annotated[
    dict[
        Annotated[str, msgspec.Meta(min_length=1, max_length=40)],
        Annotated[str, msgspec.Meta(max_length=500)],
    ],
    msgspec.Meta(max_length=20),
]
Spectators = Literal["public", "invited", "none"]
OnTimeout = Literal["bot", "move", "forfeit", "abort"]


class NewSeat(msgspec.Struct, frozen=True):
    """A seat of a new game: exactly one of a name or `player` (taken now), `open` (for who has the invite), a
    house bot."""

    name: Name | None = None
    player: Player | None = None
    open: bool | None = None
    bot: str | None = None


class Sandbox(msgspec.Struct, frozen=True):
    """A game whose chance is given: a final seed (zeros if not), and the top of piles, first drawn card
    first."""

    seed: Seed = "00" * 32
    stack: dict[str, tuple[Card, ...]] | None = None


class NewGame(msgspec.Struct, frozen=True):
    """A game to make. `options` are those of the rule set; what is left out has its default.

    `spectators`: who may watch, everybody who has the id (`public`), whoever sends the invite, or is the host
    (`invited`), nobody but the seats (`none`). Whom that shuts out gets no `view` and no events of the play.
    Everybody without a seat, the host too, sees an open table at once, and from the deal on whatever there is
    `spectator_delay` steps late. Both end with the game. `turn_seconds` is the time for a turn; when it is
    up, `on_timeout`: a `bot` plays on for the seat, a default `move` is made, the seat `forfeit`s, the game
    is `abort`ed. `metadata` is kept for the host.
    """

    ruleset: str
    seats: Annotated[tuple[NewSeat, ...], msgspec.Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    listed: bool = False
    spectators: Spectators = "public"
    spectator_delay: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    turn_seconds: Annotated[int, msgspec.Meta(ge=1, le=MOST_TURN_SECONDS)] | None = None
    on_timeout: OnTimeout = "bot"
    metadata: Metadata | None = None
    sandbox: Sandbox | None = None


class TakeSeat(msgspec.Struct, frozen=True):
    """A seat to take: the invite (not needed where the game is listed, or by the token of a seat that is
    reserved or was left), a name, a seat if it matters which, entropy for the deal."""

    invite: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    name: Name | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=15)] | None = None
    entropy: Entropy | None = None


def _said(description: str, **bounds: Any) -> msgspec.Meta:
    return msgspec.Meta(description=description, **bounds)


class LangQuery(msgspec.Struct, frozen=True):
    """In which language texts for people are."""

    lang: (
        Annotated[
            str,
            _said("Language of texts for people; else `Accept-Language` decides", pattern="^[a-z]{2,3}$"),
        ]
        | None
    ) = None


class TextQuery(LangQuery, frozen=True):
    """Also whether they are wanted."""

    labels: Annotated[bool, _said("Whether `label` and `text` are wanted, or left null")] = True


class GameQuery(TextQuery, frozen=True):
    """`moves`: how many legal moves to put into the game, none if left out."""

    moves: (
        Annotated[int, _said("How many legal moves of your seat to put into the game", ge=1, le=200)] | None
    ) = None


class MovesQuery(TextQuery, frozen=True):
    """`kind` and `with` (repeatable) narrow the list: every value must be named in the move."""

    kind: Annotated[str, _said("Only moves of this kind", max_length=40)] | None = None
    named: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=20)], ...],
        _said("A card or an id that the move must name; repeat it for more", max_length=MOST_NAMED),
    ] = msgspec.field(default=(), name="with")
    limit: Annotated[int, _said("How many moves a page has", ge=1, le=200)] = 50
    cursor: Annotated[str, _said("The `next_cursor` of the page before", max_length=40)] | None = None


class EventsQuery(TextQuery, frozen=True):
    """Steps after the version `after`; `wait` up to so many seconds for one. `texts=events`: a text an event
    too. `as`, once the game is over: through whose eyes."""

    after: Annotated[int, _said("Only steps after this version", ge=0, le=MOST_VERSION)] = 0
    limit: Annotated[int, _said("How many steps a page has", ge=1, le=500)] = 100
    wait: Annotated[int, _said("Seconds to wait for a step if there is none", ge=0, le=30)] = 0
    texts: Annotated[
        Literal["steps", "events"], _said("Whether each event has a text too, or only each step")
    ] = "steps"
    eyes: (
        Annotated[
            str,
            _said(
                "Once the game is over: through the eyes of a seat (`0`, `1`, …) or of the `public`, or"
                " `open`, with every card face up",
                pattern="^(public|open|0|[1-9][0-9]?)$",
            ),
        ]
        | None
    ) = msgspec.field(default=None, name="as")
