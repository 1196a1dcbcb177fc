"""What a legal move does to a game of Vintage."""

from msgspec.structs import replace

from engine.core.cards import Card
from engine.core.events import Event, Passed
from engine.core.moves import Move, Pass
from engine.core.ruleset import Step
from engine.core.seats import Seat
from engine.rulesets.vintage.auction import declined, opened, raised, with_seat
from engine.rulesets.vintage.deck import without, worth
from engine.rulesets.vintage.events import Sold
from engine.rulesets.vintage.moves import Bid, DoAuction, Sell
from engine.rulesets.vintage.state import Auction, SeatState, State
from engine.rulesets.vintage.turns import end_turn


def play(state: State, seat: Seat, move: Move) -> Step[State]:
    """The state after a legal move, with the events up to the next thing that a seat must decide."""
    events: list[Event] = []
    match move:
        case DoAuction(slot, amount):
            state = opened(state, seat, slot, amount, events)
        case Bid(amount):
            state = raised(state, seat, amount, events)
        case Sell(cards):
            state = end_turn(_sold(state, seat, cards, events), events)
        case Pass() if isinstance(state.phase, Auction):
            state = declined(state, seat, events)
        case Pass():
            events.append(Passed(seat, False))
            state = end_turn(replace(state, passes=state.passes + 1), events)
    return Step(state, tuple(events))


def _sold(state: State, seat: Seat, cards: tuple[Card, ...], events: list[Event]) -> State:
    """The cards go to the discards, in the order named; the bank pays the sum of their values [W14]."""
    coins = worth(cards)
    events.append(Sold(seat, cards, coins))
    own = state.seats[seat]
    changed = SeatState(without(own.hand, cards), own.collection, own.bought, own.coins + coins)
    return replace(
        state,
        discards=state.discards + cards,
        bank=None if state.bank is None else state.bank - coins,
        seats=with_seat(state, seat, changed),
    )
