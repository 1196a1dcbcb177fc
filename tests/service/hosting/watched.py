"""Tables that are watched, for tests: games of two with a policy and a delay, and who looks at them."""

from typing import Any

import msgspec

from engine.core.house import HOUSE_EVENTS
from service.schemas.answers import Created, EventsPage, Game
from service.schemas.requests import EventsQuery, NewGame, NewSeat, Sandbox
from tests.service.hosting.house import READER, VANTAGE, ZEROS, House, plain

ANA, BO = NewSeat(name="Ana", player="u-1"), NewSeat(name="Bo", player="u-2")
HOUSE_KINDS = {str(cls.__struct_config__.tag) for cls in HOUSE_EVENTS}


class Watched:
    """A game of Vantage, and every way to look at it."""

    def __init__(self, house: House, *seats: NewSeat, fair: bool = False, **given: Any) -> None:
        self.house = house
        given.setdefault("options", {})
        sandbox = None if fair else msgspec.convert({"seed": ZEROS}, Sandbox)
        body = NewGame("vantage", seats or (ANA, BO), sandbox=sandbox, **given)
        options = VANTAGE.Options(**given["options"])
        self.made: Created = house.hosting.create(body, options, READER)[0]
        self.id = self.made.game.id
        self.tokens = [str(token) for token in self.made.seat_tokens if token]

    @property
    def outside(self) -> dict[str, str | None]:
        """The tokens of those who have no seat."""
        return {"nobody": None, "invite": self.made.invite, "host": self.made.host_token}

    @property
    def version(self) -> int:
        """Where the game truly stands."""
        return self.see(self.tokens[0]).version

    def see(self, token: str | None) -> Game:
        """The game as the token sees it."""
        return self.house.see(self.id, token)

    def told(self, token: str | None) -> tuple[Any, str]:
        """The game on the wire, and the nonce of its ETag."""
        shown, nonce = self.house.hosting.see(self.id, token, READER)
        return plain(shown), nonce

    def events(self, token: str | None, **query: Any) -> EventsPage:
        """A page of events."""
        return self.house.hosting.events(self.id, token, EventsQuery(**{"limit": 500, **query}), READER)

    def move(self, times: int = 1) -> None:
        """Whoever is to act plays his first move; a second goes by."""
        for _ in range(times):
            self.house.now += 1000
            shown = self.see(self.tokens[0])
            mover = self.tokens[shown.to_act[0]]
            self.house.play(self.id, mover, self.house.first(self.id, mover))

    def abort(self) -> Any:
        """The host ends it."""
        return self.house.hosting.abort(self.id, self.made.host_token, READER)


def kinds(page: EventsPage) -> list[tuple[int, list[str]]]:
    """The versions of the page and the kinds of events at each."""
    return [(step["version"], [event["kind"] for event in step["events"]]) for step in plain(page.steps)]


def happened(page: EventsPage) -> list[tuple[int, list[str]]]:
    """The same of those steps of which more is told than that they were made."""
    for step in page.steps:
        assert (step.text is None) == (step.events == ())
    return [told for told in kinds(page) if told[1]]
