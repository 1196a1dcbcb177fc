"""The nine patterns in every place of the board where they fit, derived from what each of them is made of."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

from engine.core.board import Board, BoardPattern
from engine.core.cards import Card
from engine.rulesets.davinci_board.lattice import (
    CORNERS_OF,
    DIRECTIONS,
    ID_OF,
    IDS,
    INTERIOR,
    OVAL,
    SHAPE,
    TRIANGLE,
    Corners,
    Vertex,
    edge,
    face,
    outline,
    space,
    step,
)
from engine.rulesets.symbols import POINTS

Pattern = Literal["triangle", "diamond", "gem", "eye", "pyramid", "hourglass", "star", "circle", "flower"]
Parts = frozenset[Corners]  # the edges and faces where the pieces of a pattern lie

WAYS: Final = range(len(DIRECTIONS))
EDGES: Final = tuple(CORNERS_OF[name] for name in IDS if SHAPE[name] == OVAL)
FACES: Final = tuple(CORNERS_OF[name] for name in IDS if SHAPE[name] == TRIANGLE)


def beside(side: Corners) -> tuple[Corners, ...]:
    """The faces that an edge lies on: two, or one at the rim of the board."""
    return tuple(corners for corners in FACES if side < corners)


def _around(corners: Corners) -> Parts:
    """A face and those beside it."""
    return frozenset(other for side in outline(corners) for other in beside(side))


def _inner_edges() -> Iterator[tuple[Corners, tuple[Corners, ...]]]:
    """The edges between two faces, with those."""
    return ((side, beside(side)) for side in EDGES if len(beside(side)) == 2)


def _at(vertex: Vertex, way: int) -> Parts:
    """A face at a vertex, with its edges."""
    corners = face(vertex, way)
    return frozenset((corners, *outline(corners)))


def _triangles() -> Iterator[Parts]:
    return (frozenset(outline(corners)) for corners in FACES)


def _diamonds() -> Iterator[Parts]:
    return (frozenset((side, *faces)) for side, faces in _inner_edges())


def _gems() -> Iterator[Parts]:
    return (frozenset((corners, *outline(corners))) for corners in FACES)


def _eyes() -> Iterator[Parts]:
    return (frozenset(outline(one) + outline(other)) for _, (one, other) in _inner_edges())


def _pyramids() -> Iterator[Parts]:
    return (_around(corners) for corners in FACES if len(_around(corners)) == 1 + len(outline(corners)))


def _hourglasses() -> Iterator[Parts]:
    half = len(DIRECTIONS) // 2
    return (_at(vertex, way) | _at(vertex, way + half) for vertex in INTERIOR for way in range(half))


def _stars() -> Iterator[Parts]:
    return (frozenset(face(vertex, way) for way in WAYS) for vertex in INTERIOR)


def _circles() -> Iterator[Parts]:
    return (frozenset(edge(step(vertex, way), way + 2) for way in WAYS) for vertex in INTERIOR)


def _flowers() -> Iterator[Parts]:
    return (frozenset(edge(vertex, way) for way in WAYS) for vertex in INTERIOR)


_MADE: Final[dict[Pattern, Callable[[], Iterator[Parts]]]] = {
    "triangle": _triangles,
    "diamond": _diamonds,
    "gem": _gems,
    "eye": _eyes,
    "pyramid": _pyramids,
    "hourglass": _hourglasses,
    "star": _stars,
    "circle": _circles,
    "flower": _flowers,
}
PATTERNS: Final[tuple[Pattern, ...]] = tuple(_MADE)


def points(pattern: Pattern) -> int:
    """What a pattern scores."""
    return POINTS[Card(pattern)]


def _instances() -> Iterator[BoardPattern]:
    """Every pattern in every place, the least valuable first; those of a pattern in the order of spaces."""
    for pattern, make in _MADE.items():
        places = sorted(sorted(ID_OF[part] for part in parts) for parts in make())
        for number, spaces in enumerate(places, 1):
            yield BoardPattern(f"{pattern}-{number}", pattern, points(pattern), tuple(spaces))


INSTANCES: Final = tuple(_instances())
CONTAINING: Final = {name: tuple(one for one in INSTANCES if name in one.spaces) for name in IDS}
BOARD: Final = Board(tuple(map(space, IDS)), INSTANCES)
