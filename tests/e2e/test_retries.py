"""What a client may do when an answer was lost or somebody was faster: every request counts once."""

import random
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.e2e.player import Answer, Player, Seated

KEY = "Idempotency-Key"
AT_ONCE = 50


def fresh() -> str:
    """A key that nobody has used."""
    return str(uuid.uuid4())


def together(times: int, call: Any) -> list[Answer]:
    """The answers to so many calls, each in a thread of its own; `call` takes its number."""
    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(call, range(times)))


def same_but_now(one: Any, other: Any) -> bool:
    """Whether two answers tell the same, but for the game, which is as it is now."""
    return bool({**one, "game": None} == {**other, "game": None})


def test_Q19_fifty_parallel_identical_posts_with_one_key_have_one_effect(service: Player) -> None:
    table = Seated(service, sandbox={})
    move, mover, key = table.move(), table.mover, fresh()
    answers = together(AT_ONCE, lambda _: mover.try_move(table.id, move, Idempotency_Key=key))
    assert [answer.status for answer in answers] == [200] * AT_ONCE
    assert sum("idempotent-replayed" not in answer.headers for answer in answers) == 1
    assert {answer.body for answer in answers} == {answers[0].body}
    assert table.version == answers[0].json["game"]["version"]
    assert len(service.events(table.id)["steps"]) == table.version == 3


def test_Q19_fifty_parallel_identical_posts_without_a_key_have_one_effect(service: Player) -> None:
    table = Seated(service, sandbox={})
    move, mover = table.move(), table.mover
    answers = together(AT_ONCE, lambda _: mover.try_move(table.id, move))
    statuses = sorted(answer.status for answer in answers)
    assert statuses == [200] + [409] * (AT_ONCE - 1)
    assert {answer.json["code"] for answer in answers if answer.status == 409} == {"out-of-turn"}
    assert len(service.events(table.id)["steps"]) == table.version == 3


def test_Q20_the_cards_of_all_zones_are_the_pack_whatever_ran_at_once(service: Player) -> None:
    """Every seat sends what it could play, many times at once, until the game is over."""
    table = Seated(service, sandbox={"seed": "20" * 32}, options={"action_cards": False})
    rng = random.Random(20)
    for _ in range(12):
        listed = table.mover.list(table.id)["items"]
        moves = [rng.choice(listed)["move"] for _ in range(6)]
        before = table.version
        answers = together(12, lambda n, moves=moves: table.hands[n % 2].try_move(table.id, moves[n // 2]))
        accepted = [answer for answer in answers if answer.status == 200]
        assert table.version == before + sum(len(answer.json["steps"]) for answer in accepted)
        seen = [hand.see(table.id)["view"] for hand in table.hands]
        own = [view["seats"][seat]["hand"] for seat, view in enumerate(seen)]
        lying = [card["card"] for card in seen[0]["loose"]]
        piled = [card for pile in seen[0]["piles"] for card in pile["cards"]]
        captured = sum(seat["captured"] for seat in seen[0]["seats"])
        known = [*own[0], *own[1], *lying, *piled]
        assert len(set(known)) == len(known), "a card is in one place"
        assert len(known) + captured + seen[0]["stock"] == 74


def test_Q22_if_match_of_a_passed_version_is_412_and_tells_whether_the_move_is_still_legal(
    service: Player,
) -> None:
    table = Seated(service, sandbox={})
    move = table.move()
    legal = table.mover.try_move(table.id, move, If_Match='"1"')
    illegal = table.mover.try_move(table.id, {"kind": "discard", "card": "R1"}, If_Match='"1"')
    for answer, still in ((legal, True), (illegal, False)):
        assert answer.status == 412
        said = answer.json
        assert (said["code"], said["version"], said["still_legal"]) == ("stale-version", 2, still)
    assert table.version == 2
    etag = table.mover.ask("GET", table.path).headers["etag"]
    assert etag.startswith('"2-')
    other = etag[:3] + ("A" if etag[3] != "A" else "B") + etag[4:]
    assert table.mover.try_move(table.id, move, If_Match=other).status == 412, "another commit's nonce"
    played = table.mover.try_move(table.id, move, If_Match=etag)
    assert played.status == 200
    assert played.headers["etag"].startswith('"3-')


def test_Q22_two_clients_of_one_seat_acting_on_one_version_play_one_move(service: Player) -> None:
    table = Seated(service, sandbox={})
    moves = [item["move"] for item in table.mover.list(table.id, limit=10)["items"]]
    mover = table.mover
    answers = together(10, lambda n: mover.try_move(table.id, moves[n], If_Match='"2"'))
    assert sorted(answer.status for answer in answers) == [200] + [412] * 9
    assert {answer.json["still_legal"] for answer in answers if answer.status == 412} == {False}
    assert table.version == 3


@pytest.mark.parametrize(
    ("phase", "kind", "action"), [("passing", "pass_card", "pass-one"), ("challenge", "accept", "cards-up")]
)
def test_Q22_a_simultaneous_phase_takes_any_version_since_it_began(
    service: Player, phase: str, kind: str, action: str
) -> None:
    table = Seated(service, 4, sandbox={"seed": "22" * 32, "stack": {"actions": [action]}})
    table.until(phase, random.Random(22).choice)
    game = table.game
    since, acting = game["view"]["phase"]["since"], game["to_act"]
    assert (game["version"], len(acting) >= 3) == (since, True)
    stale = table.hands[acting[0]].list(table.id, kind=kind)["items"][0]["move"]
    assert table.hands[acting[0]].try_move(table.id, stale, If_Match=f'"{since - 1}"').status == 412
    for answered, seat in enumerate(acting):
        hand = table.hands[seat]
        move = hand.list(table.id, kind=kind)["items"][0]["move"]
        answer = hand.try_move(table.id, move, If_Match=f'"{since}"')
        assert answer.status == 200, answer.body
        assert answer.json["steps"][0]["version"] == since + answered + 1
        if answered + 1 < len(acting):
            again = hand.try_move(table.id, move, If_Match=f'"{since}"')
            assert (again.status, again.json["code"]) == (409, "out-of-turn"), "an answer is final"


def test_Q23_createGame_again_with_its_key_tells_the_same_secrets(service: Player) -> None:
    body = {"ruleset": "vantage", "seats": [{"name": "Ana"}, {"open": True}, {"bot": "random"}]}
    key = {KEY: fresh()}
    first = service.ask("POST", "/v1/games", body, headers=key)
    again = service.ask("POST", "/v1/games", dict(reversed(body.items())), headers=key)
    assert (first.status, again.status) == (201, 201)
    assert ("idempotent-replayed" in first.headers, again.headers["idempotent-replayed"]) == (False, "true")
    assert again.headers["location"] == first.headers["location"]
    assert again.json == first.json
    service.sit(first.json["game"]["id"], first.json["invite"], name="Bo")
    later = service.ask("POST", "/v1/games", body, headers=key)
    assert later.status == 201
    assert same_but_now(later.json, first.json)
    assert (first.json["game"]["status"], later.json["game"]["status"]) == ("open", "playing")
    other = service.ask("POST", "/v1/games", {**body, "options": {"discard": "free"}}, headers=key)
    assert (other.status, other.json["code"]) == (422, "key-reused")


def test_Q23_takeSeat_again_with_its_key_tells_the_same_token(service: Player) -> None:
    made = service.create([{"name": "Ana"}, {"open": True}, {"open": True}])
    path = f"/v1/games/{made['game']['id']}/seats"
    body, key = {"invite": made["invite"], "name": "Bo"}, {KEY: fresh()}
    first = service.ask("POST", path, body, headers=key)
    again = service.ask("POST", path, body, headers=key)
    assert (first.status, again.status) == (201, 201)
    assert ("idempotent-replayed" in first.headers, again.headers["idempotent-replayed"]) == (False, "true")
    assert again.json == first.json
    cy = service.ask("POST", path, body, headers={KEY: fresh()})
    assert (cy.json["seat"], cy.json["token"] != first.json["token"]) == (2, True)
    later = service.ask("POST", path, body, headers=key)
    assert same_but_now(later.json, first.json)
    assert (later.json["game"]["status"], later.json["game"]["you"]) == ("playing", 1)
    other = service.ask("POST", path, {**body, "name": "Di"}, headers=key)
    assert (other.status, other.json["code"]) == (422, "key-reused")
    assert len({first.json["token"], cy.json["token"], made["seat_tokens"][0]}) == 3


def test_Q23_playMove_again_with_its_key_tells_the_same_steps(service: Player) -> None:
    table = Seated(service, sandbox={})
    key, mover, move = fresh(), table.mover, table.move()
    first = mover.try_move(table.id, move, Idempotency_Key=key, If_Match='"2"')
    again = mover.try_move(table.id, move, Idempotency_Key=key, If_Match='"2"')
    assert (first.status, again.status) == (200, 200)
    assert again.json == first.json
    assert again.headers["idempotent-replayed"] == "true"
    table.mover.play(table.id, table.move())
    later = mover.try_move(table.id, move, Idempotency_Key=key, If_Match='"2"')
    assert same_but_now(later.json, first.json)
    assert later.json["game"]["version"] == table.version > first.json["game"]["version"]
    other = mover.try_move(table.id, {**move, "card": "R1"}, Idempotency_Key=key)
    assert (other.status, other.json["code"], other.json["version"]) == (422, "key-reused", table.version)
    route = mover.ask("POST", f"{table.path}/seats", {"invite": table.invited.token}, headers={KEY: key})
    assert route.status in (409, 422), "another route is another request"


def test_Q23_a_refusal_is_not_kept_and_two_seats_may_choose_one_key(service: Player) -> None:
    table = Seated(service, sandbox={})
    key, waiter, move = fresh(), table.waiter, table.move()
    assert waiter.try_move(table.id, {"kind": "discard", "card": "R1"}, Idempotency_Key=key).status == 409
    assert table.mover.try_move(table.id, move, Idempotency_Key=key).status == 200
    assert table.mover is waiter
    assert waiter.try_move(table.id, table.move(), Idempotency_Key=key).status == 200


@pytest.mark.parametrize("key", ["short", "x" * 256, "with blank in it, long enough"])
def test_Q23_a_key_that_is_none_is_refused_by_its_name(service: Player, key: str) -> None:
    body = {"ruleset": "vantage", "seats": [{"name": "Ana"}, {"open": True}]}
    answer = service.ask("POST", "/v1/games", body, headers={KEY: key})
    assert (answer.status, answer.json["code"]) == (422, "invalid-request")
    assert [(error["in"], error["pointer"]) for error in answer.json["errors"]] == [("header", KEY)]


def test_Q25_a_client_that_lost_everything_but_its_token_goes_on(service: Player) -> None:
    table = Seated(service, sandbox={"seed": "25" * 32})
    for _ in range(20):
        seat = table.game["to_act"][0]
        token = table.tokens[seat] or ""
        lost = service.holding(token)
        game = lost.see(token.split("_")[1], moves=1)
        assert (game["you"], game["moves"]["version"]) == (seat, game["version"])
        move = game["moves"]["items"][0]["move"]
        assert lost.try_move(game["id"], move, If_Match=f'"{game["version"]}"').status == 200


def test_Q33_a_poll_that_finds_nothing_new_is_304_without_a_body(service: Player) -> None:
    table = Seated(service, sandbox={})
    for path in (table.path, f"{table.path}?moves=3", f"{table.path}/moves"):
        first = table.hands[1].ask("GET", path)
        known = {"If-None-Match": first.headers["etag"]}
        poll = table.hands[1].ask("GET", path, headers=known)
        assert (poll.status, poll.body, poll.headers["etag"]) == (304, b"", first.headers["etag"])
        elsewhere = table.hands[0].ask("GET", path, headers=known)
        assert elsewhere.status == 200, "a tag is of one seat's representation"
    mute = table.hands[1].ask("GET", table.path, query={"labels": "false"})
    assert mute.headers["etag"] != table.hands[1].ask("GET", table.path).headers["etag"]
    before = table.hands[1].ask("GET", table.path).headers["etag"]
    table.mover.play(table.id, table.move())
    after = table.hands[1].ask("GET", table.path, headers={"If-None-Match": before})
    assert (after.status, after.json["version"]) == (200, 3)


def test_waiting_calls_of_every_worker_wake_with_the_step(service: Player) -> None:
    """Of sixteen connections some are at the other worker: they too wake long before their 20 s are over."""
    table = Seated(service, sandbox={})
    mover, move = table.mover, table.move()
    with ThreadPoolExecutor(16) as pool:
        waiting = [pool.submit(service.events, table.id, 2, wait=20) for _ in range(16)]
        time.sleep(0.7)
        assert not any(call.done() for call in waiting)
        mover.play(table.id, move)
        pages = [call.result(10) for call in waiting]
    assert [[step["version"] for step in page["steps"]] for page in pages] == [[3]] * 16
    assert [(page["version"], page["next_after"], page["more"]) for page in pages] == [(3, 3, False)] * 16
