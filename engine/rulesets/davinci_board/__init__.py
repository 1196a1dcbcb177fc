"""Da Vinci's Challenge with the board: patterns of pieces, and cards, for 2 seats or two teams of 2."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.core.board import Board
from engine.core.cards import Card, Pile
from engine.core.events import Event, Passed
from engine.core.options import seat_or_drawn
from engine.core.outcome import Outcome as AnyOutcome
from engine.core.rng import Rng
from engine.core.ruleset import Ruleset, Stack, Step, shuffled
from engine.core.seats import Seat
from engine.core.texts import Texts
from engine.rulesets.davinci_board import deck, ending, judging, listing, playing
from engine.rulesets.davinci_board.drawing import draw
from engine.rulesets.davinci_board.events import EVENTS
from engine.rulesets.davinci_board.imagining import imagine
from engine.rulesets.davinci_board.labels import on_table
from engine.rulesets.davinci_board.lattice import OVAL, TRIANGLE
from engine.rulesets.davinci_board.moves import MOVES, BoardMove
from engine.rulesets.davinci_board.options import Options as BoardOptions
from engine.rulesets.davinci_board.patterns import BOARD, PATTERNS
from engine.rulesets.davinci_board.placing import TEAM, shapes_of
from engine.rulesets.davinci_board.state import PIECES, SIDES, Place, Side
from engine.rulesets.davinci_board.state import Outcome as BoardOutcome
from engine.rulesets.davinci_board.state import State as BoardState
from engine.rulesets.symbols import POINTS


class DavinciBoard(Ruleset[BoardOptions, BoardState, BoardMove]):
    """The rule set `davinci-board`."""

    slug = "davinci-board"
    seats = range(SIDES, TEAM + 1, SIDES)  # 2 or 4
    edition = 1
    Options = BoardOptions
    State = BoardState
    Outcome = BoardOutcome
    moves_of = MOVES
    events_of = (Passed, *EVENTS)

    def piles(self, options: BoardOptions) -> tuple[Pile, ...]:
        return deck.piles(options)

    def setup(
        self, options: BoardOptions, seats: int, rng: Rng, stack: Stack | None = None
    ) -> Step[BoardState]:
        """An empty board. Drawn in this order: the first seat if not set, the cards."""
        first, rng = seat_or_drawn(options.first, seats, rng)
        order: tuple[Card, ...] = ()
        for pile in deck.piles(options):
            order, rng = shuffled(pile, rng, stack)
        sides = tuple(
            Side(
                seats=tuple(Seat(seat) for seat in range(at, seats, SIDES)),
                score=0,
                ovals_left=PIECES[OVAL],
                triangles_left=PIECES[TRIANGLE],
                ovals=(),
                triangles=(),
            )
            for at in range(SIDES)
        )
        phase = Place(first, shapes_of(first, seats, options))
        return Step(BoardState(options, phase, order, sides, (), None), ())

    def moves(
        self,
        seen: BoardState,
        seat: Seat,
        kind: str | None = None,
        named: frozenset[str] = frozenset(),
    ) -> Iterator[BoardMove]:
        return listing.moves(seen, seat, kind, named)

    def check(self, seen: BoardState, seat: Seat, move: BoardMove) -> None:
        judging.check(seen, seat, move)

    def play(self, state: BoardState, seat: Seat, move: BoardMove) -> Step[BoardState]:
        return playing.play(state, seat, move)

    def imagine(self, seen: BoardState, past: Iterable[Event], seat: Seat, rng: Rng) -> BoardState:
        return imagine(seen, rng)

    def default_move(self, seen: BoardState, seat: Seat) -> BoardMove:
        """Where there is a card: a claim, which costs nothing, else no use of it that takes a piece, unless a
        Leonardo must be used."""
        for kind in ("claim", "decline"):
            for move in self.moves(seen, seat, kind):
                return move
        return next(self.moves(seen, seat))

    def standing(self, state: BoardState) -> tuple[int, ...]:
        return ending.standing(state)

    def points_of(self, card: Card) -> int | None:
        """What the pattern on a card scores where it is completed; a Leonardo shows none."""
        return POINTS[card] if card in PATTERNS else None

    def on_table(self, seen: BoardState) -> Mapping[str, tuple[str, Mapping[str, object]]]:
        return on_table(seen)

    def board(self) -> Board:
        return BOARD

    def picture(
        self, seen: BoardState, said: Texts, names: Sequence[str | None], outcome: AnyOutcome | None
    ) -> str:
        return draw(seen, said, names, outcome)
