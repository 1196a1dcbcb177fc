"""Positions of Advantage written in a line, and what a move does in them.

Piles are written from bottom to top, with `/` between them: `2C KS / 5D / 9H`. A hand is in order of arrival;
one that ends in a card in brackets, `2C 3D (9H)`, has drawn that card in secret.
"""

from typing import Any

from engine.core.cards import Card
from engine.core.events import Event
from engine.core.moves import Pass
from engine.core.phases import Phase
from engine.core.seats import Seat
from engine.rulesets.advantage import Advantage
from engine.rulesets.advantage.deck import CARDS
from engine.rulesets.advantage.moves import Done, Draw, Drop, Pair, Pick
from engine.rulesets.advantage.state import Cards, SeatState, State
from engine.rulesets.advantage.state import Drop as DropPhase
from engine.rulesets.advantage.state import Pair as PairPhase
from engine.rulesets.advantage.state import Pick as PickPhase
from tests.engine.refusing import why_not

ADVANTAGE = Advantage()
DRAW, DONE, PASS = Draw(), Done(), Pass()


def position(
    *hands: str,
    piles: str = "2C / 2S / 3C",
    stock: str | int = "",
    seat: int = 0,
    phase: Phase | None = None,
    dealer: int = 1,
    round: int = 1,
    idle: int = 1,
    pairs: tuple[str, str] = ("", ""),
    picked: tuple[str, str] = ("", ""),
    scored_accidental: tuple[bool, bool] = (False, False),
    **options: Any,
) -> State:
    """A position, by default with seat 0 about to drop. A stock is given as cards, top first, or as a number:
    so many of those that lie nowhere else. Pairs are written without spaces: `9C9H QDQS`."""
    centre = tuple(cards(pile) for pile in piles.split("/"))
    held = [cards(hand.replace("(", "").replace(")", "")) for hand in hands]
    scored = [tuple(pair_of(text) for text in own.split()) for own in pairs]
    placed = [card for pile in (*centre, *held, *scored[0], *scored[1]) for card in pile]
    assert len(set(placed)) == len(placed), "a card lies in two places"
    rest = tuple(card for card in CARDS if card not in placed)
    seats = tuple(
        SeatState(held[at], int("(" in hands[at]), scored[at], cards(picked[at]), scored_accidental[at])
        for at in (0, 1)
    )
    return State(
        options=Advantage.Options(**options),
        phase=phase or DropPhase(Seat(seat), 0, False),  # type: ignore[arg-type]  # any phase of Advantage
        round=round,
        dealer=Seat(dealer),
        stock=cards(stock) if isinstance(stock, str) else rest[:stock],
        idle_rounds=idle,
        piles=centre,
        seats=seats,
    )


def cards(text: str) -> Cards:
    """Cards with spaces between them."""
    return tuple(Card(code) for code in text.split())


def pair_of(text: str) -> Cards:
    """Two cards of one rank, written together."""
    half = len(text) // 2
    return (Card(text[:half]), Card(text[half:]))


def dropping(seat: int = 0, dropped: int = 0, drew: bool = False) -> DropPhase:
    return DropPhase(Seat(seat), dropped, drew)


def picking(seat: int = 0, drew: bool = False) -> PickPhase:
    return PickPhase(Seat(seat), drew)


def pairing(seat: int = 0, left: int | None = 1) -> PairPhase:
    return PairPhase(Seat(seat), left)


def drop(card: str, pile: int) -> Drop:
    return Drop(Card(card), pile)


def pick(card: str, pile: int) -> Pick:
    return Pick(Card(card), pile)


def pair(*two: str) -> Pair:
    return Pair(tuple(sorted(Card(card) for card in two)))


def refused(state: State, move: Any, seat: int = 0) -> str:
    """Why the seat may not make the move: the rule, `<code> <pointer>`, or "" if it may."""
    return why_not(ADVANTAGE, state, seat, move)


def play(state: State, move: Any, seat: int = 0) -> tuple[State, tuple[Event, ...]]:
    """The state after a legal move, and its events."""
    step = ADVANTAGE.apply(state, Seat(seat), move)
    return step.state, step.events


def played(state: State, *moves: Any) -> State:
    """The state after moves of whoever is to act."""
    for move in moves:
        state = ADVANTAGE.apply(state, state.phase.to_act[0], move).state
    return state


def listed(state: State, seat: int = 0) -> list[str]:
    """The legal moves of the seat in notation."""
    return [str(move) for move in ADVANTAGE.legal_moves(state, Seat(seat))]


def kinds(events: tuple[Event, ...]) -> list[str]:
    """The kinds of events."""
    return [str(event.__struct_config__.tag) for event in events]


def hands(state: State) -> list[str]:
    """The hands."""
    return [" ".join(own.hand) for own in state.seats]


def centre(state: State) -> str:
    """The piles, written as positions are."""
    return " / ".join(" ".join(pile) for pile in state.piles)


def ended(state: State) -> str:
    """Why the game is over, "" if it is not."""
    outcome = ADVANTAGE.outcome(state)
    return "" if outcome is None else outcome.reason
