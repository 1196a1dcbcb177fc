"""The moves of the board game in normal form, with one line of notation each."""

from engine.core.moves import Move, TableId


class Place(Move, frozen=True, tag="place"):
    """Put a piece on an empty space. `o17`."""

    space: TableId

    def __str__(self) -> str:
        return self.space


class Claim(Move, frozen=True, tag="claim"):
    """Take points for the open card, whose pattern was completed this turn. `claim`."""

    def __str__(self) -> str:
        return "claim"


class Bonus(Move, frozen=True, tag="bonus"):
    """Complete the pattern of the open card with one more piece. `+o17`."""

    space: TableId

    def __str__(self) -> str:
        return f"+{self.space}"


class Swap(Move, frozen=True, tag="swap"):
    """Replace a piece of the other side by an own one, as a Leonardo lets one do. `xo17`."""

    space: TableId

    def __str__(self) -> str:
        return f"x{self.space}"


class Decline(Move, frozen=True, tag="decline"):
    """Put the open card back and make nothing of it. `decline`."""

    def __str__(self) -> str:
        return "decline"


BoardMove = Place | Claim | Bonus | Swap | Decline
MOVES: tuple[type[BoardMove], ...] = (Place, Claim, Bonus, Swap, Decline)
