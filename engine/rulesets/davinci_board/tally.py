"""How much of every pattern a side has: 402 counters in one number, so that a piece is counted by one sum.

Each counter has four bits and is set so that it reaches 8 when the pattern is whole: its highest bit says so.
Above the counters stands a bit for each space that the side holds. A tally is derived from the pieces of a
side and kept in no state.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.core.board import BoardPattern
from engine.rulesets.davinci_board.lattice import IDS, OVAL, SHAPE
from engine.rulesets.davinci_board.patterns import INSTANCES, PATTERNS

Tally = int

WIDTH: Final = 4
WHOLE: Final = 1 << WIDTH - 1  # what the counter of a whole pattern stands at
TOP: Final = len(INSTANCES) * WIDTH  # the first bit above the counters
REMEMBERED: Final = 4096  # sums of pieces that are kept, some 250 bytes each


def _counters(value: int) -> int:
    """All counters at a value."""
    return sum(value << at * WIDTH for at in range(len(INSTANCES)))


_ONE: Final = _counters(1)
_HIGH: Final = _counters(WHOLE)
NOTHING: Final[Tally] = sum((WHOLE - len(one.spaces)) << at * WIDTH for at, one in enumerate(INSTANCES))
_TOUCH: Final = _counters(WHOLE - 1) - NOTHING  # lifts to the highest bit each counter that is past its start

BIT: Final = {name: 1 << at for at, name in enumerate(IDS)}
OVALS: Final = sum(BIT[name] for name in IDS if SHAPE[name] == OVAL)
TRIANGLES: Final = sum(BIT[name] for name in IDS if SHAPE[name] != OVAL)
SPACES: Final = tuple(sum(map(BIT.__getitem__, one.spaces)) for one in INSTANCES)
_COUNTED: Final = {
    name: sum(1 << at * WIDTH for at, one in enumerate(INSTANCES) if name in one.spaces) for name in IDS
}
_PIECE: Final = {name: _COUNTED[name] + (BIT[name] << TOP) for name in IDS}
_AT: Final = {name: _COUNTED[name] * WHOLE for name in IDS}
OF_PATTERN: Final[dict[str, int]] = {
    pattern: sum(WHOLE << at * WIDTH for at, one in enumerate(INSTANCES) if one.pattern == pattern)
    for pattern in PATTERNS
}


@lru_cache(maxsize=REMEMBERED)
def _sum(pieces: tuple[str, ...]) -> int:
    return sum(map(_PIECE.__getitem__, pieces))


def tally(ovals: tuple[str, ...], triangles: tuple[str, ...]) -> Tally:
    """The tally of a side with pieces on these spaces."""
    return NOTHING + _sum(ovals) + _sum(triangles)


def held(own: Tally) -> int:
    """A bit for each space where the side has a piece."""
    return own >> TOP


def completed(own: Tally, space: str) -> tuple[BoardPattern, ...]:
    """The patterns that a piece on the space, where the side has none, makes whole, the least valuable
    first."""
    whole = own + _PIECE[space] & _AT[space]
    return tuple([INSTANCES[at] for at in _least_first(whole)]) if whole else ()


def nearly_whole(own: Tally) -> int:
    """A bit for each pattern of which the side misses one piece."""
    return (own + _ONE & _HIGH) ^ (own & _HIGH)


def nearly_whole_and_free(own: Tally, other: Tally) -> int:
    """A bit for each pattern of which the side misses one piece, for which the space is empty."""
    near = nearly_whole(own)
    return near ^ (near & touched(other))


def touched(own: Tally) -> int:
    """A bit for each pattern where the side has a piece."""
    return own + _TOUCH & _HIGH


def best_first(patterns: int) -> Iterator[int]:
    """The places in `INSTANCES` of the patterns of the bits, the most valuable first."""
    while patterns:
        highest = patterns.bit_length() - 1
        patterns ^= 1 << highest
        yield highest // WIDTH


def still_possible(own: Tally, other: Tally) -> int:
    """A bit for each pattern that is not whole and where no piece of the other side lies."""
    return _HIGH ^ ((own | touched(other)) & _HIGH)


def can_be_supplied(own: Tally, patterns: int, ovals_left: int, triangles_left: int) -> bool:
    """Whether the side has the pieces for one of the patterns of the bits."""
    if not patterns or min(ovals_left, triangles_left) >= WHOLE:  # none has as many of a shape
        return patterns != 0
    empty = ~held(own)
    for at in _least_first(patterns):
        gap = SPACES[at] & empty
        if (gap & OVALS).bit_count() <= ovals_left and (gap & TRIANGLES).bit_count() <= triangles_left:
            return True
    return False


def _least_first(patterns: int) -> Iterator[int]:
    """The places in `INSTANCES` of the patterns of the bits."""
    while patterns:
        lowest = patterns & -patterns
        patterns ^= lowest
        yield lowest.bit_length() // WIDTH - 1
