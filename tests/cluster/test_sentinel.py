"""A store that sentinels watch: the service finds its master, and the next one after that has died."""

import random
import time
from collections.abc import Iterator

import pytest

from service.quota import Quota
from service.store import Committed, Created, RedisStore, Row, StoreUnavailable, Tag
from service.store.quotas import Quotas
from tests.cluster.patient import Patient, Playing
from tests.cluster.sentinels import SERVICE, WatchedValkey
from tests.cluster.valkeys import until
from tests.e2e.follower import Notebook
from tests.e2e.player import Player
from tests.e2e.serving import serving
from tests.e2e.test_streams_cut import Reading, check_notes


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedValkey]:
    servers = WatchedValkey(tmp_path_factory.mktemp("sentinels"))
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()


def test_a_store_knows_the_master_and_follows_it(watched: WatchedValkey) -> None:
    """When it was made a replica by order, though its connections are open and it answers."""
    store, quotas = RedisStore(watched.url, 60_000), Quotas(watched.url)
    first, second, third = (Tag.fresh(version) for version in (1, 2, 3))
    assert store.create("game", first, state=None, meta=b"m", rows=[b"1"]) == Created()
    assert [quotas.take("moves", Quota(2, 60), "c").left for _ in range(2)] == [1, 0]
    assert watched.master.ask.xlen("g:{game}:log") == 1
    before = watched.master
    watched.sentinels[-1].ask.execute_command("SENTINEL FAILOVER", SERVICE)
    watched.failed_over(before)
    before.ask.replicaof("127.0.0.1", watched.master.port)  # as a sentinel does it some seconds later

    def goes_on() -> bool:
        try:
            return store.commit("game", first, second, rows=[b"2"]) == Committed()
        except StoreUnavailable:
            return False

    until(goes_on, "the store to go on")
    assert watched.master.ask.xlen("g:{game}:log") == 2
    assert store.commit("game", second, third, rows=[b"3"]) == Committed()
    assert store.rows("game", 0, 9) == [Row(1, b"1"), Row(2, b"2"), Row(3, b"3")]
    assert not quotas.take("moves", Quota(2, 60), "c").granted
    store.close()
    quotas.close()


def test_a_game_and_its_streams_go_on_after_the_master_was_killed(
    watched: WatchedValkey, tmp_path_factory: pytest.TempPathFactory
) -> None:
    output = tmp_path_factory.mktemp("watched") / "gunicorn.txt"
    with serving(watched.url, output, WORKERS="2", FAIRDEAL_REPLICAS="1") as served:
        patient = Patient(served.address)
        created = patient.create([{"name": "Ana"}, {"name": "Bo"}], options={"action_cards": False})
        game, tokens = created["game"]["id"], created["seat_tokens"]
        readings = [
            (token, Reading(Notebook(served.address, game, token))) for token in (None, tokens[0], tokens[1])
        ]
        playing = Playing(patient, created, random.Random(3).choice, pause=0.05)
        until(lambda: len(playing.acknowledged) > 5, "the game to be under way")
        dead = watched.master
        dead.kill()
        watched.sentinels[0].kill()
        refused = Player(served.address).ask("GET", f"/v1/games/{game}")
        assert (refused.status, refused.headers["retry-after"]) == (503, "1")
        watched.failed_over(dead)
        playing.pause = 0.0
        seen = patient.see(game)
        assert seen["version"] - max(playing.acknowledged) in (0, 1)
        dead.start(*watched.following(watched.master))
        ended = playing.ended()
        assert len(playing.acknowledged) == ended["version"] - created["game"]["version"]
        for token, reading in readings:
            check_notes(reading, patient.holding(token), game)
            assert reading.notes.connections == 1
        assert patient.away.counts["503"] > 0


def test_without_a_sentinel_or_a_service_of_the_name_the_store_is_away() -> None:
    store = RedisStore("redis+sentinel://127.0.0.1:1,127.0.0.1:2/games", 60_000)
    begun = time.monotonic()
    with pytest.raises(StoreUnavailable, match="MasterNotFoundError"):
        store.ping()
    assert time.monotonic() - begun < 5
    store.close()
