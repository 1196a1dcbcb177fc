"""A game on its way to its next commit: the steps that will be appended, and the state after them."""

import hmac
from typing import Any

from msgspec.structs import replace

from engine import Ruleset
from engine.bots import BOTS
from engine.core.events import Event
from engine.core.house import GameEnded, GameStarted, SeatChanged
from engine.core.moves import Move
from engine.core.rng import Draws, Rng
from engine.core.seats import Seat
from service.log import By, Row
from service.tables import Meta, Pace, SeatMeta, Stood, options_of

ABANDONED_BY = "random"  # the bot that plays on for a seat that was left


def sits(seat: SeatMeta, at: Seat) -> SeatChanged:
    """The event of somebody who sits down."""
    return SeatChanged(at, seat.state, seat.name, seat.bot, "bot" if seat.state == "bot" else "taken")


class Progress:
    """The steps of one commit, made one after the other. All of them happen at `now` (ms)."""

    def __init__(
        self, ruleset: Ruleset[Any, Any, Any], version: int, meta: Meta, pace: Pace, state: Any, now: int
    ) -> None:
        self.ruleset = ruleset
        self.version = version
        self._logged = meta.seats if version else ()  # the seats that the log tells of
        self.meta = meta
        self.pace = replace(pace, touched=now)
        self.state = state
        self.rows: list[Row] = []
        self._now = now

    def finished(self) -> list[Row]:
        """The rows as they are committed: the last says how the table stands now."""
        self._note()
        return self.rows

    def _note(self) -> None:
        """Writes into the last row how the table stands, for those who will see it late."""
        if not self.rows or not self.meta.spectator_delay:
            return
        row, seats = self.rows[-1], None
        if self.meta.seats is not self._logged:
            self._logged = self.meta.seats
            seats = tuple(replace(seat, token=None) for seat in self._logged)
        elif row.stood is not None:
            seats = row.stood.seats
        self.rows[-1] = replace(row, stood=Stood(self.pace, self.meta.status != "open", seats))

    def house(self, *events: Event) -> None:
        """A step of the house."""
        self._append(None, "house", None, events)

    def seat(self, seat: Seat, taken: SeatMeta) -> None:
        """Who sits there from now on."""
        seats = self.meta.seats
        self.meta = replace(self.meta, seats=(*seats[:seat], taken, *seats[seat + 1 :]))

    def start(self) -> None:
        """The deal, and whatever bots do before somebody else has to decide."""
        step = self.ruleset.new(
            options_of(self.meta), len(self.meta.seats), Rng(self.meta.seed), self.meta.stack
        )
        self.state = step.state
        self.meta = replace(
            self.meta, status="playing", started=self._now, dealt=self.meta.dealt or self.version + 1
        )
        self.pace = replace(self.pace, since=self.version + 1)
        self._append(None, "house", None, (GameStarted(), *step.events))
        self.let_bots_play()

    def start_if_full(self) -> None:
        """The deal, if no seat is open any more."""
        if all(seat.state != "open" for seat in self.meta.seats):
            self.start()

    def play(self, seat: Seat, move: Move, by: By) -> None:
        """A legal move. The phase begins anew unless others are still to answer the same question."""
        before = self.state.phase
        step = self.ruleset.play(self.state, seat, move)
        self.state = step.state
        after = self.state.phase
        waited = tuple(other for other in before.to_act if other != seat)
        if type(after) is not type(before) or after.to_act != waited:
            self.pace = replace(self.pace, since=self.version + 1)
        events: tuple[Event, ...] = step.events
        outcome = self.ruleset.outcome(self.state)
        if outcome is not None:
            events = (*events, GameEnded(outcome, outcome.reason))
            self.meta = replace(self.meta, status="finished", ended=self._now)
        self._append(seat, by, move, events)

    def abort(self, reason: str) -> None:
        """The end of the game without an outcome."""
        self.meta = replace(self.meta, status="aborted", ended=self._now, reason=reason)
        self.house(GameEnded(None, reason))

    def let_bots_play(self) -> None:
        """House bots, also those of seats that were left, move until somebody else must or it is over."""
        while (seat := self._next_bot()) is not None:
            bot = self.meta.seats[seat].bot or ABANDONED_BY
            seen = self.ruleset.seen(self.state, seat)
            move = BOTS[bot].choose(self.ruleset, seen, lambda: (), seat, self._draws())
            self.play(seat, move, "bot" if self.meta.seats[seat].state == "bot" else "policy")

    def _next_bot(self) -> Seat | None:
        people = self.meta.people
        return next((seat for seat in self.ruleset.to_act(self.state) if seat not in people), None)

    def _draws(self) -> Draws:
        """A bot's chance: its own stream, the same again when the commit is tried again."""
        seed = hmac.digest(self.meta.seed, f"bot|{self.version}".encode(), "sha256")
        return Draws(Rng(seed))

    def _append(self, seat: Seat | None, by: By, move: Move | None, events: tuple[Event, ...]) -> None:
        self.version += 1
        self.rows.append(Row(self._now, seat, by, move, events))
        self._note()
