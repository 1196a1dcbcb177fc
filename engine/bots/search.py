"""The bot that plays on from each of its moves, many times, in games that may lie behind what it sees."""

from itertools import islice
from typing import Any

from engine.bots.playout import play_out, worth
from engine.bots.policy import Past
from engine.core.moves import Move
from engine.core.rng import SEED_BYTES, Draws, Rng
from engine.core.ruleset import Ruleset
from engine.core.seats import Seat

CANDIDATES = 12  # the first listed moves
STEPS = 900  # of imagined games for one move: a count and no clock, so that a move tried again is the same
WORLDS = 60  # imagined games at most, near the end, where all of them are short


def choose(
    ruleset: Ruleset[Any, Any, Any],
    seen: Any,
    past: Past,
    seat: Seat,
    draws: Draws,
    steps: int = STEPS,
) -> Move:
    """The listed move that did best in imagined games, by successive halving."""
    moves: list[Move] = list(islice(ruleset.moves(seen, seat), CANDIDATES))
    if len(moves) == 1:
        return moves[0]
    told = tuple(past())
    totals = dict.fromkeys(moves, 0.0)
    rounds = (len(moves) - 1).bit_length()
    spent = worlds = 0
    left = moves
    for number in range(1, rounds + 1):
        while True:
            state = ruleset.imagine(seen, told, seat, _stream(draws))
            chance = _stream(draws)
            worlds += 1
            for move in left:
                result, taken = play_out(ruleset, ruleset.play(state, seat, move).state, Draws(chance))
                totals[move] += worth(result, seat, ruleset.lowest_wins)
                spent += taken + 1
            if spent * rounds >= steps * number or worlds * rounds >= WORLDS * number:
                break
        left = sorted(left, key=lambda move: -totals[move])[: (len(left) + 1) // 2]
    return left[0]


def _stream(draws: Draws) -> Rng:
    """A stream of its own: what is drawn from one imagined game moves no other."""
    return Rng(bytes(draws.below(256) for _ in range(SEED_BYTES)))
