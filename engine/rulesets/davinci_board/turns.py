"""How a board game goes on: cards that are owed, the next turn, the end."""

from engine.core.events import Event, Passed
from engine.core.seats import Seat, left_of
from engine.rulesets.davinci_board.ending import ended, finish
from engine.rulesets.davinci_board.events import CardTurned
from engine.rulesets.davinci_board.patterns import Pattern
from engine.rulesets.davinci_board.placing import placeable, shapes_of
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import Phases, Place, State, Swap, side_of
from engine.rulesets.symbols import LEONARDO


def go_on(state: State, seat: Seat, completed: tuple[Pattern, ...], owed: int, events: list[Event]) -> State:
    """The next card that the seat is owed, else the next turn. What was answered lies under the deck."""
    if not owed:
        return next_turn(state, seat, events)
    pile, returned = state.deck, state.returned
    if pile:
        card, pile = pile[0], pile[1:]
    else:
        card, returned = returned[0], returned[1:]
    events.append(CardTurned(seat, card))
    phase = (Swap if card == LEONARDO else CardPhase)(seat, card, completed, owed - 1)
    return State(state.options, phase, pile, state.sides, returned, state.last)


def next_turn(state: State, after: Seat, events: list[Event]) -> State:
    """The end if it has come, else the turn of the next seat to the left that can place a piece; those that
    cannot are passed over [E16, E17]."""
    reason = ended(state)
    if reason is not None:
        return _in(state, finish(state, reason))
    size = state.size
    seat = left_of(after, size)
    while not (shapes := placeable(state.sides[side_of(seat)], shapes_of(seat, size, state.options))):
        events.append(Passed(seat, True))  # not all of them: some side has a piece for an empty space [E15]
        seat = left_of(seat, size)
    return _in(state, Place(seat, shapes))


def _in(state: State, phase: Phases) -> State:
    return State(state.options, phase, state.deck, state.sides, state.returned, state.last)
