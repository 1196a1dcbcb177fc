"""Holds the answers of two universes against each other, call by call."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core.rng import Draws
from engine.core.seats import Seat
from tests.service.leaks.asking import ASKS, Asker, guessed
from tests.service.leaks.hiding import Hidden, another, private
from tests.service.leaks.positions import At, Played
from tests.service.leaks.universes import ACME, Call, Stand, Told


class Leak(AssertionError):
    """Two answers differ that must not."""


class Caller(msgspec.Struct, frozen=True):
    """Who asks: the seat that he sees the game from, and his token."""

    name: str
    seat: Any
    token: str | None

    @property
    def hosts(self) -> bool:
        """Whether he is told the private words of the table."""
        return self.name in ("host", "key")


def callers(played: Played) -> Iterator[Caller]:
    """Every seat, the host, the API key, whoever has the invite, and whoever has only the id."""
    for at, token in enumerate(played.tokens.seats):
        yield Caller(f"seat {at}", Seat(at), token)
    yield Caller("nobody", None, None)
    yield Caller("invite", None, played.tokens.invite)
    yield Caller("host", None, played.tokens.host)
    yield Caller("key", None, ACME)


def same(played: Played, call: Call, token: str | None, changes: bool = False) -> Told:
    """What both universes answer. Leak if they do not answer the same."""
    one, other = (universe.told(call, token, changes) for universe in played.pair)
    if one != other:
        raise Leak(f"{call.method} {call.path} {call.headers} {call.json}: {_parted(one, other)}")
    return one


def _parted(one: Told, other: Told) -> str:
    """Where two answers part."""
    texts = [f"{status} {headers} {body}" for status, headers, body in (one, other)]
    at = next(
        (place for place, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts))
    )
    return " | ".join(text[max(0, at - 60) : at + 60] for text in texts)


def look(
    played: Played, at: At, draws: Draws, asked: Counter[tuple[str, str]], most: int | None = None
) -> None:
    """Asks everything of a position and of one that differs in what each caller cannot see; `most` requests
    of each operation for all but the seat to act and nobody."""
    twins: dict[Any, Hidden] = {}
    for caller in callers(played):
        if caller.seat not in twins:
            twins[caller.seat] = another(played.ruleset, at.stand, caller.seat, draws)
        everything = caller.name == "nobody" or caller.seat == at.seat
        ask_all(played, at.stand, twins[caller.seat], caller, asked, most=None if everything else most)


def ask_all(
    played: Played,
    stand: Stand,
    twin: Hidden,
    caller: Caller,
    asked: Counter[tuple[str, str]],
    only: tuple[str, ...] = tuple(ASKS),
    most: int | None = None,
) -> None:
    """Asks the operations of both as one caller, the first `most` requests of each or all, and counts what
    was asked and answered. Leak."""
    other = twin.stand
    if not caller.hosts:
        other = replace(other, meta=private(other.meta, caller.seat))
    played.write(stand, other)
    cards = guessed(played.ruleset, stand, twin.exchanged)
    who = Asker(played.ruleset, played.tokens.game, stand, caller.seat, caller.token, cards)
    for operation in only:
        for call in islice(ASKS[operation](who), most):
            status, _, _ = same(played, call, caller.token)
            asked[operation, f"{caller.name} {status}"] += 1
