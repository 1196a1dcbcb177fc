"""What all events share, and the kinds and parts that several rule sets have."""

from typing import Annotated

from engine.core.cards import Card
from engine.core.seats import Seat
from engine.core.sight import Open, Public, Sighted, owned


class Event(Sighted, frozen=True, tag_field="kind", kw_only=True):
    """What happened, told to each viewer as far as he may know it, and dropped for nobody.

    `text` is a sentence for people, written when it is read and asked for.
    """

    text: Public[str | None] = None


class TableCard(Open, frozen=True):
    """A card on the table as it was when the event happened; of a numbered place the id is the number."""

    id: str
    card: Card


class Dealt(Event, frozen=True, tag="dealt"):
    """A deal: to each seat the cards of its hand, and what went face up to the table.

    A dealer of None is the house: the game has none.
    """

    round: Public[int]
    dealer: Public[Seat | None]
    hands: Annotated[tuple[tuple[Card, ...], ...], owned(unless="options.open_hands")]
    table: Public[tuple[TableCard, ...]]


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """A pile ran out and was made again from `count` used cards."""

    pile: Public[str]
    count: Public[int]


class SeatSkipped(Event, frozen=True, tag="seat_skipped"):
    """A seat whose turn came had none."""

    seat: Public[Seat]
    reason: Public[str]


class Passed(Event, frozen=True, tag="passed"):
    """A seat passed; `forced`: it could do nothing else, and the engine passed for it."""

    seat: Public[Seat]
    forced: Public[bool]


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """A round is over: the points of each seat in it."""

    round: Public[int]
    points: Public[tuple[int, ...]]


class ScoreLine(Open, frozen=True):
    """Points that a seat got for one award; a seat of None means that nobody got it."""

    seat: Seat | None
    award: str
    points: int


class Scored(Event, frozen=True, tag="scored"):
    """The scores, line by line, and the total of each seat."""

    lines: Public[tuple[ScoreLine, ...]]
    totals: Public[tuple[int, ...]]
