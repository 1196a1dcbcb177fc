"""Where things lie in the picture, in its own units; a client scales it as it likes."""

from typing import Final

WIDTH: Final = 720
HEIGHT: Final = 924
MARGIN: Final = 28
CORNER: Final = 28  # radius of the card's corners
BOARD: Final = (360, 461)  # the middle of the board

SCORE: Final = (76, 56)  # baseline, size of the font
NAME: Final = (112, 27)
PARTNER: Final = 31  # from the name of a seat to that of its partner
LEFT: Final = (46, 75)  # baselines of the ovals and of the triangles left
COUNT: Final = 22  # size of their font
ICON: Final = 0.34  # how large a piece stands beside how many of it are left
SWATCH: Final = (30, 55, 30)  # the piece by a score: its middle from the edge of the column, its ground
COLUMN: Final = 318  # width of a column of the header
INDENT: Final = 72  # of the score, beside the swatch

WORDS: Final = 840  # the middle of the words below the board
STATUS: Final = 29  # size of the font of the first line
BELOW: Final = 24
LINE: Final = 33  # from line to line
TILE: Final = (28, 785, 88, 112)  # the open card: left, top, width, height
