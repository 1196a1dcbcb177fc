"""The rule that a move breaks, judged by what the seat sees."""

from typing import Final

from engine.core.cards import Card
from engine.core.errors import BadNotation, OutOfTurn, RuleBroken
from engine.core.moves import Move, Pass
from engine.core.phases import Phase
from engine.core.seats import Seat
from engine.rulesets.advantage.deck import FITS, RANK, is_stuck
from engine.rulesets.advantage.moves import PILES, Done, Draw, Drop, Pair, Pick
from engine.rulesets.advantage.pairing import is_accidental
from engine.rulesets.advantage.state import Drop as DropPhase
from engine.rulesets.advantage.state import Over, SeatState, State
from engine.rulesets.advantage.state import Pair as PairPhase
from engine.rulesets.advantage.state import Pick as PickPhase

ASKED: Final[dict[type[Phase], tuple[type[Move], ...]]] = {
    DropPhase: (Drop, Draw, Pass, Done),
    PickPhase: (Pick, Draw, Pass),
    PairPhase: (Pair, Done),
    Over: (),
}


def check(seen: State, seat: Seat, move: Move) -> None:
    """Nothing if the move is legal for a seat that may act, else the fault that says why not."""
    asked = ASKED[type(seen.phase)]
    if type(move) not in asked:
        kind, *kinds = (cls.__struct_config__.tag for cls in (type(move), *asked))
        waits = " or ".join(map(str, kinds))
        raise OutOfTurn(f"Now is not the time to {kind}: the game waits for {waits}.", "/kind")
    own, phase = seen.seats[seat], seen.phase
    match move:
        case Drop() | Pick():
            _check_exchange(seen, own, move)
        case Pair(cards):
            assert isinstance(phase, PairPhase)
            _check_pair(own, cards, phase.accidental_left)
        case Draw():
            assert isinstance(phase, DropPhase | PickPhase)
            if not is_stuck(own.hand, seen.piles):
                raise RuleBroken("draw-stuck", "/kind")
            if phase.drew:
                raise RuleBroken("draw-once", "/kind")
        case Pass() if isinstance(phase, DropPhase):
            _check_pass(seen, own, phase)
        case Done() if isinstance(phase, DropPhase) and not phase.dropped:
            raise RuleBroken("done-after-drop", "/kind")


def _check_card(card: Card, hand: tuple[Card, ...], place: str) -> None:
    if card not in RANK:
        raise BadNotation(f"{card} is not a card of this game.", place)
    if card not in hand:
        raise RuleBroken("card-in-hand", place, card=card)


def _check_exchange(seen: State, own: SeatState, move: Drop | Pick) -> None:
    card, pile = move.card, move.pile
    _check_card(card, own.hand, "/card")
    if pile not in range(PILES):
        raise BadNotation(f"There is no pile {pile}, only 0 to {PILES - 1}.", "/pile")
    top = seen.piles[pile][-1]
    if top not in FITS[card]:
        if isinstance(move, Drop):
            raise RuleBroken("drop-fits", "/pile", card=card, pile=pile, top=top)
        raise RuleBroken("pick-fits", "/pile", card=card, pile=pile, top=top)


def _check_pass(seen: State, own: SeatState, phase: DropPhase) -> None:
    """Before a drop one passes only when stuck, and where a draw is forced only after it [A4]."""
    if not is_stuck(own.hand, seen.piles):
        raise RuleBroken("pass-stuck", "/kind")
    if seen.options.stuck_draw == "forced" and not phase.drew:
        raise RuleBroken("pass-after-draw", "/kind")


def _check_pair(own: SeatState, cards: tuple[Card, ...], left: int | None) -> None:
    if len(cards) != 2:
        raise BadNotation("A pair is two cards.", "/cards")
    for at, card in enumerate(cards):
        _check_card(card, own.hand, f"/cards/{at}")
    one, other = cards
    if one == other:
        raise BadNotation(f"{one} is named twice.", "/cards/1")
    if RANK[one] != RANK[other]:
        raise RuleBroken("pair-rank", "/cards", one=one, other=other)
    if left == 0 and is_accidental(cards, own):
        if own.accidental:
            raise RuleBroken("pair-once", "/cards", one=one, other=other)
        raise RuleBroken("pair-after-pick", "/cards", one=one, other=other)
