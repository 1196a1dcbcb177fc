"""Twins: two states that differ only in cards that a viewer cannot see.

Cards change places only with cards whose faces the viewer does not see either. Where no card has a copy that
is a renaming of the whole state, which keeps what the game's own structure ties together (a chosen card stays
in its hand), and the viewer must not be able to tell the twins apart. What he was shown once and cannot see
now counts as hidden: the law is about states, and what he remembers stands in events that are the same for
both.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, get_type_hints

import msgspec

from engine import Ruleset
from engine.core.cards import HIDDEN, Card, Mention
from engine.core.rng import Draws, Rng
from engine.core.sight import declarations

Renaming = Mapping[str, str]


def cards_in(value: Any, codes: frozenset[str]) -> Iterator[str]:
    """Every card that lies in a value, as often as it does; what is only mentioned does not lie there."""
    if isinstance(value, str):
        if value in codes:
            yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_in(item, codes)
    elif isinstance(value, msgspec.Struct):
        for name in holding(type(value)):
            yield from cards_in(getattr(value, name), codes)


@cache
def holding(cls: type) -> tuple[str, ...]:
    """The fields of a class that hold what is in them and do not just mention it."""
    hints = get_type_hints(cls, include_extras=True)
    names: tuple[str, ...] = cls.__struct_fields__  # type: ignore[attr-defined]  # every Struct class has it
    return tuple(name for name in names if Mention() not in getattr(hints[name], "__metadata__", ()))


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
    """The codes of the cards of the first pile: those that people hold."""
    return frozenset(deck_of(ruleset, options))


def deck_of(ruleset: Ruleset[Any, Any, Any], options: Any) -> tuple[Card, ...]:
    """The first pile; nothing where these options leave the game without cards."""
    return next((pile.cards for pile in ruleset.piles(options)), ())


class Twin(NamedTuple):
    """A state that the viewer cannot tell from the one it is the twin of.

    `names` is what became of each card, where no card has a copy: a move of who sees them is renamed by it.
    `exchanged` are the codes of the cards that lie elsewhere in the twin.
    """

    state: Any
    names: Renaming
    exchanged: frozenset[str]


def twin(
    ruleset: Ruleset[Any, Any, Any],
    state: Any,
    viewer: Any,
    draws: Draws,
    keep: frozenset[str] = frozenset(),
) -> Twin:
    """The state with the cards whose faces the viewer does not see exchanged among themselves, but `keep`."""
    deck = deck_of(ruleset, state.options)
    seen = ruleset.seen(state, viewer)
    hidden = list(_backs(state, seen, frozenset(deck) - keep))
    order = draws.shuffled(hidden)
    moved = {card for card, other in zip(hidden, order, strict=True) if card != other}
    names: Renaming = {}
    if len(set(deck)) == len(deck):
        names = dict(zip(hidden, order, strict=True))
        other = renamed(state, names)
    else:
        other = _exchanged(state, seen, frozenset(deck) - keep, iter(order))
    return Twin(_hands_in_order(other, seen, deck), names, frozenset(moved))


def _backs(value: Any, sight: Any, codes: frozenset[str]) -> Iterator[str]:
    """The cards in a value of which only the backs are seen."""
    if isinstance(value, str) and value in codes and sight == HIDDEN:
        yield value
    for part, shown in _parts(value, sight):
        yield from _backs(part, shown, codes)


def _exchanged(value: Any, sight: Any, codes: frozenset[str], others: Iterator[str]) -> Any:
    """The value with other cards where only backs are seen, in the order of `_backs`."""
    if isinstance(value, str):
        return next(others) if value in codes and sight == HIDDEN else value
    turned = [_exchanged(part, shown, codes, others) for part, shown in _parts(value, sight)]
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **dict(zip(holding(type(value)), turned, strict=True)))
    return tuple(turned) if turned else value


def _parts(value: Any, sight: Any) -> Iterator[tuple[Any, Any]]:
    """What a value is made of beside what is seen of it; nothing of what is sealed."""
    if isinstance(value, msgspec.Struct):
        yield from ((getattr(value, name), getattr(sight, name)) for name in holding(type(value)))
    elif isinstance(value, tuple) and sight:
        yield from zip(value, sight, strict=True)


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


def has_hands(state: Any) -> bool:
    """Whether people hold cards in this game."""
    return hasattr(state, "seats") and hasattr(state.seats[0], "hand")


def _hands_in_order(state: Any, seen: Any, deck: Sequence[str]) -> Any:
    """Hidden hands are kept in component order: an exchange must not leave a trace of the old order."""
    if not has_hands(state):
        return state
    place = {card: at for at, card in enumerate(dict.fromkeys(deck))}
    seats = []
    for own, sight in zip(state.seats, seen.seats, strict=True):
        hand = list(own.hand)
        backs = [at for at, shown in enumerate(sight.hand) if shown == HIDDEN]
        for at, card in zip(backs, sorted((hand[at] for at in backs), key=place.__getitem__), strict=True):
            hand[at] = card
        seats.append(msgspec.structs.replace(own, hand=tuple(hand)))
    return msgspec.structs.replace(state, seats=tuple(seats))
