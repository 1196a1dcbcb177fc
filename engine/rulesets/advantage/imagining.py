"""A full state of Advantage that agrees with what a seat sees.

Unknown are the order of the stock and a card that the other seat drew in secret. That card fits a pile if the
draw took the last of the stock and the game went on, and fitted none if the other seat passed after it.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Card
from engine.core.events import Event
from engine.core.rng import Draws, Rng
from engine.core.seats import Seat
from engine.rulesets.advantage.deck import CARDS, is_stuck
from engine.rulesets.advantage.events import Dropped
from engine.rulesets.advantage.state import Cards, Drop, SeatState, State
from engine.rulesets.advantage.turns import with_seat


def imagine(seen: State, past: Iterable[Event], seat: Seat, rng: Rng) -> State:
    """The state of `Ruleset.imagine`."""
    placed = {card for pile in seen.piles for card in pile}
    for own in seen.seats:
        placed.update(own.hand)
        placed.update(card for pair in own.pairs for card in pair)
    rest = Draws(rng).shuffled([card for card in CARDS if card not in placed])
    for at, own in enumerate(seen.seats):
        if HIDDEN in own.hand:
            may_hold = _told(seen, Seat(at), past)
            drawn = next(card for card in rest if may_hold(card))
            rest.remove(drawn)
            hand = (*own.hand[:-1], drawn)
            own = SeatState(hand, own.hidden, own.pairs, own.picked, own.accidental)
            seen = replace(seen, seats=with_seat(seen, Seat(at), own))
    return replace(seen, stock=tuple(rest))


def _told(seen: State, other: Seat, past: Iterable[Event]) -> Callable[[Card], bool]:
    """Whether a card may be the one that the other seat drew in secret, by what happened since."""
    match seen.phase:
        case Drop(seat) if seat == other and not seen.stock:
            return lambda card: not is_stuck((card,), seen.piles)
        case Drop(seat, dropped) if seat != other:
            piles = _piles_before(seen, dropped, past)
            return lambda card: is_stuck((card,), piles)
    return lambda card: True


def _piles_before(seen: State, drops: int, past: Iterable[Event]) -> tuple[Cards, ...]:
    """The piles before the last so many drops."""
    piles = list(seen.piles)
    dropped = [event for event in past if isinstance(event, Dropped)]
    for event in dropped[len(dropped) - drops :]:
        piles[event.pile] = piles[event.pile][:-1]
    return tuple(piles)
