"""Deadlines over real gunicorn and Valkey: nobody asks, everything restarts, and time goes on."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest

from service.embedded import Embedded
from tests.e2e.player import Player, Seated
from tests.e2e.serving import WORKERS
from tests.e2e.test_serve import ROOT, START, descendants, environ, eventually, lives, serving

TWO_WEEKS = 14 * 24 * 3600


def heard(table: Seated, after: int) -> list[dict[str, Any]]:
    """The steps that come after the version, while nobody does anything but wait."""
    for _ in range(4):
        steps = list(table.public.events(table.id, after, wait=30)["steps"])
        if steps:
            return steps
    raise AssertionError("nothing happened")


def kinds(step: dict[str, Any]) -> list[str]:
    """The kinds of its events."""
    return [event["kind"] for event in step["events"]]


def moment(text: str) -> datetime:
    """A time on the wire."""
    return datetime.fromisoformat(text)


def timed_out(table: Seated, after: int = 0) -> list[dict[str, Any]]:
    """The steps from the next time-out on, as soon as there is one."""
    while True:
        for step in heard(table, after):
            after = step["version"]
            if "turn_timed_out" in kinds(step):
                return [step, *table.public.events(table.id, after)["steps"]]


def test_Q36_who_waits_hears_of_the_time_out_and_of_the_move_that_follows(service: Player) -> None:
    table = Seated(service, 3, turn_seconds=1, on_timeout="bot")
    told, played = timed_out(table)[:2]
    late = [event["seat"] for event in told["events"] if event["kind"] == "turn_timed_out"]
    assert kinds(told) == ["turn_timed_out"] * len(late) + ["seat_changed"] * len(late)
    assert (told["seat"], played["seat"]) == (None, late[0])
    assert told["at"] == played["at"]
    assert moment(told["at"]) - moment(table.game["started_at"]) >= timedelta(seconds=1)


def test_Q41_the_date_header_is_the_time_that_deadlines_are_told_in(service: Player) -> None:
    table = Seated(service, turn_seconds=TWO_WEEKS)
    answer = service.ask("GET", table.path)
    date = parsedate_to_datetime(answer.headers["date"])
    deadline = moment(answer.json["deadline"])
    assert deadline - moment(answer.json["started_at"]) >= timedelta(seconds=TWO_WEEKS)
    assert timedelta(0) < deadline - date <= timedelta(seconds=TWO_WEEKS + 1)
    assert abs(datetime.now(UTC) - date) < timedelta(minutes=5)


@pytest.mark.parametrize(
    ("on_timeout", "status", "reason"),
    [("bot", "finished", "pack-dealt-out"), ("forfeit", "finished", "forfeit"), ("abort", "aborted", None)],
)
def test_Q35_a_table_of_silent_people_ends_by_itself(
    service: Player, on_timeout: str, status: str, reason: str | None
) -> None:
    table = Seated(service, turn_seconds=1, on_timeout=on_timeout)
    version = 1
    while True:
        steps = heard(table, version)
        version = steps[-1]["version"]
        if kinds(steps[-1])[-1] == "game_ended":
            break
    game = table.game
    assert game["status"] == status
    assert (game["outcome"] or {"reason": None})["reason"] == reason
    record = service.record(table.id)
    assert len(record["moves"]) == game["version"] == version
    verified = service.verify(record)
    assert [verified[part] for part in ("commitment", "deal", "moves", "outcome")] == [True] * 4


def test_Q42_deadlines_survive_a_restart_of_every_process(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        service = Player(first.root)
        slow = Seated(service, turn_seconds=TWO_WEEKS, options={"action_cards": False})
        quick = Seated(service, 3, turn_seconds=1)
        before = {table.id: table.game for table in (slow, quick)}
        for process in descendants(first.process.pid):
            os.kill(process, signal.SIGKILL)
    with serving(tmp_path) as second:
        service = Player(second.root)
        assert service.see(slow.id) == before[slow.id]
        hand = service.holding(slow.tokens[before[slow.id]["to_act"][0]])
        changed = hand.play(slow.id, hand.list(slow.id, limit=1)["items"][0]["move"])
        assert moment(changed["game"]["deadline"]) > moment(before[slow.id]["deadline"])
        version, due = before[quick.id]["version"], before[quick.id]["deadline"]
        quick.public = service
        told = heard(quick, version)[0]
        assert set(kinds(told)) == {"turn_timed_out", "seat_changed"}
        assert told["at"] == due  # it happened when it was due, though nobody was there


def test_killed_workers_are_replaced_and_deadlines_are_watched_on(tmp_path: Path) -> None:
    with serving(tmp_path) as running:
        table = Seated(Player(running.root), turn_seconds=1, on_timeout="move")
        (gunicorn,) = [
            process for process in descendants(running.process.pid) if len(descendants(process)) == WORKERS
        ]
        workers = descendants(gunicorn)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        eventually(lambda: len(descendants(gunicorn) - workers) == WORKERS and lives(running.root), START)
        timed_out(table, table.version)


def test_a_cron_job_does_what_is_due_when_no_service_runs(tmp_path: Path) -> None:
    with Embedded(tmp_path / "store") as store:
        settings = environ(tmp_path, REDIS_URL=store.url)
        with serving(tmp_path, REDIS_URL=store.url) as running:
            table = Seated(Player(running.root), turn_seconds=1, on_timeout="abort")
        command = [sys.executable, "-m", "service.sweep"]
        said = ""
        while not said.startswith("0 games wait"):  # until the second is over
            done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            said = done.stdout
        with serving(tmp_path, REDIS_URL=store.url) as again:
            assert Player(again.root).see(table.id)["status"] == "aborted"
    refused = subprocess.run(
        command, cwd=ROOT, env=settings | {"REDIS_URL": ""}, capture_output=True, text=True
    )
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("fairdeal: REDIS_URL is not set")
