"""What a legal move does to a board game."""

from bisect import bisect
from typing import Final, Literal

from msgspec.structs import replace

from engine.core.board import BoardPattern
from engine.core.events import Event
from engine.core.ruleset import Step
from engine.core.seats import Seat
from engine.rulesets.davinci_board.events import CardUsed, Placed
from engine.rulesets.davinci_board.labels import told
from engine.rulesets.davinci_board.lattice import OVAL, SHAPE, Shape
from engine.rulesets.davinci_board.moves import BoardMove, Bonus, Claim, Place, Swap
from engine.rulesets.davinci_board.options import Options
from engine.rulesets.davinci_board.patterns import PATTERNS, Pattern
from engine.rulesets.davinci_board.placing import tally_of
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import Last, Side, State, side_of
from engine.rulesets.davinci_board.state import Swap as SwapPhase
from engine.rulesets.davinci_board.tally import completed
from engine.rulesets.davinci_board.turns import go_on
from engine.rulesets.symbols import POINTS

CLAIM: Final = 1  # points for a claim, where the pattern's own are not agreed [E4]

Patterns = tuple[BoardPattern, ...]


def play(state: State, seat: Seat, move: BoardMove) -> Step[State]:
    """The state after a legal move, with the events up to the next thing that a seat must decide."""
    events: list[Event] = []
    if isinstance(move, Place):
        state, patterns = _put(state, seat, move, events)
        owed = _draws(state.options, patterns, first=True)
        return Step(go_on(state, seat, _joined((), patterns), owed, events), tuple(events))
    phase = state.phase
    assert isinstance(phase, CardPhase | SwapPhase)  # no other kind of move is legal in any other phase
    seen, owed = phase.completed, phase.owed
    if isinstance(move, Bonus | Swap):
        state, patterns = _put(state, seat, move, events)
        seen, owed = _joined(seen, patterns), owed + _draws(state.options, patterns, first=False)
    elif isinstance(move, Claim):
        points = POINTS[phase.card] if state.options.match_bonus == "pattern_value" else CLAIM
        state = _scored(state, side_of(seat), points)
        events.append(CardUsed(seat, "claim", points))
    else:
        events.append(CardUsed(seat, "decline", 0))
    state = State(
        state.options, phase, state.deck, state.sides, (*state.returned, phase.card), state.last
    )  # the answered card goes under the deck
    return Step(go_on(state, seat, seen, owed, events), tuple(events))


def _draws(options: Options, patterns: Patterns, first: bool) -> int:
    """The cards that a placement earns; `first` of its turn, so neither a bonus nor a swap [E2]."""
    if not options.cards or not patterns or (options.draws == "per_turn" and not first):
        return 0
    return len(patterns) if options.draws == "per_pattern" else 1


def _joined(seen: tuple[Pattern, ...], patterns: Patterns) -> tuple[Pattern, ...]:
    """The patterns completed in a turn, each once, the least valuable first."""
    if not patterns:
        return seen
    names = {*seen, *(one.pattern for one in patterns)}
    return tuple([pattern for pattern in PATTERNS if pattern in names])


def _put(state: State, seat: Seat, move: Place | Bonus | Swap, events: list[Event]) -> tuple[State, Patterns]:
    """A piece goes to its space, in place of another in a swap, and scores all that it completes."""
    space, at = move.space, side_of(seat)
    own, other = state.sides[at], state.sides[1 - at]
    patterns = completed(tally_of(own), space)
    points = sum([one.points for one in patterns])
    by: Literal["place", "bonus", "swap"] = move.__struct_config__.tag  # type: ignore[assignment]  # its kinds
    swapped = isinstance(move, Swap)
    events.append(Placed(seat, at, space, by, 1 - at if swapped else None, told(patterns), points))
    own = _with(own, space, points)
    if swapped:
        other = _without(other, space)
    sides = (own, other) if at == 0 else (other, own)
    return State(state.options, state.phase, state.deck, sides, state.returned, Last(space, at)), patterns


def _with(side: Side, space: str, points: int) -> Side:
    """The side with one more piece on the board and one less beside it."""
    shape, score = SHAPE[space], side.score + points
    held = side.on(shape)
    at = bisect(held, space)
    return _holding(side, shape, score, (*held[:at], space, *held[at:]), side.left(shape) - 1)


def _without(side: Side, space: str) -> Side:
    """The side with a piece taken back; the points that it made stay [E9, E10]."""
    shape = SHAPE[space]
    kept = tuple([name for name in side.on(shape) if name != space])
    return _holding(side, shape, side.score, kept, side.left(shape) + 1)


def _holding(side: Side, shape: Shape, score: int, held: tuple[str, ...], left: int) -> Side:
    if shape == OVAL:
        return Side(side.seats, score, left, side.triangles_left, held, side.triangles)
    return Side(side.seats, score, side.ovals_left, left, side.ovals, held)


def _scored(state: State, at: int, points: int) -> State:
    """The state with points for a side."""
    sides = tuple(
        replace(side, score=side.score + points) if number == at else side
        for number, side in enumerate(state.sides)
    )
    return replace(state, sides=sides)
