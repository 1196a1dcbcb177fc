"""What a crowd wrote down: what it sent, what it was answered, and what its viewers were told."""

from pathlib import Path
from typing import Any

import msgspec


class Made(msgspec.Struct):
    """A game that somebody made, and what the crowd holds of it; `tokens` by the seat of each.

    `gone`: it was lost when the store went back in time.
    """

    ruleset: str
    host: str
    tokens: dict[int, str] = {}
    gone: bool = False


class Acknowledged(msgspec.Struct, frozen=True, array_like=True):
    """A move that was answered with 2xx: its seat, the version of its step, the move as it was sent.

    `begun` by the clock of `monotonic`, `took` in seconds from the first time it was sent to its answer;
    `sent`: how often.
    """

    game: str
    seat: int
    version: int
    move: dict[str, Any]
    begun: float
    took: float
    sent: int


class Watched(msgspec.Struct):
    """What one viewer was told of a game over all his connections; `ended`: the data of the last message."""

    game: str
    token: str | None
    steps: list[dict[str, Any]] = []
    last: dict[str, Any] | None = None
    connections: int = 0
    ended: dict[str, Any] | None = None


class Ledger(msgspec.Struct):
    """All of it. `lost`: answers that did not come whole; `away`: 503s; `refused`: by code; `burst`: requests
    sent several times at once; `strange`: what must not be."""

    games: dict[str, Made] = {}
    moves: list[Acknowledged] = []
    watched: list[Watched] = []
    lost: int = 0
    away: int = 0
    refused: dict[str, int] = {}
    burst: int = 0
    finished: int = 0
    rematches: int = 0
    strange: list[str] = []

    def refuse(self, code: str) -> None:
        """Counts a refusal."""
        self.refused[code] = self.refused.get(code, 0) + 1

    def add(self, other: "Ledger") -> None:
        """Takes in what another crowd wrote down."""
        self.games |= other.games
        self.moves += other.moves
        self.watched += other.watched
        self.strange += other.strange
        for code, count in other.refused.items():
            self.refused[code] = self.refused.get(code, 0) + count
        for name in ("lost", "away", "burst", "finished", "rematches"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def write(self, to: Path) -> None:
        """Keeps it in a file."""
        to.write_bytes(msgspec.json.encode(self))

    @classmethod
    def read(cls, path: Path) -> "Ledger":
        """The ledger that was written there."""
        return msgspec.json.decode(path.read_bytes(), type=cls)
