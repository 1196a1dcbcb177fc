"""A house with tables, for tests: games made in one line, and what must not change when a call is refused."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from engine import RULESETS
from engine.core.moves import Move
from service.door import Retry
from service.hosting import Hosting, IfMatch
from service.live import Live
from service.records import Records
from service.schemas.answers import Change, Created, Game
from service.schemas.reader import Reader
from service.schemas.requests import EventsQuery, NewGame, NewSeat, Sandbox, TakeSeat
from service.store import Committed, RedisStore, Tag
from service.tables import Meta

VANTAGE = RULESETS["vantage"]
READER = Reader()
NOON = 1_796_040_000_000  # ms: 2026-11-30T12:00:00.000Z
OPEN, BOT = NewSeat(open=True), NewSeat(bot="random")
ZEROS = "00" * 32


def key() -> str:
    """An Idempotency-Key that no other test uses."""
    return str(uuid.uuid4())


def plain(value: Any) -> Any:
    """What goes over the wire, as plain values."""
    return msgspec.json.decode(msgspec.json.encode(value))


class House:
    """Hosting over a store. Its clock stands at noon until `now` is set."""

    def __init__(self, store: RedisStore, live: Live) -> None:
        self.now = NOON
        self.store = store
        self.live = live
        self.hosting = Hosting(store, live, clock=lambda: self.now)
        self.records = Records(store, RULESETS, self.hosting.opened)

    def create(
        self,
        *seats: NewSeat,
        options: dict[str, Any] | None = None,
        seed: str | None = ZEROS,
        stack: Sequence[str] | None = None,
        retry: Retry | None = None,
        **more: Any,
    ) -> Created:
        """A game of Vantage; a sandbox unless `seed` is None; `more` goes to NewGame."""
        given = None if stack is None else {"cards": tuple(stack)}
        sandbox = None if seed is None else msgspec.convert({"seed": seed, "stack": given}, Sandbox)
        body = NewGame("vantage", seats, options or {}, sandbox=sandbox, **more)
        return self.hosting.create(body, VANTAGE.Options(**(options or {})), READER, retry)[0]

    def sit(self, made: Created, **given: Any) -> Any:
        """Takes an open seat of the game."""
        retry = given.pop("retry", None)
        return self.hosting.sit(made.game.id, TakeSeat(made.invite, **given), READER, retry)[0]

    def see(self, game: str, token: str | None, moves: int | None = None) -> Game:
        """The game as the token sees it."""
        return self.hosting.see(game, token, READER, moves)[0]

    def view(self, game: str, token: str | None = None) -> Any:
        """The view of the game; a spectator's without a token."""
        return self.see(game, token).view

    def phase(self, game: str) -> Any:
        """The phase on the wire."""
        return plain(self.view(game).phase)

    def play(self, game: str, token: str | None, move: Move, **given: Any) -> Change:
        """Plays a move."""
        return self.hosting.play(game, token, lambda _: move, READER, **given)[0]

    def first(self, game: str, token: str, kind: str | None = None) -> Move:
        """The first legal move (of a kind)."""
        moves = self.see(game, token, 200).moves
        assert moves is not None
        found: list[Move] = [item.move for item in moves.items]
        return next(move for move in found if kind in (None, move.__struct_config__.tag))

    def steps(self, game: str, token: str | None, after: int = 0) -> Any:
        """The steps after a version as the token sees them."""
        return self.hosting.events(game, token, EventsQuery(after=after, limit=500), READER).steps

    def finish(self, game: str, tokens: Sequence[str], moves: int = 1000) -> Game:
        """Plays the first listed move for whoever is to act, as often as `moves`, or to the end."""
        for _ in range(moves):
            shown = self.see(game, tokens[0])
            if shown.status != "playing":
                break
            mover = tokens[self.seat_at(shown, tokens)]
            self.play(game, mover, self.first(game, mover))
        return self.see(game, tokens[0])

    def seat_at(self, shown: Game, tokens: Sequence[str]) -> int:
        """Which of the tokens is to act."""
        return next(at for at, token in enumerate(tokens) if self.see(shown.id, token).you in shown.to_act)

    def stored(self, game: str) -> Any:
        """Everything that is kept of the game."""
        return self.store.read(game), self.store.rows(game, 0, 10_000)

    def write_meta(self, game: str, meta: Meta) -> None:
        """Puts the table into a state that takes long to come to; the log knows nothing of it."""
        stored = self.store.read(game)
        assert stored is not None
        tag = Tag.fresh(stored.tag.version)
        done = self.store.commit(game, stored.tag, tag, meta=msgspec.json.encode(meta))
        assert isinstance(done, Committed)

    @contextmanager
    def refuses(self, game: str, fault: type[Exception]) -> Iterator[Any]:
        """The call inside is refused so, says where the game stands, and leaves it as it was."""
        before = self.stored(game)
        with pytest.raises(fault) as refusal:
            yield refusal
        assert self.stored(game) == before
        assert refusal.value.version == before[0].tag.version  # type: ignore[attr-defined]


def at(version: int, nonce: str | None = None) -> IfMatch:
    """If-Match."""
    return IfMatch(version, nonce)
