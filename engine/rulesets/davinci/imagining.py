"""A full state of Da Vinci's Challenge that agrees with what a seat sees and has been told.

Who passed on an empty table holds a Leonardo and nothing else: any other hand leads. All other cards are
drawn evenly. What could be deduced from how the others play is not.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Card
from engine.core.events import Dealt, Event, Passed
from engine.core.rng import Draws, Rng
from engine.core.seats import Seat
from engine.rulesets.davinci.deck import hand_order, pile
from engine.rulesets.davinci.events import Cleared, Played
from engine.rulesets.davinci.state import State
from engine.rulesets.symbols import LEONARDO


def imagine(seen: State, past: Iterable[Event], seat: Seat, rng: Rng) -> State:
    """The state of `Ruleset.imagine`."""
    draws = Draws(rng)
    unseen = list(pile(seen.options.leonardos).cards)
    for card in _shown(seen):
        unseen.remove(card)
    known: dict[int, tuple[Card, ...]] = {}
    for other in could_not_lead(past):
        if seen.seats[other].hand == (HIDDEN,):
            known[other] = (LEONARDO,)
            unseen.remove(LEONARDO)
    drawn = draws.shuffled(unseen)
    seats = []
    for at, own in enumerate(seen.seats):
        hand = known.get(at, own.hand)
        hidden = hand.count(HIDDEN)
        if hidden:
            hand, drawn = hand_order(drawn[:hidden]), drawn[hidden:]
        seats.append(replace(own, hand=hand))
    return replace(seen, seats=tuple(seats), rng=draws.rng)


def could_not_lead(past: Iterable[Event]) -> set[Seat]:
    """The seats that passed on an empty table in the round that is being played [D17]."""
    found: set[Seat] = set()
    empty = True
    for event in past:
        match event:
            case Dealt():
                found, empty = set(), True
            case Played():
                empty = False
            case Cleared():
                empty = True
            case Passed(seat=seat) if empty:
                found.add(seat)
    return found


def _shown(seen: State) -> Iterable[Card]:
    """The cards whose place is seen."""
    yield from seen.cleared
    for laid in seen.pile:
        yield from laid.cards
    for own in seen.seats:
        yield from (card for card in own.hand if card != HIDDEN)
