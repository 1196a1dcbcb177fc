"""Listed moves are the legal ones, and whatever else is sent is refused in words and changes nothing."""

import itertools
import json
import random
from typing import Any

import pytest

from tests.e2e.player import Answer, Player, Seated

MEMBERS = {
    "type",
    "code",
    "title",
    "status",
    "detail",
    "instance",
    "version",
    "still_legal",
    "rule",
    "rule_url",
    "errors",
}
NUMBERS = range(1, 15)


def canonical(move: dict[str, Any]) -> str:
    """The move as a text; what is a set in it has no order."""
    return json.dumps({k: sorted(v) if isinstance(v, list) else v for k, v in move.items()}, sort_keys=True)


def all_moves(hand: Player, game: str) -> list[dict[str, Any]]:
    """Every legal move, page by page."""
    page = hand.list(game, limit=200)
    moves = [item["move"] for item in page["items"]]
    while page["next_cursor"]:
        page = hand.list(game, limit=200, cursor=page["next_cursor"])
        moves += [item["move"] for item in page["items"]]
    assert page["complete"]
    assert {move["kind"] for move in moves} == set(page["kinds"])
    return moves


def inventions(view: dict[str, Any], seat: int, rng: random.Random) -> Any:
    """Bodies that could be moves: own and other cards, ids of the table and others, every kind; without
    end."""
    suited = [f"{suit}{number}" for suit in "RYGBP" for number in NUMBERS]
    own = view["seats"][seat]["hand"]
    ids = [card["id"] for card in view["loose"]] + [pile["id"] for pile in view["piles"]]
    while True:
        card = rng.choice(own) if own and rng.random() < 0.8 else rng.choice([*suited, "W1", "W3"])
        take = rng.sample([*ids, "t99", "b9"], rng.randint(1, min(3, len(ids) + 2)))
        move: dict[str, Any] = {"kind": rng.choice(["match", "build", "discard", "lose", "pass_card"])}
        move["card"] = card
        if move["kind"] == "match":
            move["take"] = take
        if move["kind"] == "build":
            move |= {"call": rng.choice(NUMBERS), "join": [name for name in take if name[0] == "t"]}
            move |= dict([("onto", name) for name in take if name[0] == "b"][:1])
        if card[0] == "W" and move["kind"] in ("match", "build"):
            move["value"] = rng.choice(NUMBERS)
        yield move


def test_Q1_every_listed_move_is_legal_and_a_thousand_unlisted_ones_are_refused(service: Player) -> None:
    table = Seated(service, sandbox={"seed": "51" * 32})
    rng = random.Random(1)
    listed = unlisted = 0
    while unlisted < 1000:
        game = table.game
        seat = game["to_act"][0]
        hand = table.hands[seat]
        own = hand.see(table.id)
        legal = all_moves(hand, table.id)
        known = {canonical(move) for move in legal}
        assert len(known) == len(legal), "a move is listed once"
        for move in rng.sample(legal, min(len(legal), 60)):
            assert hand.check(table.id, move).status == 204, move
            listed += 1
        invented = (move for move in inventions(own["view"], seat, rng) if canonical(move) not in known)
        for move in itertools.islice(invented, 50):
            answer = hand.check(table.id, move)
            assert answer.status in (409, 422), (move, answer.body)
            unlisted += 1
        assert table.version == game["version"], "a check changes nothing"
        hand.play(table.id, rng.choice(legal))
    assert listed > 200


def test_Q5_each_listed_move_sent_as_it_is_is_accepted_in_a_copy_of_the_game(service: Player) -> None:
    first = Seated(service, sandbox={})
    moves = all_moves(first.mover, first.id)
    assert len(moves) == 26, "of the hand Y7 G7 G12 P6 and the table G2 R8 W4 R3"
    for move in moves:
        copy = Seated(service, sandbox={})
        change = copy.mover.play(copy.id, move)
        assert change["steps"][0]["version"] == first.version + 1
        assert change["game"]["version"] > first.version


def problem(answer: Answer, status: int, code: str) -> Any:
    """The problem document, after a look at what each has in common."""
    assert answer.status == status, answer.body
    assert answer.headers["content-type"] == "application/problem+json"
    said = answer.json
    assert set(said) == MEMBERS
    assert (said["status"], said["code"]) == (status, code)
    assert said["type"].endswith(f"/v1/problems/{code}")
    assert said["instance"] == answer.headers["x-request-id"]
    assert said["title"]
    assert said["detail"]
    return said


@pytest.mark.parametrize(
    ("body", "status", "code", "pointers"),
    [
        (b"{", 400, "malformed-body", []),
        (b"[]", 400, "malformed-body", []),
        ({}, 422, "invalid-request", ["/kind"]),
        ({"kind": "castle"}, 422, "invalid-request", ["/kind"]),
        ({"kind": "match"}, 422, "invalid-request", ["/card", "/take"]),
        ({"kind": "match", "card": 7, "take": ["t3"]}, 422, "invalid-request", ["/card"]),
        ({"kind": "match", "card": "Z9", "take": ["t3"]}, 422, "invalid-request", ["/card"]),
        ({"kind": "match", "card": "Y7", "take": "t3"}, 422, "invalid-request", ["/take"]),
        ({"kind": "match", "card": "Y7", "take": ["t3", 4]}, 422, "invalid-request", ["/take/1"]),
        ({"kind": "match", "card": "Y7", "take": ["t3"], "to": 1}, 422, "invalid-request", ["/to"]),
        (
            {"kind": "build", "card": "Y7", "call": 2**63, "join": ["t3"]},
            422,
            "invalid-request",
            ["/call"],
        ),
        ({"kind": "match", "card": "Y7\0", "take": ["t3"]}, 422, "invalid-request", ["/card"]),
        ({"kind": "match", "card": "R1", "take": ["t3"]}, 422, "rule-broken", ["/card"]),
        ({"kind": "match", "card": "Y7", "take": ["t9"]}, 422, "invalid-request", ["/take/0"]),
        ({"kind": "discard", "card": "Y7"}, 422, "rule-broken", ["/kind"]),
        ({"kind": "accept"}, 409, "out-of-turn", ["/kind"]),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else str(value),
)
def test_Q2_a_refused_move_says_which_rule_where_and_the_version(
    service: Player, body: Any, status: int, code: str, pointers: list[str]
) -> None:
    table = Seated(service, sandbox={})
    for answer in (table.mover.check(table.id, body), table.mover.try_move(table.id, body)):
        said = problem(answer, status, code)
        assert [error["pointer"] for error in said["errors"]] == pointers
        assert all(error["in"] == "body" and error["detail"] for error in said["errors"])
        assert said["version"] == 2
        assert (said["rule"] is None) == (code != "rule-broken")
    assert table.version == 2


def test_Q2_a_body_that_is_no_json_by_its_type_is_refused_with_the_version(service: Player) -> None:
    table = Seated(service, sandbox={})
    move = json.dumps(table.move()).encode()
    answer = table.mover.ask("POST", f"{table.path}/moves", move, headers={"Content-Type": "text/plain"})
    assert problem(answer, 415, "unsupported-media-type")["version"] == 2
    answer = table.mover.ask("POST", f"{table.path}/moves", b" " * (1 << 20))
    assert problem(answer, 413, "too-large")["version"] == 2


def test_Q3_a_2xx_has_advanced_the_version_and_a_refusal_has_not(service: Player) -> None:
    table = Seated(service, 3, sandbox={"seed": "03" * 32})
    rng = random.Random(3)
    answers = {True: 0, False: 0}
    while sum(answers.values()) < 200 and table.game["status"] == "playing":
        before = table.game
        seat = rng.randrange(3)
        listed = table.hands[before["to_act"][0]].list(table.id)["items"]
        move = rng.choice(listed)["move"]
        if rng.random() < 0.3:
            move = next(inventions(before["view"], seat, rng))
        answer = table.hands[seat].try_move(table.id, move)
        after = table.version
        accepted = answer.status == 200
        answers[accepted] += 1
        if accepted:
            assert after == answer.json["game"]["version"] > before["version"]
            assert len(answer.json["steps"]) == after - before["version"]
        else:
            assert 400 <= answer.status < 500
            assert answer.json["version"] == after == before["version"]
    assert min(answers.values()) > 30, answers


def test_Q4_who_has_not_the_credential_is_told_which_one_is_needed(service: Player) -> None:
    table, other = Seated(service, sandbox={}), Seated(service, sandbox={})
    move, seat_token = table.move(), "`Authorization: Bearer fds_"
    moves, seat = f"{table.path}/moves", f"{table.path}/seats/1"
    for caller, method, path, body, status, named in [
        (service, "POST", moves, move, 401, [seat_token]),
        (service, "GET", moves, None, 401, [seat_token]),
        (table.host, "POST", moves, move, 403, [seat_token, "host's token"]),
        (table.invited, "POST", moves, move, 403, [seat_token, "invite"]),
        (service.holding("nonsense"), "POST", moves, move, 401, ["token of this service"]),
        (service.holding(f"fds_{table.id}_{'0' * 43}"), "POST", moves, move, 401, [seat_token]),
        (other.hands[0], "POST", moves, move, 403, ["another game"]),
        (other.hands[0], "GET", table.path, None, 403, ["another game"]),
        (service, "DELETE", table.path, None, 401, ["fdh_"]),
        (table.hands[0], "DELETE", table.path, None, 403, ["fdh_"]),
        (table.hands[0], "DELETE", seat, None, 403, ["seat 1", "seat 0"]),
        (service, "DELETE", seat, None, 401, [seat_token]),
    ]:
        answer = caller.ask(method, path, body)
        said = problem(answer, status, {401: "unauthenticated", 403: "forbidden"}[status])
        assert all(word in said["detail"] for word in named), (method, path, said["detail"])
        assert ("www-authenticate" in answer.headers) == (status == 401)
        assert said["version"] == 2
    assert table.version == 2


def test_Q6_illegal_moves_never_change_the_state_and_never_end_the_game(service: Player) -> None:
    table = Seated(service, sandbox={"seed": "06" * 32})
    rng = random.Random(6)
    before = [hand.see(table.id) for hand in table.hands]
    sent = refused = 0
    acting = before[0]["to_act"][0]
    legal = {canonical(move) for move in all_moves(table.hands[acting], table.id)}
    for move in itertools.islice(inventions(before[acting]["view"], acting, rng), 200):
        for seat, hand in enumerate(table.hands):
            if seat != acting or canonical(move) not in legal:
                sent += 1
                refused += hand.try_move(table.id, move).status in (409, 422)
    assert sent == refused > 300
    assert [hand.see(table.id) for hand in table.hands] == before
