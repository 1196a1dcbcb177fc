"""Every rule set, size of table and value of an option, played over HTTP by clients that know no game.

What there is to try comes from the metadata, what to play from the lists.
"""

from typing import Any, NamedTuple

import pytest

from engine import RULESETS
from service.catalogue import describe
from service.schemas.rulesets import OptionInfo, RulesetInfo
from tests.covering import COMPANY, Table, default, needed, tables, values
from tests.e2e.player import HOLDS, Answer, Player, play_on, recorded, some

INFOS = {slug: describe(ruleset, "en") for slug, ruleset in RULESETS.items()}
MOST = 240  # moves of a game with options; a longer one is aborted then
NAMES = ("Ana", "Bo", "Cy", "Di", "Em", "Flo")

Json = dict[str, Any]


class Case(NamedTuple):
    """A table of a rule set."""

    info: RulesetInfo
    table: Table


PLAIN = {
    f"{slug}-{seats}": Case(info, Table(seats))
    for slug, info in INFOS.items()
    for seats in RULESETS[slug].seats
}
CHOSEN = {
    f"{slug}-{number}": Case(info, table)
    for slug, info in INFOS.items()
    for number, table in enumerate(tables(info), 1)
}
OPTIONS = {f"{slug}-{option.name}": (info, option) for slug, info in INFOS.items() for option in info.options}


def body(info: RulesetInfo, seats: int, options: Json) -> Json:
    """What creates a game with people in all seats."""
    return {
        "ruleset": info.slug,
        "options": options,
        "seats": [{"name": NAMES[seat % len(NAMES)]} for seat in range(seats)],
    }


def created(service: Player, case: Case) -> Json:
    """A new game of the table, whose options are shown back whole."""
    seats = case.table.seats or case.info.seats.max
    made = service.done("POST", "/v1/games", body(case.info, seats, case.table.options))
    game = made["game"]
    assert game["options"] == case.table.told(case.info)
    assert (game["ruleset"], len(game["seats"]), game["status"]) == (case.info.slug, seats, "playing")
    assert game["view"]["ruleset"] == case.info.slug
    return dict(made)


def told(service: Player, game: str, info: RulesetInfo) -> None:
    """Whatever happened is of a kind that the metadata names."""
    events, after, more = set(), 0, True
    while more:
        page = service.events(game, after, limit=500)
        events |= {event["kind"] for step in page["steps"] for event in step["events"]}
        after, more = page["next_after"], page["more"]
    assert events <= set(info.events)
    assert {"game_started", "game_ended"} <= events


@pytest.mark.parametrize("name", PLAIN)
def test_a_table_of_every_size_plays_to_the_end_and_its_record_is_verified(
    service: Player, name: str
) -> None:
    case = PLAIN[name]
    made = created(service, case)
    game = play_on(service, made["game"], made["seat_tokens"], some(len(made["game"]["seats"])))
    record = recorded(service, game)
    assert service.verify(record) == HOLDS
    assert {row["move"]["kind"] for row in record["moves"] if row["move"]} <= {
        move.code for move in case.info.moves
    }
    assert game["outcome"]["reason"] in {outcome.code for outcome in case.info.outcomes}
    assert game["view"]["phase"]["kind"] in {phase.code for phase in case.info.phases}
    told(service, game["id"], case.info)


@pytest.mark.parametrize("name", CHOSEN)
def test_every_value_of_every_option_is_taken_shown_and_played(service: Player, name: str) -> None:
    """To the end, or for many moves: a game may be made to be very long."""
    case = CHOSEN[name]
    made = created(service, case)
    game = play_on(service, made["game"], made["seat_tokens"], some(MOST), MOST)
    if game["status"] == "playing":
        service.holding(made["host_token"]).done("DELETE", f"/v1/games/{game['id']}")
        game = service.see(game["id"])
        assert game["status"] == "aborted"
        assert service.verify(service.record(game["id"])) == HOLDS
    else:
        assert service.verify(recorded(service, game)) == HOLDS
    assert game["options"] == case.table.told(case.info)
    told(service, game["id"], case.info)


@pytest.mark.parametrize("slug", INFOS)
def test_no_value_is_left_out(slug: str) -> None:
    info = INFOS[slug]
    tried = [case.table.options for case in CHOSEN.values() if case.info is info]
    for option in info.options:
        seen = {repr(options[option.name]) for options in tried if option.name in options}
        assert seen == set(map(repr, values(info, option)))
        if option.values:
            assert len(seen) == len(option.values)


def refused(answer: Answer, pointer: str) -> None:
    assert answer.status == 422, answer.body[:600]
    problem = answer.json
    assert problem["code"] == "invalid-request"
    assert [(error["in"], error["pointer"]) for error in problem["errors"]] == [("body", pointer)]


def outside(info: RulesetInfo, option: OptionInfo) -> list[Any]:
    """What no table may set the option to."""
    if option.type == "boolean":
        return ["yes", 1]
    if option.type == "string":
        return ["", "No", "no-such-value", 1, True]
    if option.type == "seat":
        return [-1, info.seats.max, "0", True]
    known = [value for value in values(info, option) if value is not None]
    return [min(known) - 1, max(known) + 1, str(known[0]), True]


@pytest.mark.parametrize("name", OPTIONS)
def test_a_value_that_an_option_has_not_is_refused_in_its_place(service: Player, name: str) -> None:
    info, option = OPTIONS[name]
    table = needed(info, option, values(info, option)[-1])
    for value in outside(info, option):
        options = table.options | {option.name: value}
        answer = service.ask("POST", "/v1/games", body(info, table.seats or info.seats.max, options))
        refused(answer, f"/options/{option.name}")


@pytest.mark.parametrize("name", [name for name, (_, option) in OPTIONS.items() if option.type == "seat"])
def test_a_seat_is_one_of_the_table(service: Player, name: str) -> None:
    info, option = OPTIONS[name]
    for seats in RULESETS[info.slug].seats:
        answer = service.ask("POST", "/v1/games", body(info, seats, {option.name: seats}))
        refused(answer, f"/options/{option.name}")


@pytest.mark.parametrize("name", [name for name, (_, option) in OPTIONS.items() if option.only_with])
def test_an_option_without_a_say_is_refused_but_for_its_default(service: Player, name: str) -> None:
    info, option = OPTIONS[name]
    for others, seats in without(info, option):
        for value in values(info, option):
            sent = body(info, seats, others | {option.name: value})
            if value == default(option):
                service.done("POST", "/v1/games", sent)
            else:
                refused(service.ask("POST", "/v1/games", sent), f"/options/{option.name}")


@pytest.mark.parametrize("slug", INFOS)
def test_a_value_that_needs_another_option_is_refused_without_it(service: Player, slug: str) -> None:
    info = INFOS[slug]
    for (of, name, value), (other,) in COMPANY.items():
        if of == slug:
            answer = service.ask("POST", "/v1/games", body(info, info.seats.max, {name: value}))
            refused(answer, f"/options/{other}")


def without(info: RulesetInfo, option: OptionInfo) -> list[tuple[Json, int]]:
    """Other options and seats with which what the option needs is not met."""
    assert option.only_with is not None
    if option.only_with.option == "seats":
        sizes = RULESETS[info.slug].seats
        return [({}, seats) for seats in sizes if str(seats) != option.only_with.value]
    other = next(one for one in info.options if one.name == option.only_with.option)
    wanted = option.only_with.value
    unmet = [value for value in values(info, other) if str(value).lower() != wanted.lower()]
    return [(needed(info, other, value).options, info.seats.max) for value in unmet]


@pytest.mark.parametrize("slug", INFOS)
def test_a_table_of_another_size_is_refused(service: Player, slug: str) -> None:
    info, sizes = INFOS[slug], RULESETS[slug].seats
    assert (info.seats.min, info.seats.max, info.seats.counts) == (sizes[0], sizes[-1], tuple(sizes))
    for seats in {*range(1, info.seats.max + 2)} - {*sizes}:
        refused(service.ask("POST", "/v1/games", body(info, seats, {})), "/seats")
