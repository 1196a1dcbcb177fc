"""Every ruling that is published has a test that is named after it."""

import re
from pathlib import Path

import pytest

from engine.core.texts import rule_ids, rules_text
from tests.engine.rulesets.davinci.table import DAVINCI

NAMES = "\n".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
RULINGS = [rule for rule in rule_ids(rules_text(DAVINCI, "en")) if re.fullmatch(r"D\d+", rule)]


def test_all_rulings_are_published() -> None:
    numbers = [int(ruling[1:]) for ruling in RULINGS]
    assert numbers == [n for n in range(1, 30) if n not in (21, 23, 25)]


@pytest.mark.parametrize("ruling", RULINGS)
def test_the_ruling_has_a_test(ruling: str) -> None:
    assert re.search(rf"def test_(\w*_)?{ruling}_", NAMES), ruling


@pytest.mark.parametrize("option", DAVINCI.Options.__struct_fields__)
def test_the_option_has_a_test_or_a_ruling_with_one(option: str) -> None:
    assert re.search(rf"def test_\w*(option_{option}|{option})", NAMES), option
