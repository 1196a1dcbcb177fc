"""Where the fire is: two services behind one address that takes them in turn, over one store, each way with a
wire that can be cut [Q54]."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from redis import Redis

from service.commits import LIFETIME_MS
from service.embedded import Embedded
from service.store import RedisStore
from tests.e2e.serving import ROOT, Served, serving
from tests.fire.aftermath import Aftermath, Damage
from tests.fire.arson import Arson
from tests.fire.ledger import Ledger
from tests.fire.orders import Orders
from tests.fire.wire import Wire

SERVICES = 2
WORKERS = 2  # of each service
STUCK = 120.0  # seconds in which a crowd has to begin, and to come to its end


class Plan(msgspec.Struct, frozen=True):
    """How large a fire is: processes full of people, and people in each. `frozen`: seconds that the store is
    stopped at most; `tables`: after which a process makes no more; `last`: moves that are played at each
    table when it is over; `short`: the part of the tables that are cleared soon. With `spare` the workers of
    one service are not killed."""

    seed: int
    crowds: int
    people: int
    frozen: float = 1.2
    tables: int = 1_000_000
    last: int = 3
    short: float = 0.3
    slow_bots: bool = False
    spare: bool = False


Gathering = list[tuple["subprocess.Popen[bytes]", Path]]  # crowds that are playing, and where they write


class Scene:
    """Services with their store and wires, ready to be set on fire, and people who come to play."""

    def __init__(
        self, folder: Path, plan: Plan, services: list[Served], store: Embedded, arson: Arson, root: str
    ):
        self.folder = folder
        self.plan = plan
        self.services = services
        self.store = store
        self.arson = arson
        self.games = RedisStore(store.url, LIFETIME_MS)
        self.restored = folder / "restored"  # there as soon as the store may go back in time
        self._root = root
        self._number = 0
        self._people: list[subprocess.Popen[bytes]] = []

    def open(self) -> Gathering:
        """People who have begun to play, and go on until they are told that it is over."""
        crowds: Gathering = []
        for _ in range(self.plan.crowds):
            self._number += 1
            ledger = self.folder / f"ledger{self._number}.json"
            orders = Orders(
                root=self._root,
                seed=self.plan.seed * 1000 + self._number,
                people=self.plan.people,
                ledger=str(ledger),
                begun=str(ledger.with_suffix(".begun")),
                over=str(ledger.with_suffix(".over")),
                restored=str(self.restored),
                tables=self.plan.tables,
                last=self.plan.last,
                short=self.plan.short,
                slow_bots=self.plan.slow_bots,
            )
            given = self.folder / f"orders{self._number}.json"
            given.write_bytes(msgspec.json.encode(orders))
            command = [sys.executable, "-m", "tests.fire.crowd", str(given)]
            self._people.append(subprocess.Popen(command, cwd=ROOT))
            crowds.append((self._people[-1], ledger))
        until = time.monotonic() + STUCK
        while not all(ledger.with_suffix(".begun").exists() for _, ledger in crowds):
            assert time.monotonic() < until, "nobody came"
            time.sleep(0.05)
        return crowds

    def close(self, crowds: Gathering) -> Ledger:
        """Tells them that it is over, and gives what they wrote down. Nobody of them may be stuck."""
        whole = Ledger()
        for _, path in crowds:
            path.with_suffix(".over").touch()
        for process, path in crowds:
            process.wait(STUCK)
            whole.add(Ledger.read(path))
        return whole

    def survey(self, ledger: Ledger, restored: float | None = None) -> Damage:
        """What must hold of all that was played."""
        return Aftermath(self.services[0].address, self.games, ledger, restored).survey()

    def stored(self) -> set[str]:
        """The games that are in the store."""
        return {game for some in self.games.index.games() for game in some}

    def end(self) -> None:
        """Nobody plays any more."""
        self.games.close()
        for process in self._people:
            process.kill()
            process.wait()

    @contextmanager
    def raw(self) -> Iterator[Any]:
        """A plain client of the store, which sees all keys."""
        client: Any = Redis.from_url(self.store.url, protocol=2)
        yield client
        client.close()


@contextmanager
def scene(folder: Path, plan: Plan) -> Iterator[Scene]:
    """Everything, started; and ended when the block is."""
    with ExitStack() as stack:
        store = stack.enter_context(Embedded(folder / "data"))
        inner = stack.enter_context(Wire([Path(store.url.removeprefix("unix://"))], plan.seed))
        address = f"redis://127.0.0.1:{inner.port}"
        services = [
            stack.enter_context(serving(address, folder / f"gunicorn{at}.txt", WORKERS=str(WORKERS)))
            for at in range(SERVICES)
        ]
        ports = [int(served.address.rpartition(":")[2]) for served in services]
        outer = stack.enter_context(Wire(ports, plan.seed + 1))
        spared = services[1:] if plan.spare else []
        arson = Arson(services, spared, store, outer, inner, plan.seed, plan.frozen)
        made = Scene(folder, plan, services, store, arson, f"http://127.0.0.1:{outer.port}")
        stack.callback(made.end)
        yield made
