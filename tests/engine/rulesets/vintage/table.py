"""Positions of Vintage written in a line, and what a move does in them.

Hands, collections, discards and removed cards are codes with spaces between them. A market is five codes,
`-` an empty slot. What lies nowhere else is the deck, in component order; if a deck is written out, it is
removed.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine import BadNotation, Fault, Rng, RuleBroken
from engine.core.cards import Card
from engine.core.events import Event
from engine.core.moves import Pass
from engine.core.seats import Seat
from engine.rulesets.vintage import Vintage
from engine.rulesets.vintage.deck import CARDS, hand_order
from engine.rulesets.vintage.moves import Bid, DoAuction, Sell
from engine.rulesets.vintage.state import Auction, SeatState, State, Turn

VINTAGE = Vintage()
PASS = Pass()
MARKET = "B4 G2 R9 G1 Y5"


def position(
    *hands: str,
    market: str = MARKET,
    coins: Sequence[int] | None = None,
    bank: int | None = None,
    unlimited: bool = False,
    collections: Sequence[str] = (),
    deck: str | None = None,
    discards: str = "",
    removed: str = "",
    seat: int = 0,
    turn: int = 1,
    passes: int = 0,
    last_round: bool = False,
    **options: Any,
) -> State:
    """A position on the seat's turn. Seats have three coins and the bank the rest of the forty, unless it is
    said or unlimited. The starter follows from seat and turn, the round from the turn."""
    seats = len(hands)
    owned = [hand_order(cards(hand)) for hand in hands]
    bought = [hand_order(cards(text)) for text in collections] + [()] * (seats - len(collections))
    purses = tuple(coins or (3,) * seats)
    lying = tuple(None if code == "-" else Card(code) for code in market.split())
    out = Counter(card for pile in (*owned, *bought) for card in pile)
    out.update(card for card in lying if card is not None)
    out.update((*cards(discards), *cards(removed), *cards(deck or "")))
    rest = tuple((Counter(CARDS) - out).elements())
    return State(
        options=VINTAGE.Options(bank="unlimited" if unlimited else "finite", **options),
        phase=Turn(Seat(seat)),
        round=(turn - 1) // seats + 1,
        starter=Seat((seat - turn + 1) % seats),
        turn=turn,
        passes=passes,
        last_round=last_round,
        market=lying,
        deck=rest if deck is None else cards(deck),
        discards=cards(discards),
        removed=cards(removed) + (() if deck is None else rest),
        bank=None if unlimited else 40 - sum(purses) if bank is None else bank,
        seats=tuple(
            SeatState(hand, pile, len(pile), purse)
            for hand, pile, purse in zip(owned, bought, purses, strict=True)
        ),
        rng=Rng(bytes(32)),
    )


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in text.split())


def auction(slot: int, amount: int = 0) -> DoAuction:
    return DoAuction(slot, amount)


def bid(amount: int) -> Bid:
    return Bid(amount)


def sell(text: str) -> Sell:
    return Sell(tuple(sorted(cards(text))))


def refused(state: State, move: Any, seat: int | None = None) -> str:
    """Why the seat (else the one that is to act) may not make the move: the rule with its pointer,
    `<code> <pointer>`, or "" if it may."""
    try:
        VINTAGE.judge(state, _mover(state, seat), move)
    except RuleBroken as fault:
        return f"{fault.rule} {fault.pointer}"
    except BadNotation as fault:
        return f"{fault.code} {fault.pointer}"
    except Fault as fault:
        return fault.code
    return ""


def play(state: State, *moves: Any) -> tuple[State, list[Event]]:
    """The state after legal moves, each made by the seat that is to act, and the events of all."""
    events: list[Event] = []
    for move in moves:
        step = VINTAGE.apply(state, _mover(state, None), move)
        state = step.state
        events += step.events
    return state, events


def _mover(state: State, seat: int | None) -> Seat:
    return state.phase.to_act[0] if seat is None else Seat(seat)


def turn_of(seat: int) -> Turn:
    return Turn(Seat(seat))


def lot(state: State) -> Auction:
    """The auction that is open."""
    assert isinstance(state.phase, Auction)
    return state.phase


def said(events: Sequence[Event]) -> list[str]:
    """Events in a word or two each: the kind, and what matters of it."""
    return [_said(event) for event in events]


def _said(event: Any) -> str:
    kind = str(event.__struct_config__.tag)
    values = []
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in ("text", "lines"):
            continue
        if name == "slots":
            value = " ".join(f"{one.slot}:{one.card}" for one in value)
        elif isinstance(value, tuple):
            value = " ".join(map(str, value))
        values.append(str(value))
    return " ".join([kind, *values])


def hands(state: State) -> list[str]:
    return [" ".join(own.hand) for own in state.seats]


def purses(state: State) -> list[int]:
    return [own.coins for own in state.seats]


def market(state: State) -> str:
    return " ".join(card or "-" for card in state.market)


def reason(state: State) -> str | None:
    """Why the game is over, None if it is not."""
    outcome = VINTAGE.outcome(state)
    return None if outcome is None else outcome.reason


def listed(state: State, kind: str | None = None, *named: str, seat: int | None = None) -> list[str]:
    """The notation of the legal moves."""
    return [str(move) for move in VINTAGE.legal_moves(state, _mover(state, seat), kind, frozenset(named))]
