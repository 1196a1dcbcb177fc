"""Hosts and seats over HTTP: listed games, fewer seats, bots, removals, renewed tokens, all at once."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.e2e.player import Answer, Player, Seated, play_on

OPEN = {"open": True}


Call = tuple[Player, str, str, Any]


def at_once(calls: list[Call], headers: dict[str, str] | None = None) -> list[Answer]:
    """The answers to calls that are sent at the same time: by whom, method, path and body."""
    with ThreadPoolExecutor(len(calls)) as pool:
        sent = [pool.submit(who.ask, method, path, body, None, headers) for who, method, path, body in calls]
        return [answer.result() for answer in sent]


def kinds(service: Player, game: str) -> list[str]:
    return [event["kind"] for step in service.events(game, limit=500)["steps"] for event in step["events"]]


def test_Q20_Q21_of_more_who_want_seats_of_a_listed_game_exactly_as_many_sit(service: Player) -> None:
    for free in (1, 2, 3):
        made = service.create([{"name": "Ana"}] + [OPEN] * free, listed=True)
        id = made["game"]["id"]
        path = f"/v1/games/{id}/seats"
        answers = at_once([(service, "POST", path, {"name": f"Guest {n}"}) for n in range(free + 1)])
        assert sorted(answer.status for answer in answers) == [201] * free + [409]
        assert [answer.json["code"] for answer in answers if answer.status == 409] == ["seat-taken"]
        seats = [answer.json["seat"] for answer in answers if answer.status == 201]
        assert sorted(seats) == list(range(1, free + 1))
        told = kinds(service, id)
        assert (told.count("game_started"), told.count("dealt")) == (1, 1)


def test_an_unlisted_game_asks_for_the_invite(service: Player) -> None:
    made = service.create([{"name": "Ana"}, OPEN])
    answer = service.ask("POST", f"/v1/games/{made['game']['id']}/seats", {"name": "Bo"})
    assert (answer.status, answer.json["code"]) == (401, "unauthenticated")
    assert "fdi_" in answer.json["detail"]
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_game_that_is_started_with_fewer_is_played_to_its_end_and_its_record_holds(service: Player) -> None:
    made = service.create([OPEN, {"name": "Ana"}, OPEN, {"bot": "random"}], options={"action_cards": False})
    id = made["game"]["id"]
    host = service.holding(made["host_token"])
    bo = service.sit(id, made["invite"], seat=2, name="Bo", entropy="c0ffee")
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = host.ask("POST", f"/v1/games/{id}/start", headers=key)
    again = host.ask("POST", f"/v1/games/{id}/start", headers=key)
    assert (first.status, again.status) == (200, 200)
    assert again.headers["idempotent-replayed"] == "true"
    assert "idempotent-replayed" not in first.headers
    assert first.json["steps"] == again.json["steps"]
    moved = [(event["seat"], event["name"], event["reason"]) for event in first.json["steps"][0]["events"]]
    assert moved == [(0, "Ana", "moved"), (1, "Bo", "moved"), (2, "Random", "moved")]
    late = host.ask("POST", f"/v1/games/{id}/start")
    assert (late.status, late.json["code"]) == (409, "already-started")
    tokens = [made["seat_tokens"][1], bo["token"], None]
    assert [service.holding(token).see(id)["you"] for token in tokens] == [0, 1, None]
    ended = play_on(service, service.see(id), tokens, lambda items: items[0])
    assert ended["status"] == "finished"
    record = service.record(id)
    assert record["fairness"]["entropies"] == [None, "c0ffee", None]
    assert service.verify(record) == {
        "commitment": True,
        "deal": True,
        "moves": True,
        "outcome": True,
        "failed_at": None,
        "problem": None,
    }


def test_a_bot_in_a_seat_and_back_and_the_last_bot_starts(service: Player) -> None:
    made = service.create([{"name": "Ana"}, OPEN, OPEN])
    id = made["game"]["id"]
    host = service.holding(made["host_token"])
    path = f"/v1/games/{id}/seats/1"
    for _ in range(2):  # the second time nothing is left to do
        change = host.done("PUT", f"{path}/bot", {"bot": "random"})
        assert change["game"]["version"] == 2
    assert change["steps"] == []
    assert host.done("DELETE", path)["game"]["seats"][1]["state"] == "open"
    assert host.done("DELETE", path)["steps"] == []
    host.done("PUT", f"{path}/bot", {"bot": "random"})
    started = host.done("PUT", f"/v1/games/{id}/seats/2/bot", {"bot": "random"})
    assert started["game"]["status"] == "playing"
    assert kinds(service, id).count("dealt") == 1


def test_Q56_who_is_removed_is_out_at_once_and_the_game_goes_on(service: Player) -> None:
    table = Seated(service, 3, sandbox={})
    out = table.game["to_act"][0]
    change = table.host.done("DELETE", f"{table.path}/seats/{out}")
    event = change["steps"][0]["events"][0]
    assert (event["state"], event["bot"], event["reason"]) == ("left", "random", "kicked")
    for method, path, body in (
        ("GET", "", None),
        ("GET", "/events", None),
        ("POST", "/moves", {"kind": "accept"}),
        ("POST", "/seats", {}),
    ):
        answer = table.hands[out].ask(method, table.path + path, body)
        assert (answer.status, answer.json["code"]) == (401, "unauthenticated")
    assert change["game"]["status"] == "playing"


def test_Q23_Q56_a_renewed_token_is_told_to_the_retry_with_the_dead_one_and_to_nobody_else(
    service: Player,
) -> None:
    table = Seated(service, 2)
    key = {"Idempotency-Key": str(uuid.uuid4())}
    path = f"{table.path}/seats/0/token"
    version = table.version
    answers = at_once([(table.hands[0], "POST", path, None)] * 8, key)
    assert [answer.status for answer in answers] == [200] * 8
    assert len({answer.json["token"] for answer in answers}) == 1, "one request, however often it is sent"
    assert [answer.headers.get("idempotent-replayed") for answer in answers].count(None) == 1
    token = answers[0].json["token"]
    assert table.hands[0].ask("GET", table.path).status == 401
    other = table.hands[0].ask("POST", path, headers={"Idempotency-Key": str(uuid.uuid4())})
    assert (other.status, other.json["code"]) == (401, "unauthenticated")
    assert service.holding(token).see(table.id)["you"] == 0
    assert table.version == version, "it is no step"
    host = table.host.ask("POST", path)
    assert (host.status, host.json["code"]) == (403, "forbidden")
    assert host.json["detail"].startswith("Hosting must not mean seeing hands.")


def test_Q56_of_renewals_at_once_with_keys_of_their_own_one_wins(service: Player) -> None:
    table = Seated(service, 2)
    path = f"{table.path}/seats/1/token"
    answers = at_once([(table.hands[1], "POST", path, None)] * 8)
    assert sorted(answer.status for answer in answers) == [200] + [401] * 7
    token = next(answer.json["token"] for answer in answers if answer.status == 200)
    assert service.holding(token).see(table.id)["you"] == 1


def test_Q20_start_take_bot_and_removal_at_once_deal_once_and_lose_no_token(service: Player) -> None:
    for _ in range(3):
        made = service.create([{"name": "Ana"}, {"name": "Bo"}, OPEN, OPEN])
        id = made["game"]["id"]
        path = f"/v1/games/{id}"
        host = service.holding(made["host_token"])
        answers = at_once(
            [
                *[(service, "POST", f"{path}/seats", take(made, n)) for n in range(3)],
                (host, "POST", f"{path}/start", None),
                (host, "DELETE", f"{path}/seats/1", None),
                (host, "PUT", f"{path}/seats/2/bot", {"bot": "random"}),
            ]
        )
        assert {answer.status for answer in answers} <= {200, 201, 409, 404, 422}
        game, told = service.see(id), kinds(service, id)
        assert told.count("game_started") == told.count("dealt") == int(game["status"] == "playing")
        steps = service.events(id, limit=500)["steps"]
        assert [step["version"] for step in steps] == list(range(1, game["version"] + 1))
        given = [answer.json["token"] for answer in answers[:3] if answer.status == 201]
        seats = [seat_of(service, id, token) for token in (*made["seat_tokens"][:2], *given)]
        held = [seat for seat in seats if seat is not None]
        assert len(seats) - len(held) <= 1, "one removal, one dead token"
        assert sorted(held) == [seat["seat"] for seat in game["seats"] if seat["state"] == "taken"]


def take(made: dict[str, Any], number: int) -> dict[str, Any]:
    return {"invite": made["invite"], "name": f"Guest {number}"}


def seat_of(service: Player, game: str, token: str) -> int | None:
    """Where the token sits; None if it is dead."""
    answer = service.holding(token).ask("GET", f"/v1/games/{game}")
    return int(answer.json["you"]) if answer.status == 200 else None
