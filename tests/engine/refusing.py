"""Why a move is refused, in one word or two: what the tests of all rule sets compare."""

from typing import Any

from engine import BadNotation, Fault, RuleBroken, Ruleset
from engine.core.seats import Seat


def why_not(ruleset: Ruleset[Any, Any, Any], state: Any, seat: int, move: Any) -> str:
    """Why the seat may not make the move: the rule, `<code> <pointer>`, or "" if it may."""
    try:
        ruleset.judge(state, Seat(seat), move)
    except RuleBroken as fault:
        return fault.rule
    except BadNotation as fault:
        return f"{fault.code} {fault.pointer}"
    except Fault as fault:
        return fault.code
    return ""
