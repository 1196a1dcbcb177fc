"""The state of a game of Vantage, its phases, and who sees what of it."""

from typing import Annotated

from engine.core.cards import Card, Mention
from engine.core.events import ScoreLine
from engine.core.outcome import Details
from engine.core.outcome import Outcome as BaseOutcome
from engine.core.phases import Over as BaseOver
from engine.core.phases import Phase
from engine.core.rng import Rng
from engine.core.seats import Seat
from engine.core.sight import (
    Apart,
    Counted,
    Owned,
    Public,
    Sealed,
    Seated,
    Sighted,
    owned,
    owned_by,
)
from engine.rulesets.vantage.deck import WILDS, Action, Suit
from engine.rulesets.vantage.options import Options


class OutcomeDetails(Details, frozen=True, tag="vantage"):
    """How the scores came about."""

    awards: tuple[ScoreLine, ...]


class Outcome(BaseOutcome, frozen=True, kw_only=True):
    """How a game of Vantage ended; the highest score wins."""

    details: Public[OutcomeDetails]


class Turn(Phase, frozen=True, tag="turn"):
    """The seat plays one card: match, build or discard."""

    seat: Public[Seat]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Passing(Phase, frozen=True, tag="passing"):
    """A pass-one was turned on the seat's turn: those in `waiting` have yet to choose a card to pass."""

    seat: Public[Seat]
    waiting: Public[tuple[Seat, ...]]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.waiting


class Lose(Phase, frozen=True, tag="lose"):
    """A lose-one was turned: the seat puts one card face up on the table."""

    seat: Public[Seat]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Challenge(Phase, frozen=True, tag="challenge"):
    """A build was made: those in `waiting` have yet to challenge or accept its call."""

    builder: Public[Seat]
    pile: Public[str]
    call: Public[int]
    waiting: Public[tuple[Seat, ...]]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.waiting


class Over(BaseOver, frozen=True, tag="over"):
    """The pack is dealt out and played."""

    outcome: Apart[Outcome]


class Loose(Sighted, frozen=True):
    """A single card on the table. Face down, only `known_to`, who discarded it in a blackout, knows it.

    `suit` is the suit named for a wild, where wilds have one.
    """

    id: Public[str]
    card: Annotated[Card, owned_by("known_to", unless="face_up")]
    face_up: Public[bool]
    known_to: Public[Seat | None]
    suit: Annotated[Suit | None, owned_by("known_to", unless="face_up")]


class Pile(Sighted, frozen=True):
    """A build on the table, face up, bottom card first; `seat` made the latest call."""

    id: Public[str]
    call: Public[int]
    cards: Public[tuple[Card, ...]]
    seat: Public[Seat]


class SeatState(Seated, frozen=True):
    """What one seat has. `chosen` is the card it is about to pass."""

    hand: Annotated[tuple[Card, ...], owned(unless="options.open_hands")]
    chosen: Annotated[Owned[Card | None], Mention()]
    captured: Counted[tuple[Card, ...]]
    reneges: Public[int]


class State(Sighted, frozen=True, tag_field="ruleset", tag="vantage"):
    """A game of Vantage.

    `action` is the action card in force this turn. `loose_ids`, `pile_ids`: ids given so far. `wild_suits`:
    for W1 to W4 the suit named for it, once it lies in a pile or has been captured.
    """

    options: Apart[Options]
    phase: Public[Turn | Passing | Lose | Challenge | Over]
    round: Public[int]
    rounds: Public[int]
    dealer: Public[Seat]
    blackout: Public[bool]
    action: Public[Action | None]
    actions: Counted[tuple[Card, ...]]
    actions_used: Public[tuple[Action, ...]]
    stock: Counted[tuple[Card, ...]]
    loose: Public[tuple[Loose, ...]]
    piles: Public[tuple[Pile, ...]]
    seats: Public[tuple[SeatState, ...]]
    last_collector: Public[Seat | None]
    loose_ids: Sealed[int]
    pile_ids: Sealed[int]
    wild_suits: Sealed[tuple[Suit | None, ...]]
    rng: Sealed[Rng]

    @property
    def active(self) -> Seat:
        """The seat whose turn it is."""
        match self.phase:
            case Turn(seat) | Passing(seat) | Lose(seat):
                return seat
            case Challenge(builder):
                return builder
            case _:
                return self.dealer


NO_SUITS: tuple[Suit | None, ...] = (None,) * len(WILDS)
