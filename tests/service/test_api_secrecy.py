"""What nobody learns over HTTP: games that differ in hidden cards are one to whoever cannot see them."""

import base64
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import RULESETS, Rng
from engine.core.cards import HIDDEN, Card
from engine.rulesets.vantage.deck import ACTIONS, CARDS
from service.app import create_app
from service.config import Config
from tests.contract.recorder import read
from tests.service.tables import HttpTable

VANTAGE = RULESETS["vantage"]
OPTIONS: dict[str, Any] = {"dealer": 1, "discard": "free"}
PLIES = 10
NOW = 1_767_225_600_000
WRONG = [
    {"kind": "match", "card": "R8", "take": []},
    {"kind": "match", "card": "P1", "take": ["t1", "t9"]},
    {"kind": "build", "card": "G3", "call": 9, "join": ["t2"]},
    {"kind": "discard", "card": "W1", "suit": "P"},
    {"kind": "accept"},
    {"kind": "lose", "card": "Y4"},
]

Stack = dict[str, list[str]]


@pytest.fixture(scope="module")
def frozen(service_store: str) -> Iterator[Flask]:
    """The service at a time that stands still."""
    app = create_app(Config(redis_url=service_store), clock=lambda: NOW)
    yield app
    app.extensions["fairdeal-live"].close()
    app.extensions["fairdeal-store"].close()


def deal(seed: int) -> Stack:
    """A whole order of both piles."""
    draws = random.Random(seed)
    cards = draws.sample(CARDS, len(CARDS))
    actions: list[str] = [name for name, count in ACTIONS.items() for _ in range(count)]
    draws.shuffle(actions)
    return {"cards": list(cards), "actions": actions}


def swapped(order: list[str], one: int, other: int) -> list[str]:
    """The order with two cards in each other's place."""
    made = list(order)
    made[one], made[other] = made[other], made[one]
    return made


def twin(stack: Stack) -> tuple[Stack, set[str]]:
    """A deal that seat 0 and spectators cannot tell from it, and the cards whose places were exchanged.

    A card of seat 1's hand goes to the bottom of the pile and the bottom card to the hand; so do the last two
    action cards of different names.
    """
    cards = {name: tuple(Card(card) for card in pile) for name, pile in stack.items()}
    options = VANTAGE.Options(**OPTIONS)
    state = VANTAGE.new(options, 2, Rng(bytes(32)), cards).state
    held, bottom = state.seats[1].hand[0], stack["cards"][-1]
    places = stack["cards"].index(held), len(stack["cards"]) - 1
    actions = stack["actions"]
    last = len(actions) - 1
    different = max(at for at, name in enumerate(actions) if name != actions[last])
    return {"cards": swapped(stack["cards"], *places), "actions": swapped(actions, different, last)}, {
        held,
        bottom,
    }


class Watch:
    """All that a game answers to somebody, but for what names this game and this request."""

    def __init__(self, table: HttpTable) -> None:
        self._table = table

    def plain(self, text: str) -> str:
        """The text without ids, nonces and secrets."""
        text = text.replace(self._table.game, "GAME")
        return re.sub(r'req_[0-9a-f]{16}|(?<=")(\d+)-\w{8}(?=-\w{6}")', r"\1", text)

    def all(self, token: str | None) -> list[tuple[int, list[str], str]]:
        """Status, headers and body of every call that does not change the game."""
        calls: list[tuple[str, str, dict[str, Any]]] = [
            ("GET", "", {}),
            ("GET", "?moves=100", {}),
            ("HEAD", "", {}),
            ("GET", "/moves?limit=100", {}),
            ("GET", "/moves?with=R8", {}),
            ("GET", "/events?after=0&texts=events&limit=500", {}),
            ("GET", "/record", {}),
            *(("POST", "/moves/check", {"json": move}) for move in WRONG),
            *(("POST", "/moves", {"json": move, "headers": {"If-Match": '"1"'}}) for move in WRONG),
        ]
        told = []
        for method, path, given in calls:
            answer = self._table.call(method, path, token, **given)
            headers = sorted(self.plain(f"{name}: {value}") for name, value in answer.headers.items())
            told.append((answer.status_code, headers, self.plain(answer.text)))
        return told


@pytest.mark.parametrize("seed", range(3))
def test_Q9_games_that_differ_in_hidden_cards_are_one_to_who_cannot_see_them(
    frozen: Flask, seed: int
) -> None:
    stack = deal(seed)
    other, exchanged = twin(stack)
    tables = [
        HttpTable(frozen.test_client(), options=OPTIONS, sandbox={"stack": cards}) for cards in (stack, other)
    ]
    watches = [Watch(table) for table in tables]
    draws = random.Random(seed)
    for _ in range(PLIES):
        for viewer in ("seat", "host", "invite", "nobody"):
            tokens = [
                {"seat": t.seats[0], "host": t.host, "invite": t.invite, "nobody": None}[viewer]
                for t in tables
            ]
            first, second = (watch.all(token) for watch, token in zip(watches, tokens, strict=True))
            assert first == second, viewer
        if not play_alike(tables, exchanged, draws):
            break
    hidden = [read(table.call("GET", "", table.seats[1]))["view"]["seats"][1]["hand"] for table in tables]
    assert hidden[0] != hidden[1]  # they do differ, to the seat that holds the cards


def play_alike(tables: list[HttpTable], exchanged: set[str], draws: random.Random) -> bool:
    """Plays one move in both games that neither shows nor uses an exchanged card; False if there is none."""
    seat = read(tables[0].call("GET"))["to_act"][0]
    lists = [read(table.call("GET", "/moves?limit=200", table.seats[seat]))["items"] for table in tables]
    both = [item["move"] for item in lists[0] if item in lists[1]]
    moves = [move for move in both if move["kind"] != "build" and move.get("card") not in exchanged]
    if not moves:
        return False
    move = draws.choice(moves)
    for table in tables:
        assert table.play(move, table.seats[seat]).status_code == 200
    return True


def every_answer(client: FlaskClient) -> list[str]:
    """Keeps what the client is answered from now on."""
    kept: list[str] = []
    opened = client.open

    def keep(*args: Any, **kwargs: Any) -> Any:
        answer = opened(*args, **kwargs)
        kept.append(f"{answer.headers}{answer.text}")
        return answer

    client.open = keep  # type: ignore[method-assign]  # only this client
    return kept


def test_Q11_no_answer_before_the_end_holds_the_seed_or_what_it_is_made_of(frozen: Flask) -> None:
    client = frozen.test_client()
    kept = every_answer(client)
    table = HttpTable(client, {"name": "Ana"}, {"open": True})
    entropy = "c0ffee" * 5
    body = {"invite": table.invite, "name": "Bo", "entropy": entropy}
    table.seats[1] = read(table.call("POST", "/seats", json=body))["token"]
    draws = random.Random(11)
    game = read(table.call("GET"))
    while game["status"] == "playing":
        seat = game["to_act"][0]
        for viewer in (0, 1):
            seen = read(table.call("GET", "", table.seats[viewer]))
            assert set(seen["view"]["seats"][1 - viewer]["hand"]) <= {HIDDEN}  # Q14
        items = read(table.call("GET", "/moves?limit=20", table.seats[seat]))["items"]
        table.call("GET", "/events?texts=events&limit=500")
        table.call("GET", "/record", table.seats[seat])
        before = len(kept)
        game = read(table.play(draws.choice(items)["move"], table.seats[seat]))["game"]
    told = "".join(kept[:before])
    record = read(table.call("GET", "/record"))
    fairness = record["fairness"]
    assert record["fairness"]["entropies"] == [None, entropy]
    assert len(told) > 100_000
    assert fairness["commitment"] in told
    for secret in (fairness["server_seed"], fairness["seed"], entropy):
        for form in forms(bytes.fromhex(secret)):
            assert form not in told


def forms(secret: bytes) -> Iterator[str]:
    """How bytes may come to stand in a text."""
    yield secret.hex()
    yield secret.hex().upper()
    for encode in (base64.b64encode, base64.urlsafe_b64encode, base64.b85encode):
        yield encode(secret).decode().rstrip("=")
    yield str(int.from_bytes(secret, "big"))
    yield str(int.from_bytes(secret, "little"))


def test_Q14_without_the_token_of_the_seat_its_hand_is_not_told(app: Flask) -> None:
    table = HttpTable(app.test_client(), sandbox={})
    for token, own in ((table.seats[0], 0), (table.seats[1], 1), (None, None), (table.host, None)):
        seen = read(table.call("GET", "", token))
        shown = [at for at, seat in enumerate(seen["view"]["seats"]) if HIDDEN not in seat["hand"]]
        assert (seen["you"], shown) == (own, [] if own is None else [own])
