"""The state of a game of Advantage, its phases, and who sees what of it."""

from typing import Annotated, Literal

from engine.core.cards import Card, Mention
from engine.core.outcome import Details
from engine.core.outcome import Outcome as BaseOutcome
from engine.core.phases import Over as BaseOver
from engine.core.phases import Phase
from engine.core.seats import Seat
from engine.core.sight import Apart, Counted, Public, Seated, Sighted, owned
from engine.rulesets.advantage.options import Options

Cards = tuple[Card, ...]
Decider = Literal["pairs", "four", "count", "date"]


class OutcomeDetails(Details, frozen=True, tag="advantage"):
    """How the game was decided: by seat its pairs and the rank of its highest four of a kind, and by what."""

    pairs: Annotated[tuple[tuple[Cards, ...], ...], Mention()]
    fours: tuple[str | None, ...]
    decided_by: Decider


class Outcome(BaseOutcome, frozen=True, kw_only=True):
    """How a game of Advantage ended; the scores are numbers of pairs, and one seat wins."""

    details: Public[OutcomeDetails]


class Drop(Phase, frozen=True, tag="drop"):
    """The seat drops cards, of which it has `dropped` none or one; `drew` a card of the stock before."""

    seat: Public[Seat]
    dropped: Public[int]
    drew: Public[bool]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Pick(Phase, frozen=True, tag="pick"):
    """The seat may exchange a card for a pile; it may have drawn a card of the stock before."""

    seat: Public[Seat]
    drew: Public[bool]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Pair(Phase, frozen=True, tag="pair"):
    """The seat scores pairs, `accidental_left` of them accidental ones; None is any number."""

    seat: Public[Seat]
    accidental_left: Public[int | None]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Over(BaseOver, frozen=True, tag="over"):
    """The pairs are counted."""

    outcome: Apart[Outcome]


class SeatState(Seated, frozen=True):
    """What one seat has.

    `hand` is in order of arrival. It lies open, but for its last `hidden` cards (one or none), which its seat
    alone sees. `picked`: those of its cards that came with the pile picked this round. `accidental`: an
    accidental pair was scored this round.
    """

    hand: Annotated[Cards, owned(last="hidden")]
    hidden: Public[int]
    pairs: Public[tuple[Cards, ...]]
    picked: Annotated[Public[Cards], Mention()]
    accidental: Public[bool]


class State(Sighted, frozen=True, tag_field="ruleset", tag="advantage"):
    """A game of Advantage.

    `idle_rounds`: rounds in a row without a card from the stock or a pair, the one in play counted among them
    until it has either. `piles` are the three of the centre, bottom card first.
    """

    options: Apart[Options]
    phase: Public[Drop | Pick | Pair | Over]
    round: Public[int]
    dealer: Public[Seat]
    stock: Counted[Cards]
    idle_rounds: Public[int]
    piles: Public[tuple[Cards, ...]]
    seats: Public[tuple[SeatState, ...]]
