"""A board that a rule set is played on: its spaces and the patterns on it, enough to draw and explain it."""

from engine.core.sight import Open


class BoardSpace(Open, frozen=True):
    """A space of a board.

    `vertices` are its corners in the whole numbers of the board's own grid, of which `x` and `y`, its middle,
    follow: the length of an edge is 1, and y grows downwards. `angle`, in degrees from the x axis towards
    the y axis, is the direction of its longer axis, or of its tip. `neighbours` are the spaces that it
    borders on.
    """

    id: str
    shape: str
    vertices: tuple[tuple[int, int], ...]
    x: float
    y: float
    angle: int
    neighbours: tuple[str, ...]


class BoardPattern(Open, frozen=True):
    """A pattern in one place of a board: the spaces that it is made of, and what it scores."""

    id: str
    pattern: str
    points: int
    spaces: tuple[str, ...]


class Board(Open, frozen=True):
    """All spaces of a board, and all patterns on it, each in every place where it fits."""

    spaces: tuple[BoardSpace, ...]
    patterns: tuple[BoardPattern, ...]
