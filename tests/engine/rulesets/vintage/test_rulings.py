"""Every ruling that is published, and every value of every option, has a test that is named after it."""

import re
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from engine.core.texts import rule_ids, rules_text
from tests.engine.rulesets.vintage.table import VINTAGE

NAMES = "\n".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
RULINGS = [rule for rule in rule_ids(rules_text(VINTAGE, "en")) if re.fullmatch(r"W\d+", rule)]
HINTS = get_type_hints(VINTAGE.Options)
VALUES = [
    f"{name}_{str(value).lower()}"
    for name, hint in HINTS.items()
    for value in (get_args(hint) if get_origin(hint) is Literal else (True, False) if hint is bool else ())
]


def test_all_rulings_are_published() -> None:
    assert [int(ruling[1:]) for ruling in RULINGS] == [n for n in range(1, 30) if n not in (13, 19)]


@pytest.mark.parametrize("ruling", RULINGS)
def test_the_ruling_has_a_test(ruling: str) -> None:
    assert re.search(rf"def test_(\w*_)?{ruling}_", NAMES), ruling


@pytest.mark.parametrize("value", [*VALUES, "max_turns", "starter"])
def test_the_option_value_has_a_test(value: str) -> None:
    assert re.search(rf"def test_(\w*_)?option_{value}_", NAMES), value
