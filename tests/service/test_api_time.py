"""Time over HTTP, each answer held against the document: deadlines, forfeits, records of both."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.app import create_app
from service.config import Config
from tests.contract.recorder import Recorder

NOON = 1_796_040_000_000  # ms: 2026-11-30T12:00:00.000Z


class Clock:
    """The time, which stands until a test moves it on."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(service_store: str, clock: Clock) -> Iterator[Recorder]:
    """A client of an application with this clock."""
    app = create_app(Config(redis_url=service_store), clock=clock)
    app.test_client_class = Recorder
    client = app.test_client()
    assert isinstance(client, Recorder)
    yield client
    app.extensions["fairdeal-live"].close()
    app.extensions["fairdeal-store"].close()


def made(client: Recorder, **new: Any) -> Any:
    """A new game of two people, with a minute a turn."""
    seats = [{"name": "Ana"}, {"name": "Bo"}]
    body = {"ruleset": "vantage", "seats": seats, "turn_seconds": 60, "sandbox": {}, **new}
    answer = client.post("/v1/games", json=body)
    assert answer.status_code == 201
    return answer.get_json()


@pytest.mark.parametrize("on_timeout", ["bot", "move", "forfeit", "abort"])
def test_Q37_every_policy_is_told_as_documented(timed: Recorder, clock: Clock, on_timeout: str) -> None:
    created = made(timed, on_timeout=on_timeout)
    path = f"/v1/games/{created['game']['id']}"
    assert created["game"]["deadline"] == "2026-11-30T12:01:00.000Z"
    version = created["game"]["version"]
    assert timed.get(f"{path}/record").status_code == 404
    clock.now += 60_000
    steps = timed.get(f"{path}/events", query_string={"after": version, "texts": "events"}).get_json()[
        "steps"
    ]
    assert steps[0]["at"] == "2026-11-30T12:01:00.000Z"
    assert steps[0]["events"][0]["kind"] == "turn_timed_out"
    clock.now += 1000 * 60_000
    game = timed.get(path).get_json()
    assert game["status"] == ("aborted" if on_timeout == "abort" else "finished")
    assert (game["outcome"] is None) == (on_timeout == "abort")
    record = timed.get(f"{path}/record").get_json()
    verified = timed.post("/v1/verifications", json=record).get_json()
    assert [verified[part] for part in ("commitment", "deal", "moves", "outcome", "problem")] == [
        *[True] * 4,
        None,
    ]


def test_a_record_from_before_there_were_forfeits_is_verified(timed: Recorder, clock: Clock) -> None:
    created = made(timed, on_timeout="move")
    clock.now += 1000 * 60_000
    record = timed.get(f"/v1/games/{created['game']['id']}/record").get_json()
    for seat in record["seats"]:
        del seat["forfeited"]
    assert timed.post("/v1/verifications", json=record).get_json()["outcome"] is True


def test_a_stale_turn_is_refused_with_where_the_game_stands(timed: Recorder, clock: Clock) -> None:
    created = made(timed)
    game = created["game"]
    path, seat = f"/v1/games/{game['id']}", game["to_act"][0]
    token = {"Authorization": f"Bearer {created['seat_tokens'][seat]}"}
    move = timed.get(f"{path}/moves", headers=token).get_json()["items"][0]["move"]
    clock.now += 60_000
    late = timed.post(f"{path}/moves", json=move, headers={**token, "If-Match": f'"{game["version"]}"'})
    assert (late.status_code, late.get_json()["code"]) == (412, "stale-version")
    assert late.get_json()["version"] > game["version"]
    later = timed.post(f"{path}/moves", json=move, headers=token)
    assert (later.status_code, later.get_json()["code"]) == (409, "out-of-turn")


def test_a_retry_is_answered_as_before_though_time_has_passed(timed: Recorder, clock: Clock) -> None:
    created = made(timed)
    game = created["game"]
    path, seat = f"/v1/games/{game['id']}", game["to_act"][0]
    token = {"Authorization": f"Bearer {created['seat_tokens'][seat]}", "Idempotency-Key": "k" * 22}
    move = timed.get(f"{path}/moves", headers=token).get_json()["items"][0]["move"]
    first = timed.post(f"{path}/moves", json=move, headers=token).get_json()
    clock.now += 60_000
    again = timed.post(f"{path}/moves", json=move, headers=token)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.get_json()["steps"] == first["steps"]
    assert again.get_json()["game"]["version"] > first["game"]["version"]
