"""Pictures of games that ended otherwise than by their rules, or that cannot be drawn."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.core.outcome import Outcome
from engine.core.texts import Texts
from engine.rulesets.davinci_board import DavinciBoard
from service.faults import NotFound
from service.hosting import Hosting
from service.schemas.answers import Created
from service.schemas.requests import NewGame, NewSeat, OnTimeout
from service.store import Committed, Tag
from tests.service.hosting.house import READER, House

ANA, BO = NewSeat(name="Ana"), NewSeat(name="Bo")


class Later(DavinciBoard):
    """The next edition, whose states have another shape."""

    __module__ = DavinciBoard.__module__  # where its texts stand
    edition = 2


class Undrawn(DavinciBoard):
    """The same game, never drawn."""

    __module__ = DavinciBoard.__module__

    def picture(self, seen: Any, said: Texts, names: Sequence[str | None], outcome: Outcome | None) -> Any:
        """Nothing."""
        return None


def create(house: House, on_timeout: OnTimeout = "bot") -> Created:
    """A game of Ana, who begins, and Bo, with a minute for each turn."""
    body = NewGame("davinci-board", (ANA, BO), {"first": 0}, turn_seconds=60, on_timeout=on_timeout)
    return house.hosting.create(body, DavinciBoard.Options(first=0), READER)[0]  # type: ignore[arg-type]


def drawn(hosting: Hosting, game: str) -> str:
    return hosting.picture(game, None, READER).svg


@pytest.mark.parametrize(
    ("on_timeout", "says"),
    [
        ("bot", "Bo is to place a piece"),
        ("move", "Bo is to place a piece"),
        ("forfeit", "Bo wins: all others have forfeited"),
        ("abort", "The time was up"),
    ],
)
def test_when_time_is_up_the_picture_shows_what_came_of_it(house: House, on_timeout: Any, says: str) -> None:
    made = create(house, on_timeout)
    assert "Ana is to place a piece" in drawn(house.hosting, made.game.id)
    house.now += 61_000
    assert says in drawn(house.hosting, made.game.id)


def test_of_a_retired_edition_what_was_played_is_drawn_if_it_can_still_be_read(house: House) -> None:
    game = create(house).game.id
    later = Hosting(house.store, house.live, {"davinci-board": Later()}, clock=lambda: house.now)
    assert "The rules have changed since" in drawn(later, game)


def test_of_a_retired_edition_that_cannot_be_read_there_is_no_picture(house: House) -> None:
    game = create(house).game.id
    stored = house.store.read(game)
    assert stored is not None
    done = house.store.commit(game, stored.tag, Tag.fresh(stored.tag.version), state=b'{"ruleset":"x"}')
    assert isinstance(done, Committed)
    later = Hosting(house.store, house.live, {"davinci-board": Later()}, clock=lambda: house.now)
    with pytest.raises(NotFound, match="rules that are no more") as refusal:
        later.picture(game, None, READER)
    assert refusal.value.version == stored.tag.version + 1


def test_a_board_that_is_not_drawn_has_no_picture(house: House) -> None:
    game = create(house).game.id
    other = Hosting(house.store, house.live, {"davinci-board": Undrawn()}, clock=lambda: house.now)
    with pytest.raises(NotFound, match="not drawn here"):
        other.picture(game, None, READER)
