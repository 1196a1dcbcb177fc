"""House bots at a table: whose turn is whose, and the move of one."""

import hmac
import logging
from typing import Any

from engine import Ruleset
from engine.bots import BOTS, Past, tried
from engine.core.moves import Move
from engine.core.rng import Draws, Rng
from engine.core.seats import Seat
from engine.core.texts import texts
from service.faults import InvalidRequest
from service.tables import Meta, SeatMeta
from service.unspoken import unspoken

log = logging.getLogger(__name__)

ABANDONED_BY = "random"  # the bot that plays on for a seat that was left


def bot_seat(level: str, pointer: str, entropy: str | None = None) -> SeatMeta:
    """The seat of a house bot. InvalidRequest, at the pointer, if there is none of this level."""
    if level not in BOTS:
        raise InvalidRequest(("body", pointer, f"There is no bot {level}, only {', '.join(BOTS)}."))
    return SeatMeta("bot", texts(None).label("bots", level, "name"), level, entropy=entropy)


def next_bot(ruleset: Ruleset[Any, Any, Any], meta: Meta, state: Any, *, slow: bool) -> Seat | None:
    """The first seat to act that a bot of this gear plays."""
    if meta.status != "playing":
        return None
    people = meta.people
    return next(
        (
            seat
            for seat in ruleset.to_act(state)
            if seat not in people and BOTS[_level(meta, seat)].slow is slow
        ),
        None,
    )


def bot_move(
    ruleset: Ruleset[Any, Any, Any], meta: Meta, state: Any, version: int, seat: Seat, past: Past
) -> Move:
    """What the bot of the seat plays at this version: the same again however often it is asked [Q38].

    A bot that fails is replaced for this move by one that plays anything legal, and a line in the log.
    """
    level = _level(meta, seat)
    seed = hmac.digest(meta.seed, f"bot|{version}".encode(), "sha256")
    done = tried(BOTS[level], ruleset, ruleset.seen(state, seat), past, seat, Draws(Rng(seed)))
    if done.failure is not None:
        said = "the house bot %s failed at %s; any move is played"
        log.error(said, level, meta, exc_info=unspoken(done.failure))
    return done.move


def _level(meta: Meta, seat: Seat) -> str:
    return meta.seats[seat].bot or ABANDONED_BY
