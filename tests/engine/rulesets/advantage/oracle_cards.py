"""The cards of Advantage for its oracle: what fits on what, what a four of a kind is worth."""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [rank + suit for rank in RANKS for suit in "CDHS"]
FACES = ["J", "Q", "K"]
NUMBERS = ["2", "3", "4", "5", "6", "7", "8", "9"]


def rank(card: str) -> str:
    return card[:-1]


def color(card: str) -> str:
    return "red" if card[-1] in "DH" else "black"


def fits(card: str, top: str) -> bool:
    """The sheet, line by line; picking goes by the same lines. A ten is no number card, nor an ace [A8]."""
    if rank(card) == rank(top):
        return True
    if "10" in (rank(card), rank(top)):
        return True
    if color(card) != color(top):
        return False
    if rank(card) in FACES:
        return rank(top) in [*FACES, "A"]
    if rank(card) in NUMBERS:
        return rank(top) in [*NUMBERS, "A"]
    return True  # an ace on a card of its color


def highest_four(pairs: list[list[str]], low_ace: bool) -> int:
    """How high the best four of a kind among the pairs ranks, -1 without one. [A2]"""
    order = ["A", *RANKS[:-1]] if low_ace else RANKS
    ranks = [rank(cards[0]) for cards in pairs]
    return max((order.index(name) for name in ranks if ranks.count(name) == 2), default=-1)
