"""What many do at the same moment at a table of any rule set: it happens once, and no card is lost."""

import uuid

import pytest

from engine import RULESETS
from tests.e2e.player import HOLDS, Answer, Player
from tests.e2e.test_hosts_over_http import at_once, kinds

NAMES = ("Ana", "Bo", "Cy", "Di", "Em", "Flo")
OPEN = {"open": True}
MANY = 20


def statuses(answers: list[Answer]) -> list[int]:
    return sorted(answer.status for answer in answers)


@pytest.mark.parametrize("slug", RULESETS)
def test_Q20_Q23_creations_at_once_with_one_key_make_one_game_and_deal_once(
    service: Player, slug: str
) -> None:
    seats = [{"name": name} for name in NAMES[: RULESETS[slug].seats[0]]]
    body = {"ruleset": slug, "seats": seats}
    answers = at_once(
        [(service, "POST", "/v1/games", body)] * MANY, headers={"Idempotency-Key": str(uuid.uuid4())}
    )
    assert statuses(answers) == [201] * MANY
    assert sum("idempotent-replayed" not in answer.headers for answer in answers) == 1
    assert len({answer.body for answer in answers}) == 1
    made = answers[0].json
    assert kinds(service, made["game"]["id"]).count("dealt") <= 1
    service.holding(made["host_token"]).done("DELETE", f"/v1/games/{made['game']['id']}")
    assert service.verify(service.record(made["game"]["id"])) == HOLDS


@pytest.mark.parametrize("slug", [slug for slug in RULESETS if len(RULESETS[slug].seats) > 1])
def test_Q20_of_starts_at_once_one_deals_and_the_others_come_late(service: Player, slug: str) -> None:
    sizes = RULESETS[slug].seats
    seats = [{"name": name} for name in NAMES[: sizes[0]]] + [OPEN] * (sizes[-1] - sizes[0])
    made = service.create(seats, ruleset=slug)
    id = made["game"]["id"]
    host = service.holding(made["host_token"])
    answers = at_once([(host, "POST", f"/v1/games/{id}/start", None)] * MANY)
    assert statuses(answers) == [200] + [409] * (MANY - 1)
    assert {answer.json["code"] for answer in answers if answer.status == 409} == {"already-started"}
    assert kinds(service, id).count("game_started") == 1
    host.done("DELETE", f"/v1/games/{id}")
    assert service.verify(service.record(id)) == HOLDS


@pytest.mark.parametrize("slug", RULESETS)
def test_Q20_when_all_leave_at_once_the_game_ends_once_and_its_record_holds(
    service: Player, slug: str
) -> None:
    """Each sends it three times: the second time his seat is left, or his token dead, or the game over."""
    seats = RULESETS[slug].seats[-1]
    made = service.create([{"name": name} for name in NAMES[:seats]], ruleset=slug)
    id = made["game"]["id"]
    hands = [service.holding(token) for token in made["seat_tokens"]]
    answers = at_once(
        [(hand, "DELETE", f"/v1/games/{id}/seats/{at}", None) for at, hand in enumerate(hands)] * 3
    )
    assert set(statuses(answers)) <= {200, 401, 409}
    assert statuses(answers)[:seats] == [200] * seats
    game, told = service.see(id), kinds(service, id)
    assert (game["status"], {seat["state"] for seat in game["seats"]}) == ("aborted", {"left"})
    assert told.count("game_ended") == 1
    assert told.count("seat_changed") == 2 * seats
    assert service.verify(service.record(id)) == HOLDS
