"""Legal moves as a seat sees them: lazy, each once, one of every kind first."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from engine.core.cards import Card
from engine.core.moves import Pass
from engine.core.seats import Seat
from engine.rulesets.vintage.deck import VALUE, without, worth
from engine.rulesets.vintage.judging import least_opening, stuck
from engine.rulesets.vintage.moves import Bid, DoAuction, Sell, VintageMove
from engine.rulesets.vintage.state import Auction, State, Turn

PASS: Final = Pass()


def moves(seen: State, seat: Seat, kind: str | None, named: frozenset[str]) -> Iterable[VintageMove]:
    """All legal moves that name all of `named`, of the kind if one is given."""
    match seen.phase:
        case Auction(bid=bid):
            if named:  # bids and passes name nothing
                return ()
            return _bids(bid, seen.seats[seat].coins, kind)
        case Turn():
            auctions = _auctions(seen, seat, named) if kind in (None, "auction") else iter(())
            sales = _sales(seen, seat, named) if kind in (None, "sell") else iter(())
            firsts = [move for move in (next(auctions, None), next(sales, None)) if move is not None]
            if not firsts and not named and kind in (None, "pass") and stuck(seen, seat):
                return (PASS,)
            return chain(firsts, auctions, sales)
    return ()


def _bids(bid: int, coins: int, kind: str | None) -> Iterator[Bid | Pass]:
    """The lowest bid, the pass, the higher bids."""
    if kind in (None, "bid"):
        yield Bid(bid + 1)
    if kind in (None, "pass"):
        yield PASS
    if kind in (None, "bid"):
        for amount in range(bid + 2, coins + 1):
            yield Bid(amount)


def _auctions(seen: State, seat: Seat, named: frozenset[str]) -> Iterator[DoAuction]:
    """By slot and amount."""
    amounts = range(least_opening(seen), seen.seats[seat].coins + 1)
    for slot, card in enumerate(seen.market):
        if card is not None and (not named or named == {str(slot)}):
            for amount in amounts:
                yield DoAuction(slot, amount)


def _sales(seen: State, seat: Seat, named: frozenset[str]) -> Iterator[Sell]:
    """Fewer cards first; each multiset once, grown from a smaller one that the bank can pay.

    Copies are alike: of those that could come next only the first is taken.
    """
    hand = seen.seats[seat].hand
    base: tuple[Card, ...] = ()
    room = worth(hand) if seen.bank is None else seen.bank
    if named:
        if not named <= set(hand):
            return
        base = tuple(sorted(map(Card, named)))
        room -= worth(base)
        if room < 0:
            return
        yield Sell(base)
    pool = sorted(without(hand, base) if base else hand)
    sizes: list[tuple[tuple[Card, ...], int, int]] = [((), 0, room)]  # cards, where the next may be, room
    while sizes:
        grown = []
        for cards, start, left in sizes:
            last = None
            for at in range(start, len(pool)):
                card = pool[at]
                rest = left - VALUE[card]
                if rest < 0 or card == last:
                    continue
                last, more = card, (*cards, card)
                yield Sell(tuple(sorted(base + more)) if base else more)
                if rest:
                    grown.append((more, at + 1, rest))
        sizes = grown


def cheapest(cards: Iterable[Card]) -> Card | None:
    """The card of the least value, the first of equal ones."""
    return min(cards, key=VALUE.__getitem__, default=None)
