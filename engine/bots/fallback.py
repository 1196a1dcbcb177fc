"""Bots that fail: a few tries, then any legal move, so that no table waits for a fault of ours [Q38]."""

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.bots import random
from engine.bots.policy import Bot, Past
from engine.core.events import Event
from engine.core.moves import Move
from engine.core.rng import Draws
from engine.core.ruleset import Ruleset
from engine.core.seats import Seat

TRIES = 3


class Tried(msgspec.Struct, frozen=True):
    """The move to play, and what the bot raised last if it is not the bot's own, for the log."""

    move: Move
    failure: Exception | None

    @property
    def fell_back(self) -> bool:
        """Whether the bot failed as often as it may, and any legal move is played for it."""
        return self.failure is not None


def tried(
    bot: Bot, ruleset: Ruleset[Any, Any, Any], seen: Any, past: Past, seat: Seat, draws: Draws
) -> Tried:
    """The bot's move; any legal one once it has raised, or chosen what is not legal, three times.

    What `past` itself raises is passed on: that is a log that cannot be read, no fault of the bot's.
    """
    log = _Log(past)
    failure: Exception | None = None
    for _ in range(TRIES):
        try:
            move = bot.choose(ruleset, seen, log.read, seat, draws)
            ruleset.check(seen, seat, move)
        except Exception as raised:  # whatever it is: the table must go on, and the log must tell
            if log.failed:
                raise
            failure = raised
        else:
            return Tried(move, None)
    return Tried(random.choose(ruleset, seen, log.read, seat, draws), failure)


class _Log:
    """The past, read once for all tries, and whether its reading failed."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._events: tuple[Event, ...] | None = None
        self.failed = False

    def read(self) -> Iterable[Event]:
        if self._events is None:
            self.failed = True
            self._events = tuple(self._past())
            self.failed = False
        return self._events
