"""Several clients of one service, and all that they have been told: what the mixed calls are made of."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from service import auth
from service.app import create_app
from service.config import Config
from service.keys import ApiKey, Keys
from service.store import keys
from service.tables import META, PACE, Meta, Pace
from service.timing import overdue
from tests.contract.recorder import Recorder

NOON = 1_796_040_000_000  # ms
OWNERS = {f"fdk_{name:x<43}": name for name in ("acme", "other")}
KEYS = Keys(Path("keys"), tuple(ApiKey(name, auth.digest(key), {}) for key, name in OWNERS.items()))

Json = dict[str, Any]
Raw = dict[bytes, bytes]


@dataclass
class Party:
    """A game as those know it who play it: its tokens, live and dead, and how it ended."""

    id: str
    slug: str
    host: str
    invite: str
    keyed: bool
    tokens: list[str] = field(default_factory=list)
    dead: set[str] = field(default_factory=set)
    ended: tuple[bytes, list[bytes], Any] | None = None
    effects: Raw = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Where it is."""
        return f"/v1/games/{self.id}"


@dataclass(frozen=True)
class Asked:
    """A request that may be sent again."""

    party: Party | None
    keyed: bool
    method: str
    path: str
    token: str | None
    body: Any
    key: str | None
    first: TestResponse


class Houses:
    """Two services over one store, one open to all and one with API keys. Time and chance are given, so that
    a story can be told again."""

    def __init__(self, url: str) -> None:
        self.now = NOON
        self.chance = random.Random()
        self.raw = Redis.from_url(url)
        self.apps = [
            create_app(
                Config(redis_url=url, keys=given),
                clock=lambda: self.now,
                entropy=lambda size: self.chance.randbytes(size),
            )
            for given in (None, KEYS)
        ]
        self.recorders = [Recorder(app) for app in self.apps]
        self.quick = [FlaskClient(app) for app in self.apps]

    def empty(self) -> None:
        """Nothing has happened yet."""
        self.now, self.chance = NOON, random.Random(1)
        self.raw.flushdb()

    def random_text(self, length: int) -> str:
        """In the place of auth.random_text."""
        return "".join(self.chance.choices(auth.ALPHABET, k=length))

    def close(self) -> None:
        """Lets go of the store."""
        for app in self.apps:
            app.extensions["fairdeal-background"].close()
            app.extensions["fairdeal-store"].close()
        self.raw.close()


class Crowd:
    """Clients, the games that they made, and the store behind the service. The clock is set by hand."""

    def __init__(self, houses: Houses) -> None:
        houses.empty()
        self.houses = houses
        self.raw = houses.raw
        self.parties: list[Party] = []
        self.asked: list[Asked] = []
        self._given = 0
        self.secrets: set[str] = set(OWNERS)
        self.seeds: dict[str, set[str]] = {}  # of games that are not over

    @property
    def now(self) -> int:
        """The time, in ms since 1970."""
        return self.houses.now

    # --- what is stored ---

    def stored(self, game: str) -> Raw:
        """The game's hash."""
        found: Any = self.raw.hgetall(keys.game_key(game))
        return dict(found)

    def log(self, game: str) -> list[tuple[bytes, bytes]]:
        """The ids and bodies of the game's log."""
        rows: Any = self.raw.xrange(keys.log_key(game))
        return [(name, values[keys.STEP]) for name, values in rows]

    def meta(self, game: str) -> Meta:
        """The table as it is stored."""
        return META.decode(self.stored(game)[b"meta"])

    def pace(self, game: str) -> Pace:
        """What of it changes with its moves."""
        return PACE.decode(self.stored(game)[b"pace"])

    def games(self) -> set[str]:
        """The ids of all games that there are."""
        return {keys.game_at(key) for key in self.raw.scan_iter("g:{*}", count=1000) if key.endswith(b"}")}

    def standing(self) -> dict[str, tuple[Raw, int]]:
        """All games as they are stored, each with the length of its log."""
        games = sorted(self.games())
        with self.raw.pipeline(transaction=False) as all_at_once:
            for game in games:
                all_at_once.hgetall(keys.game_key(game))
                all_at_once.xlen(keys.log_key(game))
            found = all_at_once.execute()
        return {game: (found[2 * at], found[2 * at + 1]) for at, game in enumerate(games)}

    def late(self, before: dict[str, tuple[Raw, int]]) -> bool:
        """Whether every game that has changed since had something due: whoever looked, it happened."""
        after = self.standing()
        return all(
            after[game] == was
            or overdue(META.decode(was[0][b"meta"]), PACE.decode(was[0][b"pace"]), self.now)
            for game, was in before.items()
        )

    # --- what clients are told ---

    def meets(self, party: Party) -> None:
        """There is a new game."""
        self.parties.append(party)
        self.secrets |= {party.host, party.invite, *party.tokens}

    def hears(self, party: Party, token: str) -> None:
        """Somebody was told the token of his seat."""
        if token not in party.tokens:
            party.tokens.append(token)
        party.dead.discard(token)
        self.secrets.add(token)

    def plays_again(self, before: Party, game: str) -> None:
        """The rematch, where the tokens of the game before are held."""
        if any(party.id == game for party in self.parties):
            return
        again = Party(game, before.slug, before.host, before.invite, before.keyed)
        again.tokens = list(before.tokens)
        self.parties.append(again)

    def catches_up(self, party: Party, answer: TestResponse) -> None:
        """Somebody did with his own right what another had done."""
        told = read(answer)
        if "token" in told:
            self.hears(party, told["token"])
        if answer.request.path.endswith("/rematch"):
            self.plays_again(party, told["game"]["id"])

    def fresh(self) -> int:
        """A number that was not given before."""
        self._given += 1
        return self._given

    def key(self, name: str) -> str:
        """An Idempotency-Key that nobody used."""
        return f"{name}-{self.fresh():022d}"

    # --- calls ---

    def client(self, keyed: bool) -> Recorder:
        """The service with API keys, or the open one; each answer is held against the document."""
        return self.houses.recorders[keyed]

    def quick(self, keyed: bool) -> FlaskClient:
        """The same for the many looks after each call, whose answers are judged by what they say."""
        return self.houses.quick[keyed]

    def ask(
        self,
        party: Party | None,
        method: str,
        path: str,
        token: str | None = None,
        body: Any = None,
        *,
        keyed: bool | None = None,
        key: str | None = None,
        tells: bool = False,
        quick: bool = False,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """One call, below the path of the party if there is one. Whatever comes of it: the answer is a
        documented one and no 5xx, tells no secret (but new ones, where it `tells`), and changes no game but
        this one, and not even this one if it is refused or only looks.
        """
        keyed = (party.keyed if party is not None else False) if keyed is None else keyed
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if key is not None:
            sent["Idempotency-Key"] = key
        where = path if party is None else party.path + path
        before = self.standing()
        client = self.quick(keyed) if quick else self.client(keyed)
        answer = client.open(where, method=method, json=body, headers=sent)
        assert answer.status_code < 500, answer.text
        self._tells_nothing(answer, token, tells)
        self._changes_only(party, before, answer, looks=method == "GET" or path.endswith("/check"))
        if key is not None and answer.status_code < 300:
            again = Asked(party, keyed, method, where, token, body, key, answer)
            if _keys_used(self.standing()) != _keys_used(
                before
            ):  # what had no effect is not recorded, and is judged again
                self.asked.append(again)
        return answer

    def _tells_nothing(self, answer: TestResponse, token: str | None, tells: bool) -> None:
        text = answer.text + str(answer.headers)
        seeds = set().union(*self.seeds.values())
        assert not [secret for secret in seeds if secret in text], answer.request.path
        told = {secret for secret in self.secrets if secret in text}
        if tells and answer.status_code < 300:  # a retry tells again what its first answer told
            return
        assert not told, f"{answer.request.method} {answer.request.path} tells {told} to {token}"

    def _changes_only(
        self, party: Party | None, before: dict[str, tuple[Raw, int]], answer: TestResponse, looks: bool
    ) -> None:
        after = self.standing()
        assert before.keys() <= after.keys()
        for game, (was, length) in before.items():
            if after[game] == (was, length):
                continue
            assert party is not None, f"{answer.request.path} changed {game}"
            assert game == party.id or answer.request.path.endswith("/rematch"), answer.request.path
            due = overdue(META.decode(was[b"meta"]), PACE.decode(was[b"pace"]), self.now)
            replayed = "Idempotent-Replayed" in answer.headers
            assert due or (answer.status_code < 300 and not looks and not replayed), answer.text[:400]
        made = after.keys() - before.keys()
        assert len(made) <= 1
        if made:
            assert answer.status_code == 201 or answer.request.path.endswith("/rematch")
            self._remember_hidden(made.pop())

    def _remember_hidden(self, game: str) -> None:
        """What of a game nobody is told: its salt, and, before its end, the seed."""
        meta = self.meta(game)
        self.secrets |= _written(meta.salt)
        if meta.server_seed is not None:
            self.seeds[game] = _written(meta.server_seed) | _written(meta.seed)

    # --- who may do what, from what is stored ---

    def is_seat(self, party: Party, token: str | None) -> int | None:
        """The seat of the token."""
        return None if token is None else self.meta(party.id).seat_of(auth.digest(token))

    def is_host(self, party: Party, token: str | None) -> bool:
        """Whether the token hosts the game, which an API key does at the service that knows it."""
        if token is None:
            return False
        meta = self.meta(party.id)
        return meta.host == auth.digest(token) or self.is_owner(party, token)

    def is_owner(self, party: Party, token: str | None) -> bool:
        """Whether it is the API key that made the game."""
        return token in OWNERS and self.meta(party.id).owner == OWNERS[token]

    def everybody(self) -> Iterator[str | None]:
        """Every credential that was ever told, and some that never were."""
        yield None
        yield from OWNERS
        for party in self.parties:
            yield from (party.host, party.invite, *party.tokens, *sorted(party.dead))
        yield f"fds_{'0' * 22}_{'x' * 43}"
        yield "fdk_" + "x" * 43


def _keys_used(standing: dict[str, tuple[Raw, int]]) -> set[tuple[str, bytes]]:
    """The Idempotency-Keys that are recorded."""
    return {(game, name) for game, (raw, _) in standing.items() for name in raw if name.startswith(b"key:")}


def _written(secret: bytes) -> set[str]:
    return {secret.hex(), msgspec.json.encode(secret).decode().strip('"')}


def read(answer: TestResponse) -> Any:
    """The JSON of an answer."""
    return json.loads(answer.text)
