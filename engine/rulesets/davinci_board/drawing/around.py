"""What stands round the board: the two sides with scores and names above it, card and words below it."""

from collections.abc import Sequence
from typing import Final

from engine.core.outcome import Outcome
from engine.core.texts import Texts
from engine.rulesets.davinci_board.drawing import layout
from engine.rulesets.davinci_board.drawing.captions import Captions
from engine.rulesets.davinci_board.drawing.card import tile
from engine.rulesets.davinci_board.drawing.colours import CASING, GOLD, LIGHT, PREFIX, WOOD
from engine.rulesets.davinci_board.drawing.lettering import BOLD, apart, fitted, lines, width_of
from engine.rulesets.davinci_board.drawing.markup import element, escaped
from engine.rulesets.davinci_board.drawing.shapes import number
from engine.rulesets.davinci_board.state import Card, Side, State, Swap

ANCHORS: Final = ("start", "end")
MARK: Final = 27  # room for the mark before a name
STAR: Final = "M0-11 3.2-3.6 11-3.4 4.8 1.6 6.8 9.2 0 4.8-6.8 9.2-4.8 1.6-11-3.4-3.2-3.6z"
ARROW: Final = ("M-7-9 9 0-7 9z", "M7-9-9 0 7 9z")  # on the left towards the right, and the other way round


def header(seen: State, said: Texts, names: Sequence[str | None], outcome: Outcome | None) -> str:
    """The two sides."""
    marked = seen.phase.to_act if outcome is None else outcome.winners
    return "".join(
        _side(at, side, said, names, marked, STAR if outcome is not None else ARROW[at])
        for at, side in enumerate(seen.sides)
    )


def _side(
    at: int, side: Side, said: Texts, names: Sequence[str | None], marked: Sequence[int], mark: str
) -> str:
    edge, way = (layout.WIDTH - layout.MARGIN, -1) if at else (layout.MARGIN, 1)
    away, height, ground = layout.SWATCH
    swatch = element(
        "g",
        element("circle", r=ground, fill=WOOD)
        + element("use", href=f"#{PREFIX}o{at}", transform=f"rotate({45 * way}) scale(.6)"),
        transform=f"translate({edge + way * away} {height})",
    )
    drawn = [swatch, _text(said.number(side.score), edge + way * layout.INDENT, *layout.SCORE, at)]
    for place, seat in enumerate(side.seats):
        baseline = layout.NAME[0] + place * layout.PARTNER
        room = layout.COLUMN
        start = edge
        if seat in marked:
            drawn.append(_marked(mark, edge + way * 10, baseline - 9))
            start, room = edge + way * MARK, room - MARK
        name = fitted(said.seat(seat, names), room, layout.NAME[1])
        drawn.append(_text(apart(name), start, baseline, layout.NAME[1], at))
    return "".join((*drawn, _left(at, side, said, edge, way)))


def _left(at: int, side: Side, said: Texts, edge: int, way: int) -> str:
    """How many pieces of each shape the side has left, beside its score."""
    score, size = said.number(side.score), layout.SCORE[1]
    x = edge + way * (layout.INDENT + width_of(score) * size + 32)
    drawn = []
    for kind, left, baseline in zip("on", (side.ovals_left, side.triangles_left), layout.LEFT, strict=True):
        icon = element("use", href=f"#{PREFIX}{kind}", fill=LIGHT.faint, class_=f"{PREFIX}faint")
        lift = 8 if kind == "o" else 5  # the middle of a triangle lies below that of its height
        drawn.append(
            element("g", icon, transform=f"translate({number(x)} {baseline - lift}) scale({layout.ICON})")
        )
        drawn.append(_text(said.number(left), x + way * 24, baseline, layout.COUNT, at))
    return "".join(drawn)


def _marked(path: str, x: float, y: float) -> str:
    return element(
        "path",
        d=path,
        transform=f"translate({x} {y})",
        fill=GOLD,
        stroke=CASING,
        stroke_width=2.5,
        stroke_linejoin="round",
    )


def _text(text: str, x: float, y: float, size: float, at: int) -> str:
    return element(
        "text",
        escaped(text),
        x=x,
        y=y,
        font_size=size,
        text_anchor=ANCHORS[at],
        fill=LIGHT.ink,
        class_=f"{PREFIX}ink",
    )


def footer(seen: State, said: Texts, words: Captions, over: bool) -> str:
    """The open card, whose turn it is or who has won, and what was completed."""
    card = seen.phase.card if isinstance(seen.phase, Card | Swap) and not over else None
    start = layout.MARGIN if card is None else layout.TILE[0] + layout.TILE[2] + layout.MARGIN
    width = layout.WIDTH - layout.MARGIN - start
    comma = said.label("language", "comma")
    below = lines(words.fresh, comma, width, layout.BELOW, 2)
    if words.note:
        below.append(fitted(words.note, width, layout.BELOW))
    top = layout.WORDS - len(below) * layout.LINE / 2 + layout.STATUS / 3
    status = fitted(words.status, width, layout.STATUS * BOLD)
    drawn = [_line(status, start + width / 2, top, layout.STATUS, "ink", said)]
    for place, line in enumerate(below, 1):
        baseline = top + place * layout.LINE
        drawn.append(_line(line, start + width / 2, baseline, layout.BELOW, "faint", said))
    return "".join(([] if card is None else [tile(str(card))]) + drawn)


def _line(text: str, x: float, y: float, size: float, tone: str, said: Texts) -> str:
    return element(
        "text",
        escaped(text),
        x=x,
        y=y,
        font_size=size,
        text_anchor="middle",
        direction=said.direction,
        font_weight="bold" if tone == "ink" else "normal",
        fill=getattr(LIGHT, tone),
        class_=PREFIX + tone,
    )
