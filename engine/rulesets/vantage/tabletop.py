"""The table as lists are made from it: which sets of what lies there a card can match or be built onto."""

from collections.abc import Iterator

from engine.core.moves import in_order
from engine.rulesets.vantage.building import plays_into, raises
from engine.rulesets.vantage.deck import HIGHEST, NUMBERS
from engine.rulesets.vantage.matching import Unit, Worth, loose_units
from engine.rulesets.vantage.state import Pile, State


class Table:
    """What is on the table, for ordinary moves what is face up, for guesses all of it.

    A set made here holds all of `named`; a guess holds at least one card that is face down.
    """

    def __init__(self, seen: State, named: frozenset[str], guesses: bool) -> None:
        self._options = seen.options
        self._guesses = guesses
        self._loose = [card for card in seen.loose if guesses or card.face_up]
        self._units = loose_units(self._loose)
        self._piles = seen.piles
        self._named = named
        self._takes: dict[int, tuple[Worth, int] | None] = {}
        self._joins: dict[tuple[int, int | None], tuple[Worth, int] | None] = {}

    def takes(self, number: int, size: int) -> Iterator[tuple[str, ...]]:
        """Sets of `size` loose cards and piles that a card of the number can match, as ids."""
        if number not in self._takes:
            piles = [
                Unit(pile.id, number, single=True)
                for pile in self._piles
                if pile.call == number
            ]
            self._takes[number] = self._worth(
                [*self._units, *piles], number, self._named
            )
        yield from self._sets(self._takes[number], size)

    def calls(self, value: int) -> list[int]:
        """The numbers that a card of the value may call, lowest first."""
        found = {call for call in NUMBERS if plays_into(value, call, self._options)}
        if self._options.raise_builds:
            found.update(
                pile.call + value
                for pile in self._piles
                if pile.call + value <= HIGHEST
            )
        return sorted(found)

    def builds(
        self, value: int, call: int, size: int
    ) -> Iterator[tuple[tuple[str, ...], str | None]]:
        """Loose cards and the pile, `size` of them together, that a card of the value makes a build of."""
        piles = {
            name for name in self._named if any(pile.id == name for pile in self._piles)
        }
        if not piles:
            yield from ((join, None) for join in self._joined(value, call, size, None))
        for pile in self._piles:
            if piles <= {pile.id}:
                yield from (
                    (join, pile.id)
                    for join in self._joined(value, call, size - 1, pile)
                )

    def _joined(
        self, value: int, call: int, size: int, pile: Pile | None
    ) -> Iterator[tuple[str, ...]]:
        raising = pile is not None and pile.call != call
        if raising and not raises(pile, value, call, self._options):
            return
        if not raising and not plays_into(value, call, self._options):
            return
        part = None if raising else value
        key = (call, part)
        if key not in self._joins:
            loose = self._named - {pile.id for pile in self._piles}
            if part is None:
                self._joins[key] = self._worth(self._units, call, loose)
            else:
                self._joins[key] = self._worth(
                    [*self._units, Unit("", part)], call, loose | {""}
                )
        yield from self._sets(self._joins[key], size if part is None else size + 1)

    def _worth(
        self, units: list[Unit], number: int, forced: frozenset[str]
    ) -> tuple[Worth, int] | None:
        """The sets worth the number that hold what is forced, and the bits of what is face down; None if there
        is nothing of that name."""
        bits = {unit.id: 1 << at for at, unit in enumerate(units)}
        if not forced <= bits.keys():
            return None
        down = sum(bits[card.id] for card in self._loose if not card.face_up)
        mask = sum(bits[name] for name in forced)
        return Worth(units, number, self._options.sums == "any", mask), down

    def _sets(
        self, found: tuple[Worth, int] | None, size: int
    ) -> Iterator[tuple[str, ...]]:
        if found is None or size < 0:
            return
        worth, down = found
        for mask in worth.of_size(size):
            if not self._guesses or mask & down:
                yield in_order(
                    unit.id
                    for at, unit in enumerate(worth.units)
                    if mask >> at & 1 and unit.id
                )
