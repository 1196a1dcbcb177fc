"""Every ruling that is published has a test that is named after it."""

import re
from pathlib import Path

import pytest

from engine.core.texts import rule_ids, rules_text
from tests.engine.rulesets.advantage.table import ADVANTAGE

NAMES = "\n".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
IDS = rule_ids(rules_text(ADVANTAGE, "en"))
RULINGS = [rule for rule in IDS if re.fullmatch(r"A\d+", rule)]


def test_all_rulings_are_published() -> None:
    numbers = [int(ruling[1:]) for ruling in RULINGS]
    assert numbers == [n for n in range(1, 27) if n not in (7, 10, 23, 24)]


@pytest.mark.parametrize("ruling", RULINGS)
def test_the_ruling_has_a_test(ruling: str) -> None:
    assert re.search(rf"def test_(\w*_)?{ruling}_", NAMES), ruling


@pytest.mark.parametrize("option", ADVANTAGE.Options.__struct_fields__)
def test_the_option_has_a_test(option: str) -> None:
    assert re.search(rf"def test_option_{option}_", NAMES), option
