"""Names in the picture: they come from people and may hold anything, and the picture stays one."""

import unicodedata

import pytest

from engine.core.texts import FIRST_STRONG, POP, Texts, texts
from engine.rulesets.davinci_board.drawing import layout
from engine.rulesets.davinci_board.drawing.lettering import clean, fitted, lines, width_of
from tests.engine.rulesets.davinci_board.drawn import SVG, Drawn, draw
from tests.engine.rulesets.davinci_board.table import BOARD, open_card, position

HOSTILE = (
    "<script>alert(1)</script>",
    "</text></svg><svg onload=alert(1)>",
    "\"'><image href=x onerror=y>",
    "]]><!-- &amp; &lt; &#60; -->",
    "{seat} {0} {names!r} %s",
    "<?xml?><!DOCTYPE x [<!ENTITY a 'b'>]>&a;",
)
KNOWN = {"svg", "title", "desc", "style", "defs", "g", "path", "use", "circle", "rect", "text"}
ATTRIBUTES = {
    *(
        "xmlns",
        "width",
        "height",
        "viewBox",
        "lang",
        "role",
        "aria-labelledby",
        "aria-describedby",
        "direction",
        "id",
        "class",
    ),
    *("x", "y", "cx", "cy", "r", "rx", "d", "href", "transform"),
    *("fill", "stroke", "stroke-width", "stroke-linejoin"),
    *(
        "font-family",
        "font-size",
        "font-style",
        "font-weight",
        "letter-spacing",
        "word-spacing",
        "text-anchor",
    ),
}
RTL = "\u0645\u0631\u06cc\u0645"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_text_and_never_markup(name: str) -> None:
    picture = Drawn(draw(position("o01", phase=open_card("eye")), (name, name)))
    assert {part.tag.removeprefix(SVG) for part in picture.root.iter()} <= KNOWN
    assert {key for part in picture.root.iter() for key in part.attrib} <= ATTRIBUTES
    assert name in picture.one("title")
    assert f"o01: {name}" in [title.text for title in picture.all("title")]


def test_nothing_in_the_picture_comes_from_elsewhere_or_runs() -> None:
    picture = Drawn(draw(position("o01", phase=open_card("leonardo"))))
    ids = {part.get("id") for part in picture.root.iter()}
    for part in picture.root.iter():
        for key, value in part.items():
            assert not key.startswith("on")
            assert "url(" not in value
            if key == "href":
                assert value.removeprefix("#") in ids
    assert picture.svg.count("http") == 1  # the namespace
    for word in ("@import", "url(", "<script", "javascript:", "<foreignObject", "data:"):
        assert word not in picture.svg


def test_ids_and_classes_are_kept_apart_from_those_of_a_page() -> None:
    picture = Drawn(draw(position("o01")))
    for part in picture.root.iter():
        for key in ("id", "class"):
            assert (part.get(key) or "fd-").startswith("fd-")


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("A\x00n\x1ba\ufffe", "Ana"),
        ("\ud800Ana", "Ana"),
        ("A\u202en\u2066a\u2069\u200f", "Ana"),
        (" Ana\t\nBo ", "Ana  Bo"),
        ("A\u0301", "A\u0301"),
        ("Z\u0300\u0301\u0302\u0303\u0304\u0305o", "Z\u0300\u0301\u0302o"),
        ("\u0301", "\u0301"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
    ],
)
def test_what_xml_or_a_line_cannot_hold_is_left_out(name: str, left: str) -> None:
    assert clean(name) == left
    Drawn(draw(position("o01"), (name, "Bo")))


@pytest.mark.parametrize("name", ["", "\x00", "\u202e", None])
def test_who_has_no_name_that_can_be_drawn_is_called_by_the_seat(name: str | None) -> None:
    picture = Drawn(draw(position("o01"), (name, "Bo")))
    assert "Seat 1" in picture.written
    assert picture.one("title") == "Da Vinci's Challenge: Seat 1 0, Bo 0"


@pytest.mark.parametrize(
    "name",
    [
        "W" * 40,
        "i" * 40,
        "\u6f22" * 40,
        "\ufdfd" * 40,
        "\U0001f600" * 40,
        RTL * 10,
        "A\u0301" * 40,
        "Ana " * 10,
    ],
)
def test_a_long_name_is_cut_to_its_column(name: str) -> None:
    picture = Drawn(draw(position(seats=4), (name,) * 4))
    drawn = [text for text in picture.all("text") if text.get("font-size") == str(layout.NAME[1])]
    assert len(drawn) == 4
    for text in drawn:
        assert text.text.startswith(FIRST_STRONG) == (RTL in name)
        assert text.text.endswith(POP) == (RTL in name)
        told = text.text.strip(FIRST_STRONG + POP)
        assert width_of(told) * layout.NAME[1] <= layout.COLUMN
        assert told == name or told.endswith("\u2026")


def test_a_cut_leaves_letters_whole() -> None:
    assert fitted("e\u0301e\u0301e\u0301", 10.0, 8) == "\u2026"
    for width in range(9, 60):
        cut = fitted("e\u0301" * 12, width, 8)
        kept = cut.removesuffix("\u2026")
        assert len(kept) % 2 == 0
        assert not unicodedata.combining((kept or "e")[0])
    assert fitted("Ana", 100, 20) == "Ana"


def test_a_long_name_leaves_room_for_what_is_said_of_it() -> None:
    picture = Drawn(
        draw(position("o01", phase=open_card("leonardo")), ("Wolfeschlegelsteinhausenbergerdorff", "B"))
    )
    assert picture.written[-1].endswith("\u2026 draws: Leonardo")


def test_parts_are_set_in_lines_and_what_is_too_much_is_cut() -> None:
    assert lines([], ", ", 100, 10, 2) == []
    assert lines(["one", "two"], ", ", 1000, 10, 2) == ["one, two"]
    assert lines(["one", "two"], ", ", 30, 10, 2) == ["one,", "two"]
    assert lines(["one", "two", "three"], ", ", 45, 10, 2) == ["one,", "two\u2026"]


def persian() -> Texts:
    """The texts of the board game as one reads them who writes from the right."""
    language = texts(None, "fa").table["language"]
    return Texts({**texts(BOARD).table, "language": language}, "fa")


def test_a_language_that_is_written_from_the_right_has_its_direction_and_digits() -> None:
    picture = Drawn(draw(position("o01", scores=(18, 7)), (RTL, "Bo"), said=persian()))
    assert picture.root.get("lang") == "fa"
    assert picture.root.get("direction") == "ltr"  # where columns stand
    assert "\u06f1\u06f8" in picture.written
    lined = [text for text in picture.all("text") if text.get("text-anchor") == "middle"]
    assert {text.get("direction") for text in lined} == {"rtl"}


def test_what_stands_beside_a_name_that_is_written_from_the_right_stays_beside_it() -> None:
    """Else "name 18, name 7" would be read as one line from the right, with the scores changed."""
    picture = Drawn(draw(position("o01", scores=(18, 7)), (RTL, RTL + RTL)))
    one, other = (f"{FIRST_STRONG}{name}{POP}" for name in (RTL, RTL + RTL))
    assert picture.one("title") == f"Da Vinci's Challenge: {one} 18, {other} 7"
    assert f"{one} is to place a piece" in picture.one("desc")
