"""Rematches over HTTP: everybody asks at once, sits with the old token, and plays on."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.e2e.player import Answer, Player, Seated, play_on


@pytest.fixture(scope="module")
def ended(root: str) -> Seated:
    """A game of three that was played to its end."""
    table = Seated(Player(root), 3, options={"action_cards": False})
    play_on(table.public, table.game, table.tokens, lambda items: items[0])
    return table


def sit_again(service: Player, game: str, tokens: list[str | None]) -> list[dict[str, Any]]:
    """Everybody takes the seat that is kept for him."""
    return [service.holding(token).done("POST", f"/v1/games/{game}/seats", {}) for token in tokens]


def test_fifty_ask_at_once_and_are_told_one_game_that_is_played_to_its_end(
    service: Player, ended: Seated
) -> None:
    def ask(number: int) -> Answer:
        return ended.hands[number % 3].ask("POST", f"{ended.path}/rematch")

    before = ended.version
    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(ask, range(50)))
    assert sorted(answer.status for answer in answers) == [200] * 49 + [201]
    (id,) = {answer.json["game"]["id"] for answer in answers}
    (made,) = [answer for answer in answers if answer.status == 201]
    assert made.headers["location"] == f"{service.root}/v1/games/{id}"
    assert len({str(answer.json["steps"]) for answer in answers}) == 1
    old = ended.game
    assert (old["rematch"], old["version"], old["status"]) == (id, before + 1, "finished")
    assert ended.public.events(ended.id, before)["steps"][0]["events"] == [
        {"kind": "rematch_created", "text": None, "game": id}
    ]

    assert [seat["name"] for seat in service.see(id)["seats"]] == ["Cy", "Ana", "Bo"]
    stranger = service.ask("POST", f"/v1/games/{id}/seats", {"invite": ended.invited.token})
    assert (stranger.status, stranger.json["code"]) == (409, "seat-taken")
    sat = sit_again(service, id, ended.tokens)
    assert [one["seat"] for one in sat] == [1, 2, 0]
    assert [one["token"] for one in sat] == ended.tokens
    again = ended.hands[0].ask("POST", f"/v1/games/{id}/seats", {})
    assert (again.status, again.json["steps"], again.json["seat"]) == (200, [], 1)
    game = service.see(id)
    assert game["status"] == "playing"
    assert game["fairness"]["commitment"] != old["fairness"]["commitment"]

    hands = [hand.see(id)["view"]["seats"] for hand in ended.hands]
    for seat, seen in zip((1, 2, 0), hands, strict=True):
        assert "??" not in seen[seat]["hand"]
        assert all(set(other["hand"]) == {"??"} for at, other in enumerate(seen) if at != seat)
    for watcher in (service, ended.host, ended.invited):
        assert all(set(seat["hand"]) == {"??"} for seat in watcher.see(id)["view"]["seats"])

    tokens = [ended.tokens[2], ended.tokens[0], ended.tokens[1]]
    assert play_on(service, game, tokens, lambda items: items[0])["status"] == "finished"
    assert service.verify(service.record(id))["problem"] is None
    last = ended.hands[2].done("POST", f"/v1/games/{id}/rematch")["game"]
    assert (last["you"], last["id"] not in (id, ended.id)) == (1, True)


def test_Q23_a_retry_is_answered_with_the_status_of_the_first(service: Player) -> None:
    table = Seated(service, 2)
    table.host.done("DELETE", table.path)
    keys = [{"Idempotency-Key": str(uuid.uuid4())} for _ in range(2)]
    for seat, status in ((0, 201), (1, 200), (0, 201), (1, 200)):
        answer = table.hands[seat].ask("POST", f"{table.path}/rematch", headers=keys[seat])
        assert (answer.status, answer.json["game"]["you"]) == (status, 1 - seat)
    reused = table.hands[0].ask("POST", f"{table.path}/moves", {"kind": "accept"}, headers=keys[0])
    assert (reused.status, reused.json["code"]) == (422, "key-reused")


def test_the_old_host_starts_the_rematch_with_those_who_came(service: Player) -> None:
    table = Seated(service, 3)
    table.host.done("DELETE", table.path)
    id = table.hands[0].done("POST", f"{table.path}/rematch")["game"]["id"]
    sit_again(service, id, table.tokens[:2])
    change = table.host.done("POST", f"/v1/games/{id}/start")
    assert [seat["name"] for seat in change["game"]["seats"]] == ["Ana", "Bo"]
    late = table.hands[2].ask("POST", f"/v1/games/{id}/seats", {})
    assert (late.status, late.json["code"]) == (403, "forbidden")
    other = Seated(service, 2).hands[0].ask("GET", f"/v1/games/{id}")
    assert (other.status, other.json["code"]) == (403, "forbidden")


def test_a_game_that_is_running_has_no_rematch(service: Player) -> None:
    table = Seated(service, 2)
    answer = table.hands[0].ask("POST", f"{table.path}/rematch")
    assert (answer.status, answer.json["code"]) == (409, "not-over")
    assert table.game["rematch"] is None
