"""A game on a stream: how far the client has come, and what it is told next."""

from collections.abc import Iterator
from typing import Final, Literal, cast

import msgspec

from service import auth
from service.feeds import Feed, Snapshot, Viewer
from service.schemas.answers import Game, GameStep
from service.schemas.reader import Reader
from service.schemas.streams import StreamEnd, StreamGame, StreamProblem, StreamStep
from service.store import Tag

Reason = Literal["restart", "finished", "revoked"]

MOST_MISSED: Final = 500  # steps that are told after the fact; beyond these only the game


class Wishes(msgspec.Struct, frozen=True):
    """What a stream sends of its games: `steps`, `snapshots` (the game after them), with so many `moves`."""

    reader: Reader
    steps: bool = True
    snapshots: bool = True
    moves: int | None = None


class Message(msgspec.Struct, frozen=True):
    """A message of a stream. `id`: the version that the client has when it has this message; None on a stream
    of many games, where no id could say how far each of them is."""

    data: StreamStep | StreamGame | StreamEnd | StreamProblem
    id: int | None = None


class Following:
    """One game that a stream follows, for the holder of a token or the public.

    It holds a cursor and no messages: what is told is read when there is news, so a client that reads slowly
    costs no more than one that does not, and is told the latest game instead of each.
    """

    def __init__(
        self,
        feed: Feed,
        bearer: str | None,
        token: auth.Token | None,
        wishes: Wishes,
        after: int | None = None,
        index: int | None = None,
    ) -> None:
        self.feed = feed
        self.bearer = bearer
        self.index = index
        self.over = False
        self.deadline: int | None = None  # ms; when somebody has to look at the table
        self._viewer = Viewer(token, wishes.reader, wishes.moves)
        self._wishes = wishes
        self._cursor = after
        self._seen: Tag | None = None
        self._shown: int | None = None  # the hash of the game that was sent last

    def advance(self, number: int | None) -> Iterator[list[Message]]:
        """What the client is told of the game as of this news (None: as of now), in batches.

        If the game is over, `over` is set after the last. Raises what opening the table raises, and
        StoreUnavailable; then it can go on later where it was.
        """
        snapshot = self.feed.look(number)
        if snapshot.tag == self._seen:
            return
        table = snapshot.table(self._viewer.token)
        lost = self._skip(table.tag.version)
        messages: list[Message] = []
        while self._cursor is not None and self._cursor < table.tag.version:
            if messages:
                yield messages
            page = snapshot.steps(self._viewer, self._cursor)
            messages = [self._step(version, step) for version, step in page]
            self._cursor = page[-1][0]
        if self._wishes.snapshots or lost:
            messages += self._game(snapshot, table.tag.version)
        if messages:
            yield messages
        self._seen = snapshot.tag
        self.deadline = snapshot.look
        self.feed.told()
        self.over = table.meta.over

    def _skip(self, version: int) -> bool:
        """Passes over the steps that are not told one by one. Whether they are missing to the client.

        That is so if he has missed too many, or has seen steps that the store has lost.
        """
        missed = None if self._cursor is None else version - self._cursor
        lost = missed is not None and not 0 <= missed <= MOST_MISSED
        if missed is None or lost or not self._wishes.steps:
            self._cursor = version
        return lost

    def _step(self, version: int, step: bytes) -> Message:
        raw = cast(GameStep, msgspec.Raw(step))  # it is encoded already, for all who see the same
        return Message(StreamStep(index=self.index, game_id=self.feed.game, step=raw), self._id(version))

    def _game(self, snapshot: Snapshot, version: int) -> list[Message]:
        """The game, unless it was shown as it is."""
        shown = snapshot.game(self._viewer)
        if hash(shown) == self._shown:
            return []
        self._shown = hash(shown)
        raw = cast(Game, msgspec.Raw(shown))
        return [Message(StreamGame(index=self.index, game_id=self.feed.game, game=raw), self._id(version))]

    def _id(self, version: int) -> int | None:
        return version if self.index is None else None

    def end(self, reason: Reason) -> Message:
        """The last message about this game."""
        return Message(StreamEnd(index=self.index, game_id=self.feed.game, reason=reason))
