"""The lobby over gunicorn and Valkey: pages while games come and go, several workers, filters."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.e2e.player import Player

ANA: dict[str, Any] = {"name": "Ana"}
OPEN: dict[str, Any] = {"open": True}
FIELDS = {
    "id",
    "ruleset",
    "edition",
    "status",
    "seats",
    "open_seats",
    "names",
    "house_rules",
    "turn_seconds",
    "sandbox",
    "created_at",
}


def page(service: Player, **query: Any) -> Any:
    return service.done("GET", "/v1/games", **query)


def walk(service: Player, **query: Any) -> list[str]:
    """The ids of all pages."""
    found: list[str] = []
    shown = page(service, **query)
    while True:
        found += [item["id"] for item in shown["items"]]
        if shown["next_cursor"] is None:
            return found
        shown = page(service, cursor=shown["next_cursor"], **query)


def test_a_listed_game_is_found_and_sat_at_and_leaves_the_lobby(service: Player) -> None:
    made = service.create([ANA, OPEN], listed=True, options={"open_hands": True}, turn_seconds=600)
    game = made["game"]["id"]
    shown = page(service, open="true", ruleset="vantage")["items"][0]
    assert set(shown) == FIELDS
    created = made["game"]["created_at"]
    assert shown == {
        "id": game,
        "ruleset": "vantage",
        "edition": made["game"]["edition"],
        "status": "open",
        "seats": 2,
        "open_seats": 1,
        "names": ["Ana", None],
        "house_rules": [{"option": "open_hands", "value": "true", "label": "Open hands: Open"}],
        "turn_seconds": 600,
        "sandbox": False,
        "created_at": created,
    }
    assert page(service, open="true", labels="false")["items"][0]["house_rules"][0]["label"] is None
    service.sit(game, made["invite"], name="Bo")
    assert game not in walk(service, open="true")
    playing = page(service, status="playing")["items"][0]
    assert (playing["id"], playing["names"], playing["open_seats"]) == (game, ["Ana", "Bo"], 0)
    service.holding(made["host_token"]).done("DELETE", f"/v1/games/{game}")
    assert game not in walk(service)


def test_an_unlisted_game_is_in_no_page(service: Player) -> None:
    game = service.create([ANA, OPEN])["game"]["id"]
    assert game not in walk(service)


def test_Q53_pages_stay_whole_while_eight_clients_make_and_end_games(service: Player) -> None:
    stay = [service.create([ANA, OPEN], listed=True)["game"]["id"] for _ in range(12)]
    fleeting = [service.create([ANA, OPEN], listed=True) for _ in range(12)]

    def come_and_go(gone: Any) -> None:
        service.holding(gone["host_token"]).done("DELETE", f"/v1/games/{gone['game']['id']}")
        made = service.create([ANA, OPEN], listed=True)
        service.holding(made["host_token"]).done("DELETE", f"/v1/games/{made['game']['id']}")

    with ThreadPoolExecutor(8) as pool:
        walks = [pool.submit(walk, service, open="true", limit=limit) for limit in (1, 2, 5, 200)]
        list(pool.map(come_and_go, fleeting))
        for found in walks:
            told = found.result()
            assert len(set(told)) == len(told)
            assert [game for game in told if game in stay] == stay[::-1]
    assert [game for game in walk(service, limit=3) if game in stay] == stay[::-1]
    left = {made["game"]["id"] for made in fleeting}
    assert not left & set(walk(service))


def test_bad_pages_are_refused(service: Player) -> None:
    for query in ({"limit": 201}, {"cursor": "x"}, {"status": "lost"}, {"metadata.room": "1"}):
        answer = service.ask("GET", "/v1/games", query=query)
        assert (answer.status, answer.json["code"]) == (422, "invalid-request")
        assert answer.json["errors"][0]["in"] == "query"
