"""A game on its way to its next commit: the steps that will be appended, and the state after them."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from engine import Ruleset
from engine.core.events import Event
from engine.core.house import GameEnded, GameStarted, SeatChanged
from engine.core.moves import Move
from engine.core.rng import Rng
from engine.core.seats import Seat
from service.housebots import bot_move, next_bot
from service.log import By, Row
from service.outcomes import outcome_of
from service.tables import Meta, Pace, SeatMeta, Stood, options_of

Reason = Literal["taken", "left", "kicked", "timeout", "returned", "bot", "moved"]

MOST_STEPS = 32  # of a commit that house bots make by themselves


def sits(seat: SeatMeta, at: Seat, reason: Reason | None = None) -> SeatChanged:
    """The event of somebody who sits down, of a house bot or a person, if nothing else is the reason."""
    why = reason or ("bot" if seat.state == "bot" else "taken")
    return SeatChanged(at, seat.state, seat.name, seat.bot, why)


def _nothing() -> tuple[Event, ...]:
    """What quick bots know of the past."""
    return ()


class Progress:
    """The steps of one commit, made one after the other. They happen at `now` (ms), or when `at` says.

    `pace.deadline` is kept with every step: it is set when a wait of people begins, and stays as long as
    others are still to answer the same question.
    """

    def __init__(
        self, ruleset: Ruleset[Any, Any, Any], version: int, meta: Meta, pace: Pace, state: Any, now: int
    ) -> None:
        self.ruleset = ruleset
        self.version = version
        self.meta = meta
        self.pace = replace(pace, touched=now)
        self.state = state
        self.rows: list[Row] = []
        self._now = now
        self._logged = meta.seats if version else ()  # the seats that the log tells of
        self._past = False
        self._waits = False

    def at(self, time: int) -> None:
        """From here on steps happen as if it were then (ms): what was due is done at the time it was due."""
        self._now = time
        self._past = True

    def written(self, clock: Callable[[], int]) -> None:
        """The commit is being written: only from here on the time of those who now have to act runs [Q41]."""
        if self._waits and not self._past:
            self.pace = replace(self.pace, deadline=clock() + self._turn_ms)

    def house(self, *events: Event) -> None:
        """A step of the house."""
        self._append(None, "house", None, events)

    def seat(self, seat: Seat, taken: SeatMeta) -> None:
        """Who sits there from now on."""
        seats = self.meta.seats
        self.meta = replace(self.meta, seats=(*seats[:seat], taken, *seats[seat + 1 :]))

    def moves_down(self) -> None:
        """Open seats leave the table, higher seats move down: a step tells who sits where from now on.

        It is the first of the start: who watches late sees it with that.
        """
        stays = [at for at, seat in enumerate(self.meta.seats) if seat.state != "open"]
        self.meta = replace(self.meta, seats=tuple(self.meta.seats[at] for at in stays))
        moved = [Seat(to) for to, at in enumerate(stays) if to != at]
        if moved:
            self.meta = replace(self.meta, dealt=self.version + 1)
            self.house(*(sits(self.meta.seats[to], to, "moved") for to in moved))

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
            self.pace = replace(self.pace, since=self.version + 1, deadline=None)
        events: tuple[Event, ...] = step.events
        self._append(seat, by, move, (*events, *self.ending()))

    def ending(self) -> tuple[Event, ...]:
        """The end of the game, if this is it: an event of the step that is about to be appended."""
        outcome = outcome_of(self.ruleset, self.state, self.meta.forfeited)
        if outcome is None:
            return ()
        self.meta = replace(self.meta, status="finished", ended=self._now)
        return (GameEnded(outcome, outcome.reason),)

    def abort(self, reason: str, *before: Event) -> None:
        """The end of the game without an outcome; `before` is what led to it."""
        self.meta = replace(self.meta, status="aborted", ended=self._now, reason=reason)
        self.house(*before, GameEnded(None, reason))

    def returns(self, seat: Seat) -> None:
        """The player of a seat that ran out of time plays it himself again; a step of its own.

        Only while `SeatMeta.may_return` holds and the game runs.
        """
        own = self.meta.seats[seat]
        self.seat(seat, replace(own, state="taken", bot=None))
        self.house(SeatChanged(seat, "taken", own.name, None, "returned"))

    def let_bots_play(self) -> None:
        """House bots, also those of seats that were left, move until somebody else must or it is over.

        A commit has room for 32 steps: what is left to do is then owed. A bot that thinks is not waited for.
        """
        self.pace = replace(self.pace, owed=None, thinking=None)
        while (seat := self._next_bot(slow=False)) is not None:
            if len(self.rows) >= MOST_STEPS:
                self.pace = replace(self.pace, owed=self._now)
                return
            move = bot_move(self.ruleset, self.meta, self.state, self.version, seat, _nothing)
            self.play(seat, move, "bot" if self.meta.seats[seat].state == "bot" else "policy")
        if self._next_bot(slow=True) is not None:
            self.pace = replace(self.pace, thinking=self._now)

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The people who have to act."""
        if self.meta.status != "playing":
            return ()
        people = self.meta.people
        return tuple(seat for seat in self.ruleset.to_act(self.state) if seat in people)

    def _next_bot(self, *, slow: bool) -> Seat | None:
        return next_bot(self.ruleset, self.meta, self.state, slow=slow)

    def _append(self, seat: Seat | None, by: By, move: Move | None, events: tuple[Event, ...]) -> None:
        self.version += 1
        self.rows.append(Row(self._now, seat, by, move, events))
        self._keep_time()
        self._note()

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
            seats = tuple(replace(seat, token="" if seat.reserved else None) for seat in self._logged)
        elif row.stood is not None:
            seats = row.stood.seats
        pace = replace(self.pace, touched=row.at, owed=None, thinking=None)  # whenever it was written
        self.rows[-1] = replace(row, stood=Stood(pace, self.meta.status != "open", seats))

    def _keep_time(self) -> None:
        """Starts the clock when a wait of people begins, and stops it when none of them has to act."""
        if self.meta.over:
            self.pace = replace(self.pace, owed=None, thinking=None)
        if self.meta.turn_seconds is None or not self.waits_for:
            self.pace, self._waits = replace(self.pace, deadline=None), False
        elif self.pace.deadline is None:
            self.pace, self._waits = replace(self.pace, deadline=self._now + self._turn_ms), True

    @property
    def _turn_ms(self) -> int:
        return (self.meta.turn_seconds or 0) * 1000
