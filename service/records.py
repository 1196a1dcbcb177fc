"""Records of ended games, and the verification of any record: every card of it can be checked by anybody."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from engine import BadRecord, Ruleset
from engine.core.house import GameEnded
from engine.core.moves import Move
from engine.core.outcome import Outcome
from engine.core.record import Play, Record, replay
from engine.core.rng import ALGORITHM, commitment, final_seed
from engine.core.seats import Seat
from service.door import Door
from service.faults import NotFound
from service.log import Row
from service.outcomes import outcome_at, outcome_of
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

Opened = Callable[[str, str | None], Table]  # opens a table; what was due at it is done

LONGEST = 300  # characters of a problem: some of it was sent
_SEED = re.compile("[0-9a-f]{64}")
_ENTROPY = re.compile("([0-9a-f]{2}){0,32}")


class Records:
    """Gives out records of the games in a store, and verifies records from anywhere."""

    def __init__(
        self, store: RedisStore, rulesets: Mapping[str, Ruleset[Any, Any, Any]], opened: Opened
    ) -> None:
        self._rulesets = rulesets
        self._door = Door(store, rulesets)
        self._opened = opened

    def record(self, game: str, bearer: str | None) -> GameRecord:
        """The whole of an ended game. NotFound while it is running: a record tells everything."""
        table = self._opened(game, bearer)
        if not table.meta.over:
            fault = NotFound("The record is public when the game has ended.")
            fault.version = table.shown
            raise fault
        meta = table.meta
        return GameRecord(
            format="fairdeal-record-1",
            game=game,
            ruleset=meta.ruleset,
            edition=meta.edition,
            options=table.options,
            seats=tuple(RecordSeat(seat.name, seat.bot, seat.forfeited) for seat in meta.seats),
            fairness=RecordFairness(
                algorithm=ALGORITHM,
                server_seed=None if meta.server_seed is None else meta.server_seed.hex(),
                commitment=meta.commitment,
                entropies=tuple(seat.entropy for seat in meta.seats),
                seed=meta.seed.hex(),
            ),
            stack=meta.stack,
            moves=tuple(map(_move, _to_its_end(self._door.rows(game, table.ruleset, table.tag.version)))),
            outcome=_told(outcome_at(table)),
        )

    def verify(self, record: GameRecord) -> Verification:
        """What of a record holds: the commitment, the deal, each move, the outcome. Nothing is trusted."""
        committed, dealt = _committed(record.fairness), False
        try:
            ruleset = self._ruleset(record)
            replayed = _Replayed(ruleset, record)
            dealt = True
            state = replayed.last()
        except BadRecord as fault:
            return Verification(committed, dealt, False, False, fault.at, fault.detail[:LONGEST])
        ended = _told(outcome_of(ruleset, state, [seat.forfeited for seat in record.seats]))
        problem = None
        if not committed:
            problem = "The commitment is not the hash of the server seed."
        elif ended != record.outcome:
            problem = "The outcome is not that of the moves."
        return Verification(committed, True, True, ended == record.outcome, None, problem)

    def _ruleset(self, record: GameRecord) -> Ruleset[Any, Any, Any]:
        ruleset = self._rulesets.get(record.ruleset)
        if ruleset is None:
            raise BadRecord(f"There is no rule set {record.ruleset} here.")
        return ruleset


class _Replayed:
    """The game of a record, dealt. BadRecord if it cannot be; `at` of it is the index of a row."""

    def __init__(self, ruleset: Ruleset[Any, Any, Any], record: GameRecord) -> None:
        try:
            options = _exactly(record.options, ruleset.Options)
        except msgspec.ValidationError as fault:
            raise BadRecord(f"No game is made of these options: {fault}.") from None
        plays, self._rows, self._misfit = _plays(ruleset, record)
        played = Record(
            ruleset=record.ruleset,
            edition=record.edition,
            options=options,
            seats=len(record.seats),
            seed=_seed(record),
            stack=record.stack,
            moves=plays,
        )
        self._steps = replay(ruleset, played)
        self._state = next(self._steps).state

    def last(self) -> Any:
        """The state after all of its moves. BadRecord at the first that does not fit."""
        try:
            for step in self._steps:
                self._state = step.state
        except BadRecord as fault:
            raise BadRecord(fault.detail, None if fault.at is None else self._rows[fault.at]) from None
        if self._misfit is not None:
            raise self._misfit
        return self._state


def _plays(
    ruleset: Ruleset[Any, Any, Any], record: GameRecord
) -> tuple[tuple[Play, ...], list[int], BadRecord | None]:
    """The moves up to the first that is none, which row each stands in, and what is wrong with that first."""
    plays: list[Play] = []
    rows: list[int] = []
    for at, row in enumerate(record.moves):
        if row.seat is None and row.move is None and row.notation is None:
            continue  # a step of the house
        if row.seat is None or row.move is None:
            problem = "A step has a seat and a move, or, if it is the house's, neither."
            return tuple(plays), rows, BadRecord(problem, at)
        try:
            move: Move = _exactly(row.move, ruleset.any_move)
        except msgspec.ValidationError as fault:
            return tuple(plays), rows, BadRecord(f"This is not a move: {fault}.", at)
        if row.notation != str(move):
            return tuple(plays), rows, BadRecord(f"The notation is not that of the move, {move}.", at)
        if not move.is_normal():
            return tuple(plays), rows, BadRecord("What a move takes is sorted and named once.", at)
        plays.append(Play(Seat(row.seat), move))
        rows.append(at)
    return tuple(plays), rows, None


def _exactly(sent: Any, hint: Any) -> Any:
    """What was sent as an instance of the type. msgspec.ValidationError also for unknown fields."""
    plain = msgspec.to_builtins(sent)
    made = msgspec.convert(plain, hint)
    known = {*msgspec.to_builtins(made), *made.__struct_encode_fields__}
    for name in plain:
        if name not in known:
            raise msgspec.ValidationError(f"there is no field {name}")
    return made


def _told(outcome: Outcome | None) -> RecordOutcome | None:
    return None if outcome is None else RecordOutcome(outcome.reason, outcome.winners, outcome.scores)


def _to_its_end(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows of the game itself: a record stays the same, whatever is said at the table afterwards."""
    for row in rows:
        yield row
        if any(isinstance(event, GameEnded) for event in row.events):
            return


def _move(row: Row) -> RecordMove:
    notation = None if row.move is None else str(row.move)
    return RecordMove(row.seat, time_text(row.at), row.move, notation, row.by)


def _committed(fair: RecordFairness) -> bool:
    """A sandbox game has no server seed: its commitment is the hash of the seed that was given."""
    kept = fair.seed if fair.server_seed is None else fair.server_seed
    return _SEED.fullmatch(kept) is not None and commitment(bytes.fromhex(kept)) == fair.commitment


def _seed(record: GameRecord) -> bytes:
    """The seed of the deal, made again from its parts where it has parts."""
    fair = record.fairness
    if fair.algorithm != ALGORITHM:
        raise BadRecord(f"The algorithm is not {ALGORITHM}.")
    if _SEED.fullmatch(fair.seed) is None:
        raise BadRecord("The seed is not 32 bytes in hex.")
    seed = bytes.fromhex(fair.seed)
    if fair.server_seed is None:
        return seed
    if record.stack is not None:
        raise BadRecord("A pile is stacked, so it is not dealt by the seed.")
    if _SEED.fullmatch(fair.server_seed) is None:
        raise BadRecord("The server seed is not 32 bytes in hex.")
    if len(fair.entropies) != len(record.seats):
        raise BadRecord("There is not one entropy a seat.")
    if any(_ENTROPY.fullmatch(entropy or "") is None for entropy in fair.entropies):
        raise BadRecord("An entropy is not 1 to 32 bytes in hex.")
    entropies = [bytes.fromhex(entropy or "") for entropy in fair.entropies]
    if final_seed(bytes.fromhex(fair.server_seed), entropies) != seed:
        raise BadRecord("The seed is not made of the server seed and the entropies.")
    return seed
