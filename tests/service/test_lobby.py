"""The lobby over HTTP: what a query may be, who is refused what, and that every answer is documented."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service import auth
from service.app import create_app
from service.config import Config
from service.keys import ApiKey, Keys
from tests.contract.recorder import Recorder, read
from tests.service.tables import OPEN, HttpTable, Json, new_game, refused

KEY, OTHER = auth.new_key(), auth.new_key()
ANA = {"name": "Ana", "player": "u-17"}


@pytest.fixture(scope="module")
def keyed(service_store: str) -> Iterator[Recorder]:
    """A client of a service that has API keys."""
    keys = (ApiKey("test.lobby", auth.digest(KEY), {}), ApiKey("test.other", auth.digest(OTHER), {}))
    made = create_app(Config(redis_url=service_store, keys=Keys(Path("keys"), keys)))
    made.test_client_class = Recorder
    client = made.test_client()
    assert isinstance(client, Recorder)
    yield client
    made.extensions["fairdeal-live"].close()
    made.extensions["fairdeal-store"].close()


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def listed(client: Recorder, token: str | None = None, **query: Any) -> list[str]:
    """The ids of a page."""
    headers = {} if token is None else bearing(token)
    answer = client.get("/v1/games", query_string=query, headers=headers)
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in read(answer)["items"]]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=many", "limit"),
        ("open=yes", "open"),
        ("status=over", "status"),
        ("status=", "status"),
        ("ruleset=" + "v" * 41, "ruleset"),
        ("ruleset=vantage&ruleset=davinci", "ruleset"),
        ("player=", "player"),
        ("player=" + "u" * 65, "player"),
        ("player=%00", "player"),
        ("metadata=room", "metadata"),
        ("metadata=:lunch-42", "metadata"),
        ("metadata=" + "r" * 600 + ":", "metadata"),
        ("&".join(["metadata=room:1"] * 21), "metadata"),
        ("metadata.room=lunch-42", "metadata.room"),
        ("metadata%5Broom%5D=lunch-42", "metadata[room]"),
        ("cursor=nonsense", "cursor"),
        ("cursor=" + "c" * 201, "cursor"),
        ("lang=english", "lang"),
        ("sort=oldest", "sort"),
    ],
)
def test_a_bad_parameter_is_named(keyed: Recorder, query: str, name: str) -> None:
    refused(keyed.get(f"/v1/games?{query}", headers=bearing(KEY)), 422, "invalid-request", ("query", name))


@pytest.mark.parametrize("query", ["player=u-17", "metadata=room:lunch-42"])
def test_Q4_private_filters_name_the_credential_they_need(keyed: Recorder, query: str) -> None:
    answer = keyed.get(f"/v1/games?{query}")
    assert "`Authorization: Bearer fdk_…`" in refused(answer, 401, "unauthenticated")["detail"]
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    token = f"fds_{'0' * 22}_{'0' * 43}"
    problem = refused(keyed.get(f"/v1/games?{query}", headers=bearing(token)), 403, "forbidden")
    assert "`Authorization: Bearer fdk_…`" in problem["detail"]


@pytest.mark.parametrize("key", ["fdk_" + "0" * 43, "fdk_0", "nonsense"])
def test_Q4_an_unknown_key_is_unauthenticated_everywhere(keyed: Recorder, client: Recorder, key: str) -> None:
    table = HttpTable(client)
    for method, path in (
        ("GET", "/v1/games"),
        ("POST", "/v1/games"),
        ("GET", table.path),
        ("GET", f"{table.path}/events"),
        ("GET", f"{table.path}/record"),
        ("DELETE", table.path),
    ):
        answer = keyed.open(path, method=method, headers=bearing(key))
        assert "Bearer" in answer.headers["WWW-Authenticate"]
        assert key not in refused(answer, 401, "unauthenticated")["detail"]


def test_Q4_creating_without_a_key_is_refused_before_the_body_is_judged(keyed: Recorder) -> None:
    problem = refused(keyed.post("/v1/games", json={"nonsense": True}), 401, "unauthenticated")
    assert "Games are made with an API key here" in problem["detail"]
    answer = keyed.post("/v1/games", json=new_game(), headers=bearing(f"fdh_{'0' * 22}_{'0' * 43}"))
    refused(answer, 403, "forbidden")
    assert keyed.post("/v1/games", json=new_game(), headers=bearing(KEY)).status_code == 201


def test_a_key_makes_lists_sees_and_ends_its_game(keyed: Recorder, client: Recorder) -> None:
    body = new_game(ANA, OPEN, metadata={"room": "lunch 42/ü"})
    made = read(keyed.post("/v1/games", json=body, headers=bearing(KEY)))
    game, path = made["game"]["id"], f"/v1/games/{made['game']['id']}"
    assert listed(keyed, KEY, metadata="room:lunch 42/ü", player="u-17", open="true") == [game]
    assert listed(keyed, OTHER) == []
    assert game not in listed(keyed)
    assert read(keyed.get(path, headers=bearing(KEY)))["metadata"] == {"room": "lunch 42/ü"}
    problem = refused(keyed.get(path, headers=bearing(OTHER)), 403, "forbidden")
    assert "not made with your API key" in problem["detail"]
    refused(keyed.delete(path, headers=bearing(OTHER)), 403, "forbidden")
    assert read(keyed.delete(path, headers=bearing(KEY)))["game"]["status"] == "aborted"
    assert keyed.get(f"{path}/record", headers=bearing(KEY)).status_code == 200
    refused(keyed.get(f"{path}/record", headers=bearing(OTHER)), 403, "forbidden")
    assert listed(keyed, KEY, status="aborted", metadata=["room:lunch 42/ü"]) == [game]


def test_a_page_goes_on_where_the_one_before_ended(client: Recorder) -> None:
    made = [HttpTable(client, ANA, OPEN, listed=True).game for _ in range(3)]
    order: list[tuple[str, str]] = []
    cursor: Json = {}
    while True:
        page = read(client.get("/v1/games", query_string={"open": "true", "limit": 2, **cursor}))
        order += [(item["created_at"], item["id"]) for item in page["items"]]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert order == sorted(order, reverse=True)  # newest first, and of one instant by id
    found = [game for _, game in order]
    assert [found.count(game) for game in made] == [1, 1, 1]


def test_Q56_no_token_stands_in_the_lobby_or_in_an_address(client: Recorder) -> None:
    table = HttpTable(client, ANA, OPEN, listed=True, metadata={"room": "lunch-42"})
    answer = client.get("/v1/games?open=true")
    assert table.game in answer.text
    for secret in (table.host, table.invite, table.seats[0] or "", "u-17", "lunch-42"):
        assert secret not in answer.text
    refused(client.get(f"/v1/games?token={table.host}"), 422, "invalid-request", ("query", "token"))
