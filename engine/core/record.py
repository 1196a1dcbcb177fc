"""A game written down: what it was made of and each move, enough to play it again, bit for bit."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.core.cards import Card
from engine.core.errors import BadRecord, BadSetup, Fault
from engine.core.moves import Move
from engine.core.rng import Rng
from engine.core.ruleset import Ruleset, Step
from engine.core.seats import Seat


class Play(msgspec.Struct, frozen=True):
    """A move and the seat that made it."""

    seat: Seat
    move: Move


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a rule set's edition: options, number of seats, final seed, stacked piles, moves."""

    ruleset: str
    edition: int
    options: Any
    seats: int
    seed: bytes
    stack: Mapping[str, tuple[Card, ...]] | None = None
    moves: tuple[Play, ...] = ()


def replay(ruleset: Ruleset[Any, Any, Any], record: Record) -> Iterator[Step[Any]]:
    """The deal, then one step a move. BadRecord at the first thing that does not fit; nothing is trusted.

    BadRecord.at is the index of the move, None when no such game can be dealt.
    """
    if (record.ruleset, record.edition) != (ruleset.slug, ruleset.edition):
        raise BadRecord(
            f"Edition {record.edition} of {record.ruleset} is not supported,"
            f" only edition {ruleset.edition} of {ruleset.slug}."
        )
    try:
        step = ruleset.new(record.options, record.seats, Rng(record.seed), record.stack)
    except BadSetup as fault:
        raise BadRecord(f"No game is made of this: {fault.detail}") from None
    yield step
    for at, played in enumerate(record.moves):
        try:
            step = ruleset.apply(step.state, played.seat, played.move)
        except Fault as fault:
            raise BadRecord(f"Seat {played.seat} may not play {played.move}: {fault.detail}", at) from None
        yield step


def last(ruleset: Ruleset[Any, Any, Any], record: Record) -> Any:
    """The state that the record leads to. BadRecord if it leads nowhere."""
    state = None
    for step in replay(ruleset, record):
        state = step.state
    return state
