"""Bad input: games that cannot be made. Each place is named, and no game is made."""

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from engine import RULESETS
from tests.contract.recorder import Recorder
from tests.service.tables import Json, new_game, refused

OPEN: Json = {"open": True}
BOT: Json = {"bot": "random"}
ANA: Json = {"name": "Ana"}
HUGE = 10**30
NUL = "An\0a"


@pytest.fixture
def refuse(client: Recorder, service_store: str) -> Iterator[Any]:
    """Posts the body and takes the refusal with exactly these pointers."""

    store = Redis.from_url(service_store, protocol=2)

    def post(body: Any, *pointers: str) -> Json:
        before = store.dbsize()
        answer = client.post("/v1/games", json=body)
        problem = refused(answer, 422, "invalid-request", *(("body", pointer) for pointer in pointers))
        assert store.dbsize() == before
        return problem

    yield post
    store.close()


def reasons(problem: Json) -> list[str]:
    return [error["detail"] for error in problem["errors"]]


def test_everything_that_is_wrong_is_told_at_once(refuse: Any) -> None:
    problem = refuse(
        {"seats": [{"name": 3}, {"open": "yes", "color": "red"}], "sandbox": {"seed": "00"}, "extra": None},
        "/extra",
        "/ruleset",
        "/sandbox/seed",
        "/seats/0/name",
        "/seats/1/color",
        "/seats/1/open",
    )
    assert reasons(problem) == [
        "Unknown field.",
        "Missing data for required field.",
        "Does not match ^[0-9a-f]{64}$.",
        "Not a string.",
        "Unknown field.",
        "Not true or false.",
    ]


@pytest.mark.parametrize("value", [True, 7, 1.5, HUGE, [], {}, None], ids=repr)
def test_a_ruleset_is_a_string(refuse: Any, value: Any) -> None:
    refuse(new_game(ruleset=value), "/ruleset")


@pytest.mark.parametrize("slug", ["", "chess", "Vantage", "vantage ", "x" * 60_000, "../vantage"], ids=len)
def test_a_ruleset_is_one_of_those_there_are(refuse: Any, slug: str) -> None:
    problem = refuse(new_game() | {"ruleset": slug}, "/ruleset")
    assert reasons(problem) == [f"There is no such rule set; there are: {', '.join(RULESETS)}."]


@pytest.mark.parametrize("seats", [True, 7, 2.0, "two", HUGE, {}, None], ids=repr)
def test_seats_are_a_list(refuse: Any, seats: Any) -> None:
    refuse({"ruleset": "vantage", "seats": seats}, "/seats")


@pytest.mark.parametrize("seat", [True, 7, 2.0, "Ana", HUGE, [], None], ids=repr)
def test_a_seat_is_an_object(refuse: Any, seat: Any) -> None:
    refuse({"ruleset": "vantage", "seats": [ANA, seat]}, "/seats/1")


@pytest.mark.parametrize(
    "seat",
    [
        {},
        {"open": False},
        {"name": None},
        {"name": "Bo", "open": True},
        {"name": "Bo", "bot": "random"},
        {"open": True, "bot": "random"},
        {"open": False, "name": "Bo"},
        {"name": "B", "open": True, "bot": "random"},
    ],
    ids=repr,
)
def test_a_seat_has_exactly_one_form(refuse: Any, seat: Json) -> None:
    problem = refuse({"ruleset": "vantage", "seats": [ANA, seat]}, "/seats/1")
    assert reasons(problem) == ["A seat is exactly one of a `name` or `player`, `open: true`, a `bot`."]


@pytest.mark.parametrize("name", ["", "x" * 41, NUL, 7, True, [], {}, HUGE], ids=repr)
def test_a_name_is_a_string_of_1_to_40_characters_without_NUL(refuse: Any, name: Any) -> None:
    refuse({"ruleset": "vantage", "seats": [ANA, {"name": name}]}, "/seats/1/name")


@pytest.mark.parametrize("bot", ["", "genius", "rand\0m", 7, True, HUGE], ids=repr)
def test_a_bot_is_one_of_those_there_are(refuse: Any, bot: Any) -> None:
    refuse({"ruleset": "vantage", "seats": [ANA, {"bot": bot}]}, "/seats/1/bot")


@pytest.mark.parametrize("seats", [[], [ANA], [ANA] * 5, [ANA] * 17], ids=len)
def test_there_are_as_many_seats_as_the_rule_set_has(refuse: Any, seats: list[Json]) -> None:
    refuse({"ruleset": "vantage", "seats": seats}, "/seats")


def test_house_bots_do_not_play_among_themselves(refuse: Any) -> None:
    refuse(new_game(BOT, BOT, BOT), "/seats")


@pytest.mark.parametrize(
    ("options", "pointers"),
    [
        ({"max_turns": 3}, ["/options/max_turns"]),
        ({"ruleset": "vintage"}, ["/options/ruleset"]),
        ({"ruleset": 7}, ["/options/ruleset"]),
        ({"ruleset": "vintage", "max_turns": 3}, ["/options/ruleset"]),
        ({"action_cards": 1}, ["/options/action_cards"]),
        ({"action_cards": "true"}, ["/options/action_cards"]),
        ({"open_hands": 0.0}, ["/options/open_hands"]),
        ({"remove_cards_up": 3}, ["/options/remove_cards_up"]),
        ({"remove_cards_up": True}, ["/options/remove_cards_up"]),
        ({"remove_cards_up": 1.0}, ["/options/remove_cards_up"]),
        ({"remove_cards_up": "1"}, ["/options/remove_cards_up"]),
        ({"discard": "always"}, ["/options/discard"]),
        ({"discard": "free\0"}, ["/options/discard"]),
        ({"dealer": -1}, ["/options/dealer"]),
        ({"dealer": 2}, ["/options/dealer"]),
        ({"dealer": HUGE}, ["/options/dealer"]),
        ({"dealer": False}, ["/options/dealer"]),
        ({"dealer": "0"}, ["/options/dealer"]),
        ({"a/b~c": 1}, ["/options/a~1b~0c"]),
        ({"sums": "all", "wild_suit": []}, ["/options/sums", "/options/wild_suit"]),
        ([], ["/options"]),
        ("free", ["/options"]),
        (True, ["/options"]),
    ],
    ids=repr,
)
def test_options_are_those_of_the_rule_set(refuse: Any, options: Any, pointers: list[str]) -> None:
    refuse(new_game(options=options), *pointers)


@pytest.mark.parametrize(
    ("sandbox", "pointers"),
    [
        ([], ["/sandbox"]),
        (True, ["/sandbox"]),
        ({"seeds": "00" * 32}, ["/sandbox/seeds"]),
        ({"seed": 0}, ["/sandbox/seed"]),
        ({"seed": "00" * 31}, ["/sandbox/seed"]),
        ({"seed": "00" * 32 + "\n"}, ["/sandbox/seed"]),
        ({"seed": "0G" * 32}, ["/sandbox/seed"]),
        ({"seed": "0\0" * 32}, ["/sandbox/seed"]),
        ({"stack": []}, ["/sandbox/stack"]),
        ({"stack": {"cards": "R8"}}, ["/sandbox/stack/cards"]),
        ({"stack": {"cards": [8]}}, ["/sandbox/stack/cards/0"]),
        ({"stack": {"cards": ["R8", None]}}, ["/sandbox/stack/cards/1"]),
        ({"stack": {"cards": ["R8", "R1\0"]}}, ["/sandbox/stack/cards/1"]),
        ({"stack": {"cards": ["R8", "W1", "R8"]}}, ["/sandbox/stack/cards/2"]),
        ({"stack": {"cards": ["R8", "X9"]}}, ["/sandbox/stack/cards/1"]),
        ({"stack": {"cards": ["??"]}}, ["/sandbox/stack/cards/0"]),
        ({"stack": {"cards": ["R8"] * 9_000}}, ["/sandbox/stack/cards/1"]),
        ({"stack": {"actions": ["lose-one"] * 3}}, ["/sandbox/stack/actions/2"]),
        ({"stack": {"tiles": ["R8"]}}, ["/sandbox/stack/tiles"]),
        ({"stack": {"a/b~\0": []}}, ["/sandbox/stack/a~1b~0\0"]),
    ],
    ids=lambda part: repr(part)[:60],
)
def test_a_sandbox_has_a_seed_and_stacks_of_its_piles(refuse: Any, sandbox: Any, pointers: list[str]) -> None:
    refuse(new_game(sandbox=sandbox), *pointers)


@pytest.mark.parametrize("field", ["ranked", "host_token", "a\0b", ""])
def test_a_field_that_there_is_not_is_refused(refuse: Any, field: str) -> None:
    problem = refuse(new_game() | {field: None}, f"/{field}")
    assert reasons(problem) == ["Unknown field."]
    refuse({"ruleset": "vantage", "seats": [ANA, {"name": "Bo", field: 1}]}, f"/seats/1/{field}")


@pytest.mark.parametrize("digits", [b"1" + b"0" * 30, b"9" * 5_000], ids=["10**30", "5,000 digits"])
def test_a_huge_integer_is_refused_where_it_stands(client: Recorder, digits: bytes) -> None:
    body = (
        b'{"ruleset": "vantage", "seats": [{"name": "A"}, {"open": true}], "options": {"dealer": %s}}'
        % digits
    )
    answer = client.post("/v1/games", data=body, content_type="application/json")
    refused(answer, 422, "invalid-request", ("body", "/options/dealer"))


@pytest.mark.parametrize(
    ("field", "value", "pointer"),
    [
        ("listed", 1, "/listed"),
        ("spectators", "some", "/spectators"),
        ("spectator_delay", -1, "/spectator_delay"),
        ("spectator_delay", 1001, "/spectator_delay"),
        ("turn_seconds", 0, "/turn_seconds"),
        ("turn_seconds", 14 * 24 * 3600 + 1, "/turn_seconds"),
        ("turn_seconds", 1.5, "/turn_seconds"),
        ("on_timeout", "wait", "/on_timeout"),
        ("metadata", [], "/metadata"),
        ("metadata", {"room": 7}, "/metadata/room"),
        ("metadata", {"room": "x" * 501}, "/metadata/room"),
        ("metadata", {"n" * 41: "x"}, "/metadata/" + "n" * 41),
        ("metadata", {"": "x"}, "/metadata/"),
        ("metadata", {str(at): "x" for at in range(21)}, "/metadata"),
    ],
)
def test_what_the_host_wants_of_a_table_has_its_bounds(
    refuse: Any, field: str, value: Any, pointer: str
) -> None:
    refuse(new_game(**{field: value}), pointer)


@pytest.mark.parametrize("player", ["", "x" * 65, 7, "a\0b"])
def test_a_player_is_1_to_64_characters(refuse: Any, player: Any) -> None:
    refuse(new_game({"player": player}, {"open": True}), "/seats/0/player")
