"""How long random games are and how much choice there is in them: the shape of each rule set, as a table."""

import statistics
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine import RULESETS
from tests.bench.play import LOOK, AnyRuleset, play

GAMES = 100  # a row
MOST = 2000  # moves of a list that are counted: a list over HTTP ends there too
OTHERWISE: dict[str, dict[str, dict[str, Any]]] = {  # options that make another game of it
    "davinci": {"tournament": {"tournament": True}},
}
HEAD = ("rule set", "seats", "steps a game", "p90", "most", "moves listed", "most", "events a step")


class Row(NamedTuple):
    """Games of a rule set with so many seats; `name` says what they are."""

    name: str
    ruleset: AnyRuleset
    options: Any
    seats: int


def rows() -> Iterator[Row]:
    """Every rule set with its default options and every number of seats, then what is otherwise."""
    for slug, ruleset in RULESETS.items():
        plain: dict[str, dict[str, Any]] = {"": {}}
        for name, options in (plain | OTHERWISE.get(slug, {})).items():
            for seats in ruleset.seats:
                yield Row(f"{slug} {name}".strip(), ruleset, ruleset.Options(**options), seats)


def shape(row: Row) -> list[str]:
    """The cells of a row."""
    steps: list[int] = []
    listed: list[int] = []
    events = 0
    for game in range(GAMES):
        before = len(listed)
        for turn in play(row.ruleset, row.options, row.seats, f"length {row.seats} {game}", LOOK, MOST):
            listed.append(turn.listed)
            events += len(turn.step.events)
        steps.append(len(listed) - before)
    steps.sort()
    return [
        row.name,
        str(row.seats),
        f"{statistics.median(steps):,.0f}",
        f"{steps[len(steps) * 9 // 10]:,}",
        f"{steps[-1]:,}",
        f"{statistics.mean(listed):,.1f}",
        f"{max(listed):,}" + ("+" if max(listed) == MOST else ""),
        f"{events / len(listed):.2f}",
    ]


def main() -> int:
    """Prints the table as Markdown; it has no bound."""
    print(f"| {' | '.join(HEAD)} |")
    print(f"| --- | {' | '.join(['---:'] * (len(HEAD) - 1))} |")
    for row in rows():
        print(f"| {' | '.join(shape(row))} |", flush=True)
    print()
    print(
        f"{GAMES} random games a row; a move is chosen from the first {LOOK} of a list, and no more than"
        f" {MOST:,} of it are counted. Steps a game: median."
    )
    return 0
