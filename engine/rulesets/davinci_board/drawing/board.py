"""The board of the picture: the plate, its spaces, the pieces, and in gold what the last piece completed."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from engine.rulesets.davinci_board.drawing.captions import fresh
from engine.rulesets.davinci_board.drawing.colours import (
    CASING,
    GOLD,
    GROOVE,
    PIECES,
    PREFIX,
    SPACE,
    WOOD,
)
from engine.rulesets.davinci_board.drawing.markup import element, escaped
from engine.rulesets.davinci_board.drawing.shapes import (
    CORNER_VERTICES,
    KIND,
    MIDDLE,
    OUTLINE,
    Point,
    number,
    point,
)
from engine.rulesets.davinci_board.lattice import IDS
from engine.rulesets.davinci_board.state import State

ROUND: Final = 34  # the edge of the plate beyond the vertices of the board
BODY: Final = 0.86  # how much of its space a piece takes
ENGRAVED: Final = 0.5
DOT: Final = 4.5  # radius of what is engraved in ivory
LAST: Final = 7.5  # radius of the mark on the last piece
GLOW: Final = 10.0  # width of the line round fresh pieces, half of it outside


@cache
def definitions() -> str:
    """Every kind of space, and the pieces of both sides for it."""
    spaces = (element("path", id=f"{PREFIX}{kind}", d=path) for kind, path in OUTLINE.items())
    pieces = (_piece(kind, side) for kind in OUTLINE for side in range(len(PIECES)))
    return element("defs", "".join((*spaces, *pieces)))


def _piece(kind: str, side: int) -> str:
    """Ebony has its own outline engraved, ivory a dot."""
    colours = PIECES[side]
    body = _use(kind, transform=f"scale({BODY})", fill=colours.body, stroke=colours.rim, stroke_width=2)
    if side:
        mark = element("circle", r=DOT, fill=colours.mark)
    else:
        mark = _use(kind, transform=f"scale({ENGRAVED})", fill="none", stroke=colours.mark, stroke_width=3)
    return element("g", body + mark, id=f"{PREFIX}{kind}{side}")


def _use(name: str, **attributes: object) -> str:
    return element("use", href=f"#{PREFIX}{name}", **attributes)


def _told(text: str, drawn: str) -> str:
    return element("g", element("title", escaped(text)) + drawn)


def _at(name: str, what: str) -> str:
    x, y = MIDDLE[name]
    return _use(what, x=x, y=y)


_SPACE: Final = {name: _at(name, KIND[name]) for name in IDS}
_EMPTY: Final = {name: _told(name, _SPACE[name]) for name in IDS}
_PIECE: Final = {name: tuple(_at(name, f"{KIND[name]}{side}") for side in range(len(PIECES))) for name in IDS}


def board(seen: State, told: Sequence[str]) -> str:
    """The board about the origin; `told` are the names of the sides, which a pointer over a piece shows."""
    holder = {name: at for at, side in enumerate(seen.sides) for name in (*side.ovals, *side.triangles)}
    golden = {name for one in fresh(seen) for name in one.spaces}
    plain = "".join(_EMPTY[name] for name in IDS if name not in holder)
    others = "".join(_held(name, side, told) for name, side in holder.items() if name not in golden)
    bright = "".join(_held(name, holder[name], told) for name in IDS if name in golden)
    return "".join(
        (
            _plate(),
            element("g", plain, fill=SPACE, stroke=GROOVE, stroke_width=2),
            others,
            _rims(golden),
            bright,
            "" if seen.last is None else _mark(MIDDLE[seen.last.space]),
        )
    )


@cache
def _plate() -> str:
    path = "M" + "L".join(" ".join(map(number, point(corner))) for corner in CORNER_VERTICES) + "z"
    edge = element("path", d=path, fill=WOOD, stroke=GROOVE, stroke_width=2 * ROUND, stroke_linejoin="round")
    face = element(
        "path", d=path, fill=WOOD, stroke=WOOD, stroke_width=2 * ROUND - 5, stroke_linejoin="round"
    )
    return edge + face


def _rims(golden: Iterable[str]) -> str:
    """Gold round fresh pieces, with a dark edge of its own so that it shows on wood and ivory alike."""
    paths = "".join(_SPACE[name] for name in IDS if name in golden)
    if not paths:
        return ""
    line = {"fill": "none", "stroke_linejoin": "round"}
    casing = element("g", paths, stroke=CASING, stroke_width=GLOW + 4, **line)
    return casing + element("g", paths, stroke=GOLD, stroke_width=GLOW, **line)


def _held(name: str, side: int, told: Sequence[str]) -> str:
    return _told(f"{name}: {told[side]}", _PIECE[name][side])


def _mark(at: Point) -> str:
    return element("circle", cx=at[0], cy=at[1], r=LAST, fill=GOLD, stroke=CASING, stroke_width=3)
