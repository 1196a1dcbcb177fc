"""Twins: two states that differ only in cards that a viewer cannot see.

A renaming is a bijection of card codes that moves only cards which the viewer sees nowhere. Applied to the
whole state it keeps what the game's own structure ties together (a chosen card stays in its hand), and the
viewer must not be able to tell the twins apart. What he was shown once and cannot see now counts as hidden:
the law is about states, and what he remembers stands in events that are the same for both.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine import Ruleset
from engine.core.rng import Draws, Rng
from engine.core.sight import declarations

Renaming = Mapping[str, str]


def cards_in(value: Any, codes: frozenset[str]) -> Iterator[str]:
    """Every card that occurs in a value, as often as it does."""
    if isinstance(value, str):
        if value in codes:
            yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_in(item, codes)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from cards_in(getattr(value, name), codes)


def renamed(value: Any, names: Renaming) -> Any:
    """The value with cards renamed."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(renamed(item, names) for item in value)
    if isinstance(value, msgspec.Struct):
        fields = {name: renamed(getattr(value, name), names) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    return value


def codes_of(ruleset: Ruleset[Any, Any, Any], options: Any) -> frozenset[str]:
    """The cards of the first pile, which are all different."""
    return frozenset(ruleset.piles(options)[0].cards)


def twin(
    ruleset: Ruleset[Any, Any, Any],
    state: Any,
    viewer: Any,
    draws: Draws,
    keep: frozenset[str] = frozenset(),
) -> tuple[Any, Renaming]:
    """The state with the cards that the viewer sees nowhere exchanged among themselves, all but `keep`."""
    codes = codes_of(ruleset, state.options)
    seen = set(cards_in(ruleset.seen(state, viewer), codes))
    hidden = sorted(set(cards_in(state, codes)) - seen - keep)
    names = dict(zip(hidden, draws.shuffled(hidden), strict=True))
    other = renamed(state, names)
    return _hands_in_order(other, ruleset, state.options), names


def stirred(state: Any, draws: Draws) -> Any:
    """The state with every pile that nobody sees in another order, and other values of what is sealed."""
    changed = {}
    cls: type = type(state)
    for field in declarations(cls):
        value = getattr(state, field.name)
        if field.sight.kind == "counted":
            changed[field.name] = tuple(draws.shuffled(value))
        elif field.sight.kind == "sealed":
            changed[field.name] = _another(value, draws)
    return msgspec.structs.replace(state, **changed)


def _another(value: Any, draws: Draws) -> Any:
    if isinstance(value, int):
        return value + 1 + draws.below(50)
    if isinstance(value, Rng):
        return Rng(bytes(draws.below(256) for _ in range(32)), draws.below(100))
    return tuple(draws.shuffled(value))


def _hands_in_order(state: Any, ruleset: Ruleset[Any, Any, Any], options: Any) -> Any:
    """Hands are kept in component order: a renaming must not leave a trace of the old order."""
    place = {card: at for at, card in enumerate(ruleset.piles(options)[0].cards)}
    seats = tuple(
        msgspec.structs.replace(seat, hand=tuple(sorted(seat.hand, key=place.__getitem__)))
        for seat in state.seats
    )
    return msgspec.structs.replace(state, seats=seats)
