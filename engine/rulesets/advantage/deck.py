"""The 52 cards of Advantage, and which of them fits on which."""

from collections.abc import Iterable
from typing import Final

from engine.core.cards import Card, Pile

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("C", "D", "H", "S")
RED: Final = frozenset("DH")
NUMBERS: Final = frozenset(RANKS[:8])  # neither a 10 nor an ace is a number card [A8]
FACES: Final = frozenset("JQK")
ACE, WILD = "A", "10"

CARDS: Final = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
RANK: Final = {card: card[:-1] for card in CARDS}
PACK: Final = Pile("cards", CARDS)


def _fits(card: Card, top: Card) -> bool:
    one, other = RANK[card], RANK[top]
    if one == other or WILD in (one, other):
        return True
    if (card[-1] in RED) != (top[-1] in RED):
        return False
    return ACE in (one, other) or any(one in kind and other in kind for kind in (NUMBERS, FACES))


FITS: Final = {card: frozenset(top for top in CARDS if _fits(card, top)) for card in CARDS}
"""By card the tops that it may be dropped on or exchanged for [Advantage, Dropping and Picking]."""


def tops(piles: Iterable[tuple[Card, ...]]) -> tuple[Card, ...]:
    """The top cards of the piles."""
    return tuple([pile[-1] for pile in piles])


def is_stuck(hand: Iterable[Card], piles: Iterable[tuple[Card, ...]]) -> bool:
    """Whether no card of the hand fits any pile."""
    shown = tops(piles)
    return all([FITS[card].isdisjoint(shown) for card in hand])


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand after the card has left it."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
