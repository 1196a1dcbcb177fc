"""Workers are exchanged under play: streams say so and go on, nobody is refused, no move is lost."""

import http.client
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from service.embedded import Embedded
from tests.e2e import test_serve
from tests.e2e.follower import EventStream, Notebook
from tests.e2e.player import Player, Seated, play_on, some
from tests.e2e.processes import children
from tests.e2e.serving import Served, free_port, serving
from tests.e2e.test_streams_cut import ANA, BO, Reading, check_notes

RELOADS = int(os.environ.get("RELOADS") or 1)  # under play
ENDED = 5.0  # seconds in which a stream has to end
BOUND = 30.0  # seconds after which a test calls it stuck


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    with Embedded(tmp_path_factory.mktemp("restart")) as store:
        yield store


@contextmanager
def gunicorn(store: Embedded, folder: Path, port: int) -> Iterator[Served]:
    """As an operator starts it who has a store."""
    with serving(store.url, folder / "gunicorn.txt", WORKERS="2", PORT=str(port)) as served:
        yield served


@contextmanager
def serve(store: Embedded, folder: Path, port: int) -> Iterator[Served]:
    """As `make serve` does where REDIS_URL is set."""
    settings = {"REDIS_URL": store.url, "WORKERS": "2", "PORT": str(port), "LOG_LEVEL": "warning"}
    with test_serve.serving(folder, **settings) as service:
        yield Served(service.root, service.process)


@contextmanager
def serve_alone(store: Embedded, folder: Path, port: int) -> Iterator[Served]:
    """As `make serve` does else, with a store of its own."""
    settings = {"WORKERS": "2", "PORT": str(port), "LOG_LEVEL": "warning"}
    with test_serve.serving(folder, **settings) as service:
        yield Served(service.root, service.process)


Start = Callable[[Embedded, Path, int], AbstractContextManager[Served]]


def reload(served: Served) -> None:
    """Has the workers exchanged; comes back when the new ones are alone."""
    old = set(children(served.process.pid))
    served.process.send_signal(signal.SIGHUP)
    gone(served, old)
    assert Player(served.address).ask("GET", "/livez").status == 200  # else the next would end the new ones


def gone(served: Served, old: set[int]) -> None:
    """Comes back when the workers have been exchanged for others."""
    until = time.monotonic() + BOUND
    while set(children(served.process.pid)) & old:
        assert time.monotonic() < until, "the old workers do not end"
        time.sleep(0.05)
    assert len(children(served.process.pid)) == len(old)


def end_of(stream: EventStream) -> Any:
    """The data of the last message, which comes in time; after it nothing."""
    stream.socket.settimeout(ENDED)
    told = list(stream)
    assert [message.event for message in told[:-1] if message.event not in ("retry", "comment")] == []
    return told[-1].data


def shown(stream: EventStream) -> EventStream:
    """The stream, when it has shown its game."""
    stream.next("game")
    return stream


def test_Q28_SIGHUP_under_play_refuses_nobody_and_every_viewer_is_told_each_step_once(
    store: Embedded, tmp_path: Path
) -> None:
    """Three games are played on, a new connection for every request, while the workers are exchanged. Any
    refusal or answer but 2xx fails the play."""
    with serving(store.url, tmp_path / "gunicorn.txt", WORKERS="4") as served:
        _play_through_reloads(served)


def _play_through_reloads(served: Served) -> None:
    service = Player(served.address)
    created = [service.create([ANA, BO]) for _ in range(3)]
    readings = {}
    for one in created:
        viewers = [service, *(service.holding(token) for token in one["seat_tokens"])]
        readings[one["game"]["id"]] = [
            (viewer, Reading(Notebook(served.address, one["game"]["id"], viewer.token)))
            for viewer in viewers
            for _ in range(3)
        ]
    reloaded = threading.Event()

    def play(at: int) -> None:
        choose, game, tokens = some(at), created[at]["game"], created[at]["seat_tokens"]
        while not reloaded.is_set() and game["status"] == "playing":
            game = play_on(service, game, tokens, choose, most=4)
            time.sleep(0.05)  # so that the game outlasts the workers
        if game["status"] == "playing":
            host = service.holding(created[at]["host_token"])
            host.done("DELETE", f"/v1/games/{game['id']}")

    with ThreadPoolExecutor(3) as pool:
        plays = [pool.submit(play, at) for at in range(3)]
        try:
            for _ in range(RELOADS):
                reload(served)
        finally:
            reloaded.set()
        for each in plays:
            each.result(BOUND)
    for game, all_of in readings.items():
        for viewer, reading in all_of:
            check_notes(reading, viewer, game)


def test_SIGHUP_ends_all_that_waits_and_is_not_held_up_by_those_who_do_not_read(
    store: Embedded, tmp_path: Path
) -> None:
    """Streams of one game and of many end with `restart`, waiting calls are answered; a stream that is not
    read and a connection that is kept alive do not keep the old workers."""
    with ExitStack() as stack, ThreadPoolExecutor(8) as pool:
        served = stack.enter_context(serve(store, tmp_path, free_port()))
        table = Seated(Player(served.address))
        path = f"{table.path}/stream"

        def opened(*where: Any, **more: Any) -> EventStream:
            return stack.enter_context(EventStream(served.address, *where, **more))

        streams = [shown(opened(path, table.tokens[at % 2])) for at in range(12)]
        entries = [{"token": token, "after": 0} for token in table.tokens]
        streams += [shown(shown(opened("/v1/stream", body={"follow": entries}))) for _ in range(2)]
        for _ in range(4):
            opened(path, last=0, receive=4096, moves=200)  # and nobody reads it
        kept = http.client.HTTPConnection("127.0.0.1", int(served.address.rpartition(":")[2]), timeout=BOUND)
        stack.callback(kept.close)
        kept.request("GET", "/livez")
        assert kept.getresponse().read()
        version = table.version
        waiting = [pool.submit(table.public.events, table.id, after=version, wait=20) for _ in range(8)]
        time.sleep(0.5)
        assert not any(call.done() for call in waiting)
        old = set(children(served.process.pid))
        served.process.send_signal(signal.SIGHUP)
        ends = [end_of(stream) for stream in streams]
        assert ends == [{"event": "end", "index": None, "game_id": None, "reason": "restart"}] * 14
        assert [call.result(ENDED)["steps"] for call in waiting] == [[]] * 8
        gone(served, old)
        table.mover.play(table.id, table.move())
        for token in (*table.tokens, None):
            again = opened(path, token, version)
            assert [again.next("step").version, again.next("game").version] == [version + 1] * 2


class Playing(threading.Thread):
    """Plays a game, move by move, until one is not answered; then it says which version it was told last."""

    def __init__(self, table: Seated, at: int) -> None:
        super().__init__(daemon=True)
        self.version = table.version
        self._table = table
        self._choose = some(at)
        self.start()

    def run(self) -> None:
        with suppress(OSError, http.client.HTTPException):
            while True:
                time.sleep(0.02)  # so that the game does not end before the service
                hand = self._table.mover
                move = self._choose(hand.list(self._table.id)["items"])["move"]
                self.version = hand.play(self._table.id, move)["game"]["version"]


@pytest.mark.parametrize("start", [gunicorn, serve_alone])
def test_SIGTERM_acknowledges_what_it_applies_and_streams_are_resumed_without_gap_or_double(
    start: Start, store: Embedded, tmp_path: Path
) -> None:
    """Three tables are played at when the service is told to stop. A move that is not answered was not made.
    The viewers are told to come again, and do so when it is started again."""
    port = free_port()
    with start(store, tmp_path, port) as served:
        tables = [Seated(Player(served.address)) for _ in range(3)]
        streams = [
            EventStream(served.address, f"{table.path}/stream", token, 0)
            for table in tables
            for token in (*table.tokens, None)
            for _ in range(2)
        ]
        with ThreadPoolExecutor(len(streams)) as pool:
            told = [pool.submit(list, stream) for stream in streams]
            plays = [Playing(table, at) for at, table in enumerate(tables)]
            time.sleep(1.0)
            served.process.terminate()
            heard = [[each for each in one.result(ENDED) if each.event != "comment"] for one in told]
        for play in plays:
            play.join(BOUND)
        assert served.process.wait(BOUND) == 0
    with start(store, tmp_path, port) as served, ExitStack() as stack:
        for at, stream in enumerate(streams):
            table = tables[at // 6]
            *messages, end = heard[at]
            assert (end.event, end.data["reason"]) == ("end", "restart")
            assert table.version == plays[at // 6].version, "what was acknowledged, and nothing else"
            steps = [each.version for each in messages if each.event == "step"]
            last = int(messages[-1].id or 0)
            assert steps == list(range(1, last + 1))
            token = (*table.tokens, None)[at % 6 // 2]
            again = stack.enter_context(EventStream(served.address, f"{table.path}/stream", token, last))
            missed = [again.next("step").version for _ in range(table.version - last)]
            assert missed == list(range(last + 1, table.version + 1))
            assert again.next("game").version == table.version
            stream.cut()
