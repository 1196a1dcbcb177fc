"""What a seat may not know is in nothing that it is sent: no field, text, tag, refusal or length."""

import json
import random
import re
from typing import Any

import pytest

from tests.e2e.follower import EventStream
from tests.e2e.player import Answer, Player, Seated

SUITED = [f"{suit}{number}" for suit in "RYGBP" for number in range(1, 15)]
PACK = random.Random(16).sample([*SUITED, "W1", "W2", "W3", "W4"], 74)
BO, ANA, TABLE, STOCK = slice(0, 4), slice(4, 8), slice(8, 12), slice(12, 74)
FREE = {"discard": "free"}
NEVER_THE_SAME = ("date", "x-request-id")  # headers of every answer


def table_of(service: Player, pack: list[str], action: str = "cards-up") -> Seated:
    """A game for two in which the cards are dealt as they lie in the pack, Bo's (seat 1) first."""
    stack = {"cards": pack, "actions": [action] * 3}
    return Seated(service, sandbox={"stack": stack}, options=FREE)


def calls(service: Player) -> list[str]:
    """The paths of every GET that says something of a game, from the document of the service itself."""
    document = service.done("GET", "/openapi.json")
    return [path for path, found in document["paths"].items() if "{game}" in path and "get" in found]


def got(hand: Player, path: str) -> Answer:
    """The answer to a GET; of a stream that has no end, everything up to the game as it is."""
    if not path.partition("?")[0].endswith("/stream"):
        return hand.ask("GET", path)
    with EventStream(hand.root, path, hand.token, last=0) as stream:
        if stream.status != 200:
            return Answer(stream.status, stream.headers, json.dumps(stream.refusal).encode())
        messages = []
        for message in stream:
            messages.append(message)
            if message.event == "game":
                break
        return Answer(stream.status, stream.headers, json.dumps(messages).encode())


def told(hand: Player, table: Seated) -> dict[str, Answer]:
    """Everything that a client with this token is told of the game."""
    answers = {}
    for path in calls(table.public):
        for query in ("", "?lang=en&labels=false", "?moves=200", "?limit=200", "?texts=events"):
            answers[path + query] = got(hand, path.replace("{game}", table.id) + query)
    bodies: list[Any] = [
        b"{",
        {"kind": "accept"},
        *({"kind": "discard", "card": card} for card in SUITED),
        *({"kind": "match", "card": PACK[0], "take": [name]} for name in ("t1", "t2", "t3", "t4", "t9")),
        *({"kind": "match", "card": PACK[1], "take": [f"t{one}", "t4"]} for one in (1, 2, 3)),
        *({"kind": "build", "card": PACK[2], "call": call, "join": ["t1"]} for call in range(1, 15)),
    ]
    for body in bodies:
        said = body if isinstance(body, bytes) else json.dumps(body).encode()
        answers[f"check {said!r}"] = hand.check(table.id, said)
    answers["if-match"] = hand.ask(
        "POST", f"{table.path}/moves/check", {"kind": "accept"}, headers={"If-Match": '"1"'}
    )
    return answers


def normal(answer: Answer, table: Seated) -> tuple[int, dict[str, str], str]:
    """An answer without what differs from game to game by chance: ids, times, nonces."""
    headers = {name: text for name, text in answer.headers.items() if name not in NEVER_THE_SAME}
    if "etag" in headers:
        headers["etag"] = re.sub(r"-[0-9A-Za-z]{8}-", "-", headers["etag"])
    body = answer.body.decode().replace(table.id, "GAME")
    body = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "TIME", body)
    return answer.status, headers, re.sub(r"\breq_[0-9a-f]{16}\b", "REQUEST", body)


def assert_twins_look_alike(
    one: Seated, other: Seated, viewers: list[int | None], history: bool = True
) -> None:
    """Every answer to each viewer is the same in both; without `history` but for the steps that were."""
    for seat in viewers:
        hands = [table.public if seat is None else table.hands[seat] for table in (one, other)]
        seen, twin = told(hands[0], one), told(hands[1], other)
        assert seen.keys() == twin.keys()
        for call, answer in seen.items():
            if history or not ("/events" in call or "/stream" in call):
                assert normal(answer, one) == normal(twin[call], other), call
        statuses = {answer.status for answer in seen.values()}
        assert statuses >= ({200, 401, 404} if seat is None else {200, 400, 404, 422})


def swapped(*pairs: tuple[int, int]) -> list[str]:
    """The pack with pairs of places exchanged."""
    pack = list(PACK)
    for one, other in pairs:
        pack[one], pack[other] = pack[other], pack[one]
    return pack


@pytest.mark.parametrize("seat", [0, 1, None])
def test_Q14_Q15_no_call_tells_a_card_that_the_caller_may_not_know(service: Player, seat: int | None) -> None:
    """Every GET of a game, with a token or with none."""
    table = table_of(service, PACK)
    hidden = {0: PACK[BO], 1: PACK[ANA], None: PACK[BO] + PACK[ANA]}[seat] + PACK[STOCK]
    caller = table.public if seat is None else table.hands[seat]
    paths = calls(service)
    assert len(paths) >= 4
    for path in paths:
        for query in ("", "?moves=200", "?limit=200", "?texts=events"):
            answer = got(caller, path.replace("{game}", table.id) + query)
            named = set(re.findall(r"\b[RYGBPW]\d{1,2}\b", answer.body.decode()))
            assert named & set(hidden) == set(), path
    own = caller.see(table.id)["view"]["seats"]
    for other in (0, 1):
        shown = PACK[ANA if other == 0 else BO] if other == seat else ["??"] * 4
        assert sorted(own[other]["hand"]) == sorted(shown)


def test_Q14_host_and_invite_see_what_the_public_sees(service: Player) -> None:
    table = table_of(service, PACK)
    public = table.public.see(table.id)
    assert table.host.see(table.id) == public
    assert table.invited.see(table.id) == public
    assert public["you"] is None
    for caller in (table.public, table.host):
        assert caller.ask("GET", f"{table.path}/moves").status in (401, 403)


def test_Q15_the_seed_and_what_it_is_made_of_are_told_at_the_end_only(service: Player) -> None:
    table = Seated(service)
    before = [answer.body for hand in (table.host, *table.hands) for answer in told(hand, table).values()]
    table.host.done("DELETE", table.path)
    fair = service.record(table.id)["fairness"]
    assert fair["server_seed"]
    for secret in (fair["server_seed"], fair["seed"]):
        assert not any(secret.encode() in body for body in before)
    assert any(fair["commitment"].encode() in body for body in before)
