"""The board of Da Vinci's Challenge: ovals and triangles on a hexagonal piece of the triangular lattice.

A vertex is a pair (q, r) of whole numbers. An oval lies along an edge, a triangle in the face between three
of them.
"""

import math
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from engine.core.board import BoardSpace

Vertex = tuple[int, int]
Corners = frozenset[Vertex]
Shape = Literal["oval", "triangle"]

RADIUS: Final = 3  # steps from the middle of the board to its corners
DIRECTIONS: Final[tuple[Vertex, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
OVAL: Final[Shape] = "oval"
TRIANGLE: Final[Shape] = "triangle"
CORNERS: Final[dict[Shape, int]] = {OVAL: 2, TRIANGLE: 3}


def on_board(vertex: Vertex) -> bool:
    """Whether a vertex of the lattice lies on the board."""
    q, r = vertex
    return max(abs(q), abs(r), abs(q + r)) <= RADIUS


def step(vertex: Vertex, direction: int) -> Vertex:
    """The next vertex in one of the six directions, which are numbered round."""
    q, r = DIRECTIONS[direction % len(DIRECTIONS)]
    return vertex[0] + q, vertex[1] + r


def edge(vertex: Vertex, direction: int) -> Corners:
    """The edge that leaves a vertex in a direction."""
    return frozenset((vertex, step(vertex, direction)))


def face(vertex: Vertex, direction: int) -> Corners:
    """The face at a vertex between a direction and the next."""
    return frozenset((vertex, step(vertex, direction), step(vertex, direction + 1)))


def outline(corners: Corners) -> tuple[Corners, ...]:
    """The three edges of a face."""
    return tuple(corners - {corner} for corner in _sorted(corners))


_RANGE = range(-RADIUS, RADIUS + 1)
VERTICES: Final = tuple((q, r) for r in _RANGE for q in _RANGE if on_board((q, r)))
INTERIOR: Final = tuple(
    vertex for vertex in VERTICES if all(on_board(step(vertex, way)) for way in range(len(DIRECTIONS)))
)


def _sorted(corners: Iterable[Vertex]) -> list[Vertex]:
    """Vertices row by row."""
    return sorted(corners, key=lambda vertex: (vertex[1], vertex[0]))


def _place(corners: Corners) -> tuple[int, int]:
    """Where a space lies among those of its shape: row by row, from the left."""
    return sum(r for _, r in corners), sum(2 * q + r for q, r in corners)


def _spaces(shape: Shape) -> Iterator[tuple[str, Corners]]:
    """The spaces of a shape with their ids, row by row."""
    make = edge if shape == OVAL else face
    every = {make(vertex, way) for vertex in VERTICES for way in range(len(DIRECTIONS))}
    whole = sorted((corners for corners in every if all(map(on_board, corners))), key=_place)
    for number, corners in enumerate(whole, 1):
        yield f"{shape[0]}{number:02}", corners


CORNERS_OF: Final = {name: corners for shape in CORNERS for name, corners in _spaces(shape)}
ID_OF: Final = {corners: name for name, corners in CORNERS_OF.items()}
IDS: Final = tuple(CORNERS_OF)
SHAPE: Final[dict[str, Shape]] = {
    name: OVAL if len(corners) == CORNERS[OVAL] else TRIANGLE for name, corners in CORNERS_OF.items()
}


def picture(vertex: Vertex) -> tuple[float, float]:
    """Where a vertex is drawn; an edge is 1 long."""
    q, r = vertex
    return q + r / 2, r * math.sqrt(3) / 2


def space(name: str) -> BoardSpace:
    """A space with where it is drawn. The angle of an oval is that of its edge, 0, 60 or 120; that of a
    triangle is where the tip points that lies opposite its level side, 90 or 270."""
    corners = CORNERS_OF[name]
    drawn = [picture(corner) for corner in corners]
    x, y = (sum(along) / len(drawn) for along in zip(*drawn, strict=True))
    return BoardSpace(
        id=name,
        shape=SHAPE[name],
        vertices=tuple(_sorted(corners)),
        x=round(x, 6),
        y=round(y, 6),
        angle=_angle(corners),
        neighbours=tuple(
            other for other, theirs in CORNERS_OF.items() if corners < theirs or theirs < corners
        ),
    )


def _angle(corners: Corners) -> int:
    first, *others = _sorted(corners)
    if len(corners) == CORNERS[TRIANGLE]:  # its tip is below if two of its corners are above
        return 90 if others[0][1] == first[1] else 270
    way = DIRECTIONS.index((others[0][0] - first[0], others[0][1] - first[1]))
    return way * 360 // len(DIRECTIONS)
