"""Moves a second over HTTP, as a share of a bare floor that does the same I/O with none of the work.

Both run in gunicorn with the same workers over the same kind of Valkey, alternately in one run. The load is
whole games from a known seed, so every client only posts moves that are known to be legal.
"""

import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from engine import RULESETS, Rng
from service.embedded import Embedded

ROOT = Path(__file__).parents[2]
WORKERS = 2
CLIENTS = 8
ROUNDS = 5
GAMES = 2  # a client and round
AIM = 0.7


def script() -> list[tuple[int, bytes]]:
    """A whole game of two seats from the seed of zeros: the first listed move each time."""
    ruleset = RULESETS["vantage"]
    state = ruleset.new(ruleset.Options(), 2, Rng(bytes(32))).state
    moves = []
    while ruleset.outcome(state) is None:
        seat = ruleset.to_act(state)[0]
        move = next(ruleset.legal_moves(state, seat))
        moves.append((int(seat), msgspec.json.encode(move)))
        state = ruleset.apply(state, seat, move).state
    return moves


@contextmanager
def served(app: str, redis_url: str) -> Iterator[int]:
    """gunicorn with the application on a free port of loopback, until the block ends."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [sys.executable, "-m", "gunicorn", "--config", "service/gunicorn.conf.py", app]
    environment = os.environ | {
        "REDIS_URL": redis_url,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "WORKERS": str(WORKERS),
        "LOG_LEVEL": "warning",
    }
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        _wait_for(port)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def _wait_for(port: int) -> None:
    for _ in range(200):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/livez")
            if connection.getresponse().read() is not None:
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server did not come up")


def call(connection: http.client.HTTPConnection, path: str, body: bytes, token: str | None) -> Any:
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 400:
        raise RuntimeError(f"{path}: {answer.status} {text[:400]!r}")
    return text


def new_game(connection: http.client.HTTPConnection) -> tuple[str, list[str]]:
    body = {"ruleset": "vantage", "seats": [{"name": "a"}, {"name": "b"}], "sandbox": {}}
    created = json.loads(call(connection, "/v1/games", json.dumps(body).encode(), None))
    return created["game"]["id"], created["seat_tokens"]


def _client(
    port: int, games: list[tuple[str, list[str]]], moves: list[tuple[int, bytes]], times: list[float]
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for game, tokens in games:
        for seat, body in moves:
            start = time.perf_counter()
            call(connection, f"/v1/games/{game}/moves", body, tokens[seat])
            times.append(time.perf_counter() - start)


def load(port: int, moves: list[tuple[int, bytes]]) -> tuple[float, list[float]]:
    """Moves a second of all clients together, and the time of each in seconds. Creation is not counted."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    games = [[new_game(connection) for _ in range(GAMES)] for _ in range(CLIENTS)]
    times: list[float] = []
    threads = [threading.Thread(target=_client, args=(port, own, moves, times)) for own in games]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(times) / (time.perf_counter() - start), times


def main() -> int:
    """Prints the ratio of each round and their median; 1 if that misses the aim."""
    moves = script()
    ratios, rates, floors, times = [], [], [], []
    with (
        tempfile.TemporaryDirectory() as one,
        tempfile.TemporaryDirectory() as other,
        Embedded(Path(one)) as store,
        Embedded(Path(other)) as bare,
        served("service.wsgi:app", store.url) as port,
        served("tests.bench.floor:app", bare.url) as floor,
    ):
        for number in range(ROUNDS):
            base, _ = load(floor, moves)
            rate, spent = load(port, moves)
            floors.append(base)
            rates.append(rate)
            times += spent
            ratios.append(rate / base)
            print(f"http round {number + 1}: {rate:,.0f} moves/s, floor {base:,.0f}, ratio {ratios[-1]:.2f}")
    times.sort()
    p50, p99 = times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000
    print(
        f"http: median {statistics.median(rates):,.0f} moves/s of {statistics.median(floors):,.0f} at the"
        f" floor, ratio {statistics.median(ratios):.2f} (aim {AIM}); p50 {p50:.1f} ms, p99 {p99:.1f} ms"
        f" with {CLIENTS} clients, {WORKERS} workers"
    )
    return int(statistics.median(ratios) < AIM)
