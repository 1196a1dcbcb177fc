"""What a seat may do, and the rule that a move breaks, judged by what the seat sees."""

from typing import Final

from engine.core.cards import Card
from engine.core.errors import BadNotation, OutOfTurn, RuleBroken
from engine.core.moves import Move, Pass
from engine.core.phases import Phase
from engine.core.seats import Seat
from engine.rulesets.vintage.deck import SLOTS, VALUE, worth
from engine.rulesets.vintage.moves import Bid, DoAuction, Sell
from engine.rulesets.vintage.state import Auction, Over, State, Turn

ASKED: Final[dict[type[Phase], tuple[type[Move], ...]]] = {
    Turn: (DoAuction, Sell, Pass),
    Auction: (Bid, Pass),
    Over: (),
}


def check(seen: State, seat: Seat, move: Move) -> None:
    """Nothing if the move is legal for a seat that may act, else the fault that says why not."""
    asked = ASKED[type(seen.phase)]
    if type(move) not in asked:
        kind, *kinds = (cls.__struct_config__.tag for cls in (type(move), *asked))
        waits = " or ".join(map(str, kinds))
        raise OutOfTurn(f"Now is not the time to {kind}: the game waits for {waits}.", "/kind")
    match move:
        case DoAuction(slot, amount):
            _check_auction(seen, seat, slot, amount)
        case Bid(amount):
            _check_bid(seen, seat, amount)
        case Sell(cards):
            _check_sale(seen, seat, cards)
        case Pass() if not isinstance(seen.phase, Auction) and not stuck(seen, seat):
            raise RuleBroken("pass-when-stuck", "/kind")


def _check_auction(seen: State, seat: Seat, slot: int, amount: int) -> None:
    if slot not in range(SLOTS):
        raise BadNotation(f"The market has no slot {slot}, only 0 to {SLOTS - 1}.", "/slot")
    if seen.market[slot] is None:
        raise BadNotation(f"Slot {slot} of the market is empty.", "/slot")
    if amount < 0:
        raise BadNotation("An amount is at least 0.", "/amount")
    if amount < least_opening(seen):
        raise RuleBroken("open-with-a-bid", "/amount")
    _check_coins(seen, seat, amount)


def _check_bid(seen: State, seat: Seat, amount: int) -> None:
    assert isinstance(seen.phase, Auction)
    if amount < 1:
        raise BadNotation("A bid is at least 1.", "/amount")
    if amount <= seen.phase.bid:
        raise RuleBroken("bid-higher", "/amount", amount=amount, bid=seen.phase.bid)
    _check_coins(seen, seat, amount)


def _check_coins(seen: State, seat: Seat, amount: int) -> None:
    coins = seen.seats[seat].coins
    if amount > coins:
        raise RuleBroken("bid-own-coins", "/amount", amount=amount, coins=coins)


def _check_sale(seen: State, seat: Seat, cards: tuple[Card, ...]) -> None:
    if not cards:
        raise RuleBroken("sell-a-card", "/cards")
    hand = list(seen.seats[seat].hand)
    for at, card in enumerate(cards):
        if card not in VALUE:
            raise BadNotation(f"{card} is not a card of this game.", f"/cards/{at}")
        if card not in hand:
            raise RuleBroken("card-in-hand", f"/cards/{at}", card=card)
        hand.remove(card)
    coins = worth(cards)
    if seen.bank is not None and coins > seen.bank:
        raise RuleBroken("bank-pays-in-full", "/cards", coins=coins, bank=seen.bank)


def least_opening(seen: State) -> int:
    """The least amount to open an auction with [W5]."""
    return 1 if seen.options.forced_open else 0


def stuck(seen: State, seat: Seat) -> bool:
    """Whether a seat whose turn it is can neither open an auction nor sell anything [W22]."""
    own = seen.seats[seat]
    if own.coins >= least_opening(seen) and any(seen.market):
        return False
    cheapest = min([VALUE[card] for card in own.hand], default=None)
    return cheapest is None or (seen.bank is not None and cheapest > seen.bank)
