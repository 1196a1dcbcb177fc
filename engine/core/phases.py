"""Phases: what a game waits for, one small struct a kind, and the one that ends it."""

from typing import Any

from engine.core.seats import Seat
from engine.core.sight import Sighted


class Phase(Sighted, frozen=True, tag_field="kind"):
    """What a game waits for. Each kind says which seats may act now; the last is a kind of `Over`."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act, lowest first; several when they act at once or out of turn."""
        return ()


class Over(Phase, frozen=True):
    """The game has ended. A rule set adds `outcome: Apart[...]`, its own kind of `Outcome`."""

    @property
    def result(self) -> Any:
        """The outcome."""
        return getattr(self, "outcome")  # noqa: B009  # each rule set declares it with its own type
