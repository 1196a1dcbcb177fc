"""Every ruling that is published has a test that is named after it."""

import re
from pathlib import Path

import pytest

from engine.core.texts import rule_ids, rules_text
from tests.engine.rulesets.vantage.table import VANTAGE

NAMES = "\n".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
RULINGS = [rule for rule in rule_ids(rules_text(VANTAGE, "en")) if re.fullmatch(r"V\d+", rule)]


def test_all_rulings_are_published() -> None:
    numbers = [int(ruling[1:]) for ruling in RULINGS]
    assert numbers == [n for n in range(1, 55) if n not in (36, 44, 47)]


@pytest.mark.parametrize("ruling", RULINGS)
def test_the_ruling_has_a_test(ruling: str) -> None:
    assert re.search(rf"def test_(\w*_)?{ruling}_", NAMES), ruling
