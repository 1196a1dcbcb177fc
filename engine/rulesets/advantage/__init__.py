"""Advantage, also called Vigoda: drop, switch hands, pick piles and pair, for 2 seats with open hands."""

from collections.abc import Iterable, Iterator, Mapping

from engine.core.cards import Pile
from engine.core.errors import BadSetup
from engine.core.events import Dealt, Event, Passed, TableCard
from engine.core.options import seat_or_drawn
from engine.core.rng import Rng
from engine.core.ruleset import Ruleset, Stack, Step, shuffled
from engine.core.seats import Seat, left_of
from engine.rulesets.advantage import imagining, judging, listing, playing, scoring
from engine.rulesets.advantage.deck import PACK
from engine.rulesets.advantage.events import EVENTS
from engine.rulesets.advantage.moves import MOVES, PILES, AdvantageMove
from engine.rulesets.advantage.options import Options as AdvantageOptions
from engine.rulesets.advantage.state import Drop, SeatState
from engine.rulesets.advantage.state import Outcome as AdvantageOutcome
from engine.rulesets.advantage.state import State as AdvantageState
from engine.rulesets.advantage.turns import HAND, begin_drop


class Advantage(Ruleset[AdvantageOptions, AdvantageState, AdvantageMove]):
    """The rule set `advantage`."""

    slug = "advantage"
    seats = range(2, 3)
    edition = 1
    Options = AdvantageOptions
    State = AdvantageState
    Outcome = AdvantageOutcome
    moves_of = MOVES
    events_of = (Dealt, Passed, *EVENTS)

    def piles(self, options: AdvantageOptions) -> tuple[Pile, ...]:
        return (PACK,)

    def setup(
        self, options: AdvantageOptions, seats: int, rng: Rng, stack: Stack | None = None
    ) -> Step[AdvantageState]:
        """The deal: three piles, three cards to the non-dealer, three to the dealer. Drawn in this order: the
        dealer if not set, the cards. BadSetup if a day is asked for and not given [A1]."""
        if options.tiebreak == "date" and options.date_day is None:
            raise BadSetup("tiebreak: date needs date_day, the day of the month.", "/options/date_day")
        dealer, rng = seat_or_drawn(options.dealer, seats, rng)
        order, _ = shuffled(PACK, rng, stack)
        centre, stock = order[:PILES], order[PILES:]
        first, second, stock = stock[:HAND], stock[HAND : 2 * HAND], stock[2 * HAND :]
        hands = (second, first) if dealer == 0 else (first, second)
        state = AdvantageState(
            options=options,
            phase=Drop(dealer, 0, False),
            round=1,
            dealer=dealer,
            stock=stock,
            idle_rounds=1,
            piles=tuple((card,) for card in centre),
            seats=tuple(SeatState(hand, 0, (), (), False) for hand in hands),
        )
        table = tuple(TableCard(str(at), card) for at, card in enumerate(centre))
        dealt: Event = Dealt(1, dealer, hands, table)
        return Step(begin_drop(state, left_of(dealer, seats)), (dealt,))

    def moves(
        self,
        seen: AdvantageState,
        seat: Seat,
        kind: str | None = None,
        named: frozenset[str] = frozenset(),
    ) -> Iterator[AdvantageMove]:
        return listing.moves(seen, seat, kind, named)

    def check(self, seen: AdvantageState, seat: Seat, move: AdvantageMove) -> None:
        judging.check(seen, seat, move)

    def play(self, state: AdvantageState, seat: Seat, move: AdvantageMove) -> Step[AdvantageState]:
        return playing.play(state, seat, move)

    def imagine(self, seen: AdvantageState, past: Iterable[Event], seat: Seat, rng: Rng) -> AdvantageState:
        return imagining.imagine(seen, past, seat, rng)

    def default_move(self, seen: AdvantageState, seat: Seat) -> AdvantageMove:
        """The least that the rules ask for: no draw, no pick, no second drop; but pairs are scored."""
        return listing.least(seen, seat)

    def standing(self, state: AdvantageState) -> tuple[int, ...]:
        return scoring.standing(state)

    def on_table(self, seen: AdvantageState) -> Mapping[str, tuple[str, Mapping[str, object]]]:
        return {str(at): ("pile", {"number": at, "top": pile[-1]}) for at, pile in enumerate(seen.piles)}
