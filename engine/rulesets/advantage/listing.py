"""Legal moves as a seat sees them: each once, one of every kind first, then in order of hand and piles."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.core.cards import Card
from engine.core.moves import Pass
from engine.core.seats import Seat
from engine.rulesets.advantage.deck import CARDS, FITS, tops
from engine.rulesets.advantage.moves import PILES, AdvantageMove, Done, Draw, Drop, Pair, Pick
from engine.rulesets.advantage.pairing import pairs
from engine.rulesets.advantage.state import Drop as DropPhase
from engine.rulesets.advantage.state import Pair as PairPhase
from engine.rulesets.advantage.state import Pick as PickPhase
from engine.rulesets.advantage.state import State

DRAW, DONE, PASS = Draw(), Done(), Pass()

# every drop and pick there is, made once: by card, then by pile
DROPS: Final = {card: tuple(Drop(card, pile) for pile in range(PILES)) for card in CARDS}
PICKS: Final = {card: tuple(Pick(card, pile) for pile in range(PILES)) for card in CARDS}


def moves(seen: State, seat: Seat, kind: str | None, named: frozenset[str]) -> Iterator[AdvantageMove]:
    """All legal moves that name all of `named`, of the kind if one is given."""
    listed = _all(seen, seat)
    if kind is not None:
        listed = [move for move in listed if move.__struct_config__.tag == kind]
    if named:
        listed = [move for move in listed if named <= move.names()]
    return iter(listed)


def _all(seen: State, seat: Seat) -> list[AdvantageMove]:
    own, phase = seen.seats[seat], seen.phase
    match phase:
        case DropPhase():
            fitting = _fitting(DROPS, own.hand, seen)
            if fitting:
                return [fitting[0], DONE, *fitting[1:]] if phase.dropped else fitting
            if phase.drew:
                return [PASS]
            return [DRAW] if seen.options.stuck_draw == "forced" else [DRAW, PASS]
        case PickPhase():
            fitting = _fitting(PICKS, own.hand, seen)
            if fitting:
                return [fitting[0], PASS, *fitting[1:]]
            return [PASS] if phase.drew else [DRAW, PASS]
        case PairPhase():
            paired = [Pair(pair) for pair in pairs(own, phase.accidental_left)]
            return [*paired[:1], DONE, *paired[1:]]
    return []


def _fitting(
    every: Mapping[Card, tuple[AdvantageMove, ...]], hand: tuple[Card, ...], seen: State
) -> list[AdvantageMove]:
    """The drops, or the picks, that fit."""
    shown, fitting = tops(seen.piles), []
    for card in hand:
        fits, ready = FITS[card], every[card]
        for pile, top in enumerate(shown):
            if top in fits:
                fitting.append(ready[pile])
    return fitting


def least(seen: State, seat: Seat) -> AdvantageMove:
    """A legal move that does no more than it must, but scores a pair where there is one."""
    listed = _all(seen, seat)
    idle = PASS if PASS in listed else DONE
    return listed[0] if isinstance(seen.phase, PairPhase) or idle not in listed else idle
