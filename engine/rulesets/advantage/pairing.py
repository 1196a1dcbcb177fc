"""Pairs: which cards of a hand may be scored together, and what an accidental pair is [A20, A21]."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.core.cards import Card
from engine.rulesets.advantage.deck import RANK
from engine.rulesets.advantage.options import Options
from engine.rulesets.advantage.state import SeatState

ACCIDENTAL_PAIRS = 1  # a round, for a seat that picked [Advantage, Irregularity Rules]


def accidental_left(own: SeatState, options: Options) -> int | None:
    """How many accidental pairs a seat may score as its pairing begins; None is any number."""
    if options.accidental == "free":
        return None
    if not own.picked:  # a picked pile holds a card at least, so nothing was picked
        return 0
    return ACCIDENTAL_PAIRS if options.accidental == "strict" else None


def is_accidental(cards: Iterable[Card], own: SeatState) -> bool:
    """Whether none of the cards came with the pile that the seat picked this round."""
    return not any(card in own.picked for card in cards)


def pairs(own: SeatState, left: int | None) -> Iterator[tuple[Card, Card]]:
    """The pairs that a seat may score, in the order of its hand; each sorted as plain strings."""
    for one, other in combinations(own.hand, 2):
        if RANK[one] == RANK[other] and (left != 0 or not is_accidental((one, other), own)):
            yield (one, other) if one < other else (other, one)


def can_pair(own: SeatState, left: int | None) -> bool:
    """Whether there is a pair that the seat may score."""
    if len({RANK[card] for card in own.hand}) == len(own.hand):
        return False
    return next(pairs(own, left), None) is not None
