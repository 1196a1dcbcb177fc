"""The state of a game of Da Vinci's Challenge, its phases, and who sees what of it."""

from typing import Literal

from engine.core.cards import Card
from engine.core.outcome import Details
from engine.core.outcome import Outcome as BaseOutcome
from engine.core.phases import Over as BaseOver
from engine.core.phases import Phase
from engine.core.rng import Rng
from engine.core.seats import Seat
from engine.core.sight import Apart, Open, Owned, Public, Sealed, Seated, Sighted
from engine.rulesets.davinci.options import Options

Ending = Literal["out-of-cards", "last-seat", "forgotten-call", "blocked"]
Standing = Literal["in", "out", "eliminated"]
Title = Literal["master", "apprentice", "peasant"]


class OutcomeDetails(Details, frozen=True, tag="davinci"):
    """How the last round ended."""

    ended: Ending


class Outcome(BaseOutcome, frozen=True, kw_only=True):
    """How a game of Da Vinci's Challenge ended; the lowest score wins."""

    details: Public[OutcomeDetails]


class Lead(Phase, frozen=True, tag="lead"):
    """The table is empty: the seat leads one card or a pair."""

    seat: Public[Seat]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Follow(Phase, frozen=True, tag="follow"):
    """The seat beats the play on top, of `count` cards, or passes."""

    seat: Public[Seat]
    count: Public[int]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Over(BaseOver, frozen=True, tag="over"):
    """The last round has ended."""

    outcome: Apart[Outcome]


class TablePlay(Open, frozen=True):
    """A play that lies on the table."""

    seat: Seat
    cards: tuple[Card, ...]
    carta_finale: bool


class SeatState(Seated, frozen=True):
    """What one seat has.

    `state`: out is who has no cards, eliminated who forgot the call. `passed`: it has passed on the table as
    it lies, and not played since. `title` and `points` come from the rounds of a tournament that are over.
    """

    hand: Owned[tuple[Card, ...]]
    state: Public[Standing]
    passed: Public[bool]
    title: Public[Title | None]
    points: Public[int]


class RoundResult(Open, frozen=True):
    """A round of a tournament that is over: the points of each seat, who won it, and who deals the next."""

    round: int
    points: tuple[int, ...]
    masters: tuple[Seat, ...]
    peasant: Seat


class State(Sighted, frozen=True, tag_field="ruleset", tag="davinci"):
    """A game of Da Vinci's Challenge.

    `pile` are the plays on the table, the top one last; `cleared` the cards that left it in this round.
    """

    options: Apart[Options]
    phase: Public[Lead | Follow | Over]
    round: Public[int]
    rounds: Public[int]
    dealer: Public[Seat]
    pile: Public[tuple[TablePlay, ...]]
    cleared: Public[tuple[Card, ...]]
    seats: Public[tuple[SeatState, ...]]
    results: Public[tuple[RoundResult, ...]]
    rng: Sealed[Rng]
