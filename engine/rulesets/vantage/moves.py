"""The moves of Vantage in normal form, with one line of notation each."""

from typing import Annotated

import msgspec

from engine.core.cards import Card
from engine.core.moves import Ids, Move, TableId, no_ids
from engine.rulesets.vantage.deck import Suit

Number = Annotated[int, msgspec.Meta(ge=1, le=14)]


def _named(card: str, value: int | None, suit: str | None) -> str:
    """A card with what is named for a wild: `W2=8P`."""
    return card if value is None and suit is None else f"{card}={value or ''}{suit or ''}"


class Match(Move, frozen=True, tag="match"):
    """Take from the table what is worth the card: loose cards and piles. `R8xt5+t9`."""

    card: Card
    take: Ids
    value: Number | None = None
    suit: Suit | None = None

    def __str__(self) -> str:
        return f"{_named(self.card, self.value, self.suit)}x{'+'.join(self.take)}"


class Build(Move, frozen=True, tag="build"):
    """Join table cards, or add to a pile, and call its number. `R8b8:t5+t9` and `R8b8:t5>b2`."""

    card: Card
    call: Number
    join: Ids = msgspec.field(default_factory=no_ids)
    onto: TableId | None = None
    value: Number | None = None
    suit: Suit | None = None

    def __str__(self) -> str:
        onto = "" if self.onto is None else f">{self.onto}"
        return f"{_named(self.card, self.value, self.suit)}b{self.call}:{'+'.join(self.join)}{onto}"


class Discard(Move, frozen=True, tag="discard"):
    """Put the card on the table. `R8-`."""

    card: Card
    suit: Suit | None = None

    def __str__(self) -> str:
        return f"{_named(self.card, None, self.suit)}-"


class Lose(Move, frozen=True, tag="lose"):
    """Put the card face up on the table, as a lose-one asks. `R8--`."""

    card: Card

    def __str__(self) -> str:
        return f"{self.card}--"


class PassCard(Move, frozen=True, tag="pass_card"):
    """Choose the card to pass to the right. `R8>`."""

    card: Card

    def __str__(self) -> str:
        return f"{self.card}>"


class DoChallenge(Move, frozen=True, tag="challenge"):
    """Doubt the call. `?`."""

    def __str__(self) -> str:
        return "?"


class Accept(Move, frozen=True, tag="accept"):
    """Believe the call. `ok`."""

    def __str__(self) -> str:
        return "ok"


VantageMove = Match | Build | Discard | Lose | PassCard | DoChallenge | Accept
MOVES: tuple[type[VantageMove], ...] = (
    Match,
    Build,
    Discard,
    Lose,
    PassCard,
    DoChallenge,
    Accept,
)
