"""A game as a picture, for those who may see its board: as their views tell it, and no more."""

import msgspec

from engine.core.outcome import Outcome
from engine.core.seats import Seat
from engine.core.sight import Public
from engine.core.texts import texts
from service.catalogue import spoken
from service.faults import Forbidden, NotFound, NotStarted, Unauthenticated
from service.outcomes import outcome_at
from service.schemas.reader import Reader
from service.tables import Table

SEATS_ONLY = "Only the seats of this game see its board before it is over."
INVITED_ONLY = (
    "Only the seats of this game, its host and whoever has the invite see its board before it is over."
)


class Picture(msgspec.Struct, frozen=True):
    """An SVG, the language of its texts, and what its ETag is made of."""

    svg: str
    lang: str
    version: int
    nonce: str
    you: Seat | None


class Unfinished(Outcome, frozen=True, kw_only=True):
    """A game that was ended before its end: nobody wins, and nothing was counted."""

    details: Public[None] = None


def picture_of(table: Table, reader: Reader) -> Picture:
    """The picture of the game as the caller sees it.

    NotFound for a game without a board, and for one that was never dealt or whose rules are no more;
    NotStarted while seats are open; of whoever is shut out Unauthenticated if he sent no token, else
    Forbidden.
    """
    table = table.as_seen()
    ruleset = table.ruleset
    if ruleset.board() is None:
        raise NotFound("This game is played without a board: there is nothing to draw.")
    if table.shut_out:
        detail = SEATS_ONLY if table.meta.spectators == "none" else INVITED_ONLY
        raise (Forbidden if table.invited or table.host else Unauthenticated)(detail)
    if table.state is None and table.meta.status == "open":
        raise NotStarted("The game has not started: nothing lies on the board yet.")
    if table.state is None:
        raise NotFound("This game was never played, or by rules that are no more: there is nothing to draw.")
    lang = spoken(ruleset, reader.lang)
    seen = ruleset.seen(table.state, table.you)
    svg = ruleset.picture(seen, texts(ruleset, lang), table.meta.names, _ending(table))
    if svg is None:
        raise NotFound("The board of this game is not drawn here; its metadata say how it looks.")
    return Picture(svg, lang, table.tag.version, table.tag.nonce, table.you)


def _ending(table: Table) -> Outcome | None:
    """How the game ended, an aborted one too; None while it is on."""
    meta = table.meta
    if meta.status == "aborted" and meta.reason is not None:
        return Unfinished(reason=meta.reason, winners=(), scores=(0,) * len(meta.seats))
    return outcome_at(table)
