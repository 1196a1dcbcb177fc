"""How many bytes a game takes in the store: its state and the rows of its log."""

import statistics

from engine import RULESETS
from service.log import Row, RowCodec
from tests.bench.engine import GAMES
from tests.bench.play import play

STATE_BOUND = 2048  # bytes, in the median
ROW_BOUND = 250  # bytes of log a move, in the median
NOW = 1_800_000_000_000  # ms; as long as the times of our days


def main() -> int:
    """Prints the figures; 1 if a median is over its bound."""
    missed = 0
    for slug, ruleset in RULESETS.items():
        states, rows, games = [], [], []
        codec = RowCodec(ruleset)
        for game in range(GAMES):
            seats = ruleset.seats[game % len(ruleset.seats)]
            log = 0
            for turn in play(ruleset, ruleset.Options(), seats, f"size {game}"):
                states.append(len(ruleset.to_json(turn.state)))
                rows.append(len(codec.encode(Row(NOW, turn.seat, "player", turn.move, turn.step.events))))
                log += rows[-1]
            games.append(log)
        state_bytes, row_bytes = statistics.median(states), statistics.median(rows)
        print(
            f"sizes {slug}: state median {state_bytes:.0f} (most {max(states)}), row median {row_bytes:.0f}"
            f" (most {max(rows)}), log of a game median {statistics.median(games):,.0f} bytes"
        )
        missed |= state_bytes > STATE_BOUND or row_bytes > ROW_BOUND
    return int(missed)
