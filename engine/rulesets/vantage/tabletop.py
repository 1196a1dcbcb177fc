"""The table as lists are made from it: what a card can match there or be built onto, set by set."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from engine.core.moves import in_order
from engine.rulesets.vantage.building import plays_into
from engine.rulesets.vantage.deck import HIGHEST
from engine.rulesets.vantage.matching import Worth, counts, mix_of, worth
from engine.rulesets.vantage.state import State


class Shelf:
    """Cards and piles by what they are worth: ids, and which sets of them are worth a number.

    Every set holds all of `named`.
    """

    def __init__(
        self, units: Sequence[tuple[str, int | None]], named: frozenset[str], any_sums: bool
    ) -> None:
        self._named = [name for name, _ in units if name in named]
        self._need = mix_of(value for name, value in units if name in named)
        self._others: list[list[str]] = [[] for _ in range(HIGHEST + 1)]  # by value, 0 for any
        for name, value in units:
            if name not in named:
                self._others[value or 0].append(name)
        self._singles: dict[int, list[tuple[str, ...]]] = {}
        self.worth = Worth(mix_of(value for _, value in units), any_sums, self._need)

    def sets(self, number: int, size: int, part: int) -> Iterator[tuple[str, ...]]:
        """The ids of each set of the size."""
        picks = self._single if size == 1 else self._picks
        return chain.from_iterable(map(picks, self.worth.of_size(number, size, part)))

    def _single(self, mix: int) -> list[tuple[str, ...]]:
        """The sets of a mix of one card: they are asked for again and again, and kept."""
        if mix not in self._singles:
            self._singles[mix] = list(self._picks(mix))
        return self._singles[mix]

    def _picks(self, mix: int) -> Iterator[tuple[str, ...]]:
        """All sets of a mix, one by one: those of a value are few, but many cards may be unknown."""
        (unknown, some), *known = zip(self._others, counts(mix - self._need), strict=True)
        for picked in product(*(combinations(cards, count) for cards, count in known if count)):
            for others in combinations(unknown, some):
                yield in_order(chain(self._named, others, *picked))


class Source(NamedTuple):
    """The sets of table cards that one use of a card allows: a match, or a build of a call.

    The size of a set counts what the move names, so the pile built onto is one more. A `part` is what the
    card is worth if it is played into a sum. No set is larger than `most`.
    """

    shelf: Shelf
    number: int
    part: int
    most: int
    call: int | None = None
    onto: str | None = None

    def of_size(self, size: int) -> Iterator[tuple[str, ...]]:
        """The ids of each set of the size, without the pile that is built onto."""
        return self.shelf.sets(self.number, size - (self.onto is not None), self.part)


class Table:
    """What is on the table, for ordinary moves what is face up, for guesses all of it.

    Every set made here holds all of `named`.
    """

    def __init__(self, seen: State, named: frozenset[str], guesses: bool) -> None:
        self._options = seen.options
        self._loose = [(card.id, worth(card.card)) for card in seen.loose if guesses or card.face_up]
        self._called: dict[int, list[str]] = {}
        for pile in seen.piles:
            self._called.setdefault(pile.call, []).append(pile.id)
        named_piles = named & {pile.id for pile in seen.piles}
        self._named_piles = named_piles
        self._onto = {
            call: [pile for pile in piles if named_piles <= {pile}] for call, piles in self._called.items()
        }
        self._named_loose = named & {name for name, _ in self._loose}
        self.holds_named = named == self._named_loose | named_piles
        self._shelf = Shelf(self._loose, self._named_loose, seen.options.sums == "any")
        self._matches: dict[int, list[Source]] = {}
        self._builds: dict[tuple[int, tuple[int, ...]], list[Source]] = {}

    def matches(self, number: int) -> list[Source]:
        """What a card of the number can take, if anything."""
        if number not in self._matches:
            shelf, piles = self._shelf, self._called.get(number, [])
            if piles:
                units = [*self._loose, *((pile, number) for pile in piles)]
                shelf = Shelf(units, self._named_loose | self._named_piles, self._options.sums == "any")
            most = shelf.worth.most(number) if self._named_piles.issubset(piles) else 0
            self._matches[number] = [Source(shelf, number, 0, most)] if most else []
        return self._matches[number]

    def builds(self, value: int, calls: tuple[int, ...]) -> list[Source]:
        """What a card of the value can be built with: by call, first without a pile, then onto each."""
        if (value, calls) not in self._builds:
            uses = (use for call in calls if call >= value for use in self._uses(value, call))
            self._builds[value, calls] = list(uses)
        return self._builds[value, calls]

    def _uses(self, value: int, call: int) -> Iterator[Source]:
        """Into a sum or onto piles of the call, then onto piles that the card raises to it."""
        worth = self._shelf.worth
        if plays_into(value, call, self._options):
            part = value if value < call else 0
            most = worth.most(call, part)
            if most and not self._named_piles:
                yield Source(self._shelf, call, part, most, call)
            if most or not part:
                for pile in self._onto.get(call, ()):
                    yield Source(self._shelf, call, part, most + 1, call, pile)
        if self._options.raise_builds:
            for pile in self._onto.get(call - value, ()):
                yield Source(self._shelf, call, 0, worth.most(call) + 1, call, pile)
