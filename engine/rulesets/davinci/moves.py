"""The moves of Da Vinci's Challenge in normal form, with one line of notation each."""

from typing import Annotated, Final

import msgspec

from engine.core.moves import Cards, Move, Pass, no

MOST_CARDS: Final = 3  # of one symbol in one play


class Play(Move, frozen=True, tag="play"):
    """Lay cards of one symbol on the table, perhaps with the call. `eye+eye`, `gem!` with the call."""

    cards: Annotated[Cards, msgspec.Meta(min_length=1, max_length=MOST_CARDS)]
    carta_finale: bool = msgspec.field(default_factory=no)

    def __str__(self) -> str:
        return f"{'+'.join(self.cards)}{'!' if self.carta_finale else ''}"


DavinciMove = Play | Pass
MOVES: Final[tuple[type[DavinciMove], ...]] = (Play, Pass)
