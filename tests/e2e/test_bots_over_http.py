"""House bots that think, over real gunicorn and Valkey: the answer comes first, then their moves."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from service.embedded import Embedded
from service.store import RedisStore
from tests.e2e.player import Player
from tests.e2e.serving import WORKERS
from tests.e2e.test_serve import ROOT, START, descendants, environ, eventually, lives, serving

SEARCH = {"bot": "search"}


def seated(service: Player) -> tuple[Player, Any]:
    """Ana against a bot that thinks: her client, and the game."""
    created = service.create([SEARCH, {"name": "Ana"}], sandbox={})
    return service.holding(created["seat_tokens"][1]), created["game"]


def until_mine(ana: Player, game: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """The game when Ana may act or it is over, and the bot's steps that led there."""
    told: list[Any] = []
    while game["status"] == "playing" and 1 not in game["to_act"]:
        page = ana.events(game["id"], game["version"], wait=30)
        assert page["steps"], "the bot was forgotten"
        told += page["steps"]
        game = ana.see(game["id"])
    return game, told


def test_nobody_waits_for_a_bot_that_thinks(service: Player) -> None:
    ana, game = seated(service)
    thought = 0
    while thought < 4:
        move = ana.list(game["id"], limit=1)["items"][0]["move"]
        change = ana.play(game["id"], move)
        assert {step["seat"] for step in change["steps"]} == {1}
        game, told = until_mine(ana, change["game"])
        thought += sum(step["seat"] == 0 for step in told)
    ana.done("DELETE", f"/v1/games/{game['id']}/seats/1")
    record = service.record(game["id"])
    assert {move["by"] for move in record["moves"]} == {"house", "player", "bot"}
    assert service.verify(record)["moves"]


def test_a_bot_whose_worker_is_killed_is_gone_on_with(tmp_path: Path) -> None:
    with serving(tmp_path) as running:
        ana, game = seated(Player(running.root))
        (gunicorn,) = [
            process for process in descendants(running.process.pid) if len(descendants(process)) == WORKERS
        ]
        workers = descendants(gunicorn)
        change = ana.play(game["id"], ana.list(game["id"], limit=1)["items"][0]["move"])
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        eventually(lambda: len(descendants(gunicorn) - workers) == WORKERS and lives(running.root), START)
        game, told = until_mine(ana, change["game"])
        assert (game["status"], {step["seat"] for step in told}) == ("playing", {0})


def test_a_cron_job_has_bots_think_when_no_service_runs(tmp_path: Path) -> None:
    with Embedded(tmp_path / "store") as store:
        with serving(tmp_path, REDIS_URL=store.url) as running:
            ana, game = seated(Player(running.root))
            change = ana.play(game["id"], ana.list(game["id"], limit=1)["items"][0]["move"])
            for process in descendants(running.process.pid):
                os.kill(process, signal.SIGKILL)
        games = RedisStore(store.url, lifetime_ms=3_600_000)
        games.release_bots(game["id"])  # as if it had lapsed, and the time to look had come
        games.due.add(game["id"], 1)
        command, settings = [sys.executable, "-m", "service.sweep"], environ(tmp_path, REDIS_URL=store.url)
        done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert games.rows(game["id"], change["game"]["version"], 1)
        games.close()
