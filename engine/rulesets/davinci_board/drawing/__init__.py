"""The position as a picture: SVG that stands alone or in a page, and says in words what there is to see."""

import zlib
from collections.abc import Sequence

from engine.core.outcome import Outcome
from engine.core.texts import Texts
from engine.rulesets.davinci_board.drawing import layout
from engine.rulesets.davinci_board.drawing.around import footer, header
from engine.rulesets.davinci_board.drawing.board import board, definitions
from engine.rulesets.davinci_board.drawing.captions import captions, named, plain
from engine.rulesets.davinci_board.drawing.colours import LIGHT, PREFIX, style
from engine.rulesets.davinci_board.drawing.markup import element, escaped
from engine.rulesets.davinci_board.state import State

FONTS = "Palatino,'Palatino Linotype','Book Antiqua',Georgia,'Noto Serif','DejaVu Serif',serif"


def draw(seen: State, said: Texts, names: Sequence[str | None], outcome: Outcome | None) -> str:
    """The picture of what a viewer sees, in the language of the texts; names may hold anything."""
    names = plain(names)
    words = captions(seen, said, names, outcome)
    mark = f"{zlib.crc32(words.description.encode()):08x}"  # ids of two pictures in a page do not clash
    title, description = f"{PREFIX}title-{mark}", f"{PREFIX}desc-{mark}"
    told = [named(side, said, names) for side in seen.sides]
    x, y = layout.BOARD
    parts = (
        element("title", escaped(words.title), id=title),
        element("desc", escaped(words.description), id=description),
        element("style", style()),
        definitions(),
        _card(),
        element("g", board(seen, told), transform=f"translate({x} {y})"),
        header(seen, said, names, outcome),
        footer(seen, said, words, over=outcome is not None),
    )
    return element(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        width=layout.WIDTH,
        height=layout.HEIGHT,
        viewBox=f"0 0 {layout.WIDTH} {layout.HEIGHT}",
        lang=said.lang,
        role="img",
        aria_labelledby=title,
        aria_describedby=description,
        font_family=FONTS,
        font_style="normal",  # this and what follows would else be taken from a page that has it otherwise
        font_weight="normal",
        letter_spacing=0,
        word_spacing=0,
        direction="ltr",
    )


def _card() -> str:
    inset = 1.5
    return element(
        "rect",
        x=inset,
        y=inset,
        width=layout.WIDTH - 2 * inset,
        height=layout.HEIGHT - 2 * inset,
        rx=layout.CORNER,
        fill=LIGHT.card,
        stroke=LIGHT.edge,
        stroke_width=2 * inset,
        class_=f"{PREFIX}card",
    )
