"""Streams: what is asked of them, and the messages they send."""

from typing import Annotated, Literal

import msgspec

from service.schemas.answers import Game, GameStep, Problem
from service.schemas.requests import MOST_VERSION, GameQuery, TextQuery

MOST_FOLLOWED = 500  # games on one stream

Steps = Annotated[bool, msgspec.Meta(description="Whether each step is sent")]
Snapshots = Annotated[bool, msgspec.Meta(description="Whether the game is sent after its steps")]
Texts = Annotated[
    Literal["steps", "events"],
    msgspec.Meta(description="Whether each event has a text too, or only each step"),
]
Moves = Annotated[
    int, msgspec.Meta(description="How many legal moves of your seat to put into the game", ge=1, le=200)
]
Index = Annotated[
    int | None,
    msgspec.Meta(description="Which entry of `follow` this is about, from 0; null on the stream of one game"),
]
GameId = Annotated[str | None, msgspec.Meta(description="The game; null if this is about the whole stream")]


class StreamQuery(GameQuery, frozen=True):
    """What the stream of a game sends."""

    steps: Steps = True
    snapshots: Snapshots = True
    texts: Texts = "steps"


class StreamsQuery(TextQuery, frozen=True):
    """The texts on a stream of many games."""

    texts: Texts = "steps"


class FollowEntry(msgspec.Struct, frozen=True):
    """A game to follow: the `token` to follow it with, or its id in `game` to follow it as the public does; a
    rematch, and whatever an API key follows, has both.

    `after` is the version that you have: the steps after it come first. Left out, it begins with the game as
    it is now.
    """

    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    game: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    after: Annotated[int, msgspec.Meta(ge=0, le=MOST_VERSION)] | None = None


class FollowGames(msgspec.Struct, frozen=True):
    """Games to follow on one stream, and what it sends of each."""

    follow: Annotated[tuple[FollowEntry, ...], msgspec.Meta(min_length=1, max_length=MOST_FOLLOWED)]
    steps: Steps = True
    snapshots: Snapshots = True
    moves: Moves | None = None


class StreamStep(msgspec.Struct, frozen=True, kw_only=True):
    """The `data` of a message `step`: what happened, as listEvents shows it to you."""

    event: Literal["step"] = "step"
    index: Index
    game_id: str
    step: GameStep


class StreamGame(msgspec.Struct, frozen=True, kw_only=True):
    """The `data` of a message `game`: the game after the steps before it, as getGame shows it to you."""

    event: Literal["game"] = "game"
    index: Index
    game_id: str
    game: Game


class StreamEnd(msgspec.Struct, frozen=True, kw_only=True):
    """The `data` of a message `end`: nothing more comes of this game, or of the whole stream.

    `restart`: the service is going down, connect again at once. `finished`: the game is over, or gone; do not
    connect again. `revoked`: nobody holds the token any more.
    """

    event: Literal["end"] = "end"
    index: Index
    game_id: GameId
    reason: Literal["restart", "finished", "revoked"]


class StreamProblem(msgspec.Struct, frozen=True, kw_only=True):
    """The `data` of a message `problem`: an entry of `follow` that cannot be followed; the others go on."""

    event: Literal["problem"] = "problem"
    index: int
    game_id: GameId
    problem: Problem
