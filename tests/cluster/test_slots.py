"""Every script and every command touches one hash slot: each that is sent is asked about, and run."""

import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service import auth
from service.app import create_app, limit
from service.config import Config
from service.edge.limiting import Limiting
from service.keys import ApiKey, Keys
from service.store import keys as names
from service.store import server as store_server
from service.store.pool import Argument, Command, Pool
from service.store.quotas import Quotas
from service.sweep import sweep_all
from tests.cluster.valkeys import ValkeyCluster, until
from tests.service.tables import OPEN, HttpTable, new_game

KEY = "fdk_" + "k" * 43
LUA = Path(store_server.__file__).parent / "lua"
KEYLESS = {"CLUSTER", "SCAN", "WAIT", "ASKING", "PING"}
STRICT = "#!lua\n"  # a script that begins so is refused all keys but those of its own slot


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """Every command that is sent to a node from now on, in whatever way."""
    said: list[Command] = []
    lock = threading.Lock()
    ask, talk = Pool.ask, Pool.talk

    def note(commands: Sequence[Command]) -> None:
        with lock:
            said.extend(commands)

    def noted_ask(pool: Pool, *command: Argument) -> Any:
        note([command])
        return ask(pool, *command)

    def noted_talk(pool: Pool, connection: Any, commands: Sequence[Command]) -> list[Any]:
        note(commands)
        return talk(pool, connection, commands)

    monkeypatch.setattr(Pool, "ask", noted_ask)
    monkeypatch.setattr(Pool, "talk", noted_talk)
    return said


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The names of the scripts by their hashes and texts. The cluster will refuse them a second slot."""
    made: dict[str, str] = {}
    init = store_server.Script.__init__

    def begin_strictly(script: store_server.Script, name: str, text: str | None = None) -> None:
        init(script, name, text)
        init(script, name, STRICT + script.text)
        made[script.sha] = made[script.text] = name

    monkeypatch.setattr(store_server.Script, "__init__", begin_strictly)
    return made


@pytest.fixture
def over_cluster(cluster: ValkeyCluster, strict: dict[str, str]) -> Iterator[Flask]:
    """The whole service, with all that makes it write, over an empty cluster."""
    for master in cluster.masters:
        master.ask.flushall()
    acme = ApiKey("acme", auth.digest(KEY), {})
    known = Keys(Path("keys"), (acme,))
    app = create_app(Config(redis_url=cluster.url, replicas=1, keys=known))
    quotas = Quotas(cluster.url)
    limit(app, Limiting(quotas, known))
    yield app
    background = app.extensions["fairdeal-background"]
    background.close()
    until(lambda: not background.gears.busy, "the bots to stop thinking")
    app.extensions["fairdeal-store"].close()
    quotas.close()


def _call_everything(app: Flask) -> None:
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {KEY}"
    assert client.get("/readyz").status_code == 200
    chance = random.Random(6)
    seats = [{"name": "Ana", "player": "u-1"}, OPEN, {"bot": "random"}, {"bot": "search"}]
    for number in range(3):
        body = new_game(*seats, listed=True, turn_seconds=60, metadata={"room": str(number)})
        made = [
            client.post("/v1/games", json=body, headers={"Idempotency-Key": f"{number}" * 30}) for _ in "ab"
        ]
        assert [answer.status_code for answer in made] == [201, 201]
        assert made[1].headers["Idempotent-Replayed"] == "true"
    table = HttpTable(client, {"name": "Ana"}, {"name": "Bo"}, turn_seconds=60)
    bot = HttpTable(client, {"name": "Ana"}, {"bot": "search"}, sandbox={"seed": "06" * 32})
    for game in (table, bot):
        for number in range(4):
            shown = game.call("GET", "", game.seats[0]).get_json()
            game.to_act = [seat for seat in shown["to_act"] if game.seats[seat] is not None]
            if game.to_act:
                key = {"Idempotency-Key": f"move-{number}"}
                answer = game.play(chance.choice(game.listed(limit=5)), headers=key)
                assert answer.status_code == 200, answer.text
    stream = table.call("GET", "/stream", table.seats[0])
    assert b"retry" in next(iter(stream.response))
    stream.close()
    assert table.call("GET", "/events?after=0&wait=1", table.seats[0]).status_code == 200
    assert client.get("/v1/games?player=u-1").get_json()["items"]
    assert table.call("DELETE", "", table.host).status_code == 200
    assert table.call("POST", "/rematch", table.seats[0]).status_code == 201


def test_every_script_and_every_command_touches_one_slot(
    over_cluster: Flask, cluster: ValkeyCluster, sent: list[Command], strict: dict[str, str]
) -> None:
    _call_everything(over_cluster)
    background = over_cluster.extensions["fairdeal-background"]
    sweep_all(background.sweeper)
    hosting = over_cluster.extensions["fairdeal"].hosting
    hosting.lobby.repair()
    store = over_cluster.extensions["fairdeal-store"]
    with closing(store.hear(1)) as news:
        assert next(news) is None

    node = cluster.nodes[0].ask
    run: set[str] = set()
    several = 0
    for command in sent:
        if command[0] in KEYLESS:
            continue
        touched = node.execute_command("COMMAND GETKEYS", *command)
        slots = {node.execute_command("CLUSTER KEYSLOT", key) for key in touched}
        assert len(slots) == 1, f"{command[:1]} touches {touched}"
        several += len(touched) > 1
        if command[0] in ("EVAL", "EVALSHA"):
            run.add(strict[str(command[1])])
    assert {path.stem for path in LUA.glob("*.lua")} | {"limits"} == run
    assert several > 8
    assert {command[0] for command in sent} >= {"HMGET", "XRANGE", "ZREVRANGEBYLEX", "SET", "SCAN", "WAIT"}


def test_a_cluster_refuses_what_touches_two_slots(over_cluster: Flask, cluster: ValkeyCluster) -> None:
    """So the test before would have failed."""
    store = over_cluster.extensions["fairdeal-store"]
    script = store_server.Script("two", "return redis.call('GET', 'elsewhere')")
    with pytest.raises(Exception, match=r"(?i)slot|non local"):
        store._server.run(script, [names.game_key("here")], [])
    with pytest.raises(Exception, match=r"CROSSSLOT|same slot"):
        store._server.do("DEL", names.game_key("one"), names.game_key("other"))
