"""The examples of the document: a game that is really played over the API, with every problem provoked.

Ids, tokens and request ids are replaced by fixed ones, and clock and chance are ours, so that playing it
again gives the same document.
"""

import copy
import hashlib
import itertools
import json
import logging
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from service.api import OPERATIONS
from service.app import create_app
from service.config import Config
from service.edge.limiting import QUOTAS
from service.embedded import Embedded
from service.openapi.playing_board import look_at_a_board
from service.openapi.playing_hosts import host_a_table
from service.openapi.playing_lobby import KEYS, play_lobby
from service.openapi.playing_spectators import watch
from service.openapi.playing_streams import follow

START_MS = 1_767_225_600_000  # 2026-01-01T00:00:00Z
TICK_MS = 1500
BASE_URL = "https://fairdeal.example"
GAME, AGAIN = "Zk3vQ0Xr8mT1yB5nH2cWfA", "Rm7sK2Yd0pL9uE4jN6bVxQ"  # of any game, of any rematch
KEY = {"Idempotency-Key": "0b0ff7a2-7d4f-4d0a-9a39-1f2f3c4d5e6f"}
_TOKEN = re.compile(r"(fd[shi])_[0-9A-Za-z]{22}_[0-9A-Za-z]{43}")
_REQUEST = re.compile(r"req_[0-9a-f]{16}")
_SHOWN = {"text/markdown": 400, "image/svg+xml": 600}  # characters of what is long


class Playing:
    """A client that keeps the first body and answer of each operation, and each problem.

    `shown["problems"]` has the first problem of each code, `shown["own"]` the first of each operation.
    """

    def __init__(self, client: FlaskClient) -> None:
        self._client = client
        self.shown: dict[str, Any] = {"bodies": {}, "answers": {}, "problems": {}, "own": {}}
        self._games: dict[str, str] = {}

    def over(self, client: FlaskClient) -> "Playing":
        """The same, of another application over the same store."""
        other = copy.copy(self)
        other._client = client
        return other

    def call(self, name: str, token: str | None = None, body: Any = None, /, **given: Any) -> Any:
        """Calls the operation; `given` fills its path, `query` its query string, `headers` and `data`
        replace."""
        operation = OPERATIONS[name]
        headers = {**given.pop("headers", {})}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        sent = {"data": given.pop("data")} if "data" in given else {} if body is None else {"json": body}
        query = given.pop("query", None)
        answer = self._client.open(
            operation.path.format(**given),
            method=given.pop("method", operation.method),
            headers=headers,
            query_string=query,
            **sent,
        )
        told: Any = answer.json if answer.is_json else answer.text
        if answer.status_code == 201 and name in ("createGame", "createRematch"):
            self._games[told["game"]["id"]] = GAME if name == "createGame" else AGAIN
        self._keep(name, body, answer)
        return told

    def _keep(self, name: str, body: Any, answer: TestResponse) -> None:
        if answer.mimetype == "application/problem+json":
            problem = self._plain(answer.text)
            self.shown["problems"].setdefault(problem["code"], problem)
            self.shown["own"].setdefault(name, {}).setdefault(problem["code"], problem)
            return
        if body is not None:
            self.shown["bodies"].setdefault(name, self._plain(json.dumps(body)))
        if answer.status_code in (204, 304):
            return
        answers = self.shown["answers"].setdefault(name, {})
        most = _SHOWN.get(answer.mimetype or "")
        shown = self._plain(answer.text) if answer.is_json else self._fixed(answer.text)[:most]
        answers.setdefault(str(answer.status_code), shown)

    def _plain(self, text: str) -> Any:
        """The document without what chance made."""
        return json.loads(self._fixed(text))

    def _fixed(self, text: str) -> str:
        text = _TOKEN.sub(lambda found: f"{found[1]}_{GAME}_{'0' * 43}", text)
        for game, shown in self._games.items():
            text = text.replace(game, shown)
        return _REQUEST.sub("req_0123456789abcdef", text)


def play() -> dict[str, Any]:
    """The examples."""
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder)) as store:
        config = Config(redis_url=store.url, base_url=BASE_URL)
        with _application(config, clock=_clock(), entropy=_entropy()) as app:
            playing = Playing(app.test_client())
            _read_around(playing)
            ended = _play_a_game(playing)
            with _application(replace(config, keys=KEYS), clock=_clock(), entropy=_entropy()) as keyed:
                play_lobby(playing, playing.over(keyed.test_client()))
            _provoke(playing, ended)
            host_a_table(playing)
            look_at_a_board(playing)
            follow(playing, app.extensions["fairdeal-store"], *ended)
            with _application(replace(config, rate_limits=True)) as limited:
                _exhaust(playing.over(limited.test_client()))
            store.stop()
            playing.call("getReadiness")
            with _application(config, clock=lambda: 1 // 0) as broken, _silence():
                app.extensions["fairdeal"] = broken.extensions["fairdeal"]
                playing.call("createGame", None, _new())
    return playing.shown


@contextmanager
def _application(config: Config, **hosted: Any) -> Iterator[Any]:
    app = create_app(config, **hosted)
    try:
        yield app
    finally:
        app.extensions["fairdeal-live"].close()
        app.extensions["fairdeal-store"].close()


@contextmanager
def _silence() -> Iterator[None]:
    """No log of a failure that is meant."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def _clock() -> Callable[[], int]:
    ticks = itertools.count()
    return lambda: START_MS + TICK_MS * next(ticks)


def _entropy() -> Callable[[int], bytes]:
    blocks = itertools.count()
    return lambda length: hashlib.shake_256(f"example {next(blocks)}".encode()).digest(length)


def _new(**more: Any) -> dict[str, Any]:
    seats = [{"name": "Ana"}, {"open": True}, {"bot": "random"}]
    return {"ruleset": "vantage", "options": {"reneging": "challenge"}, "seats": seats, **more}


def _read_around(playing: Playing) -> None:
    for name in ("listRulesets", "listBots", "listProblems", "getLiveness", "getReadiness"):
        playing.call(name)
    playing.call("getRuleset", slug="vantage")
    playing.call("getRules", slug="vantage")
    playing.call("getProblem", code="rule-broken")


def _play_a_game(playing: Playing) -> tuple[str, str]:
    """A whole game of two people and a bot; gives its id and the token of the first seat."""
    created = playing.call("createGame", None, _new(), headers=KEY)
    game, invite = created["game"]["id"], created["invite"]
    ana = created["seat_tokens"][0]
    playing.call("takeSeat", None, {"invite": invite, "name": "Bo", "seat": 2}, game=game)
    playing.call("playMove", ana, {"kind": "accept"}, game=game)
    seated = playing.call("takeSeat", None, {"invite": invite, "name": "Bo", "entropy": "c0ffee"}, game=game)
    tokens = {0: ana, 1: seated["token"]}
    playing.call("getRecord", game=game)
    shown = seated["game"]
    provoked = False
    while shown["status"] == "playing":
        seat = shown["to_act"][0]
        view = playing.call("getGame", tokens[seat], game=game, query={"moves": 3})["view"]
        moves = playing.call("listMoves", tokens[seat], game=game, query={"limit": 5})
        move = moves["items"][0]["move"]
        if view["phase"]["kind"] == "turn" and not provoked:
            provoked = True
            _provoke_in_play(playing, game, tokens, seat, move)
        shown = playing.call("playMove", tokens[seat], move, game=game, query={"moves": 3})["game"]
    return game, ana


def _provoke_in_play(playing: Playing, game: str, tokens: dict[int, str], seat: int, move: Any) -> None:
    playing.call("checkMove", tokens[seat], move, game=game)
    for name in ("playMove", "checkMove"):
        playing.call(name, tokens[1 - seat], move, game=game)
        playing.call(name, tokens[seat], move, game=game, headers={"If-Match": '"1"'})
        playing.call(name, tokens[seat], {"kind": "match", "card": "R8"}, game=game)
        playing.call(name, tokens[seat], {**move, "kind": "match", "take": []}, game=game)
    playing.call("abortGame", tokens[seat], game=game)
    playing.call("listMoves", tokens[seat], game=game, query={"cursor": "MS4xLjAwMDAwMDAw"})


def _provoke(playing: Playing, ended: tuple[str, str]) -> None:
    game, token = ended
    record = playing.call("getRecord", game=game)
    playing.call("verifyRecord", None, record)
    playing.call("listEvents", token, game=game, query={"after": 1, "limit": 3})
    playing.call("playMove", token, {"kind": "accept"}, game=game)
    two = playing.call("createGame", None, _new(seats=[{"name": "Ana"}, {"name": "Bo"}]))
    other = two["game"]["id"]
    _provoke_everywhere(playing, game, token, two["seat_tokens"][0])
    _provoke_with_bodies(playing)
    watch(playing, two["seat_tokens"][0], other)
    playing.call("leaveSeat", two["seat_tokens"][1], game=other, seat=0)
    playing.call("leaveSeat", two["seat_tokens"][0], game=other, seat=0)
    playing.call("abortGame", two["host_token"], game=other)


def _exhaust(playing: Playing) -> None:
    """One call more than the limit of an address, and of a seat."""
    for _ in range(QUOTAS["tables"].amount + 1):
        playing.call("createGame", None, {})
    playing.call("takeSeat", None, {}, game=GAME)
    for _ in range(QUOTAS["moves"].amount + 1):
        playing.call("playMove", f"fds_{GAME}_{'0' * 43}", {}, game=GAME)


def _provoke_everywhere(playing: Playing, game: str, token: str, foreign: str) -> None:
    """What most operations refuse: a wrong query, an unknown thing, no token where one is needed, a wrong
    one."""
    bodies = {
        "takeSeat": {"invite": foreign.replace("fds", "fdi")},
        "playMove": {"kind": "accept"},
        "checkMove": {"kind": "accept"},
        "seatBot": {"bot": "random"},
    }
    for name, operation in OPERATIONS.items():
        here = {"game": game, "seat": 0, "slug": "vantage", "code": "rule-broken"}
        nowhere = {"game": "0" * 22, "seat": 0, "slug": "chess", "code": "no-such-code"}
        body = bodies.get(name)
        if operation.body is None and "invalid-request" in operation.problems:
            playing.call(name, token, query={"labels": "maybe"}, **here)
        if "not-found" in operation.problems:
            playing.call(name, None, body, **nowhere)
        if "unauthenticated" in operation.problems and name != "takeSeat":
            playing.call(name, "fds_lost" if operation.optional else None, body, **here)
        if "forbidden" in operation.problems:
            playing.call(name, foreign, body, **here)


def _provoke_with_bodies(playing: Playing) -> None:
    json_type = {"Content-Type": "application/json"}
    playing.call("createGame", None, _new(options={"reneging": "never"}))
    playing.call("createGame", None, _new(options={}), headers=KEY)
    playing.call("createGame", None, data=b'{"ruleset": ', headers=json_type)
    playing.call("createGame", None, data=b" " * 70_000, headers=json_type)
    playing.call("createGame", None, data=b"{}", headers={"Content-Type": "text/plain"})
    playing.call("takeSeat", None, {"invite": 5, "sit": 1}, game=GAME)
    playing.call("takeSeat", None, {"invite": "fdi_lost"}, game=GAME)
    playing.call("verifyRecord", None, {"format": "fairdeal-record-1"})
    playing.call("createGame", None, method="PUT")
