"""How a table's game ended: as its rules say, but that a seat which has forfeited cannot win.

Everybody who tells an outcome asks here (the last step of the log, the game, the record, its verification),
so that they agree: it follows from the state and from who has forfeited, and from nothing else.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import Ruleset
from engine.core.outcome import Outcome
from engine.core.seats import Seat
from engine.core.sight import Public
from service.tables import Table

FORFEIT = "forfeit"  # the reason of a game that was over before its rules ended it


class Forfeit(Outcome, frozen=True, kw_only=True):
    """All seats but one have forfeited, which wins; nothing was counted: all scores are 0.

    When the last ones forfeited together, nobody wins.
    """

    details: Public[None] = None


def outcome_of(ruleset: Ruleset[Any, Any, Any], state: Any, forfeited: Sequence[bool]) -> Outcome | None:
    """How the game ended, or None: it goes on. `forfeited` has one entry a seat."""
    outcome = ruleset.outcome(state)
    if not any(forfeited):
        return outcome
    left = tuple(Seat(at) for at, gone in enumerate(forfeited) if not gone)
    if outcome is not None:
        return replace(outcome, winners=_winners(ruleset, outcome, left))
    if len(left) > 1:
        return None
    return Forfeit(reason=FORFEIT, winners=left, scores=(0,) * len(forfeited))


def outcome_at(table: Table) -> Outcome | None:
    """How the game at a table ended; None while it is on, and when it was aborted."""
    if table.state is None or table.meta.status != "finished":
        return None
    return outcome_of(table.ruleset, table.state, table.meta.forfeited)


def _winners(ruleset: Ruleset[Any, Any, Any], outcome: Outcome, left: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The winners who have not forfeited; if there are none, those with the best score of who is left."""
    kept = tuple(seat for seat in outcome.winners if seat in left)
    if kept or not outcome.winners:
        return kept
    scores = [outcome.scores[seat] for seat in left]
    best = min(scores, default=0) if ruleset.lowest_wins else max(scores, default=0)
    return tuple(seat for seat in left if outcome.scores[seat] == best)
