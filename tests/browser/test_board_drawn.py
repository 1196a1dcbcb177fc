"""The picture of a board in a real browser: its colours where the metadata say, in light and dark, and texts
that stand where there is room for them."""

import math
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine import RULESETS
from engine.core.board import BoardSpace
from engine.rulesets.davinci_board.drawing import layout
from engine.rulesets.davinci_board.drawing.colours import DARK, EBONY, GOLD, IVORY, LIGHT, SPACE
from engine.rulesets.davinci_board.drawing.shapes import UNIT
from engine.rulesets.davinci_board.state import Last, State
from service.catalogue import describe
from tests.browser import chromium
from tests.browser.pages import measured, sampled
from tests.engine.games import Set, ended
from tests.engine.rulesets.davinci_board.drawn import draw
from tests.engine.rulesets.davinci_board.table import (
    BOARD,
    MIXED,
    open_card,
    place,
    play,
    position,
    swap,
    whole,
)

pytestmark = pytest.mark.browser

BODY = {"oval": 0.295, "triangle": 0.1}  # edges from the middle to where a piece shows its body and no mark
CARD = [(30, 300), (690, 650), (360, 160 - 12), (360, 910)]  # nothing but the card is here
LONG = ("W" * 40, "\u0645\u0631\u06cc\u0645 " * 8, "<b>" * 13, "\u6f22\u5b57" * 20)


def _games() -> dict[str, tuple[State, tuple[str, ...]]]:
    """Positions early, in the middle and at the end, of two and of four, after a swap, with long names."""
    early = position("o01 t02", "o90 t01")
    eye = position(whole("eye-36", "diamond-36", but="o45"), "o01 t54", deck="circle star")
    leonardo = position("o01 o02 t03", "o45 o53", phase=open_card("leonardo", "eye", owed=12), deck="star")
    over, _ = ended(BOARD, Set(BOARD.Options(), 2, bytes(range(32))))
    four = position(*MIXED, seats=4, scores=(1413, 1208))
    names = ("Ana", "Bo", "Cy", "Di")
    return {
        "early": (replace(early, last=Last("o01", 0)), names),
        "eye": (play(eye, place("o45"))[0], names),
        "leonardo": (leonardo, names),
        "swapped": (play(leonardo, swap("o45"))[0], names),
        "over": (over, names),
        "four": (four, names),
        "long": (replace(four, phase=open_card("hourglass", seat=2, owed=11)), LONG),
    }


GAMES = _games()
DRAWN = {name: draw(state, names) for name, (state, names) in GAMES.items()}
INFO = describe(RULESETS["davinci-board"], "en").board


def spot(space: BoardSpace, away: float = 0.0) -> tuple[float, float]:
    """Where a space lies in the picture, by the metadata: its middle, or so many edges along its angle."""
    x, y = layout.BOARD
    way = math.radians(space.angle)
    return (
        x + (space.x + away * math.cos(way)) * UNIT,
        y + (space.y + away * math.sin(way)) * UNIT,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("browser")


@pytest.fixture(scope="module", params=[chromium.LIGHT, chromium.DARK], ids=["light", "dark"])
def seen(request: pytest.FixtureRequest, folder: Path) -> tuple[int, dict[str, Any]]:
    """All pictures as images in a light or a dark page: the colours of the spaces, then of the card."""
    assert INFO is not None
    points = [spot(space, BODY[space.shape]) for space in INFO.spaces]
    scheme: int = request.param
    pictures = {name: (svg, [*points, *CARD]) for name, svg in DRAWN.items()}
    return scheme, sampled(folder, pictures, scheme)


@pytest.fixture(scope="module")
def inline(folder: Path) -> dict[str, Any]:
    """All pictures in one page that is written from the right and has styles of its own."""
    around = '<style>body{font:italic 40px serif;letter-spacing:3px}</style><div dir="rtl">{}</div>'
    return dict(zip(DRAWN, measured(folder, list(DRAWN.values()), around), strict=True))


def is_colour(found: list[int], colour: str) -> bool:
    """Whether the pixel has the colour, but for what rounding makes of it."""
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return found[3] == 255 and all(abs(one - other) <= 3 for one, other in zip(found, wanted, strict=False))


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_shows_in_its_colour_where_the_metadata_say(
    seen: tuple[int, dict[str, Any]], name: str
) -> None:
    assert INFO is not None
    picture = seen[1][name]
    one, other = GAMES[name][0].sides
    assert picture["size"] == [layout.WIDTH, layout.HEIGHT]
    for space, found in zip(INFO.spaces, picture["colours"], strict=False):
        held = [space.id in side.on(space.shape) for side in (one, other)]  # type: ignore[arg-type]  # of this board
        colour = EBONY.body if held[0] else IVORY.body if held[1] else SPACE
        assert is_colour(found, colour), (space.id, found, colour)


@pytest.mark.parametrize("name", GAMES)
def test_the_card_is_light_or_dark_as_the_page_prefers(seen: tuple[int, dict[str, Any]], name: str) -> None:
    scheme, pictures = seen
    wanted = LIGHT.card if scheme == chromium.LIGHT else DARK.card
    for at, found in zip(CARD, pictures[name]["colours"][-len(CARD) :], strict=True):
        assert is_colour(found, wanted), (at, found)


def test_the_last_piece_and_what_it_completed_are_gold(folder: Path) -> None:
    assert INFO is not None
    spaces = {space.id: space for space in INFO.spaces}
    x, y = spot(spaces["o45"])
    rim = (x, y - UNIT * (math.sqrt(3) / 2 + 0.03))  # over the upper tip of the eye
    found = sampled(folder, {"eye": (DRAWN["eye"], [(x, y), rim]), "early": (DRAWN["early"], [rim])})
    assert is_colour(found["eye"]["colours"][0], GOLD)
    assert is_colour(found["eye"]["colours"][1], GOLD)
    assert not is_colour(found["early"]["colours"][0], GOLD)


@pytest.mark.parametrize("name", GAMES)
def test_every_text_stands_within_the_picture_and_over_no_other(inline: dict[str, Any], name: str) -> None:
    texts = inline[name]["texts"]
    middle, top = layout.WIDTH / 2, layout.BOARD[1] - UNIT * 3 * math.sqrt(3) / 2
    for text in texts:
        assert text["width"] > 0, text
        assert text["x"] >= layout.MARGIN - 4, text
        assert text["x"] + text["width"] <= layout.WIDTH - layout.MARGIN + 4, text
        assert text["y"] >= 0, text
        assert text["y"] + text["height"] <= layout.HEIGHT - 6, text
        if text["anchor"] == "start":
            assert text["x"] + text["width"] < middle, text
        if text["anchor"] == "end":
            assert text["x"] > middle, text
        if text["anchor"] != "middle":
            assert text["y"] + text["height"] < top, text
        elif GAMES[name][0].phase.__struct_config__.tag in ("card", "swap"):
            assert text["x"] > layout.TILE[0] + layout.TILE[2], text


@pytest.mark.parametrize("name", GAMES)
def test_in_a_page_the_picture_is_an_image_with_its_own_name(inline: dict[str, Any], name: str) -> None:
    picture = inline[name]
    assert picture["role"] == "image"
    assert picture["name"].startswith("Da Vinci's Challenge: ")
    assert picture["own"]
    assert picture["lost"] == 0


def test_without_a_browser_nothing_is_passed_over(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(folder))
    with pytest.raises(FileNotFoundError, match="CHROMIUM"):
        chromium.browser()


def test_a_complaint_of_the_browser_is_heard(folder: Path) -> None:
    with pytest.raises(chromium.Complaint, match="not this"):
        chromium.look(folder, "", "console.error('not this'); return 1;")
    with pytest.raises(chromium.Complaint):
        sampled(folder, {"broken": ("<svg", [(1, 1)])})
