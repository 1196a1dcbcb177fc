"""How a game of Vintage goes on: turns, rounds, the market, and what ends them."""

from typing import Final

from msgspec.structs import replace

from engine.core.events import Event, Reshuffled
from engine.core.seats import Seat
from engine.rulesets.vintage.deck import PILE
from engine.rulesets.vintage.events import MarketFilled, SlotCard
from engine.rulesets.vintage.scoring import counted, finish
from engine.rulesets.vintage.state import State, Turn

FULL: Final = 15  # cards of one seat that end the game


def end_turn(state: State, events: list[Event]) -> State:
    """The next turn, or the end: by a fifteenth card, a round of passes, the turn limit, or an empty deck."""
    options, seats, turn = state.options, len(state.seats), state.turn
    round_over = turn % seats == 0
    full = state.last_round or any([len(counted(own, options)) >= FULL for own in state.seats])
    if full and (round_over or not options.finish_round):
        return finish(state, "fifteen-cards", events)
    if state.passes == seats:
        return finish(state, "all-passed", events)
    if turn >= options.max_turns:
        return finish(state, "turn-limit", events)
    if round_over or options.refill == "turn":
        state = refill(state, events)
        if None in state.market:
            return finish(state, "deck-out", events)
    return replace(
        state,
        phase=Turn(Seat((state.starter + turn) % seats)),
        round=state.round + round_over,
        turn=turn + 1,
        passes=0 if round_over else state.passes,
        last_round=full,
    )


def refill(state: State, events: list[Event]) -> State:
    """Cards go to the empty slots in ascending order, as far as there are any [W2, W3].

    When the deck is empty and another card is needed, the discards are shuffled into a new one; what was
    filled before is told before.
    """
    if None not in state.market:
        return state
    market, deck, discards, rng = list(state.market), state.deck, state.discards, state.rng
    filled: list[SlotCard] = []
    for slot, lying in enumerate(market):
        if lying is not None:
            continue
        if not deck and discards and state.options.deck_end == "reshuffle":
            _tell(filled, events)
            filled = []
            events.append(Reshuffled(PILE.name, len(discards)))
            (deck, rng), discards = rng.shuffled(discards), ()
        if not deck:
            break
        market[slot] = card = deck[0]
        filled.append(SlotCard(slot, card))
        deck = deck[1:]
    _tell(filled, events)
    return replace(state, market=tuple(market), deck=deck, discards=discards, rng=rng)


def _tell(filled: list[SlotCard], events: list[Event]) -> None:
    if filled:
        events.append(MarketFilled(tuple(filled)))
