"""Two services with the same games, the same tokens and the same time: they differ in what a test writes."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from flask.testing import FlaskClient
from redis import Redis

from engine import RULESETS
from engine.core.rng import commitment
from service import auth
from service.app import create_app
from service.config import Config
from service.keys import ApiKey, Keys
from service.log import Row, RowCodec
from service.store import Tag, keys
from service.tables import META, PACE, Meta, Pace
from tests.contract.recorder import read

NOW = 1_796_040_000_000  # ms
ACME = "fdk_" + "acme" * 8
KEYS = Keys(Path("keys"), (ApiKey("acme", auth.digest(ACME), {}),))
NONCE = "twinsAre"
_REQUEST = re.compile(r"req_[0-9a-f]{16}")
_NONCE = re.compile(r'(?<=")(\d+)-\w{8}(?=-\w{6}")')

Told = tuple[int, tuple[str, ...], str]


class Stand(msgspec.Struct, frozen=True):
    """How a game stands, with its whole log; `meta` and `pace` as the service keeps them."""

    meta: Meta
    pace: Pace
    state: Any
    rows: tuple[Row, ...]


class Call(msgspec.Struct, frozen=True):
    """A request, but for the token. `stream`: read up to its first `game` message."""

    method: str
    path: str
    json: Any = None
    data: bytes | None = None
    headers: dict[str, str] = {}
    stream: bool = False


class Universe:
    """A service over a database of its own. Its chance is given, its clock stands still."""

    def __init__(self, url: str, database: int) -> None:
        address = f"{url}?db={database}"
        self.raw: Redis = Redis.from_url(address)
        self.raw.flushdb()
        self.app = create_app(
            Config(redis_url=address, keys=KEYS), clock=lambda: NOW, entropy=lambda count: b"\x07" * count
        )
        self.client: FlaskClient = self.app.test_client()
        self.commitments: set[str] = set()

    def close(self) -> None:
        """Ends it."""
        self.app.extensions["fairdeal-live"].close()
        self.app.extensions["fairdeal-store"].close()
        self.raw.close()

    def make(self, body: dict[str, Any], key: str) -> dict[str, Any]:
        """A game of the API key. The same key makes the same id and tokens in every universe."""
        answer = self.client.post("/v1/games", json=body, headers=bearing(ACME) | {"Idempotency-Key": key})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = read(answer)
        self.commitments.add(made["game"]["fairness"]["commitment"])
        return made

    def stand(self, game: str, codec: RowCodec) -> Stand:
        """How the game stands in the store."""
        kept: Any = self.raw.hmget(keys.game_key(game), keys.META, keys.PACE, keys.STATE)
        log: Any = self.raw.xrange(keys.log_key(game))
        meta, pace, state = kept
        rows = (codec.decode(fields[keys.STEP]) for _, fields in log)
        known = META.decode(meta)
        now = RULESETS[known.ruleset].from_json(state) if state else None
        return Stand(known, PACE.decode(pace), now, tuple(rows))

    def write(self, game: str, stand: Stand, codec: RowCodec) -> None:
        """Makes the game stand so, whatever it was."""
        self.commitments.add(commitment(stand.meta.server_seed or stand.meta.sandbox_seed or b""))
        log = keys.log_key(game)
        with self.raw.pipeline() as pipe:
            pipe.delete(log)
            for version, row in enumerate(stand.rows, 1):
                pipe.xadd(log, {keys.STEP: codec.encode(row)}, id=f"{version}-0")
            pipe.delete(keys.game_key(game))
            pipe.hset(
                keys.game_key(game),
                mapping={
                    keys.TAG: str(Tag(len(stand.rows), NONCE)),
                    keys.STATE: b"" if stand.state is None else msgspec.json.encode(stand.state),
                    keys.META: msgspec.json.encode(stand.meta),
                    keys.PACE: msgspec.json.encode(stand.pace),
                },
            )
            pipe.execute()

    def told(self, call: Call, token: str | None, changes: bool = False) -> Told:
        """The whole answer: status, headers and body, without what two answers never share. That of a call
        that changes the game has a nonce of its own."""
        headers = call.headers if token is None else call.headers | bearing(token)
        answer = self.client.open(
            call.path,
            method=call.method,
            json=call.json,
            data=call.data,
            headers=headers,
            content_type="application/json" if call.data is not None else None,
        )
        if call.stream and answer.mimetype == "text/event-stream":
            text = _until_game(answer.iter_encoded())
        else:
            text = answer.text
        answer.close()
        said = tuple(sorted(self.plain(f"{name}: {value}") for name, value in answer.headers.items()))
        if changes:
            said = tuple(_NONCE.sub(r"\1", line) for line in said)
        return answer.status_code, said, self.plain(text)

    def plain(self, text: str) -> str:
        """The text without request ids and the hashes of seeds, which are told to all."""
        for known in self.commitments:
            text = text.replace(known, "COMMITMENT")
        return _REQUEST.sub("REQUEST", text)


def bearing(token: str) -> dict[str, str]:
    """The header that a token is sent in."""
    return {"Authorization": f"Bearer {token}"}


def _until_game(parts: Iterable[bytes]) -> str:
    """What a stream sends up to the game as it is, or a problem or an end."""
    text = ""
    for part in parts:
        text += part.decode()
        if re.search(r"^event: (game|end|problem)$", text, re.MULTILINE):
            break
    return text
