"""How a crowd makes its tables: each in one of the ways in which people come to sit at one."""

import random
import uuid
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from tests.fire.caller import Caller, Refused
from tests.fire.ledger import Ledger, Made

Together = Callable[[Sequence[Callable[[], Any]]], list[Any]]  # makes calls at once; what each gave, in order

NAMES = ("Ana", "Bo", "Cy", "Di", "Em", "Flo")
OPEN = {"open": True}
SLOW = "search"  # a house bot that thinks
HOUR = 3600  # seconds to move: there is a deadline, which nobody comes near


class Kind(NamedTuple):
    """A rule set, as far as somebody has to know it who sits down."""

    slug: str
    counts: list[int]  # of seats that a table may have


class Table(NamedTuple):
    """A game, and who holds what of it."""

    id: str
    made: Made
    thinking: bool = False  # a house bot sits there that moves when it has thought

    @property
    def path(self) -> str:
        """Where it is."""
        return f"/v1/games/{self.id}"


class Sitting:
    """Makes tables of all kinds."""

    def __init__(
        self,
        caller: Caller,
        ledger: Ledger,
        together: Together,
        lost_time: Callable[[], bool],
        slow_bots: bool,
    ) -> None:
        self._caller = caller
        self._ledger = ledger
        self._together = together
        self._lost_time = lost_time
        self._bots = ("random", SLOW) if slow_bots else ("random",)
        found = caller.get("/v1/rulesets", None)["items"]
        self._kinds = [Kind(one["slug"], one["seats"]["counts"]) for one in found]

    @property
    def kinds(self) -> list[str]:
        """The rule sets that are played."""
        return [kind.slug for kind in self._kinds]

    def table(self, number: int, rng: random.Random) -> Table:
        """A table at which a game is on: rule sets come in turn, ways and sizes by chance."""
        kind = self._kinds[number % len(self._kinds)]
        size = rng.choice(kind.counts)
        ways = [self._full, self._full, self._claimed, self._with_bots]
        if len(kind.counts) > 1:
            ways.append(self._started_with_fewer)
        return rng.choice(ways)(kind, size, rng)

    def _create(self, kind: Kind, seats: list[dict[str, Any]], rng: random.Random) -> tuple[Table, Any]:
        """Sent once, or twice at once with one key: that is one game, with the same secrets."""
        body: dict[str, Any] = {"ruleset": kind.slug, "seats": seats}
        body |= rng.choice(({}, {"listed": True}, {"turn_seconds": HOUR}))
        key = str(uuid.uuid4())
        times = rng.choice((1, 1, 3))
        self._ledger.burst += times > 1

        def create() -> Any:
            return self._caller.post("/v1/games", body, None, key=key)[0]

        first, *others = self._together([create] * times)
        secrets = ("host_token", "invite", "seat_tokens", "steps")
        for other in others:
            if other["game"]["id"] != first["game"]["id"] or any(
                other[name] != first[name] for name in secrets
            ):
                self._odd(f"one creation made {first['game']['id']}, {other['game']['id']}")
        made = Made(kind.slug, first["host_token"])
        made.tokens = {seat: token for seat, token in enumerate(first["seat_tokens"]) if token}
        thinking = any(seat.get("bot") == SLOW for seat in seats)
        table = Table(first["game"]["id"], made, thinking)
        self._ledger.games[table.id] = made
        return table, first

    def _odd(self, text: str) -> None:
        """Writes down what must not be, unless the store has gone back in time."""
        if not self._lost_time():
            self._ledger.strange.append(text)

    def _full(self, kind: Kind, size: int, rng: random.Random) -> Table:
        return self._create(kind, [{"name": name} for name in NAMES[:size]], rng)[0]

    def _with_bots(self, kind: Kind, size: int, rng: random.Random) -> Table:
        people = rng.randint(1, size - 1)
        seats = [{"name": name} for name in NAMES[:people]]
        seats += [{"bot": rng.choice(self._bots)} for _ in range(size - people)]
        rng.shuffle(seats)
        return self._create(kind, seats, rng)[0]

    def _claimed(self, kind: Kind, size: int, rng: random.Random) -> Table:
        """One more wants a seat than there are: each goes to one, and one is told so [Q21]."""
        table, created = self._create(kind, [{"name": "Ana"}, *[OPEN] * (size - 1)], rng)

        def claim(name: str) -> tuple[int, str] | str:
            body = {"invite": created["invite"], "name": name}
            try:
                sat = self._caller.post(f"{table.path}/seats", body, None)[0]
            except Refused as refusal:
                return refusal.code
            return sat["seat"], sat["token"]

        answers = self._together([partial(claim, name) for name in (*NAMES[1:], "Gil")][:size])
        sat: dict[int, str] = dict(answer for answer in answers if isinstance(answer, tuple))
        refused = [answer for answer in answers if isinstance(answer, str)]
        if sorted(sat) != list(range(1, size)) or refused not in (["seat-taken"], ["game-over"]):
            self._odd(f"{size} claims of {size - 1} seats of {table.id}: {answers}")
        table.made.tokens |= sat
        return table

    def _started_with_fewer(self, kind: Kind, size: int, rng: random.Random) -> Table:
        """The host starts, three times at once with one key."""
        fewer, most = rng.choice(kind.counts[:-1]), kind.counts[-1]
        seats = [{"name": name} for name in NAMES[:fewer]] + [OPEN] * (most - fewer)
        table, _ = self._create(kind, seats, rng)
        key = str(uuid.uuid4())

        def start() -> Any:
            return self._caller.post(f"{table.path}/start", None, table.made.host, key=key)[0]["steps"]

        first, *others = self._together([start] * 3)
        self._ledger.burst += 1
        if any(other != first for other in others):
            self._odd(f"one start of {table.id} was answered in two ways")
        return table
