"""What must hold when the fire is out: nothing lost, nothing doubled, nothing that nobody sent."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine import RULESETS
from engine.core.house import GameEnded
from engine.core.record import Play, Record, last
from service.log import Row, RowCodec
from service.store import RedisStore, Stored
from service.tables import META, Meta, options_of
from tests.e2e.player import HOLDS, Player
from tests.engine.laws import all_are_there
from tests.fire.ledger import Acknowledged, Ledger, Made, Watched

CODECS = {slug: RowCodec(ruleset) for slug, ruleset in RULESETS.items()}


class Damage(msgspec.Struct):
    """What was found, and what is wrong with it: `lost` and `doubled` moves, and anything else that is
    `broken`. `undone`: moves that went with a store that was restored to an older copy."""

    games: int = 0
    acknowledged: int = 0
    lost: list[str] = []
    doubled: list[str] = []
    undone: int = 0
    followed: int = 0
    broken: list[str] = []

    @property
    def harm(self) -> list[str]:
        """All that must not be."""
        return self.lost + self.doubled + self.broken

    def add(self, other: "Damage") -> None:
        """Takes in what was found elsewhere."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Aftermath:
    """Looks at every game of a ledger: in the store, through the engine and over HTTP.

    `restored`: since when (by `monotonic`) the store was an older copy of itself; what was acknowledged
    before that may be gone.
    """

    def __init__(self, root: str, store: RedisStore, ledger: Ledger, restored: float | None = None) -> None:
        self._service = Player(root)
        self._store = store
        self._ledger = ledger
        self._restored = restored
        self.damage = Damage(acknowledged=len(ledger.moves))

    def survey(self) -> Damage:
        """All of it."""
        moves: dict[str, list[Acknowledged]] = {game: [] for game in self._ledger.games}
        for move in self._ledger.moves:
            moves[move.game].append(move)
        for game, made in self._ledger.games.items():
            stored = self._store.read(game)
            if stored is None:
                self.damage.undone += len(moves[game])
                if self._restored is None or any(move.begun > self._restored for move in moves[game]):
                    self.damage.broken.append(f"{game} is gone")
                continue
            self.damage.games += 1
            if self._restored is not None and not META.decode(stored.meta).over:
                stored = self._ended(game, made)
            meta = META.decode(stored.meta)
            rows = self._rows(game, stored, meta)
            self._compare(game, rows, moves[game])
            self._only_who_may(game, rows, meta)
            self._replays(game, stored, meta, rows)
            if meta.over:
                self._recorded(game, stored, rows)
            else:
                self.damage.broken.append(f"{game} has not ended")
        for watched in self._ledger.watched:
            self._told(watched)
        return self.damage

    def _ended(self, game: str, made: Made) -> Stored:
        """The game after its host has ended it once more: its end was lost with the store."""
        self._service.holding(made.host).done("DELETE", f"/v1/games/{game}")
        stored = self._store.read(game)
        assert stored is not None
        return stored

    def _rows(self, game: str, stored: Stored, meta: Meta) -> list[Row]:
        found = self._store.rows(game, 0, 1_000_000)
        if [row.version for row in found] != list(range(1, stored.tag.version + 1)):
            self.damage.broken.append(f"the log of {game} is not one step a version up to {stored.tag}")
        return [CODECS[meta.ruleset].decode(row.body) for row in found]

    def _compare(self, game: str, rows: list[Row], moves: list[Acknowledged]) -> None:
        """Every acknowledged move is in the log once, at its version, and no other move of a player is."""
        sent: dict[int, Acknowledged] = {}
        for move in moves:
            if move.version in sent and not self._before(sent[move.version]):
                self.damage.doubled.append(f"{game} {move.version}: acknowledged twice")
            sent[move.version] = move
        for version, row in enumerate(rows, 1):
            if row.by == "player" and version not in sent:
                self.damage.doubled.append(f"{game} {version}: {row.move} is nobody's")
        for move in moves:
            row_of = rows[move.version - 1] if 0 < move.version <= len(rows) else None
            if row_of is not None and _is(row_of, move):
                continue
            if self._before(move):
                self.damage.undone += 1
            else:
                self.damage.lost.append(f"{game} {move.version}: {move.move}")

    def _before(self, move: Acknowledged) -> bool:
        return self._restored is not None and move.begun < self._restored

    def _only_who_may(self, game: str, rows: list[Row], meta: Meta) -> None:
        """Moves that no player made are those of house bots, and of seats that were left."""
        for row in rows:
            state = None if row.seat is None or row.by == "player" else meta.seats[row.seat].state
            if (row.by, state) not in {("player", None), ("house", None), ("bot", "bot"), ("policy", "left")}:
                self.damage.broken.append(f"{game}: a step by {row.by} for seat {row.seat}, which is {state}")

    def _replays(self, game: str, stored: Stored, meta: Meta, rows: list[Row]) -> None:
        """What the engine makes of the log is what is stored, bit for bit; no card is lost or made [Q20]."""
        if stored.state is None:
            return
        ruleset = RULESETS[meta.ruleset]
        record = Record(
            ruleset=meta.ruleset,
            edition=meta.edition,
            options=options_of(meta),
            seats=len(meta.seats),
            seed=meta.seed,
            stack=meta.stack,
            moves=tuple(
                Play(row.seat, row.move) for row in rows if row.seat is not None and row.move is not None
            ),
        )
        try:
            state = last(ruleset, record)
            if ruleset.to_json(state) != stored.state:
                self.damage.broken.append(f"the log of {game} replays to another state")
            all_are_there(ruleset, state)
        except Exception as fault:
            self.damage.broken.append(f"the log of {game} does not replay: {fault!r}")

    def _recorded(self, game: str, stored: Stored, rows: list[Row]) -> None:
        """The service says the same of it, up to its end: a rematch is no part of the game."""
        record = self._service.record(game)
        ends = (at for at, row in enumerate(rows, 1) if any(isinstance(e, GameEnded) for e in row.events))
        if len(record["moves"]) != next(ends, None):
            self.damage.broken.append(f"the record of {game} has {len(record['moves'])} rows")
        if stored.state is not None and self._service.verify(record) != HOLDS:
            self.damage.broken.append(f"the record of {game} does not hold: {self._service.verify(record)}")

    def _told(self, watched: Watched) -> None:
        """A viewer was told every step once, in order, as the log shows it to him, and the end."""
        if watched.ended is None:
            if self._restored is None:
                self.damage.broken.append(f"a viewer of {watched.game} was not told the end")
            return
        self.damage.followed += 1
        if self._restored is not None:
            return
        versions = [step["version"] for step in watched.steps]
        if versions != list(range(1, len(versions) + 1)):
            self.damage.broken.append(f"a viewer of {watched.game} was told {versions}")
        if watched.ended["reason"] == "revoked":  # his token died, and nobody shows him any more
            return
        shown = list(self._shown(watched))
        ended = next(at for at, step in enumerate(shown) if "game_ended" in map(_kind, step["events"]))
        if len(watched.steps) <= ended or watched.steps != shown[: len(watched.steps)]:
            self.damage.broken.append(f"a viewer of {watched.game} was told other steps than the log has")

    def _shown(self, watched: Watched) -> Iterator[dict[str, Any]]:
        viewer, after, more = self._service.holding(watched.token), 0, True
        while more:
            page = viewer.events(watched.game, after, limit=500)
            yield from page["steps"]
            after, more = page["next_after"], page["more"]


def _kind(event: dict[str, Any]) -> str:
    return str(event["kind"])


def _is(row: Row, move: Acknowledged) -> bool:
    same = row.move is not None and msgspec.json.decode(msgspec.json.encode(row.move)) == move.move
    return row.by == "player" and row.seat == move.seat and same
