"""Builds: what the played card is worth in one, and the card that must back a call."""

from collections.abc import Iterable, Sequence

from engine.core.cards import Card
from engine.rulesets.vantage.deck import HIGHEST, VALUE, is_wild
from engine.rulesets.vantage.matching import splits
from engine.rulesets.vantage.options import Options
from engine.rulesets.vantage.state import Pile


def raises(pile: Pile | None, value: int, call: int, options: Options) -> bool:
    """Whether a card of the value makes the pile worth the call [Vantage, B; V12]."""
    return options.raise_builds and pile is not None and pile.call + value == call <= HIGHEST


def plays_into(value: int, call: int, options: Options) -> bool:
    """Whether a card of the value may be called so without raising a pile: it is worth the call, or with
    `sum_builds` a part of it [V10]."""
    return value == call or (options.sum_builds and value < call)


def stands(
    value: int,
    call: int,
    joined: Sequence[int | None],
    pile: Pile | None,
    options: Options,
) -> bool:
    """Whether the played card, loose cards of these values and the pile split into groups worth the call."""
    any_sums = options.sums == "any"
    if pile is not None and pile.call != call:
        return raises(pile, value, call, options) and splits(joined, call, any_sums)
    return plays_into(value, call, options) and splits((*joined, value), call, any_sums)


def backs(card: Card, call: int, options: Options) -> bool:
    """Whether the card shows that a call is honest [Vantage, Additional 3; V9]."""
    return VALUE.get(card) == call or (options.wild_backs_build and is_wild(card))


def backing(hand: Iterable[Card], call: int, options: Options) -> Card | None:
    """The card that is shown for a call: one of its number, the first in component order, else a wild."""
    held = [card for card in hand if backs(card, call, options)]
    return held[0] if held else None


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand after the card has left it."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
