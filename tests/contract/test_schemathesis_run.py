"""schemathesis with all its phases over real HTTP: examples, the bounds of every field, fuzzing, and stories.

It follows what the answer to createGame names: links are added to a copy of the document for it. It holds an
API key, which hosts whatever it makes. `make fuzz` lets it try more, and anew each time.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from engine import RULESETS
from service import auth
from service.embedded import Embedded
from service.tables import META
from tests.e2e.player import Player
from tests.e2e.serving import serving
from tests.fuzzing import SHORT, TIMES

EXAMPLES = 2  # an operation and phase, in the short form
STREAMS = ("followGame", "followGames")  # which do not end
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "use_after_free",
    "ensure_resource_availability",
)
SOUND = [
    {"ruleset": slug, "seats": [{"name": "Ana"}, second], "listed": True}
    for slug in RULESETS
    for second in ({"open": True}, {"bot": "random"})
]


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Player, Embedded, Path]]:
    """A service with an API key, a client that holds it, its store, and the file of its log."""
    folder = tmp_path_factory.mktemp("schemathesis")
    key = auth.new_key()
    (folder / "keys").write_text(f"fuzz:{auth.digest(key)}:\n")
    log = folder / "gunicorn.txt"
    with (
        Embedded(folder / "data") as store,
        serving(store.url, log, FAIRDEAL_KEYS=str(folder / "keys")) as served,
    ):
        yield Player(served.address, key), store, log


def linked(document: Any) -> Any:
    """The document with sound games of every rule set to make, what leads from a new game to every call of
    it, and what the HTTP server refuses before any operation is asked."""
    new: dict[str, Any] = {}
    for path, item in document["paths"].items():
        for operation in item.values():
            if not isinstance(operation, dict) or "responses" not in operation:
                continue
            operation["responses"]["414"] = operation["responses"]["500"]
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "wait":
                    parameter["schema"]["maximum"] = 1  # nobody waits for long
            if "{game}" in path and operation["operationId"] not in STREAMS:
                parameters = {"game": "$response.body#/game/id"}
                if "{seat}" in path:
                    parameters["seat"] = "$response.body#/game/seats/0/seat"
                new[operation["operationId"]] = {
                    "operationId": operation["operationId"],
                    "parameters": parameters,
                }
    create = document["paths"]["/v1/games"]["post"]
    create["responses"]["201"]["links"] = new
    media = create["requestBody"]["content"]["application/json"]
    media["examples"] = {f"sound-{at}": {"value": body} for at, body in enumerate(SOUND)}
    media["schema"] = {"anyOf": [{"enum": SOUND}, media["schema"]]}
    return document


def test_Q24_no_request_that_schemathesis_makes_up_is_answered_otherwise_than_documented(
    keyed: tuple[Player, Embedded, Path], tmp_path: Path
) -> None:
    player, store, log = keyed
    (tmp_path / "openapi.json").write_text(json.dumps(linked(player.done("GET", "/openapi.json"))))
    if SHORT:  # bodies and queries that are wrong in every way are tried in tests/service/test_bad_input*.py
        (tmp_path / "schemathesis.toml").write_text('[phases.coverage.generation]\nmode = "positive"\n')
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", "openapi.json", f"--url={player.root}"),
        *("--phases=examples,coverage,fuzzing,stateful", f"--max-examples={EXAMPLES * TIMES}"),
        *(
            f"--checks={','.join(CHECKS)}",
            "--continue-on-failure",
            "--request-timeout=60",
            "--generation-database=none",
        ),
        *(f"--header=Authorization: Bearer {player.token}", "--workers=1"),
        *(f"--exclude-operation-id={name}" for name in STREAMS),
        *(["--seed=1"] if SHORT else []),
    ]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120 + 60 * TIMES)
    print(run.stdout[-6000:])
    assert run.returncode == 0, run.stdout[-12000:] + run.stderr[-2000:]
    found = re.search(r"(\d+) generated", run.stdout)
    assert found is not None
    assert int(found[1]) > 500
    assert "Stateful" in run.stdout
    with closing(Redis.from_url(store.url)) as raw:
        games = [key for key in raw.scan_iter("g:{*}") if key.endswith(b"}")]
        stored: list[Any] = [raw.hget(key, "meta") for key in games]
        metas = [META.decode(meta) for meta in stored]
    assert {meta.ruleset for meta in metas} == set(RULESETS), "games of all rule sets were made"
    assert "Traceback" not in log.read_text()
