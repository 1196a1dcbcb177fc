"""The end test of the board game is exact: it agrees with the rule as it is written, and with trying out."""

from collections.abc import Iterator
from functools import cache

from engine import Rng
from engine.core.rng import Draws
from engine.rulesets.davinci_board.ending import ended
from engine.rulesets.davinci_board.lattice import IDS, SHAPE
from engine.rulesets.davinci_board.patterns import INSTANCES
from engine.rulesets.davinci_board.state import State
from tests.engine.rulesets.davinci_board.table import MIXED, position

Held = tuple[frozenset[str], frozenset[str]]
Left = tuple[tuple[int, int], tuple[int, int]]
PATTERNS = [frozenset(one.spaces) for one in INSTANCES]


def boards(name: bytes, count: int, empty: range) -> Iterator[tuple[Held, Left]]:
    """Boards with few empty spaces: full ones without a whole pattern, with some pieces of the other side and
    some taken off, which the sides have in any share."""
    draws = Draws(Rng(name.ljust(32)))
    for _ in range(count):
        held = set(MIXED[0].split()), set(MIXED[1].split())
        for space in draws.shuffled(IDS)[: draws.below(3)]:
            one, other = held if space in held[0] else held[::-1]
            one.remove(space)
            other.add(space)
        off = draws.shuffled(IDS)[: empty[draws.below(len(empty))]]
        if draws.below(2):  # close to each other, so that patterns are possible
            off = sorted(INSTANCES[draws.below(402)].spaces)[: len(off)]
        rest = frozenset(held[0] - set(off)), frozenset(held[1] - set(off))
        ovals, triangles = (sum(SHAPE[space] == shape for space in off) for shape in ("oval", "triangle"))
        mine = draws.below(ovals + 1), draws.below(triangles + 1)
        yield rest, (mine, (ovals - mine[0], triangles - mine[1]))


def state_of(held: Held, left: Left) -> State:
    return position(
        *(" ".join(sorted(side)) for side in held),
        left=tuple(f"{ovals},{triangles}" for ovals, triangles in left),
    )


def as_written(held: Held, left: Left) -> bool:
    """Whether there is, for one side, a pattern without opposing pieces, not yet full, whose empty spaces of
    each shape are at most that side's pieces of that shape."""
    for own, other, (ovals, triangles) in zip(held, held[::-1], left, strict=True):
        for spaces in PATTERNS:
            gap = spaces - own
            if gap and not spaces & other:
                needs = sum(SHAPE[space] == "oval" for space in gap)
                if needs <= ovals and len(gap) - needs <= triangles:
                    return True
    return False


@cache
def tried(held: Held, left: Left, side: int) -> bool:
    """Whether in some line of play from here a pattern is completed, the side to move first."""
    empty = [space for space in IDS if not any(space in one for one in held)]
    could = False
    for space in empty:
        shape = ("oval", "triangle").index(SHAPE[space])
        if not left[side][shape]:
            continue
        could = True
        own = held[side] | {space}
        if any(space in spaces and own >= spaces for spaces in PATTERNS):
            return True
        less = tuple(n - (at == shape) for at, n in enumerate(left[side]))
        now_held = (own, held[1]) if side == 0 else (held[0], own)
        now_left = (less, left[1]) if side == 0 else (left[0], less)
        if tried(now_held, now_left, 1 - side):
            return True
    return bool(empty) and not could and tried(held, left, 1 - side)


def test_E16_the_end_test_is_as_it_is_written() -> None:
    seen = {True: 0, False: 0}
    for held, left in boards(b"written", 600, range(1, 20)):
        goes_on = as_written(held, left)
        assert (ended(state_of(held, left)) is None) == goes_on
        seen[goes_on] += 1
    assert min(seen.values()) >= 50


def test_E16_the_end_test_is_exact() -> None:
    seen = {True: 0, False: 0}
    for held, left in boards(b"exact", 250, range(1, 6)):
        goes_on = ended(state_of(held, left)) is None
        assert goes_on == (tried(held, left, 0) or tried(held, left, 1))
        seen[goes_on] += 1
    assert min(seen.values()) > 40
