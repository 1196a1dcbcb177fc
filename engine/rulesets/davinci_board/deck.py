"""The deck of the board game: the symbols that are patterns of the board, and Leonardo, four cards each."""

from typing import Final

from engine.core.cards import Pile
from engine.rulesets.davinci_board.options import Options
from engine.rulesets.symbols import COPIES, POINTS, SET_ASIDE

CARDS: Final = tuple(symbol for symbol in POINTS if symbol not in SET_ASIDE for _ in range(COPIES))
NAME: Final = "cards"


def piles(options: Options) -> tuple[Pile, ...]:
    """What is shuffled: nothing in the board game without cards."""
    return (Pile(NAME, CARDS),) if options.cards else ()
