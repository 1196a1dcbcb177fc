"""The table as lists are made from it: what a card can match there or be built onto, set by set."""

from collections.abc import Iterator

from engine.core.moves import in_order
from engine.rulesets.vantage.building import plays_into, raises
from engine.rulesets.vantage.deck import NUMBERS
from engine.rulesets.vantage.matching import Unit, Worth, loose_units
from engine.rulesets.vantage.state import Pile, State


class Source:
    """The sets of table cards that one use of a card allows: a match, or a build of a call.

    `down` are the bits of what is face down, of which a guess holds some. The size of a set counts what the
    move names, so the pile built onto is one more, and the played card in a build is one less.
    """

    def __init__(self, worth: Worth, down: int, call: int | None = None, onto: str | None = None) -> None:
        self.call = call
        self.onto = onto
        self._worth = worth
        self._down = down
        self._beside = (onto is not None) - (bool(worth.units) and not worth.units[0].id)
        self.most = worth.most + self._beside  # the size of the largest set there may be, 0 if there is none

    def of_size(self, size: int, guesses: bool) -> Iterator[tuple[str, ...]]:
        """The ids of each set of the size."""
        units = self._worth.units
        for mask in self._worth.of_size(size - self._beside):
            if not guesses or mask & self._down:
                yield in_order(name for at in _bits(mask) if (name := units[at].id))


def _bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Table:
    """What is on the table, for ordinary moves what is face up, for guesses all of it.

    Every set made here holds all of `named`.
    """

    def __init__(self, seen: State, named: frozenset[str], guesses: bool) -> None:
        self._options = seen.options
        loose = [card for card in seen.loose if guesses or card.face_up]
        self._units = loose_units(loose)
        self._down = sum(1 << at for at, card in enumerate(loose) if not card.face_up)
        self._piles = seen.piles
        self._onto = named & {pile.id for pile in seen.piles}
        self._named = named
        self._matches: dict[int, Source | None] = {}
        self._builds: dict[int, list[Source]] = {}
        self._worths: dict[tuple[int, int | None], Worth | None] = {}

    @property
    def size(self) -> int:
        """How many loose cards and piles there are."""
        return len(self._units) + len(self._piles)

    def match(self, number: int) -> Source | None:
        """What a card of the number can take."""
        if number not in self._matches:
            piles = [Unit(pile.id, number, single=True) for pile in self._piles if pile.call == number]
            worth = self._worth([*self._units, *piles], number, self._named)
            self._matches[number] = None if worth is None else Source(worth, self._down)
        return self._matches[number]

    def builds(self, value: int) -> list[Source]:
        """What a card of the value can be built with: by call, first without a pile, then onto each."""
        if value not in self._builds:
            found = (self._build(*use) for use in sorted(self._uses(value), key=lambda use: use[0]))
            self._builds[value] = [source for source in found if source is not None and source.most > 0]
        return self._builds[value]

    def _uses(self, value: int) -> Iterator[tuple[int, Pile | None, int | None]]:
        """Calls that a card of the value may make, the pile that each goes onto, and the value if it is part
        of what is called rather than what raises the pile."""
        options = self._options
        calls = [call for call in NUMBERS if plays_into(value, call, options)]
        if not self._onto:
            yield from ((call, None, value) for call in calls)
        for pile in self._piles:
            if self._onto <= {pile.id}:
                if pile.call in calls:
                    yield pile.call, pile, value
                if raises(pile, value, pile.call + value, options):
                    yield pile.call + value, pile, None

    def _build(self, call: int, pile: Pile | None, part: int | None) -> Source | None:
        worth = self._joins(call, part)
        onto = None if pile is None else pile.id
        return None if worth is None else Source(worth, self._down << (part is not None), call, onto)

    def _joins(self, call: int, part: int | None) -> Worth | None:
        """Loose cards worth a call, together with the played card unless that raises a pile."""
        if (call, part) not in self._worths:
            named = self._named - self._onto
            units = (
                self._units if part is None else [Unit("", part), *self._units]
            )  # groups with it come first
            self._worths[call, part] = self._worth(units, call, named if part is None else named | {""})
        return self._worths[call, part]

    def _worth(self, units: list[Unit], number: int, forced: frozenset[str]) -> Worth | None:
        """The sets worth the number that hold what is forced; None if there is nothing of that name."""
        bits = {unit.id: 1 << at for at, unit in enumerate(units)} if forced else {}
        if not forced <= bits.keys():
            return None
        return Worth(units, number, self._options.sums == "any", sum(bits[name] for name in forced))
