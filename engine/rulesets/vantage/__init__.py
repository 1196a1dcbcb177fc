"""Vantage (1985): match and build on a table that action cards turn over, for 2 to 4 seats."""

from collections.abc import Iterable, Iterator, Mapping

from engine.core.cards import HIDDEN, Pile
from engine.core.events import Dealt, Event, Reshuffled, Scored, SeatSkipped
from engine.core.options import seat_or_drawn
from engine.core.rng import Rng
from engine.core.ruleset import Ruleset, Stack, Step, shuffled
from engine.core.seats import Seat, left_of
from engine.rulesets.vantage import deck, imagining, judging, listing, playing, scoring
from engine.rulesets.vantage.events import EVENTS
from engine.rulesets.vantage.moves import MOVES, VantageMove
from engine.rulesets.vantage.options import Options as VantageOptions
from engine.rulesets.vantage.state import NO_SUITS, SeatState, Turn
from engine.rulesets.vantage.state import Outcome as VantageOutcome
from engine.rulesets.vantage.state import State as VantageState
from engine.rulesets.vantage.turns import begin_turn, deal, rounds


class Vantage(Ruleset[VantageOptions, VantageState, VantageMove]):
    """The rule set `vantage`."""

    slug = "vantage"
    seats = range(2, 5)
    edition = 1
    Options = VantageOptions
    State = VantageState
    Outcome = VantageOutcome
    moves_of = MOVES
    events_of = (Dealt, Reshuffled, SeatSkipped, Scored, *EVENTS)

    def piles(self, options: VantageOptions) -> tuple[Pile, ...]:
        return deck.piles(options)

    def setup(
        self, options: VantageOptions, seats: int, rng: Rng, stack: Stack | None = None
    ) -> Step[VantageState]:
        """The first deal and turn. Drawn in this order: the dealer if not set, the cards, the actions."""
        dealer, rng = seat_or_drawn(options.dealer, seats, rng)
        order = {}
        for pile in deck.piles(options):
            order[pile.name], rng = shuffled(pile, rng, stack)
        state = VantageState(
            options=options,
            phase=Turn(dealer),
            round=1,
            rounds=rounds(seats),
            dealer=dealer,
            blackout=False,
            action=None,
            actions=order.get("actions", ()),
            actions_used=(),
            stock=order["cards"],
            loose=(),
            piles=(),
            seats=(SeatState(hand=(), chosen=None, captured=(), reneges=0),) * seats,
            last_collector=None,
            loose_ids=0,
            pile_ids=0,
            wild_suits=NO_SUITS,
            rng=rng,
        )
        events: list[Event] = []
        state = begin_turn(deal(state, events), left_of(dealer, seats), events)
        return Step(state, tuple(events))

    def moves(
        self,
        seen: VantageState,
        seat: Seat,
        kind: str | None = None,
        named: frozenset[str] = frozenset(),
    ) -> Iterator[VantageMove]:
        return listing.moves(seen, seat, kind, named)

    def check(self, seen: VantageState, seat: Seat, move: VantageMove) -> None:
        judging.check(seen, seat, move)

    def play(self, state: VantageState, seat: Seat, move: VantageMove) -> Step[VantageState]:
        return playing.play(state, seat, move)

    def imagine(self, seen: VantageState, past: Iterable[Event], seat: Seat, rng: Rng) -> VantageState:
        return imagining.imagine(seen, past, seat, rng)

    def standing(self, state: VantageState) -> tuple[int, ...]:
        return scoring.standing(state)

    def on_table(self, seen: VantageState) -> Mapping[str, tuple[str, Mapping[str, object]]]:
        found: dict[str, tuple[str, Mapping[str, object]]] = {
            card.id: (
                "loose_down" if card.card == HIDDEN else "loose_up",
                {"id": card.id, "card": card.card},
            )
            for card in seen.loose
        }
        return found | {pile.id: ("pile", {"id": pile.id, "call": pile.call}) for pile in seen.piles}
