"""Texts in the picture: of characters that XML has, and cut to fit.

Whoever sits at a table calls himself what he likes, so a name may hold anything.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.core.texts import FIRST_STRONG, POP

ELLIPSIS: Final = "\u2026"
MOST_MARKS: Final = 3  # that may stand on one letter, lest they climb out of the line

# How wide letters are, in parts of the size of the font. Which font is taken is not known here: a wide one is
# assumed, and no letter of another script to be narrow.
BOLD: Final = 1.07  # how much wider bold letters are
_WIDTHS: Final = {
    **dict.fromkeys("'|.,:;!ijl ", 0.38),
    **dict.fromkeys('()[]{}-/\\"`Ifrt\u00b7', 0.48),
    **dict.fromkeys("mwMW@%&\u2014\u2026\u00d7+=<>~#", 1.05),
}
_PICTURE, _WIDE, _OTHER, _CAPITAL, _ARABIC, _SMALL = 1.45, 1.05, 0.95, 0.86, 0.75, 0.62
_LATIN: Final = 0x250  # where its letters end
_SHAPELESS: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}
_FLAT: Final = {"Mn", "Me"}  # marks that take no room
_MARKS: Final = {*_FLAT, "Mc"}
_FROM_THE_RIGHT: Final = {"R", "AL", "AN"}  # classes of characters (Unicode Annex 9)
_JOINERS: Final = "\u200c\u200d"  # the only characters without a shape of their own that writing needs


def clean(text: str) -> str:
    """The text without what XML does not allow, what turns the direction of writing, and heaps of marks."""
    plain = "".join(map(_plain, text))
    return "".join(letter[: 1 + MOST_MARKS] for letter in _letters(plain)).strip()


def _plain(char: str) -> str:
    if char.isspace():
        return " "
    category = unicodedata.category(char)
    return "" if category in _SHAPELESS and char not in _JOINERS else char


def fitted(text: str, width: float, size: float) -> str:
    """The text, cut where a line of the width would end in a font of the size."""
    if width_of(text) * size <= width:
        return text
    left, kept = width / size - width_of(ELLIPSIS), ""
    for letter in _letters(text):
        left -= width_of(letter)
        if left < 0:
            break
        kept += letter
    return kept.rstrip(" ,\u060c") + ELLIPSIS


def lines(parts: list[str], between: str, width: float, size: float, most: int) -> list[str]:
    """The parts, with `between` after each but the last, in as many lines as they take, or `most`."""
    found: list[str] = []
    for at, part in enumerate(parts):
        said = part + (between.rstrip() if at + 1 < len(parts) else "")
        joined = f"{found[-1]} {said}" if found else said
        if found and (width_of(joined) * size <= width or len(found) == most):
            found[-1] = joined
        else:
            found.append(said)
    return [fitted(line, width, size) for line in found]


def apart(text: str) -> str:
    """The text as it stands among others: with a direction of its own if it is written from the right."""
    if any(unicodedata.bidirectional(char) in _FROM_THE_RIGHT for char in text):
        return f"{FIRST_STRONG}{text}{POP}"
    return text


def _letters(text: str) -> Iterator[str]:
    """Characters, each with the marks and joiners that belong to it."""
    letter = ""
    for char in text:
        if letter and not (unicodedata.category(char) in _MARKS or char in _JOINERS):
            yield letter
            letter = ""
        letter += char
    if letter:
        yield letter


@lru_cache(maxsize=1024)
def width_of(text: str) -> float:
    """How wide a text is at most, in parts of the size of its font."""
    return sum(map(_letter_width, unicodedata.normalize("NFKC", text)))


def _letter_width(char: str) -> float:
    if char in _WIDTHS:
        return _WIDTHS[char]
    category = unicodedata.category(char)
    if category in _FLAT or category == "Cf":
        return 0
    if ord(char) > 0xFFFF or category == "So":
        return _PICTURE
    if unicodedata.east_asian_width(char) in "WF":
        return _WIDE
    if ord(char) < _LATIN or category == "Nd":
        return _CAPITAL if category == "Lu" else _SMALL
    return _ARABIC if unicodedata.bidirectional(char) in _FROM_THE_RIGHT else _OTHER
