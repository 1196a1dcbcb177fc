"""Stands of a game that a viewer cannot tell apart: everything that is hidden from him is another thing."""

from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from engine import Ruleset
from engine.core.cards import HIDDEN
from engine.core.house import HOUSE_EVENTS
from engine.core.rng import Draws
from service.log import Row
from service.tables import Meta, SeatMeta
from tests.engine.renaming import codes_of, renamed, stirred, twin
from tests.service.leaks.universes import Stand

AnyRuleset = Ruleset[Any, Any, Any]


class Hidden(msgspec.Struct, frozen=True):
    """A stand that the viewer must be told as the other one. `exchanged` are cards that lie elsewhere in it;
    `names` what became of each card, where no card has a copy."""

    stand: Stand
    exchanged: frozenset[str]
    names: Any


def another(
    ruleset: AnyRuleset,
    stand: Stand,
    viewer: Any,
    draws: Draws,
    keep: frozenset[str] = frozenset(),
    stir: bool = True,
) -> Hidden:
    """A stand that differs in all that the viewer may not see: cards, log, moves, seeds, entropy, stacks.

    With `stir` piles are reordered and sealed values are others, so that it can be looked at, but not played
    on as if it were a game.
    """
    state = stand.state
    other = twin(ruleset, state, viewer, draws, keep)
    turn = turned(ruleset, state.options)
    changed = other.state
    if stir:
        changed = stirred(unlike(changed, ruleset.seen(changed, viewer), {}), draws)
    rows = tuple(_row(ruleset, row, viewer, state.options, turn) for row in stand.rows)
    meta = stand.meta if not stir else _meta(stand.meta, draws)
    return Hidden(replace(stand, state=changed, rows=rows, meta=meta), other.exchanged, other.names)


def turned(ruleset: AnyRuleset, options: Any) -> dict[str, str]:
    """For each card one that it is not."""
    codes = sorted(codes_of(ruleset, options))
    return dict(zip(codes, [*codes[1:], codes[0]], strict=True))


def _row(ruleset: AnyRuleset, row: Row, viewer: Any, options: Any, turn: dict[str, str]) -> Row:
    """The row with another move, which is told to nobody, and other cards in what the viewer sees masked."""
    seen = ruleset.events_for(row.events, viewer, options)
    events = tuple(
        event if isinstance(event, HOUSE_EVENTS) else unlike(event, shown, turn)
        for event, shown in zip(row.events, seen, strict=True)
    )
    return replace(row, move=renamed(row.move, turn), events=events)


def unlike(value: Any, seen: Any, turn: dict[str, str], hint: Any = None) -> Any:
    """The value with something else wherever only its mask is seen; cards as `turn` says."""
    if isinstance(value, msgspec.Struct):
        hints = _hints(type(value))
        parts = {
            name: unlike(getattr(value, name), getattr(seen, name), turn, hints[name])
            for name in value.__struct_fields__
        }
        return replace(value, **parts)
    if isinstance(value, tuple) and len(value) == len(seen):  # else it is sealed
        return tuple(unlike(one, shown, turn) for one, shown in zip(value, seen, strict=True))
    if isinstance(value, str) and seen == HIDDEN:
        return turn.get(value, value)
    if seen is None and value is not None:
        return next(one for one in _literals(hint) if one != value)
    return value


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _literals(hint: Any) -> list[Any]:
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [one for part in get_args(hint) for one in _literals(part)]


def _meta(meta: Meta, draws: Draws) -> Meta:
    """Other seeds, other entropy of as many seats, another stack: none is told before the end."""

    def hexed(count: int) -> str:
        return bytes(draws.below(256) for _ in range(count)).hex()

    seats = tuple(
        seat if seat.entropy is None else replace(seat, entropy=hexed(len(seat.entropy) // 2))
        for seat in meta.seats
    )
    fresh = bytes.fromhex(hexed(32))
    return replace(
        meta,
        seats=seats,
        server_seed=None if meta.server_seed is None else fresh,
        sandbox_seed=None if meta.sandbox_seed is None else fresh,
        stack=None if meta.stack is None else {name: tuple(pile[::-1]) for name, pile in meta.stack.items()},
    )


def private(meta: Meta, seat: Any) -> Meta:
    """The table with other private words of everybody but the seat: only host and key are told those."""

    def other(at: int, own: SeatMeta) -> SeatMeta:
        return own if at == seat or own.player is None else replace(own, player=f"not {own.player}")

    words = None if meta.metadata is None else {f"not {name}": "x" for name in meta.metadata}
    return replace(meta, metadata=words, seats=tuple(other(at, own) for at, own in enumerate(meta.seats)))
