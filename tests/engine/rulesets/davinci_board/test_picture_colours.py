"""The colours of the picture, by the contrast that WCAG 2.2 asks for (1.4.3, 1.4.11), and without colour."""

import itertools

import pytest

from engine.rulesets.davinci_board.drawing.colours import (
    CASING,
    DARK,
    EBONY,
    GOLD,
    GROOVE,
    IVORY,
    LIGHT,
    SPACE,
    WOOD,
    Theme,
)
from tests.engine.rulesets.davinci_board.drawn import SVG, Drawn, draw
from tests.engine.rulesets.davinci_board.table import position

TEXT, LARGE = 4.5, 3.0


def luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 for black to 1 for white."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How well two colours can be told apart by their light alone: from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_can_be_read(theme: Theme) -> None:
    assert contrast(theme.ink, theme.card) >= 7
    assert contrast(theme.faint, theme.card) >= TEXT


def test_pieces_differ_in_tone_from_each_other_and_from_empty_spaces() -> None:
    for one, other in itertools.combinations((EBONY.body, IVORY.body, SPACE), 2):
        assert contrast(one, other) >= LARGE, (one, other)
    assert contrast(EBONY.body, WOOD) >= LARGE
    assert contrast(IVORY.body, WOOD) >= LARGE


def test_pieces_differ_also_in_what_is_engraved() -> None:
    assert contrast(EBONY.mark, EBONY.body) >= LARGE
    assert contrast(IVORY.mark, IVORY.body) >= LARGE
    made = {
        part.get("id"): [child.tag.removeprefix(SVG) for child in part]
        for part in Drawn(draw(position())).all("g")
    }
    assert {tuple(made[f"fd-{kind}0"]) for kind in "opqvn"} == {("use", "use")}
    assert {tuple(made[f"fd-{kind}1"]) for kind in "opqvn"} == {("use", "circle")}


def test_gold_shows_on_wood_and_ebony_and_by_its_dark_edge_on_ivory() -> None:
    assert contrast(GOLD, EBONY.body) >= LARGE
    assert contrast(GOLD, SPACE) >= LARGE
    assert contrast(GOLD, CASING) >= LARGE
    assert contrast(CASING, IVORY.body) >= LARGE
    assert contrast(CASING, LIGHT.card) >= LARGE


def test_the_lines_of_the_board_show() -> None:
    assert contrast(GROOVE, WOOD) >= 2
    assert contrast(GROOVE, LIGHT.card) >= LARGE
    assert contrast(WOOD, DARK.card) >= LARGE


def test_dark_is_asked_for_by_the_page_and_changes_card_and_texts_alone() -> None:
    picture = Drawn(draw(position("o01")))
    (style,) = picture.all("style")
    assert style.text.startswith("@media (prefers-color-scheme:dark){")
    classes = {part.get("class") for part in picture.root.iter()} - {None}
    assert classes <= {"fd-card", "fd-ink", "fd-faint"}
    for name in ("fd-card", "fd-ink", "fd-faint"):
        assert f".{name}{{" in style.text
