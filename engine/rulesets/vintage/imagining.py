"""A full state of Vintage that agrees with what a seat sees and with the events it saw.

What others bought and have not sold since lies in their hands; a deck that was made of discards holds what
they were, but for what has come to the market since. All else is drawn evenly. What could be deduced from how
the others play is not.
"""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Card
from engine.core.events import Event, Reshuffled
from engine.core.rng import Draws, Rng
from engine.core.seats import Seat
from engine.rulesets.vintage.deck import CARDS, hand_order
from engine.rulesets.vintage.events import AuctionEnded, MarketFilled, Sold
from engine.rulesets.vintage.state import SeatState, State

Cards = Counter[Card]


class Memory:
    """What the events have shown: of each hand, and of the deck once it is made of discards."""

    def __init__(self, past: Iterable[Event], seats: int) -> None:
        self.hands: list[Cards] = [Counter() for _ in range(seats)]
        self.deck: Cards | None = None
        discards: Cards = Counter()
        for event in past:
            if isinstance(event, AuctionEnded):
                self._note_lot(event, discards)
            elif isinstance(event, Sold):
                discards.update(event.cards)
                _lose(self.hands[event.seat], event.cards)
            elif isinstance(event, Reshuffled):
                self.deck, discards = discards, Counter()
            elif isinstance(event, MarketFilled) and self.deck is not None:
                _lose(self.deck, [slot.card for slot in event.slots])

    def _note_lot(self, event: AuctionEnded, discards: Cards) -> None:
        if event.to == "hand" and event.seat is not None:
            self.hands[event.seat][event.card] += 1
        elif event.to == "discard":
            discards[event.card] += 1


def _lose(cards: Cards, gone: Iterable[Card]) -> None:
    """Takes away what is there of the cards that are gone."""
    for card in gone:
        if cards[card]:
            cards[card] -= 1


def imagine(seen: State, past: Iterable[Event], seat: Seat, rng: Rng) -> State:
    """The state of `Ruleset.imagine`."""
    draws = Draws(rng)
    known = Memory(past, len(seen.seats))
    unseen = Counter(CARDS) - _open(seen)
    deck = _fitting(known.deck or Counter(), unseen, len(seen.deck))
    unseen -= deck
    held = []
    for own, bought in zip(seen.seats, known.hands, strict=True):
        hidden = own.hand.count(HIDDEN)
        held.append(_fitting(bought, unseen, hidden) if hidden else Counter())
        unseen -= held[-1]
    pool = draws.shuffled(hand_order(unseen.elements()))
    seats = []
    for own, cards in zip(seen.seats, held, strict=True):
        if HIDDEN in own.hand:
            more = len(own.hand) - cards.total()
            hand = hand_order((*cards.elements(), *pool[:more]))
            own, pool = SeatState(hand, own.collection, own.bought, own.coins), pool[more:]
        seats.append(own)
    order = draws.shuffled(hand_order(deck.elements()))  # all of the deck is known, or nothing
    return replace(seen, deck=(*order, *pool), seats=tuple(seats), rng=draws.rng)


def _open(seen: State) -> Cards:
    """The cards that lie where the seat sees them."""
    found = Counter(card for card in seen.market if card is not None)
    found.update((*seen.discards, *seen.removed))
    for own in seen.seats:
        found.update(own.collection)
        found.update(card for card in own.hand if card != HIDDEN)
    return found


def _fitting(known: Cards, unseen: Cards, room: int) -> Cards:
    """What is known to lie in a place; nothing, if the events do not go with what is seen there."""
    return known if known <= unseen and known.total() <= room else Counter()
