"""Positions of Vantage written in a line, and what a move does in them.

A loose card is `G5` face up, `(G5)` face down and known to nobody, `(G5)1` face down and known to seat 1;
ids are `t1`, `t2`, ... in order. A pile is `8:P8,B8` or `8:P8,B8@1` for the seat that called it; ids `b1`,
`b2`, ...
"""

import re
from typing import Any

from engine import Rng
from engine.core.cards import Card
from engine.core.events import Event
from engine.core.phases import Phase
from engine.core.seats import Seat
from engine.rulesets.vantage import Vantage
from engine.rulesets.vantage.deck import CARDS, hand_order
from engine.rulesets.vantage.moves import Accept, Build, Discard, DoChallenge, Lose, Match, PassCard
from engine.rulesets.vantage.state import NO_SUITS, Loose, Pile, SeatState, State, Turn
from tests.engine.refusing import why_not

VANTAGE = Vantage()
_LOOSE = re.compile(r"(\()?([A-Z]\d+)\)?(\d)?")


def position(
    *hands: str,
    loose: str = "",
    piles: str = "",
    captured: tuple[str, ...] = (),
    seat: int = 0,
    phase: Phase | None = None,
    blackout: bool | None = None,
    stock: int = 0,
    actions: str = "cards-up cards-up cards-up cards-up",
    used: str = "",
    dealer: int | None = None,
    round: int = 1,
    collector: int | None = None,
    **options: Any,
) -> State:
    """A position; what is on no list lies in the stock (as many as asked for), the rest is out of the
    game."""
    cards = tuple(_loose(f"t{at}", text) for at, text in enumerate(loose.split(), 1))
    built = tuple(_pile(f"b{at}", text) for at, text in enumerate(piles.split(), 1))
    held = [hand_order(_cards(hand)) for hand in hands]
    out = {card for hand in held for card in hand} | {card.card for card in cards}
    out |= {card for pile in built for card in pile.cards}
    taken = [_cards(text) for text in captured] + [()] * (len(hands) - len(captured))
    out |= {card for pile in taken for card in pile}
    rest = [card for card in CARDS if card not in out]
    return State(
        options=Vantage.Options(**options),
        phase=phase or Turn(Seat(seat)),  # type: ignore[arg-type]  # any phase of Vantage
        round=round,
        rounds=9 if len(hands) == 2 else 6 if len(hands) == 3 else 5,
        dealer=Seat(len(hands) - 1 if dealer is None else dealer),
        blackout=any(not card.face_up for card in cards) if blackout is None else blackout,
        action=None,
        actions=_cards(actions),
        actions_used=tuple(used.split()),  # type: ignore[arg-type]  # names of action cards
        stock=tuple(rest[:stock]),
        loose=cards,
        piles=built,
        seats=tuple(SeatState(hand, None, pile, 0) for hand, pile in zip(held, taken, strict=True)),
        last_collector=None if collector is None else Seat(collector),
        loose_ids=len(cards),
        pile_ids=len(built),
        wild_suits=NO_SUITS,
        rng=Rng(bytes(32)),
    )


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in text.split())


def _loose(name: str, text: str) -> Loose:
    found = _LOOSE.fullmatch(text)
    assert found, text
    known = None if found[3] is None else Seat(int(found[3]))
    return Loose(name, Card(found[2]), found[1] is None, known, None)


def _pile(name: str, text: str) -> Pile:
    call, _, rest = text.partition(":")
    cards, _, seat = rest.partition("@")
    return Pile(name, int(call), tuple(Card(code) for code in cards.split(",")), Seat(int(seat or 0)))


def match(card: str, *take: str, value: int | None = None, suit: Any = None) -> Match:
    return Match(Card(card), tuple(sorted(take)), value, suit)


def build(
    card: str, call: int, *join: str, onto: str | None = None, value: int | None = None, suit: Any = None
) -> Build:
    return Build(Card(card), call, tuple(sorted(join)), onto, value, suit)


def discard(card: str, suit: Any = None) -> Discard:
    return Discard(Card(card), suit)


def lose(card: str) -> Lose:
    return Lose(Card(card))


def pass_card(card: str) -> PassCard:
    return PassCard(Card(card))


CHALLENGE, ACCEPT = DoChallenge(), Accept()


def refused(state: State, move: Any, seat: int = 0) -> str:
    """Why the seat may not make the move: the rule, `<code> <pointer>`, or "" if it may."""
    return why_not(VANTAGE, state, seat, move)


def play(state: State, move: Any, seat: int = 0) -> tuple[State, tuple[Event, ...]]:
    """The state after a legal move, and its events."""
    step = VANTAGE.apply(state, Seat(seat), move)
    return step.state, step.events


def kinds(events: tuple[Event, ...]) -> list[str]:
    """The kinds of events."""
    return [str(event.__struct_config__.tag) for event in events]


def faces(state: State) -> list[str]:
    """What lies loose on the table, written as positions are."""
    return [
        card.card if card.face_up else f"({card.card}){'' if card.known_to is None else card.known_to}"
        for card in state.loose
    ]


def hands(state: State) -> list[str]:
    """The hands."""
    return [" ".join(own.hand) for own in state.seats]
