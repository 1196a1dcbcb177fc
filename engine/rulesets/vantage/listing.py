"""Legal moves as a seat sees them: lazy, each once, one of every kind first, guesses last."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.core.cards import Card
from engine.core.seats import Seat
from engine.rulesets.vantage.building import backing, without
from engine.rulesets.vantage.deck import NUMBERS, PLACE, SUITS, VALUE, Suit, is_wild
from engine.rulesets.vantage.judging import kinds_now, stuck
from engine.rulesets.vantage.moves import (
    Accept,
    Build,
    Discard,
    DoChallenge,
    Lose,
    Match,
    PassCard,
    VantageMove,
)
from engine.rulesets.vantage.state import State
from engine.rulesets.vantage.tabletop import Source, Table

CALLS: Final = tuple(NUMBERS)


def moves(seen: State, seat: Seat, kind: str | None, named: frozenset[str]) -> Iterator[VantageMove]:
    """All legal moves that name all of `named`, of the kind if one is given."""
    kinds = [allowed for allowed in kinds_now(seen) if kind in (None, allowed)]
    listed = Listing(seen, seat, named)
    firsts = [move for one in kinds if (move := next(listed.of([one]), None)) is not None]
    yield from firsts
    for move in listed.of(kinds):
        if move not in firsts:
            yield move


class Use(NamedTuple):
    """A card of the hand, what is named for it, and where it can be used."""

    card: Card
    value: int | None
    suits: tuple[Suit | None, ...]
    source: Source


class Listing:
    """The lists of one position, narrowed to what is named."""

    def __init__(self, seen: State, seat: Seat, named: frozenset[str]) -> None:
        self._seen = seen
        self._seat = seat
        cards = named & PLACE.keys()
        self._ids = named - cards
        self._narrowed = bool(named)
        self._tables: dict[bool, Table] = {}
        self._down = {card.id for card in seen.loose if not card.face_up}
        self._hand = tuple(card for card in seen.seats[seat].hand if cards <= {card})

    def of(self, kinds: list[str]) -> Iterator[VantageMove]:
        """Moves of these kinds: ordinary matches and builds, then discards, then guesses by growing set."""
        for kind in kinds:
            yield from self._simple(kind)
        taking = [kind for kind in kinds if kind in ("match", "build")]
        if taking:
            yield from self._taking(taking, guesses=False)
        if "discard" in kinds:
            yield from self._discards()
        if taking and self._down:
            yield from self._taking(taking, guesses=True)

    def _simple(self, kind: str) -> Iterator[VantageMove]:
        if kind in ("accept", "challenge") and not self._narrowed:  # they name nothing
            yield Accept() if kind == "accept" else DoChallenge()
        elif kind in ("lose", "pass_card") and not self._ids:
            yield from (Lose(card) if kind == "lose" else PassCard(card) for card in self._hand)

    def _discards(self) -> Iterator[VantageMove]:
        if not self._ids and (self._seen.options.discard == "free" or stuck(self._seen, self._seat)):
            for card in self._hand:
                yield from (Discard(card, suit) for suit in self._suits(card))

    def _taking(self, kinds: list[str], guesses: bool) -> Iterator[VantageMove]:
        """Matches and builds, the smaller sets of table cards and piles first."""
        table = self._table(guesses)
        if not table.holds_named:
            return
        uses: list[Use] = []
        for use in self._uses(kinds, table):  # found only as far as somebody looks
            yield from self._of_size(1, use, guesses)
            if use.source.most > 1:
                uses.append(use)
        size = 2
        while uses := [use for use in uses if use.source.most >= size]:
            for use in uses:
                yield from self._of_size(size, use, guesses)
            size += 1

    def _table(self, guesses: bool) -> Table:
        if guesses not in self._tables:
            self._tables[guesses] = Table(self._seen, self._ids, guesses)
        return self._tables[guesses]

    def _of_size(self, size: int, use: Use, guesses: bool) -> Iterator[Match | Build]:
        """Moves that name so many, once for each suit that a wild may be named."""
        card, value, suits, source = use
        for ids in source.of_size(size):
            if not guesses or not self._down.isdisjoint(ids):
                for suit in suits:
                    if source.call is None:
                        yield Match(card, ids, value, suit)
                    else:
                        yield Build(card, source.call, ids, source.onto, value, suit)

    def _uses(self, kinds: list[str], table: Table) -> Iterator[Use]:
        for kind in kinds:
            for card in self._hand:
                wild, suits, calls = is_wild(card), self._suits(card), self._calls(card)
                for value in NUMBERS if wild else (VALUE[card],):
                    sources = table.matches(value) if kind == "match" else table.builds(value, calls)
                    yield from (Use(card, value if wild else None, suits, source) for source in sources)

    def _calls(self, card: Card) -> tuple[int, ...]:
        """What may be called with the card, as far as what must stay in the hand goes."""
        options = self._seen.options
        if options.reneging != "enforced":
            return CALLS
        rest = without(self._seen.seats[self._seat].hand, card)
        return tuple(call for call in CALLS if backing(rest, call, options) is not None)

    def _suits(self, card: Card) -> tuple[Suit | None, ...]:
        return SUITS if is_wild(card) and self._seen.options.wild_suit == "declared" else (None,)
