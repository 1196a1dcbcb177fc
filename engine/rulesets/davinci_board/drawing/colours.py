"""The colours: a wooden board with ebony and ivory pieces, on a card that is light, or dark if that is asked.

Sides are told apart by tone and by what is engraved in their pieces, so no eye and no printer mistakes them.
"""

from typing import Final, NamedTuple


class Piece(NamedTuple):
    """The colours of a side's pieces: the body, its rim, and what is engraved in it."""

    body: str
    rim: str
    mark: str


class Theme(NamedTuple):
    """The colours of the card on which the board lies: its face, its edge, and texts on it."""

    card: str
    edge: str
    ink: str
    faint: str


EBONY: Final = Piece("#141c3d", "#0b1026", "#8fa4f0")
IVORY: Final = Piece("#fbf4e2", "#5d4526", "#a0702c")
PIECES: Final = (EBONY, IVORY)

WOOD: Final = "#a1805a"  # the board
GROOVE: Final = "#5a4026"  # the lines between its spaces
SPACE: Final = "#8a6a48"  # an empty space
GOLD: Final = "#ffd23e"  # the last piece, and what it completed
CASING: Final = "#3a2408"  # the edge of what is gold

LIGHT: Final = Theme("#f8f1e1", "#d8c6a2", "#2b2016", "#65533f")
DARK: Final = Theme("#1e1a16", "#4a3f31", "#f4ead8", "#bdae96")
PREFIX: Final = "fd-"  # of every class and id: a page in which the picture stands has its own


def style() -> str:
    """What changes where dark is asked for; all other colours stand on the elements themselves."""
    rules = (
        f".{PREFIX}card{{fill:{DARK.card};stroke:{DARK.edge}}}"
        f".{PREFIX}ink{{fill:{DARK.ink}}}"
        f".{PREFIX}faint{{fill:{DARK.faint}}}"
    )
    return f"@media (prefers-color-scheme:dark){{{rules}}}"
