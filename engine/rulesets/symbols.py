"""The symbols of Da Vinci's Challenge and what each is worth: its card game and its board game share them."""

from collections.abc import Mapping

from engine.core.cards import Card

LEONARDO = Card("leonardo")

POINTS: Mapping[Card, int] = {
    Card("triangle"): 1,
    Card("diamond"): 1,
    Card("gem"): 5,
    Card("eye"): 5,
    Card("pyramid"): 10,
    Card("hourglass"): 10,
    Card("star"): 10,
    Card("circle"): 25,
    Card("flower"): 25,
    Card("seed-of-life"): 50,
    Card("flower-of-life"): 75,
    Card("canon-of-man"): 100,
    LEONARDO: 125,
}

# not on the board
SET_ASIDE = frozenset(map(Card, ("seed-of-life", "flower-of-life", "canon-of-man")))

COPIES = 4  # of each symbol in the pack
