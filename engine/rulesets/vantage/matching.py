"""What is worth a number: which sets of table cards split into groups that are each worth it.

A group is one unit of the value, or loose cards that add up to it: exactly two, or with `sums: any` two or
more [Vantage, A; V3]. A wild on the table, and to a guesser every card he does not know, is worth anything
from 1 to 14 [V7, V52]; so it may always stand alone, and a group never needs more than one of them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple

from engine.core.cards import Card
from engine.rulesets.vantage.deck import VALUE
from engine.rulesets.vantage.state import Loose


class Unit(NamedTuple):
    """Something on the table that can be in a group; `value` is None where it may be anything."""

    id: str
    value: int | None
    single: bool = False  # a pile stands alone


def worth(card: Card) -> int | None:
    """The value of a card on the table; None, for any, if it is wild or not known."""
    return VALUE.get(card)


def loose_units(loose: Iterable[Loose]) -> list[Unit]:
    """Loose cards as the seat that sees them knows them."""
    return [Unit(card.id, worth(card.card)) for card in loose]


def splits(values: Sequence[int | None], number: int, any_sums: bool) -> bool:
    """Whether loose cards of these values split into groups each worth the number. None is any value."""
    wilds = values.count(None)
    rest = [value for value in values if value is not None and value != number]
    if any(value > number for value in rest):
        return False
    if any_sums:
        return _wilds_needed(tuple(sorted(rest, reverse=True)), number) <= wilds
    counts = Counter(rest)
    alone = sum(abs(counts[low] - counts[number - low]) for low in range(1, (number + 1) // 2))
    if number % 2 == 0:
        alone += counts[number // 2] % 2
    return alone <= wilds


@cache
def _wilds_needed(values: tuple[int, ...], number: int) -> int:
    """The fewest wilds with which the values (falling, below the number) split into groups worth it."""
    if not values:
        return 0
    first, rest = values[0], values[1:]
    return min(missing + _wilds_needed(left, number) for missing, left in _groups_with(first, rest, number))


def _groups_with(total: int, rest: tuple[int, ...], number: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Ways to fill a group: 0 if it adds up or 1 if a wild must fill it, and the values left over."""
    if total == number:
        yield 0, rest
        return
    yield 1, rest
    tried = set()
    for at, value in enumerate(rest):
        if value in tried or total + value > number:
            continue
        tried.add(value)
        for missing, left in _groups_with(total + value, rest[at + 1 :], number):
            yield missing, rest[:at] + left


class Grown:
    """A list of masks that grows from an iterator only as far as somebody looks."""

    def __init__(self, source: Iterator[int]) -> None:
        self._source = source
        self._items: list[int] = []

    def __iter__(self) -> Iterator[int]:
        at = 0
        while True:
            if at == len(self._items):
                item = next(self._source, None)
                if item is None:
                    return
                self._items.append(item)
            yield self._items[at]
            at += 1


class Worth:
    """The sets of some units that split into groups worth a number, by size, as bit masks over the units.

    Only sets that contain `forced`. They are found as they are asked for.
    """

    def __init__(self, units: Sequence[Unit], number: int, any_sums: bool, forced: int = 0) -> None:
        self.units = units
        self._number = number
        self._any = any_sums
        self._forced = forced
        self._groups: dict[int | tuple[int, int], Grown] = {}
        self._sets: dict[int, Grown] = {}
        self._known: set[int] = set()
        self.most = self._most()  # a size that no set exceeds, 0 if there is none

    def _most(self) -> int:
        """That of all units that some group may hold; 0 if something forced is in none."""
        number, units = self._number, self.units
        rests = _sums_of(units, number, self._any)
        wild = any(unit.value is None for unit in units)
        found = 0
        for at, (_, value, single) in enumerate(units):
            part = value is not None and value < number and not single
            if value in (None, number) or (part and (wild or rests >> (number - (value or 0)) & 1)):
                found |= 1 << at
        return found.bit_count() if found & self._forced == self._forced else 0

    def possible(self) -> bool:
        """Whether there is any set but the empty one."""
        return any(True for size in range(1, self.most + 1) for _ in self.of_size(size))

    def of_size(self, size: int) -> Iterable[int]:
        """All sets of so many units."""
        if size == 0:
            return () if self._forced else (0,)
        if not 0 < size <= self.most:
            return ()
        if size not in self._sets:
            self._sets[size] = Grown(self._unions(size))
        return self._sets[size]

    def _unions(self, size: int) -> Iterator[int]:
        """Groups that cover what is forced and nothing else, then smaller sets with one more group."""
        for made in chain(self._covered(size), self._enlarged(size)):
            if made not in self._known:
                self._known.add(made)
                yield made

    def _covered(self, size: int) -> Iterator[int]:
        spare = size - self._forced.bit_count()
        return self._covers(0, spare) if self._forced and spare >= 0 else iter(())

    def _enlarged(self, size: int) -> Iterator[int]:
        for part in range(1, size + 1):
            smaller = self.of_size(size - part)
            if any(True for _ in smaller):
                for group in self._groups_of(part):
                    yield from (base | group for base in smaller if not base & group)

    def _covers(self, made: int, spare: int) -> Iterator[int]:
        """Unions of groups that each hold something forced, with exactly `spare` units that are not."""
        missing = self._forced & ~made
        if not missing:
            if not spare:
                yield made
            return
        lowest = missing & -missing
        for part in range(1, missing.bit_count() + spare + 1):
            for group in self._groups_with(lowest, part):
                others = (group & ~self._forced).bit_count()
                if not group & made and others <= spare:
                    yield from self._covers(made | group, spare - others)

    def _groups_of(self, size: int) -> Iterable[int]:
        """All groups of so many units."""
        if size not in self._groups:
            self._groups[size] = Grown(self._find_groups(size))
        return self._groups[size]

    def _find_groups(self, size: int) -> Iterator[int]:
        number = self._number
        if size == 1:
            yield from (1 << at for at, unit in enumerate(self.units) if unit.value in (None, number))
        elif size == 2 or self._any:
            yield from _exactly(self._parts, size, number)
            for group, _ in _sums(self._parts, size - 1, number - 1):
                yield from (group | wild for wild in self._wilds)

    def _groups_with(self, bit: int, size: int) -> Iterable[int]:
        """All groups of so many units that hold the one of the bit."""
        if (size, bit) not in self._groups:
            self._groups[size, bit] = Grown(self._find_groups_with(bit, size))
        return self._groups[size, bit]

    def _find_groups_with(self, bit: int, size: int) -> Iterator[int]:
        number, unit = self._number, self.units[bit.bit_length() - 1]
        others = [part for part in self._parts if part[1] != bit]
        if size == 1:
            if unit.value in (None, number):
                yield bit
        elif unit.single or (size > 2 and not self._any):
            return
        elif unit.value is None:
            yield from (group | bit for group, _ in _sums(others, size - 1, number - 1))
        elif unit.value < number:
            rest = number - unit.value
            yield from (group | bit for group in _exactly(others, size - 1, rest))
            for group, _ in _sums(others, size - 2, rest - 1):
                yield from (group | bit | wild for wild in self._wilds)

    @cached_property
    def _parts(self) -> list[tuple[int, int]]:
        """Value and bit of each card that can be a part of a sum."""
        return [
            (unit.value, 1 << at)
            for at, unit in enumerate(self.units)
            if unit.value is not None and unit.value < self._number and not unit.single
        ]

    @cached_property
    def _wilds(self) -> list[int]:
        """The bit of each card that may be worth anything."""
        return [1 << at for at, unit in enumerate(self.units) if unit.value is None]


def _sums_of(units: Iterable[Unit], number: int, any_sums: bool) -> int:
    """What loose cards below the number add up to, as bits; each on its own, or any of them together."""
    sums = 0
    for _, value, single in units:
        if value is not None and value < number and not single:
            sums |= (sums << value if any_sums else 0) | 1 << value
    return sums


def _exactly(parts: list[tuple[int, int]], size: int, number: int) -> Iterator[int]:
    """Masks of `size` parts whose values add up to the number."""
    return (mask for mask, total in _sums(parts, size, number) if total == number)


def _sums(parts: list[tuple[int, int]], size: int, most: int) -> Iterator[tuple[int, int]]:
    """Masks of `size` parts whose values add up to at most `most`, with what they add up to."""
    if size == 0:
        yield 0, 0
        return
    if size == 1:
        yield from ((bit, value) for value, bit in parts if value <= most)
        return
    for at, (value, bit) in enumerate(parts):
        if value + size - 1 <= most:
            for mask, total in _sums(parts[at + 1 :], size - 1, most - value):
                yield mask | bit, total + value
