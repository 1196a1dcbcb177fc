"""Where a side may place pieces, and which of these spaces are the most promising."""

from collections.abc import Generator, Iterator
from typing import Final

from engine.core.cards import Card
from engine.rulesets.davinci_board.lattice import IDS, OVAL, TRIANGLE, Shape
from engine.rulesets.davinci_board.options import Options
from engine.rulesets.davinci_board.patterns import CONTAINING
from engine.rulesets.davinci_board.state import SIDES, Side, State, side_of
from engine.rulesets.davinci_board.tally import (
    BIT,
    OF_PATTERN,
    OVALS,
    SPACES,
    TRIANGLES,
    Tally,
    best_first,
    held,
    nearly_whole,
    nearly_whole_and_free,
    tally,
    touched,
)

TEAM: Final = 4  # seats of a table with two teams
BOTH: Final[tuple[Shape, ...]] = (OVAL, TRIANGLE)
# where most is to be gained from the patterns around, in a fixed order
PROMISING: Final = tuple(
    (name, BIT[name]) for name in sorted(IDS, key=lambda name: -sum(one.points for one in CONTAINING[name]))
)


def own_and_other(sides: tuple[Side, ...], seat: int) -> tuple[Side, Side]:
    """The side of a seat, and the one against it."""
    at = side_of(seat)
    return sides[at], sides[1 - at]


def tally_of(side: Side) -> Tally:
    """The tally of a side's pieces."""
    return tally(side.ovals, side.triangles)


def shapes_of(seat: int, seats: int, options: Options) -> tuple[Shape, ...]:
    """The shapes that a seat places on its turns: where partners split them, the first of a side has ovals
    and the second triangles [E17]."""
    if seats < TEAM or options.team_shapes == "free":
        return BOTH
    return (OVAL,) if seat < SIDES else (TRIANGLE,)


def placeable(side: Side, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Of these shapes those that the side has pieces of.

    There is a space for each of them: the pieces left on both sides are as many as the empty spaces [E15].
    """
    return tuple([shape for shape in shapes if side.left(shape)])


def spaces_of(shapes: tuple[Shape, ...]) -> int:
    """A bit for each space of the shapes."""
    return (OVALS if OVAL in shapes else 0) | (TRIANGLES if TRIANGLE in shapes else 0)


def can_swap(own: Side, other: Side) -> bool:
    """Whether a piece of the other side can be replaced: one of a shape that the side has left [E8]."""
    return any(own.left(shape) and other.on(shape) for shape in BOTH)


def places(seen: State, seat: int, shapes: tuple[Shape, ...], among: int) -> Iterator[str]:
    """The empty spaces of these shapes, and of those `among` which they are asked for.

    First come those where the side completes a pattern, then those where the other side would, each with the
    most valuable first, then all others.
    """
    own, other = map(tally_of, own_and_other(seen.sides, seat))
    left = spaces_of(shapes) & among & ~(held(own) | held(other))
    left = yield from _missing(nearly_whole_and_free(own, other), left)
    left = yield from _missing(nearly_whole_and_free(other, own), left)
    yield from _promising(left)


def bonuses(seen: State, seat: int, card: Card, among: int) -> Iterator[str]:
    """The empty spaces where one more piece, of whichever shape, completes the pattern of the card [E6]."""
    side, against = own_and_other(seen.sides, seat)
    own, other = tally_of(side), tally_of(against)
    left = spaces_of(placeable(side, BOTH)) & among & ~held(own)
    yield from _missing(nearly_whole_and_free(own, other) & OF_PATTERN[card], left)


def swaps(seen: State, seat: int, among: int) -> Iterator[str]:
    """The spaces of the other side's pieces that can be replaced: first those where that completes a pattern,
    the most valuable first."""
    side, against = own_and_other(seen.sides, seat)
    own, other = tally_of(side), tally_of(against)
    left = spaces_of(placeable(side, BOTH)) & among & held(other)
    left = yield from _missing(nearly_whole(own) & touched(other), left)
    yield from _promising(left)


def _missing(patterns: int, left: int) -> Generator[str, None, int]:
    """The spaces that are missing in these patterns, which are nearly whole, the most valuable first; of
    these only such as are `left`. Gives back those that are left then."""
    for at in best_first(patterns):
        if gap := SPACES[at] & left:  # all others of a pattern are held by who nearly has it
            left ^= gap
            yield IDS[gap.bit_length() - 1]
    return left


def _promising(left: int) -> Iterator[str]:
    """The spaces of the bits, the most promising first."""
    return (name for name, bit in PROMISING if bit & left)
