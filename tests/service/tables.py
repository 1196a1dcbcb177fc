"""Tables over HTTP, for tests: made in one line, their tokens at hand, and proof that nothing was changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.contract.recorder import read

Json = dict[str, Any]

OPEN: Json = {"open": True}
ZEROS = "00" * 32


def new_game(*seats: Json, **more: Any) -> Json:
    """The body of createGame."""
    return {"ruleset": "vantage", "seats": list(seats or ({"name": "Ana"}, {"name": "Bo"})), **more}


class HttpTable:
    """A game with its secrets."""

    def __init__(self, client: FlaskClient, *seats: Json, **more: Any) -> None:
        answer = client.post("/v1/games", json=new_game(*seats, **more))
        assert answer.status_code == 201, answer.text
        created = read(answer)
        self._client = client
        self.game: str = created["game"]["id"]
        self.path = f"/v1/games/{self.game}"
        self.seats: list[str | None] = created["seat_tokens"]
        self.host: str = created["host_token"]
        self.invite: str = created["invite"]
        self.version: int = created["game"]["version"]
        self.to_act: list[int] = created["game"]["to_act"]

    def call(self, method: str, path: str = "", token: str | None = None, **given: Any) -> TestResponse:
        """A call below the path of the game."""
        headers = dict(given.pop("headers", {}))
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return self._client.open(self.path + path, method=method, headers=headers, **given)

    def play(self, move: Any, token: str | None = None, **given: Any) -> TestResponse:
        """Plays a move with the token, or else that of the seat to act."""
        bearer = self.seats[self.to_act[0]] if token is None else token
        return self.call("POST", "/moves", bearer, json=move, **given)

    def listed(self, **query: Any) -> list[Json]:
        """Legal moves of the seat to act."""
        answer = self.call("GET", "/moves", self.seats[self.to_act[0]], query_string=query)
        items: list[Json] = read(answer)["items"]
        return [item["move"] for item in items]

    def standing(self) -> tuple[Any, Any]:
        """All that a seat sees, and the whole log."""
        token = next(token for token in self.seats if token is not None)
        return read(self.call("GET", "", token)), read(self.call("GET", "/events", token))

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Nothing of the game or its log is changed within."""
        before = self.standing()
        yield
        assert self.standing() == before


def refused(answer: TestResponse, status: int, code: str, *places: tuple[str, str]) -> Json:
    """The problem, which has this status and code and names exactly these places, each with a reason."""
    problem: Json = read(answer)
    assert (answer.status_code, problem["code"]) == (status, code), answer.text
    assert [(error["in"], error["pointer"]) for error in problem["errors"]] == list(places), answer.text
    assert all(error["detail"] for error in problem["errors"])
    assert problem["detail"]
    return problem
