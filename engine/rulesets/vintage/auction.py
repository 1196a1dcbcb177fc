"""Auctions: who is asked next, and what becomes of the lot."""

from msgspec.structs import replace

from engine.core.events import Event, Passed
from engine.core.seats import Seat, from_left_of
from engine.rulesets.vintage.deck import hand_order
from engine.rulesets.vintage.events import AuctionEnded, AuctionOpened, BidMade, Goal
from engine.rulesets.vintage.state import Auction, SeatState, State
from engine.rulesets.vintage.turns import end_turn


def opened(state: State, seat: Seat, slot: int, amount: int, events: list[Event]) -> State:
    """A card is put up. Who opens without a bid has no more say in the auction [W5, W11]."""
    card = state.market[slot]
    assert card is not None
    events.append(AuctionOpened(seat, slot, card, amount))
    bidder, out = (seat, ()) if amount else (None, (seat,))
    return _ask_on(state, Auction(seat, slot, card, seat, amount, bidder, out), events)


def raised(state: State, seat: Seat, amount: int, events: list[Event]) -> State:
    """A seat bids more."""
    lot = state.phase
    assert isinstance(lot, Auction)
    events.append(BidMade(seat, amount))
    lot = Auction(seat, lot.slot, lot.card, lot.opened_by, amount, seat, lot.out)
    return _ask_on(state, lot, events)


def declined(state: State, seat: Seat, events: list[Event]) -> State:
    """A seat passes, for this whole auction."""
    lot = state.phase
    assert isinstance(lot, Auction)
    events.append(Passed(seat, False))
    return _ask_on(state, replace(lot, out=_with(lot.out, seat)), events)


def _ask_on(state: State, lot: Auction, events: list[Event]) -> State:
    """The next seat to the left of who spoke last is asked; when nobody is left, the auction closes.

    The highest bidder is not asked; who cannot raise is passed [W9]. When each seat speaks once only, the
    circle ends at the nominator [W7].
    """
    seats, bid, out = state.seats, lot.bid, lot.out
    for seat in from_left_of(lot.seat, len(seats)):
        if seat == lot.opened_by and state.options.auction == "once_around":
            break
        if seat == lot.bidder or seat in out:
            continue
        if seats[seat].coins > bid:
            phase = Auction(seat, lot.slot, lot.card, lot.opened_by, bid, lot.bidder, out)
            return replace(state, phase=phase)
        events.append(Passed(seat, True))
        out = _with(out, seat)
    return end_turn(_closed(state, lot, events), events)


def _with(out: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(sorted((*out, seat)))


def _closed(state: State, lot: Auction, events: list[Event]) -> State:
    """The highest bidder pays the bank and has the card; without one it leaves the game [W6, W16]."""
    market = (*state.market[: lot.slot], None, *state.market[lot.slot + 1 :])
    buyer, card, paid = lot.bidder, lot.card, lot.bid
    if buyer is None:
        thrown = state.options.unsold == "discard"
        events.append(AuctionEnded(None, card, 0, "discard" if thrown else "out"))
        if thrown:
            return replace(state, market=market, discards=(*state.discards, card))
        return replace(state, market=market, removed=(*state.removed, card))
    own = state.seats[buyer]
    goal: Goal = "collection" if state.options.collection == "bought_only" else "hand"
    hand, collection = own.hand, own.collection
    if goal == "hand":
        hand = hand_order((*hand, card))
    else:
        collection = hand_order((*collection, card))
    events.append(AuctionEnded(buyer, card, paid, goal))
    changed = SeatState(hand, collection, own.bought + 1, own.coins - paid)
    bank = None if state.bank is None else state.bank + paid
    return replace(state, market=market, bank=bank, seats=with_seat(state, buyer, changed))


def with_seat(state: State, seat: Seat, changed: SeatState) -> tuple[SeatState, ...]:
    """All seats, one of them changed."""
    return (*state.seats[:seat], changed, *state.seats[seat + 1 :])
