"""The committed playthroughs are what the engine plays today (`make playthroughs` writes them anew)."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from engine import RULESETS
from engine.core.playthrough import playthrough

FOLDER = Path(__file__).parent / "playthroughs"
LARGEST = 120_000  # bytes; what is longer nobody reviews

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "vantage-2-seats": ("vantage", 2, {}),
    "vantage-3-seats": ("vantage", 3, {}),
    "vantage-4-seats": ("vantage", 4, {}),
    "vantage-casino": ("vantage", 2, {"action_cards": False}),
    "vantage-declared": ("vantage", 3, {"wild_suit": "declared", "sums": "any"}),
    "vantage-enforced": ("vantage", 4, {"reneging": "enforced", "sum_builds": True}),
    "davinci-board-2-seats": ("davinci-board", 2, {}),
    "davinci-board-4-seats": ("davinci-board", 4, {}),
    "davinci-board-plain": ("davinci-board", 2, {"cards": False, "end": "board_full"}),
}


def played(name: str) -> str:
    slug, seats, options = GAMES[name]
    ruleset = RULESETS[slug]
    return playthrough(ruleset, ruleset.Options(**options), seats, hashlib.sha256(name.encode()).digest())


@pytest.mark.parametrize("name", GAMES)
def test_Q45_a_playthrough_is_as_committed(name: str, request: pytest.FixtureRequest) -> None:
    file = FOLDER / f"{name}.txt"
    text = played(name)
    if request.config.getoption("--regenerate", default=False):
        file.write_text(text, encoding="utf-8")
    assert file.is_file(), f"{file.name} is missing: run `make playthroughs` and commit it"
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_no_playthrough_is_left_over_or_too_long() -> None:
    files = {file.stem: file for file in FOLDER.iterdir()}
    assert sorted(files) == sorted(GAMES)
    assert max(file.stat().st_size for file in files.values()) < LARGEST


def test_every_rule_set_has_playthroughs_with_fewest_and_most_seats() -> None:
    for slug, ruleset in RULESETS.items():
        seats = {seats for name, seats, _ in GAMES.values() if name == slug}
        assert seats >= {ruleset.seats[0], ruleset.seats[-1]}
