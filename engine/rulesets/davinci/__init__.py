"""Da Vinci's Challenge, the card game: climb, skip, clear and be out of cards first, for 2 to 4 seats."""

from collections.abc import Iterable, Iterator

from engine.core.cards import Card, Pile
from engine.core.events import Dealt, Event, Passed, RoundEnded, SeatSkipped
from engine.core.options import seat_or_drawn
from engine.core.rng import Rng
from engine.core.ruleset import Ruleset, Stack, Step, shuffled
from engine.core.seats import Seat, left_of
from engine.rulesets.davinci import deck, imagining, judging, listing, playing
from engine.rulesets.davinci.events import EVENTS
from engine.rulesets.davinci.moves import MOVES, DavinciMove
from engine.rulesets.davinci.options import Options as DavinciOptions
from engine.rulesets.davinci.rounds import deal, rounds, standing_of_round
from engine.rulesets.davinci.state import Lead, Over, SeatState
from engine.rulesets.davinci.state import Outcome as DavinciOutcome
from engine.rulesets.davinci.state import State as DavinciState
from engine.rulesets.symbols import POINTS


class Davinci(Ruleset[DavinciOptions, DavinciState, DavinciMove]):
    """The rule set `davinci`."""

    slug = "davinci"
    seats = range(2, 5)
    edition = 1
    lowest_wins = True
    Options = DavinciOptions
    State = DavinciState
    Outcome = DavinciOutcome
    moves_of = MOVES
    events_of = (Dealt, Passed, SeatSkipped, RoundEnded, *EVENTS)

    def piles(self, options: DavinciOptions) -> tuple[Pile, ...]:
        return deck.piles(options)

    def setup(
        self, options: DavinciOptions, seats: int, rng: Rng, stack: Stack | None = None
    ) -> Step[DavinciState]:
        """The first deal. Drawn in this order: the dealer if not set, the cards."""
        dealer, rng = seat_or_drawn(options.dealer, seats, rng)
        order, rng = shuffled(deck.pile(options.leonardos), rng, stack)
        state = DavinciState(
            options=options,
            phase=Lead(left_of(dealer, seats)),
            round=1,
            rounds=rounds(options, seats),
            dealer=dealer,
            pile=(),
            cleared=(),
            seats=(SeatState(hand=(), state="in", passed=False, title=None, points=0),) * seats,
            results=(),
            rng=rng,
        )
        events: list[Event] = []
        state = deal(state, order, events)
        return Step(state, tuple(events))

    def moves(
        self,
        seen: DavinciState,
        seat: Seat,
        kind: str | None = None,
        named: frozenset[str] = frozenset(),
    ) -> Iterator[DavinciMove]:
        return listing.moves(seen, seat, kind, named)

    def check(self, seen: DavinciState, seat: Seat, move: DavinciMove) -> None:
        judging.check(seen, seat, move)

    def play(self, state: DavinciState, seat: Seat, move: DavinciMove) -> Step[DavinciState]:
        return playing.play(state, seat, move)

    def imagine(self, seen: DavinciState, past: Iterable[Event], seat: Seat, rng: Rng) -> DavinciState:
        return imagining.imagine(seen, past, seat, rng)

    def standing(self, state: DavinciState) -> tuple[int, ...]:
        """The totals so far, and what each seat holds in this round; at the end the scores."""
        if isinstance(state.phase, Over):
            return state.phase.outcome.scores
        held = standing_of_round(state)
        return tuple(own.points + points for own, points in zip(state.seats, held, strict=True))

    def points_of(self, card: Card) -> int | None:
        return POINTS.get(card)
