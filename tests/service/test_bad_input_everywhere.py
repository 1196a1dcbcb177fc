"""Bad input, by the book: every place of every body is spoiled in every way, one at a time."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from service.openapi.document import examples
from tests.contract.recorder import Recorder, read
from tests.service.tables import OPEN, HttpTable, Json

MOVES_KEPT = 2  # of the record, which is long
SPOILS: tuple[Any, ...] = (
    *(None, True, 7, -1, 1.5, 10**30),
    *("", "\0", "x\0y", "x" * 5_000, "\U0001f0cf", "??"),
    *([], [[]], [None], {}, {"a": {}}),
)
Place = tuple[str | int, ...]


def body_of(name: str, table: HttpTable) -> Json:
    """A body that is right but for what will be spoiled."""
    body: Json = copy.deepcopy(examples()["bodies"][name])
    if name == "verifyRecord":
        body["moves"] = body["moves"][:MOVES_KEPT]
    if name == "takeSeat":
        body["invite"] = table.invite
    if name == "playMove":
        body = {"kind": "build", "card": "P1", "call": 1, "join": ["t4"]}
    return body


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Every place within a value, itself excepted."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*at, key)
        yield from places(part, (*at, key))


def spoiled(body: Json, place: Place, spoil: Any) -> Json:
    made = copy.deepcopy(body)
    inner: Any = made
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = spoil
    return made


def pointer(place: Place) -> str:
    return "".join(f"/{key}" for key in place)


@pytest.mark.parametrize(
    "name", ["createGame", "takeSeat", "seatBot", "playMove", "checkMove", "verifyRecord"]
)
def test_whatever_is_put_anywhere_is_refused_there_or_is_as_good_as_what_was_there(
    client: Recorder, name: str
) -> None:
    full = HttpTable(client, options={"action_cards": False, "dealer": 1}, sandbox={})
    waiting = HttpTable(client, {"name": "Ana"}, OPEN, OPEN, sandbox={})
    path = {
        "createGame": "/v1/games",
        "takeSeat": f"{waiting.path}/seats",
        "seatBot": f"{waiting.path}/seats/2/bot",
        "playMove": f"{full.path}/moves",
        "checkMove": f"{full.path}/moves/check",
        "verifyRecord": "/v1/verifications",
    }[name]
    token = {"playMove": full.seats[0], "checkMove": full.seats[0], "seatBot": waiting.host}.get(name)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    method = "PUT" if name == "seatBot" else "POST"
    body = body_of("playMove" if name == "checkMove" else name, waiting)
    refusals = 0
    with full.unchanged():
        for place in places(body):
            for spoil in SPOILS:
                before = waiting.standing() if name in ("takeSeat", "seatBot") else None
                answer = client.open(path, method=method, json=spoiled(body, place, spoil), headers=headers)
                if answer.status_code in (200, 201) and name in ("createGame", "takeSeat", "verifyRecord"):
                    continue  # as good: a name, an optional field that is null, a record that does not hold
                refusals += 1
                problem = read(answer)
                assert answer.status_code in (401, 409, 422), answer.text
                if answer.status_code == 422:
                    told = [error["pointer"] for error in problem["errors"]]
                    assert any(_near(there, pointer(place)) for there in told), answer.text
                if before is not None:
                    assert waiting.standing() == before
    assert refusals >= len(SPOILS)


def _near(told: str, wrong: str) -> bool:
    """Whether the place that is told is the one that is wrong, holds it, or lies in it."""
    return told == wrong or told.startswith(f"{wrong}/") or wrong.startswith(f"{told}/")
