"""A full state of Advantage that agrees with what a seat sees.

Unknown are the order of the stock and a card that the other seat drew in secret. That card fits a pile if the
draw took the last of the stock and the game went on, and fitted none if the other seat passed after it.
"""

from collections.abc import Iterable

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
            drawn = next(card for card in rest if _may_hold(seen, Seat(at), card, past))
            rest.remove(drawn)
            hand = (*own.hand[:-1], drawn)
            seen = with_seat(
                seen, Seat(at), SeatState(hand, own.hidden, own.pairs, own.picked, own.accidental)
            )
    return replace(seen, stock=tuple(rest))


def _may_hold(seen: State, other: Seat, card: Card, past: Iterable[Event]) -> bool:
    """Whether the card may be the one that the other seat drew in secret."""
    phase = seen.phase
    if not isinstance(phase, Drop):
        return True  # the game is over
    if phase.seat == other:
        return bool(seen.stock) or not is_stuck((card,), seen.piles)
    return is_stuck((card,), _piles_before(seen, phase.dropped, past))


def _piles_before(seen: State, drops: int, past: Iterable[Event]) -> tuple[Cards, ...]:
    """The piles before the last so many drops."""
    piles = list(seen.piles)
    for event in [event for event in past if isinstance(event, Dropped)][::-1][:drops]:
        piles[event.pile] = piles[event.pile][:-1]
    return tuple(piles)
