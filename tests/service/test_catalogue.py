"""What a rule set tells of its options, cards and limits is read from its classes and its texts."""

from typing import Annotated, Any, Literal

import msgspec
import pytest

from engine import RULESETS
from engine.core.cards import Card, Pile
from engine.core.options import Only
from engine.core.options import Options as BaseOptions
from engine.core.seats import Seat
from engine.core.texts import Texts, texts
from engine.rulesets.vantage import Vantage
from service import catalogue
from service.schemas.rulesets import CardInfo, Needed, RulesetInfo

MORE = {
    "options": {
        name: {"label": name, "text": name, "values": {"true": "yes", "false": "no", "0": "no", "3": "three"}}
        for name in ("cup", "rounds", "turns", "extra", "long", "dealer")
    },
    "cards": {"CUP": "Cup", "COIN": "Coin"},
    "ruleset": {"name": "Fair", "summary": "A fair.", "notes": ["No dice.", "A reconstruction."]},
}


class Options(BaseOptions, frozen=True, tag="fair"):
    """Options with every sort of bound and need."""

    cup: bool = False
    rounds: Annotated[Annotated[int, msgspec.Meta(ge=1, le=20)] | None, Only("cup", True)] = None
    turns: Annotated[int, msgspec.Meta(ge=10, le=1000)] = 40
    extra: Annotated[Literal[0, 3], Only("turns", 40)] = 0
    long: Annotated[bool, Only("seats", 2)] = False
    dealer: Seat | None = None


class Fair(Vantage):
    """Vantage, told otherwise."""

    __module__ = Vantage.__module__  # where the languages are looked for
    slug = "fair"
    Options: Any = Options

    def piles(self, options: Any) -> tuple[Pile, ...]:
        return (Pile("cards", (Card("CUP"), Card("COIN"), Card("COIN"))),)

    def points_of(self, card: Card) -> int | None:
        return 25 if card == "CUP" else None


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> RulesetInfo:
    """The description of the fair."""
    said = Texts({**texts(RULESETS["vantage"]).table, **MORE})
    monkeypatch.setattr(catalogue, "texts", lambda ruleset, lang: said)
    return catalogue.describe(Fair(), "en")


def test_a_number_has_its_bounds_and_anything_else_has_none(told: RulesetInfo) -> None:
    bounds = {one.name: (one.type, one.minimum, one.maximum) for one in told.options}
    assert bounds == {
        "cup": ("boolean", None, None),
        "rounds": ("integer", 1, 20),
        "turns": ("integer", 10, 1000),
        "extra": ("integer", None, None),
        "long": ("boolean", None, None),
        "dealer": ("seat", None, None),
    }


def test_an_option_tells_its_default_and_every_value_there_is(told: RulesetInfo) -> None:
    values = {one.name: (one.default, [value.value for value in one.values]) for one in told.options}
    assert values == {
        "cup": ("false", ["true", "false"]),
        "rounds": (None, []),
        "turns": ("40", []),
        "extra": ("0", ["0", "3"]),
        "long": ("false", ["true", "false"]),
        "dealer": (None, []),
    }


def test_what_an_option_depends_on_is_told_as_values_are_written(told: RulesetInfo) -> None:
    assert {one.name: one.only_with for one in told.options} == {
        "cup": None,
        "rounds": Needed("cup", "true"),
        "turns": None,
        "extra": Needed("turns", "40"),
        "long": Needed("seats", "2"),
        "dealer": None,
    }


def test_a_card_is_told_once_with_its_points_where_it_has_some(told: RulesetInfo) -> None:
    assert told.cards == (CardInfo("CUP", "Cup", 25), CardInfo("COIN", "Coin", None))


def test_what_a_player_may_not_expect_is_told(told: RulesetInfo) -> None:
    assert told.notes == ("No dice.", "A reconstruction.")


def test_a_game_that_is_as_one_expects_has_no_notes() -> None:
    assert "notes" not in texts(RULESETS["vantage"]).table["ruleset"]
    assert catalogue.describe(RULESETS["vantage"], "en").notes == ()


def test_a_board_is_told_with_the_labels_of_its_shapes_and_patterns() -> None:
    board = catalogue.describe(RULESETS["davinci-board"], "en").board
    assert board is not None
    assert len(board.spaces) == 144
    assert len(board.patterns) == 402
    assert [(shape.code, shape.label) for shape in board.shapes] == [
        ("oval", "oval"),
        ("triangle", "triangle"),
    ]
    assert {name.code for name in board.pattern_names} == {pattern.pattern for pattern in board.patterns}
    assert catalogue.describe(RULESETS["vintage"], "en").board is None
