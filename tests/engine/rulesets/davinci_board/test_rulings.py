"""Every ruling that is published has a test that is named after it."""

import re
from pathlib import Path

import pytest

from engine.core.texts import rule_ids, rules_text
from tests.engine.rulesets.davinci_board.table import BOARD

NAMES = "\n".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
RULINGS = [rule for rule in rule_ids(rules_text(BOARD, "en")) if re.fullmatch(r"E\d+", rule)]


def test_all_rulings_are_published() -> None:
    assert [int(ruling[1:]) for ruling in RULINGS] == list(range(1, 21))


@pytest.mark.parametrize("ruling", RULINGS)
def test_the_ruling_has_a_test(ruling: str) -> None:
    assert re.search(rf"def test_(\w*_)?{ruling}_", NAMES), ruling
