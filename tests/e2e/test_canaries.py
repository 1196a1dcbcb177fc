"""Marked secrets in whole games over a real server: they are in no answer, log line or stored byte but where
they belong."""

import http.client
import os
import random
import re
import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import pytest
from redis import Redis

from engine import RULESETS
from service import auth
from service.embedded import Embedded
from tests.e2e.canaries import Canary, Heard, Listening
from tests.e2e.serving import serving

API_KEY = auth.new_key()
LONG = os.environ.get("LEAKS") == "long"
PLIES = 2000 if LONG else 22  # after which a game is aborted if it has not ended
LOOKS = 11  # plies from one look around to the next
CARDS = re.compile(r"\b([RYGBP]([1-9]|1[0-4])|W[1-4]|[2-9AJQK][SHDC]|10[SHDC])\b")
CRASH = "CANARY-of-a-crash"


class Table(NamedTuple):
    """A game that was played: what must be told to nobody, who made its answers, where it stands."""

    slug: str
    game: str
    canaries: list[Canary]
    heard: list[Heard]  # before its end
    after: list[Heard]  # of the ended game, but for its record
    record: Any


class Run(NamedTuple):
    """All games of a server, and all that it left behind."""

    tables: list[Table]
    crashes: list[Heard]
    log: str
    stored: str


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("canaries")
    keys = folder / "keys"
    keys.write_text(f"acme:{auth.digest(API_KEY)}:\n")
    output = folder / "gunicorn.txt"
    with Embedded(folder / "data") as store:
        with serving(store.url, output, LOG_LEVEL="debug", FAIRDEAL_KEYS=str(keys)) as served:
            tables = [play(served.address, slug) for slug in sorted(RULESETS)]
            crashes = crash(served.address, store.url, tables[0].game)
        with Redis.from_url(store.url) as raw:
            stored = "\n".join(dump(raw))
    return Run(tables, crashes, output.read_text(), stored)


def play(root: str, slug: str) -> Table:
    """A fair game with refusals on the way; each seat looks at everything now and then."""
    listening = Listening(root)
    key = listening.holding(API_KEY)
    draws, mark = random.Random(slug), slug.upper()
    seats = max(2, RULESETS[slug].seats[0])
    making, sitting, moving = (f"{mark}-{what}-{uuid.uuid4()}" for what in ("making", "sitting", "moving"))
    people = [{"name": f"Name{at}", "player": f"{mark}-player-{at}"} for at in range(seats - 1)]
    body = {
        "ruleset": slug,
        "seats": [*people, {"open": True}],
        "metadata": {"room": f"{mark}-metadata"},
    }
    made = key.ask("POST", "/v1/games", body, headers={"Idempotency-Key": making}).json
    key.ask("POST", "/v1/games", body, headers={"Idempotency-Key": making})
    game, path = made["game"]["id"], f"/v1/games/{made['game']['id']}"
    entropy = uuid.uuid4().hex
    sat = listening.ask(
        "POST",
        f"{path}/seats",
        {"invite": made["invite"], "name": "Last", "entropy": entropy},
        headers={"Idempotency-Key": sitting},
    ).json
    tokens = [*made["seat_tokens"][:-1], sat["token"]]
    hands = [listening.holding(token) for token in tokens]
    everybody = [*hands, listening, key, listening.holding(made["host_token"])]
    for ply in range(PLIES):
        now = hands[0].see(game)
        if now["status"] != "playing":
            break
        mover = hands[now["to_act"][0]]
        items = mover.list(game, limit=40)["items"]
        if ply % LOOKS == 0:
            for who in everybody:
                refused(who, path, moving)
        answer = mover.ask(
            "POST",
            f"{path}/moves",
            draws.choice(items)["move"],
            headers={"Idempotency-Key": f"{moving}-{ply}"},
        )
        assert answer.status == 200, answer.body
    before = list(listening.heard)
    if hands[0].see(game)["status"] == "playing":
        key.done("DELETE", path)
    mark_end = len(listening.heard)
    for who in everybody:
        looks(who, path)
    after = listening.heard[mark_end:]
    record = listening.record(game)
    fair = record["fairness"]
    alone = frozenset({API_KEY})
    canaries = [
        Canary("server seed", fair["server_seed"]),
        Canary("seed", fair["seed"]),
        Canary("entropy", entropy),
        Canary("Idempotency-Key", making),
        Canary("Idempotency-Key", sitting),
        Canary("Idempotency-Key", moving),
        Canary("metadata", f"{mark}-metadata", alone | {made["host_token"]}),
        Canary("API key", API_KEY),
        Canary("host token", made["host_token"], alone),
        Canary("invite", made["invite"], alone),
        *(Canary("seat token", token, alone) for token in tokens[:-1]),
        Canary("seat token", tokens[-1], frozenset({None})),  # told to whoever sat down with the invite
        *(
            Canary("player", f"{mark}-player-{at}", alone | {made["host_token"], token})
            for at, token in enumerate(tokens[:-1])
        ),
    ]
    return Table(slug, game, canaries, before, after, record)


def looks(who: Listening, path: str) -> None:
    """Everything that can be read of a game but its record."""
    for query in ("", "?moves=50", "/moves?limit=100", "/events?limit=500&texts=events", "/events?as=0"):
        who.ask("GET", path + query)


def refused(who: Listening, path: str, mark: str) -> None:
    """Looks, and all sorts of wrong requests, with secrets where they do not belong."""
    looks(who, path)
    who.ask("GET", f"{path}/record")
    who.ask("GET", f"{path}?token={who.token}")
    who.ask("GET", f"/v1/games/{who.token}")
    who.ask("GET", f"/v1/problems/{who.token}")
    who.ask("POST", f"{path}/moves", {"kind": who.token, "card": who.token})
    who.ask("POST", f"{path}/moves", {"kind": "pass", who.token or "x": 1})
    who.ask("POST", f"{path}/moves/check", f'{{"kind": "{who.token}"'.encode())
    who.ask("POST", f"{path}/moves", {"kind": "pass"}, headers={"Idempotency-Key": mark, "If-Match": '"1"'})
    who.ask("POST", f"{path}/moves", {"kind": "pass"}, headers={"Idempotency-Key": f"{mark} {mark}"})
    who.ask("POST", f"{path}/seats", {"invite": who.token})
    who.ask("POST", f"{path}/seats", {"invite": 7, "entropy": mark})
    who.ask("GET", path, headers={"Authorization": f"Basic {who.token}"})
    who.ask("GET", path, headers={"Authorization": f"Bearer {who.token}x"})
    who.ask("GET", path, headers={"If-None-Match": str(who.token), "Last-Event-ID": mark})
    who.ask("PATCH", path, {"token": who.token})


def crash(root: str, url: str, game: str) -> list[Heard]:
    """Answers of handlers that fail over stored bytes which they cannot read, and which say so in words."""
    listening = Listening(root)
    with Redis.from_url(url) as raw:
        name = f"g:{{{game}}}"
        last = raw.xrevrange(f"{name}:log", count=1)[0][0]
        version = int(last.split(b"-")[0])
        raw.xadd(f"{name}:log", {"step": f'[1,0,"p",{{"kind":"{CRASH}"}},[]]'}, id=f"{version + 1}-0")
        raw.hset(name, "tag", f"{version + 1}-00000000")
        with suppress(http.client.HTTPException):  # cut off in its middle
            listening.ask("GET", f"/v1/games/{game}/stream", headers={"Last-Event-ID": "0"})
        raw.hset(name, "state", f'{{"ruleset": "{CRASH}"}}')
    for path in ("", "/events", "/record", "/events?as=open"):
        listening.ask("GET", f"/v1/games/{game}{path}")
    with Redis.from_url(url) as raw:
        raw.hset(name, "meta", f'{{"status": "{CRASH}"}}')
    for path in ("", "/moves", "/events", "/stream", "/record"):
        listening.ask("GET", f"/v1/games/{game}{path}")
    for method, path in (("DELETE", ""), ("DELETE", "/seats/x"), ("POST", "/moves"), ("PUT", "")):
        listening.ask(method, f"/v1/games/{game}{path}")
    return listening.heard


def dump(raw: Any) -> Iterator[str]:
    """Every key and value of the store, as text."""
    for key in raw.scan_iter(count=1000):
        kind = raw.type(key).decode()
        value = {
            "hash": raw.hgetall,
            "stream": raw.xrange,
            "zset": lambda name: raw.zrange(name, 0, -1, withscores=True),
            "list": lambda name: raw.lrange(name, 0, -1),
            "string": raw.get,
        }[kind](key)
        yield f"{key!r} {value!r}"


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_Q11_Q14_no_answer_tells_a_secret_to_whom_it_is_none_of_his(run: Run, slug: str) -> None:
    table = next(one for one in run.tables if one.slug == slug)
    assert {heard.answer.status for heard in table.heard} >= {200, 201, 400, 401, 403, 404, 405, 409, 422}
    for heard in table.heard + table.after:
        text = heard.text.split("\n", 1)[1]  # the request is his own
        for canary in table.canaries:
            own = heard.token is not None and heard.token == canary.secret
            if heard.token in canary.to or own:
                continue
            assert not canary.stands_in(text), f"{canary.what} in {heard.said}"
    assert any(table.record["fairness"]["commitment"] in heard.text for heard in table.heard)


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_Q11_seeds_are_told_by_the_record_of_an_ended_game_alone(run: Run, slug: str) -> None:
    table = next(one for one in run.tables if one.slug == slug)
    seeds = [canary for canary in table.canaries if canary.what in ("server seed", "seed", "entropy")]
    assert len(seeds) == 3
    assert all(canary.secret in str(table.record) for canary in seeds)
    for heard in table.heard + table.after:
        assert not any(canary.stands_in(heard.text) for canary in seeds), heard.said


def test_Q56_no_secret_and_no_card_stands_in_any_log(run: Run) -> None:
    assert run.log.count("/v1/games/") > 400
    assert "request req_" in run.log  # a crash was logged
    for table in run.tables:
        for canary in table.canaries:
            assert not canary.stands_in(run.log), f"{canary.what} of {table.slug}"
    assert CARDS.findall(run.log) == []
    assert CRASH not in run.log


def test_Q56_tokens_and_keys_are_stored_as_hashes_only(run: Run) -> None:
    kept = ("server seed", "entropy", "metadata", "player")  # what the service needs itself
    for table in run.tables[1:]:  # the first was overwritten
        assert table.game in run.stored
        for canary in table.canaries:
            if canary.what not in (*kept, "seed"):
                assert not canary.stands_in(run.stored), f"{canary.what} of {table.slug}"


def test_Q11_a_handler_that_fails_tells_nothing_of_why(run: Run) -> None:
    failed = [heard for heard in run.crashes if heard.answer.status == 500]
    assert len(failed) >= 5
    for heard in failed:
        problem = heard.answer.json
        assert (problem["code"], problem["detail"]) == ("internal-error", "Something went wrong here.")
        assert problem["instance"] in run.log
    for heard in run.crashes:
        assert CRASH not in heard.text


def test_no_secret_stands_in_an_address(run: Run) -> None:
    """Of those that the service itself tells: Location, `type` and `rule_url` of problems."""
    addresses = [
        address
        for table in run.tables
        for heard in table.heard
        for address in re.findall(r"https?://[^\s\"]+", heard.text.split("\n", 1)[1])
    ]
    assert addresses
    for table in run.tables:
        for canary in table.canaries:
            assert not any(canary.stands_in(address) for address in set(addresses)), canary.what


def test_the_run_left_something_to_scan(run: Run) -> None:
    assert [table.slug for table in run.tables] == sorted(RULESETS)
    assert all(len(table.heard) > 150 for table in run.tables)
    assert len(run.stored) > 20_000


@pytest.mark.parametrize("secret", ["c0ffee00" * 8, f"fds_{'g' * 22}_{'S' * 43}", "A-KEY-0123456789-abcdef"])
def test_a_secret_is_found_in_whatever_form(secret: str) -> None:
    canary = Canary("a secret", secret)
    forms = list(canary.forms())
    assert len(set(forms)) >= 5
    for form in forms:
        assert canary.stands_in(f"before{form}after")
    assert not canary.stands_in(secret[:-1])
