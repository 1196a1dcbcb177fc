"""Positions of the board game written in a line, and what a move does in them.

A side is the spaces that it holds: `o17 o18 t03`. `whole("eye-12")` are the spaces of a pattern, and
`whole("eye-12", but="o17")` those but one. The pieces left are those that are
not on the board, unless they are given.
"""

from typing import Any

from engine.core.cards import Card
from engine.core.events import Event
from engine.core.phases import Phase
from engine.core.seats import Seat
from engine.rulesets.davinci_board import DavinciBoard
from engine.rulesets.davinci_board.events import Placed
from engine.rulesets.davinci_board.lattice import SHAPE
from engine.rulesets.davinci_board.moves import Bonus, Claim, Decline, Place, Swap
from engine.rulesets.davinci_board.patterns import INSTANCES
from engine.rulesets.davinci_board.placing import shapes_of
from engine.rulesets.davinci_board.state import PIECES, Side, State
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import Place as PlacePhase
from engine.rulesets.davinci_board.state import Swap as SwapPhase
from tests.engine.refusing import why_not

BOARD = DavinciBoard()
SPACES = {one.id: one.spaces for one in INSTANCES}
CLAIM, DECLINE = Claim(), Decline()


def whole(*patterns: str, but: str = "") -> str:
    """The spaces of patterns, each once, but for some."""
    names = {name for pattern in patterns for name in SPACES[pattern]} - set(but.split())
    return " ".join(sorted(names))


def position(
    *sides: str,
    seats: int = 2,
    seat: int = 0,
    phase: Phase | None = None,
    scores: tuple[int, int] = (0, 0),
    left: tuple[str, ...] = ("", ""),
    deck: str = "",
    returned: str = "",
    **options: Any,
) -> State:
    """A position with the turn of a seat, unless another phase is given; a side's pieces `left` are written
    `2,1`, ovals and triangles, where they are not all that lie off the board."""
    made = DavinciBoard.Options(**options)
    return State(
        options=made,
        phase=phase or PlacePhase(Seat(seat), shapes_of(seat, seats, made)),  # type: ignore[arg-type]
        deck=cards(deck),
        sides=tuple(
            _side(at, seats, sides[at] if at < len(sides) else "", scores[at], left[at]) for at in (0, 1)
        ),
        returned=cards(returned),
        last=None,
    )


def _side(at: int, seats: int, held: str, score: int, left: str) -> Side:
    names = sorted(held.split())
    ovals = tuple(name for name in names if SHAPE[name] == "oval")
    triangles = tuple(name for name in names if SHAPE[name] == "triangle")
    beside = PIECES["oval"] - len(ovals), PIECES["triangle"] - len(triangles)
    of_ovals, of_triangles = map(int, left.split(",")) if left else beside
    return Side(
        tuple(Seat(seat) for seat in range(at, seats, 2)), score, of_ovals, of_triangles, ovals, triangles
    )


def cards(text: str) -> tuple[Card, ...]:
    """Cards by their codes."""
    return tuple(map(Card, text.split()))


def open_card(card: str, *completed: Any, seat: int = 0, owed: int = 0) -> Phase:
    """A seat has drawn a card."""
    kind = SwapPhase if card == "leonardo" else CardPhase
    return kind(Seat(seat), Card(card), completed, owed)


def place(space: str) -> Place:
    return Place(space)


def bonus(space: str) -> Bonus:
    return Bonus(space)


def swap(space: str) -> Swap:
    return Swap(space)


def refused(state: State, move: Any, seat: int = 0) -> str:
    """Why the seat may not make the move: the rule, `<code> <pointer>`, or "" if it may."""
    return why_not(BOARD, state, seat, move)


def play(state: State, *moves: Any) -> tuple[State, tuple[Event, ...]]:
    """The state after legal moves, each of the seat to act, and the events of the last."""
    events: tuple[Event, ...] = ()
    for move in moves:
        step = BOARD.apply(state, state.phase.to_act[0], move)
        state, events = step.state, step.events
    return state, events


def listed(state: State, kind: str | None = None) -> list[str]:
    """The moves of the seat to act, in notation."""
    return [str(move) for move in BOARD.legal_moves(state, state.phase.to_act[0], kind)]


def kinds(events: tuple[Event, ...]) -> list[str]:
    """The kinds of events."""
    return [str(event.__struct_config__.tag) for event in events]


def made(events: tuple[Event, ...]) -> list[str]:
    """The patterns that the placement of a step completed, without their places."""
    (placed,) = [event for event in events if isinstance(event, Placed)]
    return [one.pattern for one in placed.patterns]


def scores(state: State) -> tuple[int, ...]:
    """The scores of the two sides."""
    return tuple(side.score for side in state.sides)


def _mixed() -> tuple[str, str]:
    """A full board where every pattern holds pieces of both sides: the one has the level ovals, every other
    of those that lean one way and the triangles that point one way, the other side the rest."""
    spaces = BOARD.board().spaces
    leaning = [space.id for space in spaces if (space.shape, space.angle) == ("oval", 120)]
    one = {space.id for space in spaces if (space.shape, space.angle) in (("oval", 0), ("triangle", 90))}
    one |= set(leaning[::2])
    return " ".join(sorted(one)), " ".join(sorted({space.id for space in spaces} - one))


MIXED = _mixed()


def without(held: str, but: str) -> str:
    """Spaces but for some."""
    return " ".join(name for name in held.split() if name not in but.split())
