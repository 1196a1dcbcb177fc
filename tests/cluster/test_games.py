"""Whole games over a cluster of which masters are killed: moves, streams and waiting calls go on."""

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from engine import RULESETS
from service.store import RedisStore, StoreUnavailable, keys
from tests.cluster.patient import Patient, Playing
from tests.cluster.valkeys import ValkeyCluster, until
from tests.e2e.follower import Notebook
from tests.e2e.player import Player, Seated
from tests.e2e.serving import Served
from tests.e2e.test_streams_cut import Reading, check_notes

GAMES = 6  # at the same time
KILLS = 2  # while they are played
SESSIONS = max(1, int(os.environ.get("FAILOVERS", "0")) // KILLS)  # `make failovers` plays more
HOLDS = {"commitment": True, "deal": True, "moves": True, "outcome": True, "failed_at": None, "problem": None}
NAMES = [{"name": name} for name in ("Ana", "Bo", "Cy", "Di")]
PAUSE = 0.05  # seconds between two moves, so that games are under way when masters die


def begin(service: Player, number: int, **new: Any) -> Any:
    """A new game, of each rule set in turn."""
    slugs = sorted(RULESETS)
    slug = slugs[number % len(slugs)]
    seats = max(2, RULESETS[slug].seats.start)
    return service.create(NAMES[:seats], ruleset=slug, **new)


def check(playing: Playing, game: Any) -> None:
    """Every acknowledged step is in the log once, and the record is sound."""
    assert game["status"] == "finished"
    record = playing.service.record(playing.game)
    assert len(record["moves"]) == game["version"], "a row a version"
    assert sorted(set(playing.acknowledged)) == sorted(playing.acknowledged), "nothing is told twice"
    assert set(playing.acknowledged) <= set(range(1, game["version"] + 1))
    assert playing.service.verify(record) == HOLDS
    for seat, told in playing.told.items():
        shown = {step["version"]: step for step in _all_steps(playing, seat)}
        assert told == [shown[step["version"]] for step in told], "the log is what was acknowledged"


def _all_steps(playing: Playing, seat: int) -> list[Any]:
    """The log of the ended game as the seat saw it."""
    steps: list[Any] = []
    while True:
        page = playing.service.events(playing.game, after=len(steps), limit=500, **{"as": seat})
        steps += page["steps"]
        if not page["more"]:
            return steps


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_a_game_is_played_on_a_cluster_to_its_end(service: Player, served: Served, slug: str) -> None:
    patient = Patient(served.address)
    created = patient.create(NAMES[: max(2, RULESETS[slug].seats.start)], ruleset=slug)
    playing = Playing(patient, created, random.Random(6).choice)
    check(playing, playing.ended())
    assert set(patient.away.counts) == {"answered"}, "nothing failed, so nothing was sent twice"


@pytest.mark.parametrize("session", range(SESSIONS))
def test_games_and_their_streams_go_on_while_masters_are_killed(
    served: Served, cluster: ValkeyCluster, session: int
) -> None:
    """Every game of several is followed by a spectator and by a seat over one connection each."""
    patient = Patient(served.address)
    all_created = [begin(patient, session + number) for number in range(GAMES)]
    readings = [
        (created["game"]["id"], token, Reading(Notebook(served.address, created["game"]["id"], token)))
        for created in all_created
        for token in (None, created["seat_tokens"][0])
    ]
    started = time.monotonic()
    games = [
        Playing(patient, created, random.Random(100 * session + number).choice, PAUSE)
        for number, created in enumerate(all_created)
    ]
    for victim in range(KILLS):
        time.sleep(0.5)
        key = keys.game_key(games[victim].game)
        dead = cluster.master_of(key)
        known = len(games[victim].acknowledged)
        dead.kill()
        cluster.failed_over(key, dead)
        cluster.heal()  # the service waits for a replica, and the new master has none before
        until(partial(_goes_on, games[victim], known), "the game to go on")
    for playing in games:
        playing.pause = 0.0
    for playing in games:
        check(playing, playing.ended())
    for game, token, reading in readings:
        check_notes(reading, patient.holding(token), game)
        assert reading.notes.connections == 1
    assert patient.away.counts["503"] > 0
    moves = sum(len(playing.acknowledged) for playing in games)
    seconds = time.monotonic() - started
    print(f"{moves} steps acknowledged in {seconds:.0f} s, {KILLS} masters killed; {patient.away.counts}")


def _goes_on(playing: Playing, known: int) -> bool:
    """Whether moves were acknowledged after so many."""
    return len(playing.acknowledged) > known + 2 or not playing.is_alive()


def test_a_call_that_waits_for_a_step_is_answered_after_the_failover(
    service: Player, served: Served, cluster: ValkeyCluster
) -> None:
    """The calls of all workers, wherever they listen for news."""
    table = Seated(service, sandbox={})
    dead = cluster.master_of(keys.game_key(table.id))
    move, mover = table.move(), Patient(served.address, table.mover.token)
    with ThreadPoolExecutor(8) as pool:
        waiting = [
            pool.submit(table.public.ask, "GET", f"{table.path}/events?after=2&wait=25") for _ in range(8)
        ]
        time.sleep(0.5)
        assert not any(call.done() for call in waiting)
        dead.kill()
        cluster.failed_over(keys.game_key(table.id), dead)
        cluster.heal()
        assert mover.try_move(table.id, move).status == 200
        answers = [call.result(60) for call in waiting]
    assert [answer.status for answer in answers] == [200] * 8
    assert [[step["version"] for step in answer.json["steps"]] for answer in answers] == [[3]] * 8


def test_while_a_slot_has_no_master_all_is_503_and_afterwards_all_goes_on(
    service: Player, store: RedisStore, served: Served, cluster: ValkeyCluster
) -> None:
    """Master and replica are killed, and started again with what they had. A stream stays open over it."""
    table = Seated(service, sandbox={})
    move, mover = table.move(), table.mover
    reading = Reading(Notebook(served.address, table.id))
    cluster.settle()
    master = cluster.master_of(keys.game_key(table.id))
    cluster.replica_of(master).kill()
    master.kill()
    for method, path, body in (("GET", table.path, None), ("POST", f"{table.path}/moves", move)):
        answer = mover.ask(method, path, body)
        assert (answer.status, answer.json["code"]) == (503, "store-unavailable")
        assert answer.headers["retry-after"] == "1"
    with pytest.raises(StoreUnavailable):
        list(store.paces())
    with pytest.raises(StoreUnavailable):
        store.index.metas([table.id])
    until(lambda: service.ask("GET", "/readyz").status == 503, "the service to say that it is not ready")
    assert service.ask("GET", "/livez").status == 200

    cluster.heal()
    until(lambda: service.ask("GET", "/readyz").status == 200, "the service to be ready")
    patient = Patient(served.address)
    assert patient.see(table.id)["version"] == 2
    assert patient.holding(mover.token).try_move(table.id, move).status == 200
    assert patient.holding(table.host.token).ask("DELETE", table.path).status == 200
    assert reading.end()["reason"] == "finished"
    assert [step["version"] for step in reading.notes.steps] == [1, 2, 3, 4]
    assert reading.notes.connections == 1
    assert [row.version for row in store.rows(table.id, 0, 9)] == [1, 2, 3, 4]
