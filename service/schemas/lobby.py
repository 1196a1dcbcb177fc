"""The lobby: what its listing takes and answers. No union stands in it, so that no client loses a page to a
rule set that it does not know."""

from typing import Annotated, Any

import msgspec

from service.schemas.answers import Status, Time
from service.schemas.requests import TextQuery

LONGEST_CURSOR = 200


def _said(description: str, **bounds: Any) -> msgspec.Meta:
    return msgspec.Meta(description=description, **bounds)


class GamesQuery(TextQuery, frozen=True):
    """Which games; every filter narrows the list. `player` and `metadata` are for an API key."""

    ruleset: Annotated[str, _said("Only games of this rule set", max_length=40)] | None = None
    open: (
        Annotated[
            bool, _said("`true`: only games with a free seat that have not started; `false`: the others")
        ]
        | None
    ) = None
    status: Annotated[Status, _said("Only games of this status")] | None = None
    player: (
        Annotated[
            str,
            _said(
                "Only games in which a seat has this `player`; with an API key", min_length=1, max_length=64
            ),
        ]
        | None
    ) = None
    metadata: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=541, pattern=r"^[\s\S]+:[\s\S]*$")], ...],
        _said(
            "Only games whose metadata have this name and value, `room:lunch-42`; repeat it for more; with an"
            " API key",
            max_length=20,
        ),
    ] = ()
    limit: Annotated[int, _said("How many games a page has at most", ge=1, le=200)] = 50
    cursor: (
        Annotated[str, _said("The `next_cursor` of the page before", max_length=LONGEST_CURSOR)] | None
    ) = None


class HouseRule(msgspec.Struct, frozen=True):
    """An option that is not as the rule set has it by default. `value` is as text, whatever its type."""

    option: str
    value: str
    label: str | None


class GameSummary(msgspec.Struct, frozen=True):
    """A game in a list. `names` is indexed by seat; `open_seats` are those that anybody who may sit can take.

    A seat that is kept for somebody is not among them.
    """

    id: str
    ruleset: str
    edition: int
    status: Status
    seats: int
    open_seats: int
    names: tuple[str | None, ...]
    house_rules: tuple[HouseRule, ...]
    turn_seconds: int | None
    sandbox: bool
    created_at: Time


class GamePage(msgspec.Struct, frozen=True):
    """Games, newest first. A page may be short, even empty, and still have a `next_cursor`: go on until it is
    null."""

    items: tuple[GameSummary, ...]
    next_cursor: str | None
