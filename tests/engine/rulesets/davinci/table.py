"""Positions of Da Vinci's Challenge written in a line, and what moves do in them.

A card is its symbol, or in short three letters of a long one and the first letters of its words: `tri`,
`eye`, `star`, `sol` (seed of life), `fol`, `com`, `leo`. A play is a card, how many of it, and perhaps the
call: `eye`, `2eye`, `gem!`. A play on the table has its seat in front: `0:eye`.
"""

from collections import Counter
from typing import Any

from engine import Rng
from engine.core.cards import Card
from engine.core.events import Event
from engine.core.moves import Pass
from engine.core.seats import Seat
from engine.rulesets.davinci import Davinci
from engine.rulesets.davinci.deck import hand_order, pile
from engine.rulesets.davinci.moves import Play
from engine.rulesets.davinci.rounds import rounds
from engine.rulesets.davinci.state import Follow, Lead, SeatState, State, TablePlay
from engine.rulesets.symbols import POINTS
from tests.engine.refusing import why_not

DAVINCI = Davinci()
PASS = Pass()


def _name(code: str) -> str:
    if "-" in code:
        return "".join(word[0] for word in code.split("-"))
    return code if len(code) < 5 else code[:3]


NAMES = {_name(code): code for code in POINTS}


def position(
    *hands: str,
    table: str = "",
    seat: int = 0,
    out: tuple[int, ...] = (),
    passed: tuple[int, ...] = (),
    dealer: int | None = None,
    round: int = 1,
    points: tuple[int, ...] = (),
    **options: Any,
) -> State:
    """A position in which `seat` is to act; what lies in no hand and not on the table has been cleared.

    `out` are the seats that are eliminated, `passed` those that passed, `points` the totals so far.
    """
    chosen = Davinci.Options(**options)
    laid = tuple(_laid(text) for text in table.split())
    held = [hand_order(cards(hand)) for hand in hands]
    left = Counter(pile(chosen.leonardos).cards)
    for used in (*held, *(play.cards for play in laid)):
        for card in used:
            left[card] -= 1
    assert min(left.values()) >= 0, "more cards of a symbol than there are"
    seats = tuple(
        SeatState(hand, "eliminated" if at in out else "in", at in passed, None, points[at] if points else 0)
        for at, hand in enumerate(held)
    )
    return State(
        options=chosen,
        phase=Follow(Seat(seat), len(laid[-1].cards)) if laid else Lead(Seat(seat)),
        round=round,
        rounds=rounds(chosen, len(hands)),
        dealer=Seat(len(hands) - 1 if dealer is None else dealer),
        pile=laid,
        cleared=hand_order(tuple(left.elements())),
        seats=seats,
        results=(),
        rng=Rng(bytes(32)),
    )


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a hand or a play."""
    found: list[Card] = []
    for word in text.split():
        count, name = (int(word[0]), word[1:]) if word[0].isdigit() else (1, word)
        found += [Card(NAMES.get(name, name))] * count
    return tuple(found)


def _laid(text: str) -> TablePlay:
    seat, _, played = text.partition(":")
    move = lay(played)
    return TablePlay(Seat(int(seat)), move.cards, move.carta_finale)


def lay(text: str) -> Play:
    """The move of laying cards."""
    return Play(tuple(sorted(cards(text.rstrip("!")))), text.endswith("!"))


def move_of(text: str) -> Play | Pass:
    """A move: a play or `pass`."""
    return PASS if text == "pass" else lay(text)


def refused(state: State, move: str | Any) -> str:
    """Why the seat to act may not make the move: the rule, `<code> <pointer>`, or "" if it may."""
    return why_not(DAVINCI, state, DAVINCI.to_act(state)[0], move_of(move) if isinstance(move, str) else move)


def play(state: State, *moves: str) -> tuple[State, tuple[Event, ...]]:
    """The state after legal moves, each of the seat to act, and the events of the last one."""
    events: tuple[Event, ...] = ()
    for move in moves:
        step = DAVINCI.apply(state, DAVINCI.to_act(state)[0], move_of(move))
        state, events = step.state, step.events
    return state, events


def after(state: State, *moves: str) -> State:
    """The state after legal moves."""
    return play(state, *moves)[0]


def turn(state: State) -> str:
    """Who is to do what: `lead 0`, `follow 1`, or how the game ended."""
    outcome = DAVINCI.outcome(state)
    if outcome is not None:
        return f"over {outcome.reason}"
    return f"{state.phase.__struct_config__.tag} {DAVINCI.to_act(state)[0]}"


def kinds(events: tuple[Event, ...]) -> list[str]:
    """The kinds of events."""
    return [str(event.__struct_config__.tag) for event in events]


def listed(state: State) -> list[str]:
    """The legal moves of the seat to act, written as positions are."""
    return [_short(move) for move in DAVINCI.legal_moves(state, DAVINCI.to_act(state)[0])]


def _short(move: Play | Pass) -> str:
    if isinstance(move, Pass):
        return "pass"
    count = str(len(move.cards)) if len(move.cards) > 1 else ""
    return f"{count}{_name(move.cards[0])}{'!' if move.carta_finale else ''}"


def scores(state: State) -> tuple[int, ...]:
    """The scores of a game that is over."""
    outcome = DAVINCI.outcome(state)
    assert outcome is not None
    return outcome.scores


def winners(state: State) -> tuple[int, ...]:
    """The winners of a game that is over."""
    outcome = DAVINCI.outcome(state)
    assert outcome is not None
    return outcome.winners
