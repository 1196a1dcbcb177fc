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
    "advantage": ("advantage", 2, {}),
    "advantage-forced": ("advantage", 2, {"tiebreak": "date", "date_day": 13, "stuck_draw": "forced"}),
    "advantage-need-pick": (
        "advantage",
        2,
        {"accidental": "need_pick", "refill": "after_both_drops", "ace_rank": "low", "idle_rounds": 3},
    ),
    "advantage-free": (
        "advantage",
        2,
        {"accidental": "free", "refill": "after_switch", "stuck_draw_hidden": False},
    ),
    "davinci-2-seats": ("davinci", 2, {}),
    "davinci-3-seats": ("davinci", 3, {}),
    "davinci-4-seats": ("davinci", 4, {}),
    "davinci-tournament": ("davinci", 3, {"tournament": True, "rounds": 2}),
    "davinci-pairs": ("davinci", 4, {"pair_over_single": True, "passing_locks": True, "leonardos": 2}),
    "davinci-board-2-seats": ("davinci-board", 2, {}),
    "davinci-board-4-seats": ("davinci-board", 4, {}),
    "davinci-board-plain": ("davinci-board", 2, {"cards": False, "end": "board_full"}),
    "vintage-2-seats": ("vintage", 2, {}),
    "vintage-6-seats": ("vintage", 6, {"unsold": "discard", "refill": "turn", "max_turns": 100}),
    "vintage-bought-only": ("vintage", 3, {"collection": "bought_only", "forced_open": True}),
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
