"""The legal moves of a seat, lazily: one of each kind, then the most promising."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine.core.seats import Seat
from engine.rulesets.davinci_board import placing
from engine.rulesets.davinci_board.judging import may_decline
from engine.rulesets.davinci_board.lattice import IDS
from engine.rulesets.davinci_board.moves import BoardMove, Bonus, Claim, Decline, Place, Swap
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import Place as PlacePhase
from engine.rulesets.davinci_board.state import State
from engine.rulesets.davinci_board.state import Swap as SwapPhase
from engine.rulesets.davinci_board.tally import BIT

ANYWHERE: Final = (1 << len(IDS)) - 1
_PLACE: Final = {name: Place(name) for name in IDS}
_BONUS: Final = {name: Bonus(name) for name in IDS}
_SWAP: Final = {name: Swap(name) for name in IDS}
_CLAIM: Final = Claim()
_DECLINE: Final = Decline()


def moves(seen: State, seat: Seat, kind: str | None, named: frozenset[str]) -> Iterator[BoardMove]:
    """What a seat that may act can do, in the order of the rules text."""
    among = _among(named)
    match seen.phase:
        case PlacePhase(_, shapes) if kind in (None, "place"):
            return map(_PLACE.__getitem__, placing.places(seen, seat, shapes, among))
        case CardPhase() as phase:
            return _answers(seen, phase, kind, named, among)
        case SwapPhase():
            return _to_leonardo(seen, seat, kind, named, among)
    return iter(())


def _among(named: frozenset[str]) -> int:
    """A bit for each space that a move may name if it is to name all of these."""
    if not named:
        return ANYWHERE
    name, *others = named
    return 0 if others else BIT.get(name, 0)


def _answers(
    seen: State, phase: CardPhase, kind: str | None, named: frozenset[str], among: int
) -> Iterator[BoardMove]:
    if kind in (None, "claim") and not named and phase.card in phase.completed:
        yield _CLAIM
    spaces = placing.bonuses(seen, phase.seat, phase.card, among if kind in (None, "bonus") else 0)
    yield from map(_BONUS.__getitem__, islice(spaces, 1))
    if kind in (None, "decline") and not named:
        yield _DECLINE
    yield from map(_BONUS.__getitem__, spaces)


def _to_leonardo(
    seen: State, seat: Seat, kind: str | None, named: frozenset[str], among: int
) -> Iterator[BoardMove]:
    spaces = placing.swaps(seen, seat, among if kind in (None, "swap") else 0)
    yield from map(_SWAP.__getitem__, islice(spaces, 1))
    if kind in (None, "decline") and not named and may_decline(seen, seat):
        yield _DECLINE
    yield from map(_SWAP.__getitem__, spaces)
