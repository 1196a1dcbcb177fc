"""Watching over HTTP, as it is deployed: two workers, each asked in turn, agree on what a watcher sees."""

import threading
import time
from typing import Any

import pytest

from tests.e2e.player import Answer, Player, Seated
from tests.e2e.test_secrecy_over_http import FREE, PACK, assert_twins_look_alike, swapped

ZEROS = {"seed": "00" * 32}


def outside(table: Seated) -> dict[str, Player]:
    """Those without a seat."""
    return {"nobody": table.public, "invite": table.invited, "host": table.host}


def truth(table: Seated) -> Any:
    """The game as seat 0 sees it."""
    return table.hands[0].see(table.id)


def move(table: Seated, times: int = 1) -> None:
    """Whoever is to act plays his first move."""
    for _ in range(times):
        hand = table.hands[truth(table)["to_act"][0]]
        hand.play(table.id, hand.list(table.id, limit=1)["items"][0]["move"])


@pytest.mark.parametrize(("policy", "sees"), [("public", 3), ("invited", 2), ("none", 0)])
def test_Q17_the_policy_says_who_sees_the_view(service: Player, policy: str, sees: int) -> None:
    table = Seated(service, spectators=policy, sandbox=ZEROS)
    move(table, 2)
    views = [hand.see(table.id)["view"] for hand in outside(table).values()]
    assert sum(view is not None for view in views) == sees
    for hand in outside(table).values():
        shown, page = hand.see(table.id), hand.events(table.id)
        assert shown["status"] == "playing"
        assert page["version"] == page["next_after"] == shown["version"] == 4
        kinds = {event["kind"] for step in page["steps"] for event in step["events"]}
        if shown["view"] is None:
            assert kinds == {"seat_changed", "game_started"}
        else:
            assert "dealt" in kinds
    table.host.done("DELETE", table.path)
    assert all(hand.see(table.id)["view"] for hand in outside(table).values())
    assert all(len(hand.events(table.id)["steps"]) == 5 for hand in outside(table).values())


def test_Q17_a_delayed_watcher_sees_an_older_version_everywhere(service: Player) -> None:
    delay = 3
    table = Seated(service, spectator_delay=delay, sandbox=ZEROS, turn_seconds=3600)
    was: dict[int, Any] = {}
    for _ in range(12):
        now = truth(table)
        was[now["version"]] = now
        seen = max(1, now["version"] - delay)
        for who, hand in outside(table).items():
            answer = hand.ask("GET", table.path)
            shown = answer.json
            assert shown["version"] == seen, who
            assert answer.headers["etag"].startswith(f'"{seen}-')
            page = hand.events(table.id)
            assert [step["version"] for step in page["steps"]] == list(range(1, seen + 1))
            assert (page["version"], page["next_after"], page["more"]) == (seen, seen, False)
            for path, query in (
                ("", {"moves": 0}),
                ("/record", {}),
                ("/events", {"as": "open"}),
                ("/moves", {}),
            ):
                problem = hand.ask("GET", table.path + path, query=query).json
                assert problem["version"] == seen, path
            if seen == 1:
                assert (shown["status"], shown["view"], shown["started_at"]) == ("open", None, None)
                continue
            for name in ("status", "to_act", "deadline", "expires_at", "started_at", "outcome"):
                assert shown[name] == was[seen][name], name
            assert shown["view"]["phase"] == was[seen]["view"]["phase"]
            assert shown["view"]["loose"] == was[seen]["view"]["loose"]
        move(table)


def test_Q17_workers_agree_on_the_tag_of_an_older_version(service: Player) -> None:
    """Every request is a new connection, so both workers are asked; the tag stays until the view moves."""
    table = Seated(service, spectator_delay=4, sandbox=ZEROS)
    tags: list[str] = []
    for _ in range(8):
        asked = [table.public.ask("GET", table.path) for _ in range(5)]
        (tag,) = {answer.headers["etag"] for answer in asked}
        tags.append(tag)
        assert len({answer.body for answer in asked}) == 1
        known = [table.public.ask("GET", table.path, headers={"If-None-Match": tag}) for _ in range(4)]
        assert [answer.status for answer in known] == [304] * 4
        move(table)
    assert tags[:4] == tags[:1] * 4  # the table as it was before the deal
    assert len(set(tags)) == 5


def test_Q17_a_delayed_wait_ends_with_the_step_that_the_watcher_sees(service: Player) -> None:
    table = Seated(service, spectator_delay=2, sandbox=ZEROS)
    move(table, 3)
    ended: list[tuple[Any, float]] = []
    started = time.monotonic()

    def wait(after: int) -> None:
        ended.append((table.public.events(table.id, after, wait=20), time.monotonic() - started))

    waiting = [threading.Thread(target=wait, args=(after,)) for after in (3, 4)]
    for one in waiting:
        one.start()
    time.sleep(0.5)
    move(table)
    waiting[0].join(15)
    assert [step["version"] for step in ended[0][0]["steps"]] == [4]
    assert ended[0][1] >= 0.5
    assert waiting[1].is_alive()
    move(table)
    waiting[1].join(15)
    assert [step["version"] for step in ended[1][0]["steps"]] == [5]


def test_Q17_at_the_end_everything_is_public_at_once(service: Player) -> None:
    table = Seated(service, spectators="none", spectator_delay=1000, sandbox=ZEROS)
    move(table, 3)
    assert table.public.see(table.id)["status"] == "open"
    change = table.host.done("DELETE", table.path)
    assert [step["version"] for step in change["steps"]] == [6]
    assert change["game"]["status"] == "aborted"
    (tag,) = {hand.ask("GET", table.path).headers["etag"] for hand in outside(table).values()}
    assert tag.startswith('"6-')
    assert len(service.record(table.id)["moves"]) == len(service.events(table.id)["steps"]) == 6


def test_Q18_after_the_end_the_log_is_read_through_any_eyes(service: Player) -> None:
    table = Seated(service)
    move(table, 6)
    told = {"0": table.hands[0], "1": table.hands[1], "public": table.public}
    before = {eyes: hand.events(table.id)["steps"] for eyes, hand in told.items()}
    for hand in (*table.hands, table.host, table.public):
        for eyes in (*told, "open", "7"):
            refused = lent(hand, table, eyes)
            assert (refused.status, refused.json["code"]) == (409, "not-over")
    table.host.done("DELETE", table.path)
    for hand in (*table.hands, table.host, table.invited, table.public):
        for eyes, steps in before.items():
            assert lent(hand, table, eyes).json["steps"][:-1] == steps
    hands = lent(service, table, "open").json["steps"][1]["events"][1]["hands"]
    own = [before[str(seat)][1]["events"][1]["hands"][seat] for seat in (0, 1)]
    assert hands == own
    stranger = lent(service, table, "2")
    assert (stranger.status, stranger.json["errors"][0]["pointer"]) == (422, "as")
    assert lent(service, table, "nobody").status == 422


def lent(hand: Player, table: Seated, eyes: str) -> Answer:
    """The log through those eyes, whatever comes of it."""
    return hand.ask("GET", f"{table.path}/events", query={"as": eyes, "limit": 500})


@pytest.mark.parametrize(("policy", "delay"), [("public", 2), ("invited", 0), ("none", 3)])
def test_Q9_Q17_games_that_differ_in_what_a_watcher_may_not_see_are_one(
    service: Player, policy: str, delay: int
) -> None:
    """Other hidden cards from the start, and other moves in the steps that are kept from him."""
    packs = (PACK, swapped((5, 71), (6, 72), (7, 73)))
    stacks = ({"cards": pack, "actions": ["cards-up"] * 3} for pack in packs)
    given: dict[str, Any] = {"options": FREE, "spectators": policy, "spectator_delay": delay}
    one, other = (Seated(service, sandbox={"stack": stack}, **given) for stack in stacks)
    for seat, card in ((1, PACK[0]), (0, PACK[4]), (1, PACK[1])):
        for table in (one, other):
            table.hands[seat].play(table.id, {"kind": "discard", "card": card})
    assert_twins_look_alike(one, other, [None])
    for step in range(delay):
        for table, at in ((one, 0), (other, -1)):
            hand = table.hands[truth(table)["to_act"][0]]
            items = hand.list(table.id, limit=200)["items"]
            hand.play(table.id, items[at]["move"])
        assert step or one.hands[1].events(one.id) != other.hands[1].events(other.id)
        assert_twins_look_alike(one, other, [None])
