"""Moves made up from their classes alone: well formed, mostly not legal."""

import types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from engine import Ruleset
from engine.core.cards import HIDDEN, Card
from engine.core.moves import in_order
from engine.core.rng import Draws
from tests.engine.renaming import has_hands


def invented(ruleset: Ruleset[Any, Any, Any], state: Any, draws: Draws) -> Any:
    """A move of some kind, in normal form."""
    return _of(ruleset, draws.choice(ruleset.moves_of), state, draws)


def nearly(ruleset: Ruleset[Any, Any, Any], state: Any, move: Any, draws: Draws) -> Any:
    """A move with one of its fields made up, mostly just not legal."""
    if not move.__struct_fields__:
        return invented(ruleset, state, draws)
    name = draws.choice(move.__struct_fields__)
    made = getattr(_of(ruleset, type(move), state, draws), name)
    return msgspec.structs.replace(move, **{name: made})


def _of(ruleset: Ruleset[Any, Any, Any], cls: type[Any], state: Any, draws: Draws) -> Any:
    cards = [card for pile in ruleset.piles(state.options) for card in pile.cards]
    hands = [seat.hand for seat in state.seats] if has_hands(state) else []
    held = [card for hand in hands for card in hand if card != HIDDEN] or cards
    ids = [*ruleset.on_table(state), "t99"]
    hints = get_type_hints(cls, include_extras=True)
    chosen = {
        name: _value(hints[name], held if draws.below(4) else cards, ids, draws)
        for name in cls.__struct_fields__
    }
    return cls(**chosen)


def _value(hint: Any, cards: list[Any], ids: list[str], draws: Draws) -> Any:
    hint, meta = (hint.__origin__, hint.__metadata__) if hasattr(hint, "__metadata__") else (hint, ())
    if hint is Card:
        return draws.choice(cards)
    if hint is str:
        return draws.choice(ids)
    if hint is bool:
        return draws.below(2) == 1
    if hint is int:
        low, high = _bounds(meta)
        return low + draws.below(high - low + 1)
    if get_origin(hint) is Literal:
        return draws.choice(get_args(hint))
    if get_origin(hint) is tuple:
        if Card in get_args(hint):
            least, most = _lengths(meta)
            return in_order(draws.choice(cards) for _ in range(least + draws.below(most - least + 1)))
        return in_order(set(draws.shuffled(ids)[: 1 + draws.below(2)]))
    if get_origin(hint) in (Union, types.UnionType):
        if draws.below(3):
            return None
        return _value(next(part for part in get_args(hint) if part is not type(None)), cards, ids, draws)
    raise TypeError(f"no value of {hint}")


def _bounds(meta: Any) -> tuple[int, int]:
    """The least and the greatest number that are made up, where only one is bounded or none."""
    low, high = 0, 40
    for one in meta:
        if isinstance(one, msgspec.Meta):
            low = low if one.ge is None else int(one.ge)
            high = high if one.le is None else int(one.le)
    return low, high


def _lengths(meta: Any) -> tuple[int, int]:
    """How few and how many things are made up for a set."""
    for one in meta:
        if isinstance(one, msgspec.Meta) and one.min_length is not None and one.max_length is not None:
            return one.min_length, one.max_length
    return 1, 3
