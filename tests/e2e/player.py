"""A client that knows nothing but the address: plain HTTP, a new connection for every request, so that
consecutive requests reach different workers."""

import http.client
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

Choose = Callable[[list[dict[str, Any]]], dict[str, Any]]

MEDIA = "application/json"
PATIENCE = 60.0  # seconds
HOLDS = {  # what a verification says of a record in which nothing is wrong
    "commitment": True,
    "deal": True,
    "moves": True,
    "outcome": True,
    "failed_at": None,
    "problem": None,
}


def some(seed: int) -> Choose:
    """A choice among listed moves by a chance of our own, the same in every run."""
    return random.Random(seed).choice


@dataclass(frozen=True)
class Answer:
    """An answer as it came: header names in lower case, the body's bytes."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Player:
    """Speaks to a service at an address like `http://127.0.0.1:8000`, with one token or none."""

    def __init__(self, root: str, token: str | None = None) -> None:
        self.root = root
        self.token = token

    def holding(self, token: str | None) -> "Player":
        """The same with another token."""
        return Player(self.root, token)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """One request, whatever comes of it. `body` is sent as JSON unless it is bytes already."""
        sent = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        if body is not None:
            sent["Content-Type"] = MEDIA
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        address = urlsplit(self.root)
        connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
        try:
            target = path + (f"?{urlencode(query, doseq=True)}" if query else "")
            connection.request(method, target, body, sent | (headers or {}))
            answer = connection.getresponse()
            return Answer(
                answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()
            )
        finally:
            connection.close()

    def done(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """The JSON of a 2xx answer; anything else fails the test."""
        answer = self.ask(method, path, body, query)
        assert 200 <= answer.status < 300, f"{method} {path}: {answer.status} {answer.body[:600]!r}"
        return answer.json if answer.body else None

    # --- the calls of the API ---

    def create(self, seats: list[dict[str, Any]], **new: Any) -> Any:
        """A new game, of Vantage unless `ruleset` says otherwise."""
        return self.done("POST", "/v1/games", {"ruleset": "vantage", "seats": seats} | new)

    def sit(self, game: str, invite: str, **seat: Any) -> Any:
        """Takes a seat."""
        return self.done("POST", f"/v1/games/{game}/seats", {"invite": invite} | seat)

    def see(self, game: str, **query: Any) -> Any:
        """The game."""
        return self.done("GET", f"/v1/games/{game}", **query)

    def list(self, game: str, **query: Any) -> Any:
        """Legal moves; `with` is written `**{"with": [...]}`."""
        return self.done("GET", f"/v1/games/{game}/moves", **query)

    def play(self, game: str, move: dict[str, Any], **query: Any) -> Any:
        """Plays the move."""
        return self.done("POST", f"/v1/games/{game}/moves", move, **query)

    def try_move(self, game: str, move: Any, **headers: str) -> Answer:
        """Sends the move, whatever comes of it; headers are written `If_Match`, `Idempotency_Key`."""
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        return self.ask("POST", f"/v1/games/{game}/moves", move, headers=named)

    def check(self, game: str, move: Any) -> Answer:
        """Asks whether the move is legal: 204, or the problem."""
        return self.ask("POST", f"/v1/games/{game}/moves/check", move)

    def events(self, game: str, after: int = 0, **query: Any) -> Any:
        """A page of steps."""
        return self.done("GET", f"/v1/games/{game}/events", after=after, **query)

    def record(self, game: str) -> Any:
        """The record of an ended game."""
        return self.done("GET", f"/v1/games/{game}/record")

    def verify(self, record: dict[str, Any]) -> Any:
        """What of the record holds."""
        return self.done("POST", "/v1/verifications", record)


def play_on(
    player: Player, game: dict[str, Any], tokens: list[str | None], choose: Choose, most: int = 10_000
) -> Any:
    """Plays for all seats of the tokens until the game is over, or for so many moves at most; the game as the
    last mover saw it.

    Every seat that acts lists its moves and sends one as it was listed. Each 2xx has advanced the version.
    """
    for _ in range(most):
        if game["status"] != "playing":
            break
        seat = game["to_act"][0]
        hand = player.holding(tokens[seat])
        listed = hand.list(game["id"], limit=50)
        assert (listed["version"], listed["seat"]) == (game["version"], seat)
        change = hand.play(game["id"], choose(listed["items"])["move"])
        versions = [step["version"] for step in change["steps"]]
        assert versions == list(range(game["version"] + 1, change["game"]["version"] + 1))
        assert versions, "a 2xx without a step"
        game = change["game"]
    return game


def recorded(player: Player, game: dict[str, Any]) -> dict[str, Any]:
    """The record of a finished game, after a look at both."""
    assert (game["status"], game["to_act"]) == ("finished", [])
    outcome, seats = game["outcome"], range(len(game["seats"]))
    assert len(outcome["scores"]) == len(seats)
    assert outcome["winners"] == sorted(set(outcome["winners"]) & set(seats))
    record = player.record(game["id"])
    assert len(record["moves"]) == game["version"], "a row a version"
    assert record["outcome"] == {key: outcome[key] for key in ("reason", "winners", "scores")}
    return dict(record)


class Seated:
    """A game with people in all seats: its id, a client for each seat, one for the host, one without a
    token."""

    def __init__(self, service: Player, seats: int = 2, **new: Any) -> None:
        names = [{"name": name} for name in ("Ana", "Bo", "Cy", "Di")[:seats]]
        created = service.create(names, **new)
        self.public = service
        self.id: str = created["game"]["id"]
        self.path = f"/v1/games/{self.id}"
        self.tokens: list[str | None] = created["seat_tokens"]
        self.hands = [service.holding(token) for token in self.tokens]
        self.host = service.holding(created["host_token"])
        self.invited = service.holding(created["invite"])

    @property
    def game(self) -> Any:
        """The game as the public sees it."""
        return self.public.see(self.id)

    @property
    def version(self) -> int:
        """The number of steps in its log."""
        return int(self.game["version"])

    @property
    def mover(self) -> Player:
        """The client of the seat that is to act, the first of several."""
        return self.hands[int(self.game["to_act"][0])]

    @property
    def waiter(self) -> Player:
        """The client of a seat that is not to act."""
        acting = self.game["to_act"]
        return next(hand for seat, hand in enumerate(self.hands) if seat not in acting)

    def move(self) -> dict[str, Any]:
        """The first listed move of the seat that is to act."""
        return dict(self.mover.list(self.id, limit=1)["items"][0]["move"])

    def until(self, phase: str, choose: Choose = lambda items: items[0]) -> None:
        """Plays on until the game is in the phase."""
        for _ in range(400):
            game = self.game
            if game["view"]["phase"]["kind"] == phase:
                return
            assert game["to_act"], f"no phase {phase} came"
            hand = self.hands[game["to_act"][0]]
            hand.play(self.id, choose(hand.list(self.id)["items"])["move"])
        raise AssertionError(f"no phase {phase} came")
