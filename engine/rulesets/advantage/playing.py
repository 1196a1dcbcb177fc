"""What a legal move does to a game of Advantage."""

from msgspec.structs import replace

from engine.core.cards import Card
from engine.core.events import Event, Passed
from engine.core.moves import Move
from engine.core.ruleset import Step
from engine.core.seats import Seat
from engine.rulesets.advantage.deck import without
from engine.rulesets.advantage.events import Drew, Dropped, Paired, Picked
from engine.rulesets.advantage.moves import Draw, Drop, Pair, Pick
from engine.rulesets.advantage.pairing import is_accidental
from engine.rulesets.advantage.state import Cards, Over, SeatState, State
from engine.rulesets.advantage.state import Drop as DropPhase
from engine.rulesets.advantage.state import Pair as PairPhase
from engine.rulesets.advantage.turns import (
    after_draw,
    after_drop,
    end_pick,
    end_turn,
    out_of_cards,
    pair_on,
    with_seat,
)


def play(state: State, seat: Seat, move: Move) -> Step[State]:
    """The state after a legal move, with the events up to the next thing that a seat must decide."""
    events: list[Event] = []
    match move:
        case Drop(card, pile):
            state = _drop(state, seat, card, pile, events)
        case Draw():
            state = _draw(state, seat, events)
        case Pick(card, pile):
            state = _pick(state, seat, card, pile, events)
        case Pair(cards):
            state = _pair(state, seat, cards, events)
        case _:  # pass and done
            events.append(Passed(seat, False))
            state = end_turn(state, seat, events)
    return Step(state, tuple(events))


def _drop(state: State, seat: Seat, card: Card, pile: int, events: list[Event]) -> State:
    """The card becomes the top of the pile [Advantage, Dropping]."""
    assert isinstance(state.phase, DropPhase)
    dropped, drew = state.phase.dropped + 1, state.phase.drew
    events.append(Dropped(seat, card, pile))
    own = state.seats[seat]
    # while a drawn card is hidden nothing else fits, so it is the one that is dropped and shown
    own = SeatState(without(own.hand, card), 0, own.pairs, own.picked, own.accidental)
    piles = _with_pile(state, pile, (*state.piles[pile], card))
    state = replace(state, piles=piles, seats=with_seat(state, seat, own))
    return after_drop(state, seat, dropped, drew, events)


def _with_pile(state: State, at: int, cards: Cards) -> tuple[Cards, ...]:
    """All piles, one of them changed."""
    return (*state.piles[:at], cards, *state.piles[at + 1 :])


def _draw(state: State, seat: Seat, events: list[Event]) -> State:
    """One card of the stock, for a drop in secret, for a pick open to both [A5, A13]."""
    card, own = state.stock[0], state.seats[seat]
    hidden = isinstance(state.phase, DropPhase) and state.options.stuck_draw_hidden
    events.append(Drew(seat, (card,), not hidden))
    own = SeatState((*own.hand, card), int(hidden), own.pairs, own.picked, own.accidental)
    state = replace(state, stock=state.stock[1:], idle_rounds=0, seats=with_seat(state, seat, own))
    return after_draw(state, seat, events)


def _pick(state: State, seat: Seat, card: Card, pile: int, events: list[Event]) -> State:
    """The pile comes to the hand, and the card is the whole pile in its place [A25]."""
    taken, own = state.piles[pile], state.seats[seat]
    events.append(Picked(seat, card, pile, taken))
    own = SeatState(without(own.hand, card) + taken, 0, own.pairs, taken, own.accidental)
    piles = _with_pile(state, pile, (card,))
    return end_pick(replace(state, piles=piles, seats=with_seat(state, seat, own)), seat, events)


def _pair(state: State, seat: Seat, cards: Cards, events: list[Event]) -> State:
    """The two cards leave play and score [Advantage, Pairing]."""
    assert isinstance(state.phase, PairPhase)
    own, left = state.seats[seat], state.phase.accidental_left
    accidental = is_accidental(cards, own)
    events.append(Paired(seat, cards, accidental))
    hand = tuple([card for card in own.hand if card not in cards])
    picked = tuple([card for card in own.picked if card not in cards])
    own = SeatState(hand, 0, (*own.pairs, cards), picked, own.accidental or accidental)
    state = out_of_cards(replace(state, idle_rounds=0, seats=with_seat(state, seat, own)))
    if isinstance(state.phase, Over):
        return state
    return pair_on(state, seat, left - 1 if accidental and left else left, events)
