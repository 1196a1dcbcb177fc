"""Every way the engine refuses, as one tree.

    Fault
    ├── BadSetup      options, seats or a stack that no game can be made of
    ├── BadNotation   a move that is not well formed, or names what is not there
    ├── OutOfTurn     not this seat's turn, or not the time for this kind of move
    ├── GameOver      the game has ended
    ├── RuleBroken    a rule of the game forbids it
    └── BadRecord     a record that does not replay

A fault that concerns a place in the input says so with a JSON pointer (RFC 6901); `code` is stable.
"""

from typing import ClassVar


class Fault(Exception):
    """The root. `pointer` is the place in the input that is at fault, "" for the whole.

    `version` and `ruleset` are for whoever hosts the game: where it stood when this was refused, and which
    it is.
    """

    code: ClassVar[str] = "fault"
    version: int | None = None
    ruleset: str | None = None

    def __init__(self, detail: str, pointer: str = "") -> None:
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer


class BadSetup(Fault):
    """Options, a number of seats or a stack that no game can be made of."""

    code = "invalid-request"


class BadNotation(Fault):
    """A move that is not well formed, or that names a card or an id that is not there."""

    code = "invalid-request"


class OutOfTurn(Fault):
    """Not this seat's turn, or not the time for this kind of move."""

    code = "out-of-turn"


class GameOver(Fault):
    """The game has ended."""

    code = "game-over"


class RuleBroken(Fault):
    """A rule of the game forbids it.

    `rule` is the id of a heading in the rule set's rules text; its sentence for people stands in the texts
    under `rules`, where `facts` fill its placeholders.
    """

    code = "rule-broken"

    def __init__(self, rule: str, pointer: str = "", **facts: object) -> None:
        super().__init__(rule, pointer)
        self.rule = rule
        self.facts = facts


class BadRecord(Fault):
    """A record that does not replay. `at` is the index of the first move that does not fit, or None."""

    code = "bad-record"

    def __init__(self, detail: str, at: int | None = None) -> None:
        super().__init__(detail)
        self.at = at
