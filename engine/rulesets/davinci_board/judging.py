"""What a seat may do, and the rule that a move breaks."""

from typing import Final

from engine.core.errors import BadNotation, OutOfTurn, RuleBroken
from engine.core.seats import Seat
from engine.rulesets.davinci_board.lattice import SHAPE
from engine.rulesets.davinci_board.moves import BoardMove, Bonus, Claim, Decline, Place, Swap
from engine.rulesets.davinci_board.placing import can_swap, own_and_other, shapes_of, tally_of
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import State
from engine.rulesets.davinci_board.state import Swap as SwapPhase
from engine.rulesets.davinci_board.tally import completed

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "place": ("place",),
    "card": ("claim", "bonus", "decline"),
    "swap": ("swap", "decline"),
}


def check(seen: State, seat: Seat, move: BoardMove) -> None:
    """Nothing if the move is legal for a seat that may act, else the fault that says why not."""
    kind = str(move.__struct_config__.tag)
    kinds = KINDS[str(seen.phase.__struct_config__.tag)]
    if kind not in kinds:
        raise OutOfTurn(
            f"Now is not the time to {kind}: the game waits for {' or '.join(kinds)}.",
            "/kind",
        )
    match move:
        case Place(space):
            _check_space(space)
            if SHAPE[space] not in shapes_of(seat, seen.size, seen.options):
                raise RuleBroken("partners-shape", "/space", space=space)
            _check_empty(seen, space)
            _check_left(seen, seat, space)
        case Claim():
            if isinstance(seen.phase, CardPhase) and seen.phase.card not in seen.phase.completed:
                raise RuleBroken("claim-completed", "/kind")
        case Bonus(space):
            _check_space(space)
            _check_empty(seen, space)
            _check_left(seen, seat, space)
            _check_completes(seen, seat, space)
        case Swap(space):
            _check_space(space)
            if space not in own_and_other(seen.sides, seat)[1].on(SHAPE[space]):
                raise RuleBroken("swap-opponent", "/space", space=space)
            _check_left(seen, seat, space)
        case Decline():
            if isinstance(seen.phase, SwapPhase) and not may_decline(seen, seat):
                raise RuleBroken("leonardo-compulsory", "/kind")


def may_decline(seen: State, seat: Seat) -> bool:
    """Whether a Leonardo may be put back unused: where that is free, or nothing can be replaced [E8]."""
    return seen.options.leonardo == "optional" or not can_swap(*own_and_other(seen.sides, seat))


def _check_space(space: str) -> None:
    if space not in SHAPE:
        raise BadNotation(f"{space} is not a space of this board.", "/space")


def _check_empty(seen: State, space: str) -> None:
    shape, (one, other) = SHAPE[space], seen.sides
    if space in one.on(shape) or space in other.on(shape):
        raise RuleBroken("space-empty", "/space", space=space)


def _check_left(seen: State, seat: Seat, space: str) -> None:
    if not own_and_other(seen.sides, seat)[0].left(SHAPE[space]):
        raise RuleBroken("piece-left", "/space", space=space)


def _check_completes(seen: State, seat: Seat, space: str) -> None:
    own, _ = own_and_other(seen.sides, seat)
    patterns = {one.pattern for one in completed(tally_of(own), space)}
    if isinstance(seen.phase, CardPhase) and seen.phase.card not in patterns:
        raise RuleBroken("bonus-completes", "/space", space=space)
