"""The state of the board game, its phases, and who sees what of it: nothing is hidden but the deck."""

from typing import Annotated, Final

from engine.core.cards import Card as CardCode
from engine.core.cards import Mention
from engine.core.outcome import Details
from engine.core.outcome import Outcome as BaseOutcome
from engine.core.phases import Over as BaseOver
from engine.core.phases import Phase
from engine.core.seats import Seat
from engine.core.sight import Apart, Counted, Public, Sighted
from engine.rulesets.davinci_board.lattice import OVAL, TRIANGLE, Shape
from engine.rulesets.davinci_board.options import Options
from engine.rulesets.davinci_board.patterns import Pattern

SIDES: Final = 2
# of each shape, for each side: together as many as the board has spaces
PIECES: Final[dict[Shape, int]] = {OVAL: 45, TRIANGLE: 27}


class OutcomeDetails(Details, frozen=True, tag="davinci-board"):
    """The score of each side, in the order of `sides`."""

    sides: tuple[int, ...]


class Outcome(BaseOutcome, frozen=True, kw_only=True):
    """How a board game ended; partners have the score of their side and win together."""

    details: Public[OutcomeDetails]


class _OneSeat(Phase, frozen=True):
    """A phase in which one seat acts."""

    seat: Public[Seat]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Place(_OneSeat, frozen=True, tag="place"):
    """The seat places a piece of one of the shapes."""

    shapes: Annotated[Public[tuple[Shape, ...]], Mention()]  # a shape is called as a card is


class Card(_OneSeat, frozen=True, tag="card"):
    """The seat answers a card that shows a pattern, which lies in neither deck nor `returned`.

    `completed` are the patterns that it has completed this turn, the least valuable first; `owed` is how many
    cards it draws after this one, if it completes no more.
    """

    card: Public[CardCode]
    completed: Annotated[Public[tuple[Pattern, ...]], Mention()]
    owed: Public[int]


class Swap(_OneSeat, frozen=True, tag="swap"):
    """The seat answers a Leonardo; all else is as with any other card."""

    card: Public[CardCode]
    completed: Annotated[Public[tuple[Pattern, ...]], Mention()]
    owed: Public[int]


class Over(BaseOver, frozen=True, tag="over"):
    """The board is full, or no side can complete another pattern."""

    outcome: Apart[Outcome]


Phases = Place | Card | Swap | Over


class Side(Sighted, frozen=True):
    """A side: its seats, one alone or two partners, its score, its pieces left, and the spaces it holds."""

    seats: Public[tuple[Seat, ...]]
    score: Public[int]
    ovals_left: Public[int]
    triangles_left: Public[int]
    ovals: Public[tuple[str, ...]]
    triangles: Public[tuple[str, ...]]

    def left(self, shape: Shape) -> int:
        """The pieces left of a shape."""
        return self.ovals_left if shape == OVAL else self.triangles_left

    def on(self, shape: Shape) -> tuple[str, ...]:
        """The spaces of a shape that it holds."""
        return self.ovals if shape == OVAL else self.triangles


class Last(Sighted, frozen=True):
    """The piece that was placed last, and whose it is."""

    space: Public[str]
    side: Public[int]


class State(Sighted, frozen=True, tag_field="ruleset", tag="davinci-board"):
    """A board game. `deck` are the cards not drawn yet; under them lie those `returned`, in their order."""

    options: Apart[Options]
    phase: Public[Phases]
    deck: Counted[tuple[CardCode, ...]]
    sides: Public[tuple[Side, ...]]
    returned: Public[tuple[CardCode, ...]]
    last: Public[Last | None]

    @property
    def size(self) -> int:
        """How many seats the table has."""
        return SIDES * len(self.sides[0].seats)


def side_of(seat: int) -> int:
    """The side of a seat: partners sit opposite each other, and the two sides in turn."""
    return seat % SIDES
