"""Games that may lie behind what a seat sees: all of it is certain but the order of the cards not drawn."""

from collections import Counter

from msgspec.structs import replace

from engine.core.rng import Rng
from engine.rulesets.davinci_board.deck import piles
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import State, Swap


def imagine(seen: State, rng: Rng) -> State:
    """A full state: the cards that lie nowhere else make the deck, in a drawn order."""
    unseen = Counter(card for pile in piles(seen.options) for card in pile.cards)
    unseen.subtract(seen.returned)
    if isinstance(seen.phase, CardPhase | Swap):
        unseen.subtract((seen.phase.card,))
    order, _ = rng.shuffled(tuple(unseen.elements()))
    return replace(seen, deck=order)
