"""The events of Vantage beside those that all rule sets share."""

from typing import Annotated, Literal

from engine.core.cards import Card
from engine.core.events import Event, TableCard
from engine.core.seats import Seat
from engine.core.sight import Open, Public, Sighted, owned_by
from engine.rulesets.vantage.deck import Action, Suit


class TablePile(Open, frozen=True):
    """A pile as it was when the event happened, bottom card first."""

    id: str
    cards: tuple[Card, ...]


class ActionTurned(Event, frozen=True, tag="action_turned"):
    """The seat's turn begins with an action card."""

    seat: Public[Seat]
    action: Public[Action]


class Turned(Event, frozen=True, tag="turned"):
    """Loose cards were turned; face down their cards are `??` to everybody."""

    face_up: Public[bool]
    loose: Public[tuple[TableCard, ...]]


class CardChosen(Event, frozen=True, tag="card_chosen"):
    """A seat chose the card that it will pass."""

    seat: Public[Seat]
    card: Annotated[Card, owned_by("seat")]


class CardPass(Sighted, frozen=True, rename={"giver": "from", "receiver": "to"}):
    """A card on its way from one seat to another."""

    giver: Public[Seat]
    receiver: Public[Seat]
    card: Annotated[Card, owned_by("giver", "receiver")]


class CardsPassed(Event, frozen=True, tag="cards_passed"):
    """All who hold cards passed one to the right."""

    passes: Public[tuple[CardPass, ...]]


class Discarded(Event, frozen=True, tag="discarded"):
    """A card went loose to the table under a new id: a discard, a lose-one, or the card of a wrong guess."""

    seat: Public[Seat]
    id: Public[str]
    card: Annotated[Card, owned_by("seat", unless="face_up")]
    suit: Annotated[Suit | None, owned_by("seat", unless="face_up")]
    face_up: Public[bool]
    reason: Public[Literal["discard", "lose", "guess"]]


class Matched(Event, frozen=True, tag="matched"):
    """A seat collected table cards with a card worth `value`."""

    seat: Public[Seat]
    card: Public[Card]
    value: Public[int]
    suit: Public[Suit | None]
    loose: Public[tuple[TableCard, ...]]
    piles: Public[tuple[TablePile, ...]]


class Built(Event, frozen=True, tag="built"):
    """A seat made a pile, or added to the pile `onto`, and called it."""

    seat: Public[Seat]
    card: Public[Card]
    value: Public[int]
    suit: Public[Suit | None]
    call: Public[int]
    pile: Public[str]
    loose: Public[tuple[TableCard, ...]]
    onto: Public[str | None]


class GuessFailed(Event, frozen=True, tag="guess_failed"):
    """A wrong guess in a blackout: what was shown to all before it was turned down again."""

    seat: Public[Seat]
    card: Public[Card]
    attempt: Public[Literal["match", "build"]]
    value: Public[int]
    call: Public[int | None]
    suit: Public[Suit | None]
    loose: Public[tuple[TableCard, ...]]
    piles: Public[tuple[str, ...]]
    onto: Public[str | None]


class ChallengeAnswered(Event, frozen=True, tag="challenge_answered"):
    """A seat said whether it challenges the call."""

    seat: Public[Seat]
    challenge: Public[bool]


class ChallengeSettled(Event, frozen=True, tag="challenge_settled"):
    """A challenge was settled; an honest builder showed a card to the challenger alone."""

    builder: Public[Seat]
    challenger: Public[Seat]
    honest: Public[bool]
    card: Annotated[Card | None, owned_by("builder", "challenger")]


class LeftoversTaken(Event, frozen=True, tag="leftovers_taken"):
    """What lay on the table at the end went to the last seat that collected; to nobody if none did."""

    seat: Public[Seat | None]
    cards: Public[tuple[Card, ...]]


EVENTS: tuple[type[Event], ...] = (
    ActionTurned,
    Turned,
    CardChosen,
    CardsPassed,
    Discarded,
    Matched,
    Built,
    GuessFailed,
    ChallengeAnswered,
    ChallengeSettled,
    LeftoversTaken,
)
