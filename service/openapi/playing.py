"""The examples of the document: a game that is really played over the API, with every problem provoked.

Ids, tokens, nonces and request ids are replaced by fixed ones and the clock is ours, so that playing it again
gives the same document.
"""

import itertools
import json
import logging
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api import OPERATIONS
from service.app import create_app
from service.config import Config
from service.embedded import Embedded

START_MS = 1_767_225_600_000  # 2026-01-01T00:00:00Z
TICK_MS = 1500
BASE_URL = "https://fairdeal.example"
GAME = "Zk3vQ0Xr8mT1yB5nH2cWfA"
_TOKEN = re.compile(r"(fd[shi])_[0-9A-Za-z]{22}_[0-9A-Za-z]{43}")
_REQUEST = re.compile(r"req_[0-9a-f]{16}")
_RULES_SHOWN = 400  # characters of the rules text


class Playing:
    """A client that keeps the first answer of each operation and status, and of each problem."""

    def __init__(self, client: FlaskClient) -> None:
        self._client = client
        self.shown: dict[str, Any] = {"bodies": {}, "answers": {}, "problems": {}}
        self.games: list[str] = []

    def call(self, name: str, token: str | None = None, body: Any = None, /, **given: Any) -> Any:
        """Calls the operation; `given` fills its path, `query` its query string, `headers` and `data` replace."""
        operation = OPERATIONS[name]
        headers = {**given.pop("headers", {})}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        sent = {"data": given.pop("data")} if "data" in given else {} if body is None else {"json": body}
        query = given.pop("query", None)
        answer = self._client.open(
            operation.path.format(**given),
            method=operation.method,
            headers=headers,
            query_string=query,
            **sent,
        )
        self._keep(name, body, answer)
        return answer.json if answer.is_json else answer.text

    def _keep(self, name: str, body: Any, answer: TestResponse) -> None:
        if answer.mimetype == "application/problem+json":
            problem = self._plain(answer.text)
            self.shown["problems"].setdefault(problem["code"], problem)
            return
        if body is not None:
            self.shown["bodies"].setdefault(name, self._plain(json.dumps(body)))
        if answer.status_code in (204, 304):
            return
        answers = self.shown["answers"].setdefault(name, {})
        shown = self._plain(answer.text) if answer.is_json else answer.text[:_RULES_SHOWN]
        answers.setdefault(str(answer.status_code), shown)

    def _plain(self, text: str) -> Any:
        """The document without what chance made."""
        text = _TOKEN.sub(lambda found: f"{found[1]}_{GAME}_{'0' * 43}", text)
        for game in self.games:
            text = text.replace(game, GAME)
        return json.loads(_REQUEST.sub("req_0123456789abcdef", text))


def play() -> dict[str, Any]:
    """The examples."""
    ticks = itertools.count()
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder)) as store:
        config = Config(redis_url=store.url, base_url=BASE_URL)
        app = create_app(config, clock=lambda: START_MS + TICK_MS * next(ticks))
        playing = Playing(app.test_client())
        with _closed(app):
            _read_around(playing)
            ended = _play_a_game(playing)
            _provoke(playing, ended)
            store.stop()
            playing.call("getReadiness")
        broken = create_app(config, clock=lambda: 1 // 0)
        app.extensions["fairdeal"] = broken.extensions["fairdeal"]
        logging.disable()  # the failure is ours, and meant
        playing.call("createGame", None, _new())
        logging.disable(logging.NOTSET)
    return playing.shown


@contextmanager
def _closed(app: Any) -> Iterator[None]:
    try:
        yield
    finally:
        app.extensions["fairdeal-live"].close()
        app.extensions["fairdeal-store"].close()


def _new(**more: Any) -> dict[str, Any]:
    seats = [{"name": "Ana"}, {"open": True}, {"bot": "random"}]
    return {"ruleset": "vantage", "options": {"reneging": "challenge"}, "seats": seats, "sandbox": {}, **more}


def _read_around(playing: Playing) -> None:
    for name in ("listRulesets", "listBots", "listProblems", "getLiveness", "getReadiness"):
        playing.call(name)
    playing.call("getRuleset", slug="vantage")
    playing.call("getRules", slug="vantage")
    playing.call("getProblem", code="rule-broken")
    playing.call("getProblem", code="nothing")


def _play_a_game(playing: Playing) -> tuple[str, str]:
    """A whole game of two people and a bot; gives its id and the token of the first seat."""
    key = {"Idempotency-Key": "0b0ff7a2-7d4f-4d0a-9a39-1f2f3c4d5e6f"}
    created = playing.call("createGame", None, _new(), headers=key)
    game = created["game"]["id"]
    playing.games.append(game)
    playing.call("takeSeat", None, {"invite": created["invite"], "name": "Bo", "seat": 2}, game=game)
    ana = created["seat_tokens"][0]
    playing.call("playMove", ana, {"kind": "accept"}, game=game)
    seated = playing.call(
        "takeSeat", None, {"invite": created["invite"], "name": "Bo", "entropy": "c0ffee"}, game=game
    )
    tokens = {0: ana, 1: seated["token"]}
    playing.call("getRecord", game=game)
    shown = seated["game"]
    provoked = False
    while True:
        if shown["status"] != "playing":
            return game, ana
        seat = shown["to_act"][0]
        view = playing.call("getGame", tokens[seat], game=game, query={"moves": 3})["view"]
        moves = playing.call("listMoves", tokens[seat], game=game, query={"limit": 5})
        move = moves["items"][0]["move"]
        if view["phase"]["kind"] == "turn" and view["round"] == 1 and not provoked:
            provoked = True
            _provoke_in_play(playing, game, tokens, seat, move)
        shown = playing.call("playMove", tokens[seat], move, game=game, query={"moves": 3})["game"]


def _provoke_in_play(playing: Playing, game: str, tokens: dict[int, str], seat: int, move: Any) -> None:
    playing.call("checkMove", tokens[seat], move, game=game)
    playing.call("playMove", None, move, game=game)
    playing.call("playMove", tokens[1 - seat], move, game=game)
    playing.call("playMove", tokens[seat], move, game=game, headers={"If-Match": '"1"'})
    playing.call("playMove", tokens[seat], {"kind": "match", "card": "R8"}, game=game)
    playing.call("abortGame", tokens[seat], game=game)
    playing.call("listMoves", tokens[seat], game=game, query={"cursor": "MS4xLjAwMDAwMDAw"})
    wrong = {"kind": "match", "card": move["card"], "take": []}
    playing.call("playMove", tokens[seat], wrong, game=game)


def _provoke(playing: Playing, ended: tuple[str, str]) -> None:
    game, token = ended
    record = playing.call("getRecord", game=game)
    playing.call("verifyRecord", None, record)
    playing.call("listEvents", token, game=game, query={"after": 1, "limit": 3})
    playing.call("playMove", token, {"kind": "accept"}, game=game)
    key = {"Idempotency-Key": "0b0ff7a2-7d4f-4d0a-9a39-1f2f3c4d5e6f"}
    playing.call("createGame", None, _new(options={}), headers=key)
    json_type = {"Content-Type": "application/json"}
    playing.call("createGame", None, data=b'{"ruleset": ', headers=json_type)
    playing.call("createGame", None, data=b" " * 70_000, headers=json_type)
    playing.call("createGame", None, data=b"{}", headers={"Content-Type": "text/plain"})
    answer = playing._client.put("/v1/games")
    playing._keep("createGame", None, answer)
    two = _new(seats=[{"name": "Ana"}, {"name": "Bo"}])
    left = playing.call("createGame", None, two)
    playing.games.append(left["game"]["id"])
    playing.call("leaveSeat", left["seat_tokens"][0], game=left["game"]["id"], seat=0)
    playing.call("abortGame", left["host_token"], game=left["game"]["id"])
