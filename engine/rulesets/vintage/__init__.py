"""Vintage: auctions of cards that pay in sets, for coins that come from selling cards, for 2 to 6 seats."""

from collections.abc import Iterable, Iterator, Mapping

from engine.core.cards import Card, Pile
from engine.core.events import Dealt, Event, Passed, Reshuffled, Scored, TableCard
from engine.core.moves import Pass
from engine.core.options import seat_or_drawn
from engine.core.rng import Rng
from engine.core.ruleset import Ruleset, Stack, Step, shuffled
from engine.core.seats import Seat
from engine.rulesets.vintage import deck, imagining, judging, listing, playing, scoring
from engine.rulesets.vintage.events import EVENTS
from engine.rulesets.vintage.moves import MOVES, DoAuction, Sell, VintageMove
from engine.rulesets.vintage.options import Options as VintageOptions
from engine.rulesets.vintage.state import Auction, SeatState, Turn
from engine.rulesets.vintage.state import Outcome as VintageOutcome
from engine.rulesets.vintage.state import State as VintageState


class Vintage(Ruleset[VintageOptions, VintageState, VintageMove]):
    """The rule set `vintage`."""

    slug = "vintage"
    seats = range(2, 7)
    edition = 1
    Options = VintageOptions
    State = VintageState
    Outcome = VintageOutcome
    moves_of = MOVES
    events_of = (Dealt, Reshuffled, Passed, Scored, *EVENTS)

    def piles(self, options: VintageOptions) -> tuple[Pile, ...]:
        return (deck.PILE,)

    def setup(
        self, options: VintageOptions, seats: int, rng: Rng, stack: Stack | None = None
    ) -> Step[VintageState]:
        """The deal: whole packets from seat 0 on, then the market [W29]. Drawn in this order: the starter if
        not set, the cards."""
        starter, rng = seat_or_drawn(options.starter, seats, rng)
        cards, rng = shuffled(deck.PILE, rng, stack)
        dealt = seats * deck.HAND
        hands = tuple(
            deck.hand_order(cards[first : first + deck.HAND]) for first in range(0, dealt, deck.HAND)
        )
        market = cards[dealt : dealt + deck.SLOTS]
        state = VintageState(
            options=options,
            phase=Turn(starter),
            round=1,
            starter=starter,
            turn=1,
            passes=0,
            last_round=False,
            market=market,
            deck=cards[dealt + deck.SLOTS :],
            discards=(),
            removed=(),
            bank=None if options.bank == "unlimited" else deck.COINS - seats * deck.PURSE,
            seats=tuple(SeatState(hand, (), 0, deck.PURSE) for hand in hands),
            rng=rng,
        )
        table = tuple(TableCard(str(slot), card) for slot, card in enumerate(market))
        return Step(state, (Dealt(1, None, hands, table),))

    def moves(
        self,
        seen: VintageState,
        seat: Seat,
        kind: str | None = None,
        named: frozenset[str] = frozenset(),
    ) -> Iterator[VintageMove]:
        return iter(listing.moves(seen, seat, kind, named))

    def check(self, seen: VintageState, seat: Seat, move: VintageMove) -> None:
        judging.check(seen, seat, move)

    def play(self, state: VintageState, seat: Seat, move: VintageMove) -> Step[VintageState]:
        return playing.play(state, seat, move)

    def imagine(self, seen: VintageState, past: Iterable[Event], seat: Seat, rng: Rng) -> VintageState:
        return imagining.imagine(seen, past, seat, rng)

    def default_move(self, seen: VintageState, seat: Seat) -> VintageMove:
        """A pass where bids are asked for. On a turn the cheapest card of the market for the least amount:
        it spends at most a coin, leaves the hand alone, and offers the others the least. Else the cheapest
        card is sold; else there is nothing but to pass."""
        if isinstance(seen.phase, Auction) or judging.stuck(seen, seat):
            return Pass()
        own, least = seen.seats[seat], judging.least_opening(seen)
        lot = listing.cheapest(card for card in seen.market if card is not None)
        if lot is not None and own.coins >= least:
            return DoAuction(seen.market.index(lot), least)
        sold = listing.cheapest(own.hand)
        assert sold is not None
        return Sell((sold,))

    def standing(self, state: VintageState) -> tuple[int, ...]:
        return scoring.standing(state)

    def points_of(self, card: Card) -> int | None:
        return deck.VALUE.get(card)

    def on_table(self, seen: VintageState) -> Mapping[str, tuple[str, Mapping[str, object]]]:
        filled = ((slot, card) for slot, card in enumerate(seen.market) if card is not None)
        return {str(slot): ("slot", {"slot": slot, "card": card}) for slot, card in filled}
