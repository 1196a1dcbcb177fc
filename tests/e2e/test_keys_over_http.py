"""API keys over gunicorn and Valkey: the file, whose games are whose, no secret in a log or an address."""

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from service.embedded import Embedded
from tests.e2e.player import Player
from tests.e2e.serving import ROOT, serving

ANA: dict[str, Any] = {"name": "Ana", "player": "u-17"}
BO: dict[str, Any] = {"name": "Bo", "player": "u-42"}
OPEN: dict[str, Any] = {"open": True}


@dataclass(frozen=True)
class Keyed:
    """A service with the keys of two integrators."""

    root: str
    acme: Player
    other: Player
    redis_url: str
    output: Path

    @property
    def nobody(self) -> Player:
        """A client without a credential."""
        return Player(self.root)


def make_key(name: str) -> tuple[str, str]:
    """A key and its line, by the command."""
    command = [sys.executable, "-m", "service.keys", name]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return re.findall(r"fdk_\w+", said)[0], re.findall(rf"{name}:\S+", said)[0]


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keyed]:
    folder = tmp_path_factory.mktemp("keyed")
    (acme, first), (other, second) = make_key("acme"), make_key("other")
    (folder / "keys").write_text(f"# integrators\n{first}\n\n{second}tables=6000/60\n")
    output = folder / "gunicorn.txt"
    with (
        Embedded(folder / "data") as store,
        serving(store.url, output, FAIRDEAL_KEYS=str(folder / "keys"), LOG_LEVEL="debug") as served,
    ):
        root = served.address
        yield Keyed(root, Player(root, acme), Player(root, other), store.url, output)


def create(player: Player, *seats: dict[str, Any], **new: Any) -> Any:
    return player.create(list(seats), **new)


def ids(client: Player, /, **query: Any) -> list[str]:
    return [item["id"] for item in client.done("GET", "/v1/games", **query)["items"]]


def test_Q4_a_game_is_made_with_a_key_or_not_at_all(keyed: Keyed) -> None:
    new = {"ruleset": "vantage", "seats": [ANA, OPEN]}
    host = create(keyed.acme, ANA, OPEN)["host_token"]
    for player, status in ((keyed.nobody, 401), (keyed.nobody.holding("fdk_" + "0" * 43), 401)):
        answer = player.ask("POST", "/v1/games", new)
        assert (answer.status, answer.headers["www-authenticate"]) == (status, "Bearer")
        assert "`Authorization: Bearer fdk_…`" in answer.json["detail"]
    answer = keyed.nobody.holding(host).ask("POST", "/v1/games", new)
    assert (answer.status, answer.json["code"]) == (403, "forbidden")


def test_the_scenario_of_an_integrator(keyed: Keyed) -> None:
    room = str(uuid.uuid4())
    made = create(keyed.acme, ANA, BO, metadata={"room": room})
    game = made["game"]["id"]
    assert made["game"]["status"] == "playing"
    assert ids(keyed.acme, player="u-17", status="playing", metadata=f"room:{room}") == [game]
    assert ids(keyed.acme, player="u-42", metadata=f"room:{room}", open="false") == [game]
    assert ids(keyed.acme, player="u-1") == []
    assert ids(keyed.other) == []
    for query in ({"player": "u-17"}, {"metadata": f"room:{room}"}):
        assert keyed.nobody.ask("GET", "/v1/games", query=query).status == 401
        seat = keyed.nobody.holding(made["seat_tokens"][0])
        assert seat.ask("GET", "/v1/games", query=query).status == 403
    assert keyed.other.ask("GET", f"/v1/games/{game}").status == 403
    assert keyed.other.ask("DELETE", f"/v1/games/{game}").status == 403
    shown = keyed.acme.see(game)
    assert (shown["you"], shown["metadata"]) == (None, {"room": room})
    assert [seat["player"] for seat in shown["seats"]] == ["u-17", "u-42"]
    ended = keyed.acme.done("DELETE", f"/v1/games/{game}")
    assert ended["game"]["status"] == "aborted"
    assert ids(keyed.acme, metadata=f"room:{room}") == [game]


def test_player_and_metadata_are_told_to_nobody_else_anywhere(keyed: Keyed) -> None:
    made = create(keyed.acme, ANA, BO, listed=True, metadata={"room": "lunch-42/secret"})
    game = made["game"]["id"]
    ana, bo = (keyed.nobody.holding(token) for token in made["seat_tokens"])
    everywhere = (f"/v1/games/{game}", f"/v1/games/{game}/events", "/v1/games", f"/v1/games/{game}/record")

    def told(player: Player) -> str:
        return "".join(player.ask("GET", path).body.decode() for path in everywhere)

    def check() -> None:
        for player, own in ((ana, {"u-17"}), (bo, {"u-42"}), (keyed.nobody, set())):
            text = told(player)
            assert "lunch-42/secret" not in text
            assert {word for word in ("u-17", "u-42") if f'"{word}"' in text} == own

    check()
    assert game in ids(keyed.nobody)
    moves = bo.list(game)["items"] or ana.list(game)["items"]
    mover = bo if bo.list(game)["items"] else ana
    changed = mover.play(game, moves[0]["move"])
    own = changed["game"]["you"]
    assert [seat["player"] for seat in changed["game"]["seats"]] == [
        "u-17" if own == 0 else None,
        "u-42" if own == 1 else None,
    ]
    keyed.acme.done("DELETE", f"/v1/games/{game}")
    check()
    record = keyed.nobody.record(game)
    assert "player" not in record["seats"][0]
    assert "metadata" not in record


def test_a_retry_counts_once_and_its_key_is_the_api_keys_own(keyed: Keyed) -> None:
    new = {"ruleset": "vantage", "seats": [ANA, OPEN]}
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    first, again = (keyed.acme.ask("POST", "/v1/games", new, headers=headers) for _ in range(2))
    assert (first.status, again.status) == (201, 201)
    assert again.headers["idempotent-replayed"] == "true"
    assert first.json == again.json
    foreign = keyed.other.ask("POST", "/v1/games", new, headers=headers)
    assert "idempotent-replayed" not in foreign.headers
    assert foreign.json["game"]["id"] != first.json["game"]["id"]
    assert foreign.json["host_token"] != first.json["host_token"]


def test_Q56_no_key_token_or_digest_is_in_a_log_and_no_key_in_the_store(keyed: Keyed) -> None:
    made = create(keyed.acme, ANA, OPEN, listed=True)
    key = keyed.acme.token or ""
    for header in (f"Bearer {key}", f"Basic {key}", f"{key}", f"Bearer {key} {key}"):
        keyed.nobody.ask("GET", "/v1/games", headers={"Authorization": header})
    keyed.nobody.ask("GET", "/v1/games", query={"token": key})
    keyed.nobody.ask("GET", f"/v1/games/{key}")
    secrets = [key, made["host_token"], made["invite"], made["seat_tokens"][0]]
    printed = keyed.output.read_text()
    assert "/v1/games" in printed, "requests are logged"
    for secret in secrets:
        assert secret not in printed
        assert secret.rpartition("_")[2] not in printed
    location = keyed.acme.ask("POST", "/v1/games", {"ruleset": "vantage", "seats": [ANA, OPEN]})
    assert location.headers["location"] == f"{keyed.root}/v1/games/{location.json['game']['id']}"
    with Redis.from_url(keyed.redis_url) as raw:
        for name in raw.scan_iter():
            assert raw.pttl(name) > 0, name
            stored = raw.dump(name) or b""
            for secret in secrets:
                assert secret.encode() not in name + stored
            assert b"u-17" not in name


def test_a_bad_key_file_keeps_the_service_from_starting_and_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("# ours\nacme:not-a-hash-but-a-secret:\n")
    environ = os.environ | {"FAIRDEAL_KEYS": str(tmp_path / "keys"), "PORT": "0", "DATA": str(tmp_path)}
    command = [sys.executable, "-m", "service"]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith(f"fairdeal: FAIRDEAL_KEYS: {tmp_path / 'keys'}: line 2: ")
    assert "not-a-hash" not in done.stderr + done.stdout
