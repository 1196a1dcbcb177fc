"""`python -m tests.fire.crowd <orders>`: a process full of people who play, whatever becomes of it."""

# ruff: noqa: E402  # nothing is imported before the patch

from gevent import monkey  # type: ignore[import-untyped]

monkey.patch_all()

import random
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import gevent
import msgspec

from tests.fire.caller import PATIENCE, Caller, Refused
from tests.fire.ledger import Ledger, Made
from tests.fire.orders import Orders
from tests.fire.playing import Playing
from tests.fire.sitting import Sitting, Table
from tests.fire.watching import watch

EARLY = 3  # moves before somebody leaves
LEAVES = 0.1  # of the tables of three and more, one stands up
LINGER = 5.0  # seconds for which viewers are waited for who may never be told the end: the store lost it
RIVALS = 0.2  # of the tables are played by two at once
SOON = 12  # moves, at most, after which a table is cleared that does not play to the end
WATCHED = 0.5  # of the tables have a viewer


def together(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Makes the calls at once; what each gave, in order."""
    if len(calls) == 1:
        return [calls[0]()]
    spawned = [gevent.spawn(_tried, call) for call in calls]
    gevent.joinall(spawned)
    for one in spawned:
        if isinstance(one.value[1], Exception):
            raise one.value[1]
    return [one.value[0] for one in spawned]


def _tried(call: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """What the call gave, or raised: gevent would print that on its own."""
    try:
        return call(), None
    except Exception as fault:
        return None, fault


class Crowd:
    """Plays until it is over, then a few moves more at each table, and clears it."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self.ledger = Ledger()
        self._restored = Path(orders.restored)
        self._end = Path(orders.over)
        self._caller = Caller(orders.root, self.ledger)
        self._sitting = Sitting(self._caller, self.ledger, together, self._lost_time, orders.slow_bots)
        self._playing = Playing(self._caller, self.ledger, together, self._lost_time)
        self._viewers: list[Any] = []
        self._begun = self._made = 0  # tables

    def run(self) -> None:
        """Comes back when all tables are cleared, and all viewers have seen it."""
        people = [gevent.spawn(self._person, at) for at in range(self._orders.people)]
        gevent.joinall(people)
        gevent.joinall(self._viewers, timeout=LINGER if self._lost_time() else PATIENCE)

    def _lost_time(self) -> bool:
        return self._restored.exists()

    def _over(self) -> bool:
        return self._end.exists()

    def _person(self, at: int) -> None:
        rng = random.Random(f"{self._orders.seed} {at}")
        while not self._over() and self._begun < self._orders.tables:
            self._begun += 1
            try:
                table = self._sitting.table(self._begun + self._orders.seed, rng)
                self._made += 1
                if self._made == self._orders.people:
                    Path(self._orders.begun).touch()
                self._table(table, rng)
            except Exception as fault:
                if not (isinstance(fault, Refused) and self._lost_time()):
                    self.ledger.strange.append("".join(traceback.format_exception(fault))[-1500:])

    def _table(self, table: Table, rng: random.Random) -> None:
        """A whole evening at a table: the game, perhaps cut short, perhaps a rematch of it."""
        soon = rng.randint(1, SOON) if rng.random() < self._orders.short else None
        rivals = rng.random() < RIVALS
        if rng.random() < WATCHED:
            token = rng.choice([None, *table.made.tokens.values()])
            self._viewers.append(
                gevent.spawn(watch, self._orders.root, self.ledger, table.id, token, self._lost_time)
            )
        if len(table.made.tokens) > 2 and rng.random() < LEAVES:
            self._playing.play(table, rng, lambda played: played >= EARLY, rivals=False)
            self._leave(table, rng)
        late = 0

        def enough(played: int) -> bool:
            nonlocal late
            if not self._over():
                return soon is not None and played >= soon
            late += 1
            return late > self._orders.last

        dice = [random.Random(rng.random()) for _ in range(1 + rivals)]
        together([partial(self._playing.play, table, one, enough, rivals) for one in dice])
        if not table.made.gone:
            self._clear(table)
        if soon is not None and not table.made.gone and not self._over():
            self._rematch(table, rng)

    def _leave(self, table: Table, rng: random.Random) -> None:
        """One stands up for good. If the answer was lost his token is dead when he says so again."""
        seat = rng.choice(list(table.made.tokens))
        token = table.made.tokens.pop(seat)
        try:
            self._caller.delete(f"{table.path}/seats/{seat}", token)
        except Refused as refusal:
            if not ((refusal.status == 401 and refusal.sent > 1) or refusal.code == "game-over"):
                raise

    def _clear(self, table: Table) -> None:
        """The host ends the game, unless it is over."""
        try:
            self._caller.delete(table.path, table.made.host)
        except Refused as refusal:
            if refusal.code != "game-over":
                if not self._lost_time():
                    raise
                table.made.gone = True
            elif refusal.sent == 1:
                self.ledger.finished += 1

    def _rematch(self, table: Table, rng: random.Random) -> None:
        """All ask for it at once, are told one game, sit in it with the tokens they have, and play it."""
        held = list(table.made.tokens.values())

        def ask(token: str) -> Any:
            return self._caller.post(f"{table.path}/rematch", None, token)[0]["game"]

        games = together([partial(ask, token) for token in held])
        if len({game["id"] for game in games}) != 1:
            self.ledger.strange.append(f"{table.id} has several rematches")
        again = Table(games[0]["id"], Made(table.made.ruleset, table.made.host), table.thinking)
        self.ledger.games[again.id] = again.made

        def sit(token: str) -> tuple[int, str]:
            sat = self._caller.post(f"{again.path}/seats", {}, token)[0]
            return int(sat["seat"]), str(sat["token"])

        again.made.tokens = dict(together([partial(sit, token) for token in held]))
        game = self._caller.get(again.path, None)
        if game["status"] == "playing":
            self.ledger.rematches += 1
            self._playing.play(again, rng, lambda played: played >= SOON, rivals=False)
        if not again.made.gone:
            self._clear(again)


def main() -> None:
    """Does as ordered, and writes the ledger."""
    orders = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Orders)
    crowd = Crowd(orders)
    try:
        crowd.run()
    except BaseException:
        crowd.ledger.strange.append(traceback.format_exc()[-1500:])
    crowd.ledger.write(Path(orders.ledger))


if __name__ == "__main__":
    main()
