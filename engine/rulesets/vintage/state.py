"""The state of a game of Vintage, its phases, and who sees what of it."""

from typing import Annotated

from engine.core.cards import Card, Mention
from engine.core.events import ScoreLine
from engine.core.outcome import Details
from engine.core.outcome import Outcome as BaseOutcome
from engine.core.phases import Over as BaseOver
from engine.core.phases import Phase
from engine.core.rng import Rng
from engine.core.seats import Seat
from engine.core.sight import Apart, Counted, Owned, Public, Sealed, Seated, Sighted
from engine.rulesets.vintage.options import Options


class OutcomeDetails(Details, frozen=True, tag="vintage"):
    """How the scores came about."""

    awards: tuple[ScoreLine, ...]


class Outcome(BaseOutcome, frozen=True, kw_only=True):
    """How a game of Vintage ended; the highest score wins, then more coins."""

    details: Public[OutcomeDetails]


class Turn(Phase, frozen=True, tag="turn"):
    """The seat puts a card up for auction or sells cards; it passes if it can do neither."""

    seat: Public[Seat]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Auction(Phase, frozen=True, tag="auction"):
    """The seat bids or passes. The lot still lies in its slot of the market.

    `bid` is the highest so far, 0 if there is none, and then `bidder` is None. `out`: the seats that have
    passed, and the nominator if it opened without a bid, lowest first.
    """

    seat: Public[Seat]
    slot: Public[int]
    card: Annotated[Public[Card], Mention()]
    opened_by: Public[Seat]
    bid: Public[int]
    bidder: Public[Seat | None]
    out: Public[tuple[Seat, ...]]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Over(BaseOver, frozen=True, tag="over"):
    """The game has ended."""

    outcome: Apart[Outcome]


class SeatState(Seated, frozen=True):
    """What one seat has. `bought` is how many cards it ever bought."""

    hand: Owned[tuple[Card, ...]]
    collection: Public[tuple[Card, ...]]
    bought: Public[int]
    coins: Public[int]


class State(Sighted, frozen=True, tag_field="ruleset", tag="vintage"):
    """A game of Vintage.

    `turn` counts the turns of all seats, from 1. `passes`: how many turns of this round were passes.
    `last_round`: a fifteenth card has been bought, and the round is being finished. `bank` is None if it
    never runs out.
    """

    options: Apart[Options]
    phase: Public[Turn | Auction | Over]
    round: Public[int]
    starter: Public[Seat]
    turn: Public[int]
    passes: Public[int]
    last_round: Public[bool]
    market: Public[tuple[Card | None, ...]]
    deck: Counted[tuple[Card, ...]]
    discards: Public[tuple[Card, ...]]
    removed: Public[tuple[Card, ...]]
    bank: Public[int | None]
    seats: Public[tuple[SeatState, ...]]
    rng: Sealed[Rng]
