"""The spaces as paths: what circles of radius 1 about all vertices, the flower of life, cut out of the plane.

An oval is the lens along its edge, between the circles about the two vertices that lie opposite it. A
triangle is what three lenses leave of the face between them. All lengths are in units of the picture.
"""

from collections.abc import Iterable
from typing import Final

from engine.rulesets.davinci_board.lattice import (
    CORNERS,
    CORNERS_OF,
    IDS,
    RADIUS,
    SHAPE,
    TRIANGLE,
    Corners,
    Shape,
    Vertex,
    picture,
)

UNIT: Final = 104  # length of an edge
Point = tuple[float, float]

# Which way the arcs turn: round a face they bend inwards, and those of a lens outwards.
_SWEEP: Final[dict[Shape, int]] = {"oval": 1, "triangle": 0}


def number(value: float) -> str:
    """A length as it is written: to a tenth, and without digits that say nothing."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def point(vertex: Vertex, unit: float = UNIT) -> Point:
    """Where a vertex lies, from the middle of the board."""
    x, y = picture(vertex)
    return x * unit, y * unit


def middle(points: Iterable[Point]) -> Point:
    """The middle of some points."""
    every = tuple(points)
    return sum(x for x, _ in every) / len(every), sum(y for _, y in every) / len(every)


def middle_of(name: str) -> Point:
    """The middle of a space."""
    return middle(map(point, CORNERS_OF[name]))


def outline(corners: Corners, unit: float = UNIT, origin: Point = (0, 0)) -> str:
    """The path round an edge's lens or a face's curved triangle, drawn from an origin."""
    sweep = _SWEEP[TRIANGLE if len(corners) == CORNERS[TRIANGLE] else "oval"]
    at = [(x - origin[0], y - origin[1]) for x, y in (point(corner, unit) for corner in _clockwise(corners))]
    radius = number(unit)
    arcs = "".join(f"A{radius} {radius} 0 0 {sweep} {number(x)} {number(y)}" for x, y in (*at[1:], at[0]))
    return f"M{number(at[0][0])} {number(at[0][1])}{arcs}z"


def _clockwise(corners: Corners) -> list[Vertex]:
    """The corners in the order in which a clock's hand comes to them; y grows downwards."""
    first, *others = sorted(corners)
    if len(others) < 2:
        return [first, *others]
    (ax, ay), (bx, by), (cx, cy) = (point(corner) for corner in (first, *others))
    turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return [first, *others] if turn > 0 else [first, *reversed(others)]


def kind(name: str) -> str:
    """A short name for the shape of a space with the way it lies: spaces of a kind are drawn alike."""
    corners = CORNERS_OF[name]
    one, other, *_ = sorted(corners, key=lambda corner: (corner[1], corner[0]))
    if SHAPE[name] == TRIANGLE:
        return "v" if one[1] == other[1] else "n"
    return {(1, 0): "o", (0, 1): "p", (-1, 1): "q"}[(other[0] - one[0], other[1] - one[1])]


KIND: Final = {name: kind(name) for name in IDS}
MIDDLE: Final = {name: middle_of(name) for name in IDS}
OUTLINE: Final = {
    kind: outline(CORNERS_OF[name], origin=MIDDLE[name]) for name, kind in reversed(KIND.items())
}  # of each kind of space, from its middle

CORNER_VERTICES: Final[tuple[Vertex, ...]] = tuple(
    (q * RADIUS, r * RADIUS) for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
)
