"""Records of ended games, and the verification of any record: every card of it can be checked by anybody."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine import BadSetup, Fault, Rng, Ruleset
from engine.core.moves import Move
from engine.core.rng import ALGORITHM, commitment, final_seed
from engine.core.seats import Seat
from service.door import Door
from service.faults import NotFound
from service.log import Row
from service.schemas.answers import (
    GameRecord,
    RecordFairness,
    RecordMove,
    RecordOutcome,
    RecordSeat,
    Verification,
)
from service.showing import time_text
from service.store import RedisStore
from service.tables import Table

FORMAT = "fairdeal-record-1"
PAGE = 500  # rows read at once


class Failed(Exception):
    """Something in a record does not hold; `at` is the index of the move, if it is one."""

    def __init__(self, problem: str, at: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.at = at


class Records:
    """Gives out records of the games in a store, and verifies records from anywhere."""

    def __init__(self, store: RedisStore, rulesets: Mapping[str, Ruleset[Any, Any, Any]]) -> None:
        self._store = store
        self._rulesets = rulesets
        self._door = Door(store, rulesets)

    def record(self, game: str, bearer: str | None) -> GameRecord:
        """The whole of an ended game. NotFound while it is running: a record tells everything."""
        table = self._door.open(game, bearer)
        if not table.meta.over:
            fault = NotFound("The record is public when the game has ended.")
            fault.version = table.tag.version
            raise fault
        meta = table.meta
        outcome: Any = None if table.state is None else table.ruleset.outcome(table.state)
        return GameRecord(
            format="fairdeal-record-1",
            game=game,
            ruleset=meta.ruleset,
            edition=meta.edition,
            options=table.options,
            seats=tuple(RecordSeat(seat.name, seat.bot) for seat in meta.seats),
            fairness=RecordFairness(
                algorithm=ALGORITHM,
                server_seed=None if meta.server_seed is None else meta.server_seed.hex(),
                commitment=meta.commitment,
                entropies=tuple(seat.entropy for seat in meta.seats),
                seed=meta.seed.hex(),
            ),
            stack=meta.stack,
            moves=tuple(_move(row) for row in self._rows(table)),
            outcome=outcome and RecordOutcome(outcome.reason, outcome.winners, outcome.scores),
        )

    def _rows(self, table: Table) -> list[Row]:
        codec = self._door.codecs[table.ruleset.slug]
        rows: list[Row] = []
        while len(rows) < table.tag.version:
            page = self._store.rows(table.id, len(rows), PAGE)
            if not page:
                break
            rows += [codec.decode(row.body) for row in page]
        return rows

    def verify(self, record: GameRecord) -> Verification:
        """What of a record holds: the commitment, the deal, each move, the outcome."""
        fair = record.fairness
        committed = _committed(fair)
        try:
            ruleset = self._ruleset(record)
            seed = _seed(record)
            state = _deal(ruleset, record, seed)
        except Failed as failed:
            return Verification(committed, False, False, False, failed.at, failed.problem)
        try:
            state = _replay(ruleset, record, state)
        except Failed as failed:
            return Verification(committed, True, False, False, failed.at, failed.problem)
        outcome = ruleset.outcome(state)
        ended = outcome and RecordOutcome(outcome.reason, outcome.winners, outcome.scores)
        holds = ended == record.outcome
        problem = None
        if not committed:
            problem = "The commitment is not the hash of the server seed."
        elif not holds:
            problem = "The outcome is not that of the moves."
        return Verification(committed, True, True, holds, None, problem)

    def _ruleset(self, record: GameRecord) -> Ruleset[Any, Any, Any]:
        ruleset = self._rulesets.get(record.ruleset)
        if ruleset is None:
            raise Failed(f"There is no rule set {record.ruleset} here.")
        if ruleset.edition != record.edition:
            raise Failed(f"Edition {record.edition} is not supported, only edition {ruleset.edition}.")
        return ruleset


def _move(row: Row) -> RecordMove:
    notation = None if row.move is None else str(row.move)
    return RecordMove(row.seat, time_text(row.at), row.move, notation, row.by)


def _committed(fair: RecordFairness) -> bool:
    """A sandbox game has no server seed: its commitment is the hash of the seed that was given."""
    kept = fair.seed if fair.server_seed is None else fair.server_seed
    return commitment(bytes.fromhex(kept)) == fair.commitment


def _seed(record: GameRecord) -> bytes:
    """The seed of the deal, made again from its parts where it has parts."""
    fair = record.fairness
    seed = bytes.fromhex(fair.seed)
    if fair.server_seed is not None:
        if len(fair.entropies) != len(record.seats):
            raise Failed("There is not one entropy a seat.")
        entropies = [bytes.fromhex(entropy or "") for entropy in fair.entropies]
        if final_seed(bytes.fromhex(fair.server_seed), entropies) != seed:
            raise Failed("The seed is not made of the server seed and the entropies.")
    return seed


def _deal(ruleset: Ruleset[Any, Any, Any], record: GameRecord, seed: bytes) -> Any:
    try:
        options = msgspec.convert(msgspec.to_builtins(record.options), ruleset.Options)
        return ruleset.new(options, len(record.seats), Rng(seed), record.stack).state
    except (BadSetup, msgspec.ValidationError) as fault:
        raise Failed(f"No game is made of this: {fault}") from None


def _replay(ruleset: Ruleset[Any, Any, Any], record: GameRecord, state: Any) -> Any:
    for at, row in enumerate(record.moves):
        if row.seat is None or row.move is None:
            continue  # a step of the house
        try:
            move: Move = msgspec.convert(msgspec.to_builtins(row.move), ruleset.any_move)
            if row.notation != str(move):
                raise Failed(f"The notation is not that of the move, which is {move}.", at)
            state = ruleset.apply(state, Seat(row.seat), move).state
        except msgspec.ValidationError as fault:
            raise Failed(f"This is not a move: {fault}", at) from None
        except Fault as fault:
            raise Failed(f"Seat {row.seat} may not play {row.notation}: {fault.detail}", at) from None
    return state
