"""What is worth a number: which cards split into groups that are each worth it.

A group is one card of the value, or loose cards that add up to it: exactly two, or with `sums: any` two or
more [Vantage, A; V3]. A wild on the table, and to a guesser every card he does not know, is worth anything
from 1 to 14 [V7, V52]; so it may always stand alone, and a group never needs more than one of them. A pile
counts as a card worth its call: it is only ever asked about for that number, so it stands alone.

Only values matter here, so cards are counted in a mix: an int with a byte for each value, which says how
many cards of it there are (of all cards fewer than 128); byte 0 counts those worth anything.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache

from engine.core.cards import Card
from engine.rulesets.vantage.deck import HIGHEST, VALUE

_WILD = 1  # the mix of one card worth anything
_BORROWED = int.from_bytes(b"\x80" * (HIGHEST + 1), "little")  # bits that are only set if a byte fell below 0


def worth(card: Card) -> int | None:
    """The value of a card on the table; None, for any, if it is wild or not known."""
    return VALUE.get(card)


def mix_of(values: Iterable[int | None]) -> int:
    """Cards of these values."""
    return sum(1 << 8 * (value or 0) for value in values)


def counts(mix: int) -> bytes:
    """How many cards there are of each value, from 0 for any."""
    return mix.to_bytes(HIGHEST + 1, "little")


def fits(mix: int, room: int) -> bool:
    """Whether there are no more of any value than in the other mix."""
    return not (room - mix) & _BORROWED


def _without(mix: int, taken: int) -> int:
    """What is left of a mix after some have been taken, which need not all be in it."""
    left = (max(0, held - gone) for held, gone in zip(counts(mix), counts(taken), strict=True))
    return int.from_bytes(bytes(left), "little")


@cache
def _sums(total: int, size: int, highest: int = HIGHEST) -> tuple[int, ...]:
    """All mixes of `size` cards of at most the highest value that add up to the total."""
    if size == 0:
        return (0,) if total == 0 else ()
    values = range(1, min(total, highest) + 1)
    return tuple(rest + (1 << 8 * top) for top in values for rest in _sums(total - top, size - 1, top))


@cache
def _groups(number: int, size: int) -> tuple[int, ...]:
    """All groups of so many cards worth the number, first those without a wild."""
    beside = (rest for total in range(size - 1, number) for rest in _sums(total, size - 1))
    return (*_sums(number, size), *(rest + _WILD for rest in beside))


class Worth:
    """The mixes, of some cards at most, that split into groups worth a number; those that hold all of `need`.

    They are found by number and size as they are asked for, and kept.
    """

    def __init__(self, cards: int, any_sums: bool, need: int = 0) -> None:
        self._cards = cards
        self._need = need
        self._any = any_sums
        self._longest = HIGHEST if any_sums else 2  # how many cards a group may have
        self._wilds = counts(cards)[0]
        self._fitting: dict[tuple[int, int], list[int]] = {}
        self._all: dict[tuple[int, int], list[int]] = {}
        self._wanted: dict[tuple[int, int, int], list[int]] = {}

    def of_size(self, number: int, size: int, part: int = 0) -> list[int]:
        """The mixes of so many cards; beside a card of the value `part` if one is played into a sum."""
        if not (part or self._need):
            return self._unions(number, size)
        if (number, size, part) not in self._wanted:
            self._wanted[number, size, part] = list(dict.fromkeys(self._find(number, size, part)))
        return self._wanted[number, size, part]

    def possible(self, number: int, part: int = 0) -> bool:
        """Whether there is any such mix of one card or more."""
        return any(self._groups(number - part, size) for size in range(1, self._longest + (not part)))

    def most(self, number: int, part: int = 0) -> int:
        """A size that no such mix exceeds; 0 if there is none but the empty one."""
        if part and not self._wilds and not self._reached >> number - part & 1:
            return 0
        low = useful = 0
        for value, held in self._held:
            if value <= number:
                low += held
                if self._reached >> number - value & 1:
                    useful += held
        filled = min(number, self._longest)  # no more than so many in a group with a wild
        return min(low, useful + self._wilds * filled + (filled - 1 if part else 0))

    @cached_property
    def _held(self) -> list[tuple[int, int]]:
        """Each value that there is, and how many cards of it."""
        return [(value, held) for value, held in enumerate(counts(self._cards)) if held]

    @cached_property
    def _reached(self) -> int:
        """What single cards or, if any sums count, sums of cards are worth: a bit for each, 0 included."""
        reached = 1
        for value, held in self._held:
            for _ in range(held if value else 0):
                reached |= reached << value if self._any else 1 << value
        return reached

    def _groups(self, number: int, size: int) -> list[int]:
        """The groups that are there."""
        if (number, size) not in self._fitting:
            groups = _groups(number, size) if size <= self._longest else ()
            self._fitting[number, size] = [group for group in groups if fits(group, self._cards)]
        return self._fitting[number, size]

    def _unions(self, number: int, size: int) -> list[int]:
        """Whatever splits into groups: the smaller ones with one more."""
        if size == 0:
            return [0]
        if (number, size) not in self._all:
            found = (
                mix
                for last in range(1, size + 1)
                for group in self._groups(number, last)
                for rest in self._unions(number, size - last)
                if fits(mix := rest + group, self._cards)
            )
            self._all[number, size] = list(dict.fromkeys(found))
        return self._all[number, size]

    def _find(self, number: int, size: int, part: int) -> Iterator[int]:
        """What goes with the part, then groups that hold what else is needed, then any."""
        for start, left in self._beside(number - part, size) if part else [(0, size)]:
            for made, spare in self._covering(number, start, left) if self._need else [(start, left)]:
                for rest in self._unions(number, spare):
                    if fits(made + rest, self._cards):
                        yield made + rest

    def _beside(self, rest: int, size: int) -> Iterator[tuple[int, int]]:
        """What makes a part whole, and how many cards are left to find."""
        for taken in range(1, min(size, self._longest - 1) + 1):
            for group in self._groups(rest, taken):
                yield group, size - taken

    def _covering(self, number: int, start: int, size: int) -> Iterator[tuple[int, int]]:
        """The start with groups that each hold something needed, until nothing more is, and how many of
        the `size` more cards are left to find."""
        begun = {start: size}
        while begun:
            grown = {}
            for mix, spare in begun.items():
                need = _without(self._need, mix)
                if not need:
                    yield mix, spare
                elif sum(counts(need)) <= spare:
                    top = 8 * ((need.bit_length() - 1) // 8)
                    for last in range(1, spare + 1):
                        for group in self._groups(number, last):
                            if group >> top & 255 and fits(mix + group, self._cards):
                                grown[mix + group] = spare - last
            begun = grown


def splits(values: Sequence[int | None], number: int, any_sums: bool) -> bool:
    """Whether loose cards of these values split into groups each worth the number. None is any value."""
    return _splits(mix_of(values), len(values), number, any_sums)


@lru_cache(maxsize=4096)  # a move is judged, played, and much like others
def _splits(mix: int, size: int, number: int, any_sums: bool) -> bool:
    return bool(Worth(mix, any_sums, mix).of_size(number, size))
