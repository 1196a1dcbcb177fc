"""The open card of the picture: its pattern in small, or Leonardo's man."""

from functools import cache
from typing import Final

from engine.rulesets.davinci_board.drawing import layout
from engine.rulesets.davinci_board.drawing.colours import GROOVE, LIGHT, SPACE
from engine.rulesets.davinci_board.drawing.markup import element
from engine.rulesets.davinci_board.drawing.shapes import outline, point
from engine.rulesets.davinci_board.lattice import CORNERS_OF
from engine.rulesets.davinci_board.patterns import INSTANCES

ROOM: Final = (68, 88)  # for a pattern on the card
LARGEST: Final = 66  # length of an edge, however few there are

# A man with two pairs of arms and legs, in a circle and a square that meet below.
LEONARDO: Final = (
    "M-34 2a34 34 0 1 1 68 0a34 34 0 1 1-68 0zM-28-20h56v56h-56zM-5-13a5 5 0 1 1 10 0a5 5 0 1 1-10 0z"
    "M0-8v20M-28-6h56M-25-18 0-4 25-18M0 12-8 36M0 12 8 36M0 12-22 27M0 12 22 27"
)


@cache
def tile(card: str) -> str:
    """The open card: its pattern as it lies on the board, or the circle and the square of Leonardo's man."""
    left, top, width, height = layout.TILE
    face = element(
        "rect",
        x=left,
        y=top,
        width=width,
        height=height,
        rx=10,
        fill=LIGHT.card,
        stroke=GROOVE,
        stroke_width=2,
    )
    inside = f"translate({left + width / 2} {top + height / 2})"
    return face + element("g", _pattern(card), transform=inside, fill=SPACE, stroke=GROOVE, stroke_width=1.5)


def _pattern(card: str) -> str:
    """The pattern of a card about the origin, as large as the card has room."""
    one = next((one for one in INSTANCES if one.pattern == card), None)
    if one is None:
        return element("path", d=LEONARDO, fill="none", stroke_width=2.5)
    spots = {corner for name in one.spaces for corner in CORNERS_OF[name]}
    places = [point(corner, 1) for corner in spots]
    (left, right), (top, bottom) = ((min(along), max(along)) for along in zip(*places, strict=True))
    unit = min(ROOM[0] / (right - left), ROOM[1] / (bottom - top), LARGEST)
    origin = ((left + right) / 2 * unit, (top + bottom) / 2 * unit)
    return "".join(element("path", d=outline(CORNERS_OF[name], unit, origin)) for name in one.spaces)
