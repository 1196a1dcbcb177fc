"""The cards of Vantage: five suits of 1 to 14, four wilds, and the action cards."""

from typing import Final, Literal

from engine.core.cards import Card, Pile
from engine.rulesets.vantage.options import Options

Suit = Literal["R", "Y", "G", "B", "P"]
Action = Literal["cards-up", "black-out", "pass-one", "lose-one"]

SUITS: Final[tuple[Suit, ...]] = ("R", "Y", "G", "B", "P")
LOWEST, HIGHEST = 1, 14
NUMBERS = range(LOWEST, HIGHEST + 1)
WILDS: Final = tuple(Card(f"W{n}") for n in (1, 2, 3, 4))
BIG: Final = frozenset(Card(code) for code in ("P2", "R10", "Y6", "G7", "B12"))
CARDS: Final = tuple(Card(f"{suit}{n}") for suit in SUITS for n in NUMBERS) + WILDS
ACTIONS: Final[dict[Action, int]] = {
    "cards-up": 13,
    "black-out": 10,
    "pass-one": 3,
    "lose-one": 2,
}

PLACE: Final = {card: place for place, card in enumerate(CARDS)}
VALUE: Final = {card: int(card[1:]) for card in CARDS if card not in WILDS}
SUIT: Final = {card: card[0] for card in CARDS if card not in WILDS}


def is_wild(card: str) -> bool:
    """Whether the card may stand for any number."""
    return card[0] == "W"


def hand_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand as it is shown: in component order."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def action_cards(options: Options) -> tuple[Card, ...]:
    """The action cards in play [Vantage, Additional 4 and 9]."""
    if not options.action_cards:
        return ()
    counts = ACTIONS | {"cards-up": ACTIONS["cards-up"] - options.remove_cards_up}
    return tuple(Card(name) for name, count in counts.items() for _ in range(count))


def piles(options: Options) -> tuple[Pile, ...]:
    """What is shuffled, in this order."""
    cards = Pile("cards", CARDS)
    return (cards, Pile("actions", action_cards(options))) if options.action_cards else (cards,)
