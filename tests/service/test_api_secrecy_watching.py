"""What nobody learns who watches: games that differ in what he may not see are one to him, byte for byte."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from service.app import create_app
from service.config import Config
from tests.contract.recorder import read
from tests.service.tables import HttpTable
from tests.service.test_api_secrecy import NOW, OPTIONS, WRONG, Stack, Watch, deal, twin

Told = list[tuple[int, list[str], str]]

OUTSIDE = ("host", "invite", "nobody")


@pytest.fixture(scope="module")
def frozen(service_store: str) -> Iterator[Flask]:
    """The service at a time that stands still."""
    app = create_app(Config(redis_url=service_store), clock=lambda: NOW)
    yield app
    app.extensions["fairdeal-live"].close()
    app.extensions["fairdeal-store"].close()


class Outside(Watch):
    """All that a game answers to who has no seat, also when he asks in a wrong way."""

    def __init__(self, table: HttpTable) -> None:
        super().__init__(table)
        self.table = table
        self.tokens = {"host": table.host, "invite": table.invite, "nobody": None}

    def told(self, who: str) -> Told:
        """Status, headers and body of every answer."""
        token = self.tokens[who]
        asked: list[tuple[str, str, dict[str, Any]]] = [
            ("GET", "", {}),
            ("HEAD", "", {}),
            ("GET", "?moves=100", {}),
            ("GET", "?moves=0", {}),
            ("GET", "/events?after=0&texts=events&limit=500", {}),
            ("GET", "/moves", {}),
            ("GET", "/record", {}),
            ("GET", "/board.svg", {}),
            ("POST", "/moves", {"json": WRONG[0], "headers": {"If-Match": '"1"'}}),
            ("POST", "/moves/check", {"json": WRONG[0]}),
            ("GET", "?lang=en&labels=false", {}),
            ("GET", "/events?after=3&limit=2", {}),
            ("GET", "/events?after=2&wait=0&labels=false", {}),
            ("GET", "/events?as=open", {}),
            ("GET", "/events?as=0", {}),
            ("GET", "/moves?cursor=MS4xLjAwMDAwMDAw", {}),
            ("GET", "/moves?limit=0", {}),
            ("GET", "/record?lang=EN", {}),
            ("PUT", "", {}),
            ("POST", "/moves", {"data": b"{", "content_type": "application/json"}),
            ("POST", "/moves", {"data": b"{}", "content_type": "text/plain"}),
            ("POST", "/moves/check", {"json": {"kind": "castle"}}),
            ("POST", "/seats", {"json": {"invite": self.table.invite}}),
            ("POST", "/seats", {"json": {"invite": 5}}),
            ("DELETE", "/seats/0", {}),
            ("DELETE", "/seats/9", {}),
        ]
        if who == "host":  # he may remove who sits there
            asked = [call for call in asked if call[:2] != ("DELETE", "/seats/0")]
        calls = [(method, path, token, given) for method, path, given in asked]
        lost = f"fds_{self.table.game}_{'a' * 43}"
        calls += [
            ("GET", path, bearer, {}) for path in ("", "/events", "/record") for bearer in (lost, "fds_x")
        ]
        found = []
        for method, path, bearer, given in calls:
            answer = self.table.call(method, path, bearer, **given)
            headers = sorted(self.plain(f"{name}: {value}") for name, value in answer.headers.items())
            found.append((answer.status_code, headers, self.plain(answer.text)))
        return found


def acting(table: HttpTable) -> int:
    """The seat to act, as a seat knows it."""
    return int(read(table.call("GET", "", table.seats[0]))["to_act"][0])


def moves(table: HttpTable) -> list[Any]:
    """The legal moves of the seat to act."""
    token = table.seats[acting(table)]
    return [item["move"] for item in read(table.call("GET", "/moves?limit=200", token))["items"]]


def play(table: HttpTable, move: Any) -> None:
    answer = table.play(move, table.seats[acting(table)])
    assert answer.status_code == 200, answer.text


def tables_of(frozen: Flask, *stacks: Stack, **given: Any) -> list[Outside]:
    made = (
        HttpTable(frozen.test_client(), options=OPTIONS, sandbox={"stack": one}, **given) for one in stacks
    )
    return [Outside(table) for table in made]


@pytest.mark.parametrize(
    ("policy", "delay"),
    [("public", 0), ("public", 2), ("invited", 0), ("invited", 3), ("none", 0), ("none", 1)],
)
def test_Q9_Q17_games_that_differ_in_hidden_cards_are_one_to_every_watcher(
    frozen: Flask, policy: str, delay: int
) -> None:
    stack = deal(17)
    other, exchanged = twin(stack)
    pair = tables_of(frozen, stack, other, spectators=policy, spectator_delay=delay)
    draws = random.Random(17)
    for _ in range(5):
        for who in OUTSIDE:
            assert pair[0].told(who) == pair[1].told(who), who
        lists = [moves(one.table) for one in pair]
        both = [move for move in lists[0] if move in lists[1] and move["kind"] != "build"]
        move = draws.choice([move for move in both if move.get("card") not in exchanged])
        for one in pair:
            play(one.table, move)
    hidden = [read(one.table.call("GET", "", one.table.seats[1]))["view"]["seats"][1]["hand"] for one in pair]
    assert hidden[0] != hidden[1]


@pytest.mark.parametrize(("policy", "delay"), [("public", 1), ("public", 3), ("invited", 2), ("none", 2)])
def test_Q9_Q17_games_that_differ_in_the_last_steps_are_one_to_who_watches_late(
    frozen: Flask, policy: str, delay: int
) -> None:
    """One goes on with the first moves that are listed, the other with the last; each step is kept back."""
    stack = deal(18)
    one, other = tables_of(frozen, stack, stack, spectators=policy, spectator_delay=delay)
    for _ in range(4):
        move = moves(one.table)[0]
        play(one.table, move)
        play(other.table, move)
    before = {who: one.told(who) for who in OUTSIDE}
    for step in range(delay):
        first, last = moves(one.table)[0], moves(other.table)[-1]
        assert step or first != last
        play(one.table, first)
        play(other.table, last)
        for who in OUTSIDE:
            told = one.told(who)
            assert told == other.told(who), who
            assert told != before[who]  # his own version moves, in both alike
    play(one.table, moves(one.table)[0])
    play(other.table, moves(other.table)[-1])
    for who in OUTSIDE:
        sees = policy == "public" or (policy == "invited" and who != "nobody")
        assert (one.told(who) != other.told(who)) == sees, who


def test_Q9_Q17_whoever_is_shut_out_cannot_tell_one_play_from_another(frozen: Flask) -> None:
    """Other cards, other moves: he is told that a step was made, and whose turn it is."""
    stacks = [{**deal(seed), "actions": ["cards-up"] * 10} for seed in (19, 20)]
    pair = tables_of(frozen, *stacks, spectators="none")
    for _ in range(6):
        for who in OUTSIDE:
            assert pair[0].told(who) == pair[1].told(who), who
        for one in pair:
            play(one.table, next(move for move in moves(one.table) if move["kind"] == "discard"))
    seen = [one.table.call("GET", "/events", one.table.seats[0]).text for one in pair]
    assert seen[0] != seen[1]


def test_Q17_a_table_that_has_begun_is_to_who_watches_late_the_open_one(frozen: Flask) -> None:
    """Nothing that he is told tells a start that he may not see yet, however far the game has come."""
    (one,) = tables_of(frozen, deal(21), spectator_delay=5)
    before = {who: one.told(who) for who in OUTSIDE}
    tags = {who: one.table.call("GET", "", one.tokens[who]).headers["ETag"] for who in OUTSIDE}
    for _ in range(5):
        play(one.table, moves(one.table)[0])
        for who in OUTSIDE:
            same = one.told(who) == before[who]
            known = one.table.call("GET", "", one.tokens[who], headers={"If-None-Match": tags[who]})
            assert (known.status_code == 304) == same
    assert not same
