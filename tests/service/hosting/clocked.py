"""Tables with a clock, for tests: who is silent, what time it is, and what the log says in bytes."""

from typing import Any

from engine.core.house import SeatChanged
from service.schemas.requests import NewSeat
from tests.service.hosting.house import NOON, House, plain

TURN = 60  # seconds
TURN_MS = TURN * 1000
NAMES = ("Ana", "Bo", "Cy", "Di")


class Clocked:
    """A game of people with `TURN` seconds a turn, begun at noon; house bots sit behind them."""

    def __init__(self, house: House, people: int = 2, *bots: NewSeat, **given: Any) -> None:
        house.now = NOON
        self.house = house
        seats = (*(NewSeat(name=name) for name in NAMES[:people]), *bots)
        made = house.create(*seats, **({"turn_seconds": TURN} | given))
        self.id = made.game.id
        self.host = made.host_token
        self.tokens = [str(token) for token in made.seat_tokens if token]

    @property
    def game(self) -> Any:
        """The game as the public sees it now, plain."""
        return plain(self.house.see(self.id, None))

    @property
    def log(self) -> list[bytes]:
        """The rows as they are stored."""
        return [row.body for row in self.house.store.rows(self.id, 0, 10_000)]

    def steps(self, after: int) -> Any:
        """The steps after a version as the public sees them, plain."""
        return plain(self.house.steps(self.id, None, after))

    def by(self, after: int) -> list[tuple[int | None, str]]:
        """Who made the steps after a version, and on whose behalf."""
        rows = self.house.hosting._log(self.house.hosting.opened(self.id, None), after + 1, 10_000)
        return [(row.seat, row.by) for row in rows]

    def at(self, ms: int) -> "Clocked":
        """It is so many ms after noon."""
        self.house.now = NOON + ms
        return self

    def play(self, seat: int, kind: str | None = None) -> None:
        """The seat plays its first legal move (of a kind)."""
        token = self.tokens[seat]
        self.house.play(self.id, token, self.house.first(self.id, token, kind))

    def mover(self) -> int:
        """The first seat that is to act."""
        return int(self.game["to_act"][0])

    def back(self, seat: int) -> None:
        """The player of a seat that ran out of time is there again."""
        hosting = self.house.hosting
        table = hosting.opened(self.id, self.tokens[seat])
        assert table.meta.seats[seat].may_return
        progress = hosting._progress(table)
        progress.returns(table.you or 0)  # type: ignore[arg-type]
        hosting._commit(table, progress)

    def record(self) -> Any:
        """The record, as it goes over the wire."""
        return plain(self.house.records.record(self.id, None))


def left(seat: int, name: str) -> Any:
    """The event of a seat that is played by a bot because its time was up."""
    return plain(SeatChanged(seat, "left", name, "random", "timeout"))  # type: ignore[arg-type]
