"""docs/threats.md names the test of each claim: all of them are there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMED = re.compile(r"`((?:[a-z0-9]+/)*(?:test_[\w*]+\.py|mixing/))`")


def test_every_test_that_the_threat_model_names_is_there() -> None:
    named = set(NAMED.findall((ROOT / "docs" / "threats.md").read_text()))
    assert len(named) >= 25
    assert [path for path in named if not list((ROOT / "tests").glob(path))] == []
