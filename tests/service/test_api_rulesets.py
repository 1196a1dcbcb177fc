"""What the service tells of rule sets and bots: whole, labelled, and the same as what it takes."""

from typing import Any, get_type_hints

import msgspec
import pytest

from engine import RULESETS
from engine.bots import BOTS
from engine.core.house import HOUSE_EVENTS
from engine.core.sight import nested
from engine.core.texts import rule_ids
from service.schemas.derive import load_options
from tests.contract.recorder import Recorder, read
from tests.service.tables import new_game

SLUGS = sorted(RULESETS)


@pytest.fixture(params=SLUGS)
def slug(request: pytest.FixtureRequest) -> str:
    """A rule set."""
    return str(request.param)


def told(client: Recorder, slug: str) -> dict[str, Any]:
    """The description of a rule set."""
    return dict(read(client.get(f"/v1/rulesets/{slug}")))


def test_the_list_is_of_all_rule_sets_in_a_line_each(client: Recorder) -> None:
    items = read(client.get("/v1/rulesets"))["items"]
    assert [item["slug"] for item in items] == list(RULESETS)
    for item in items:
        whole = told(client, item["slug"])
        assert {name: whole[name] for name in item} == item
        assert item["summary"]
        assert {"code": "en", "label": "English", "direction": "ltr"} in item["languages"]


def test_seats_are_those_that_a_game_may_have(client: Recorder, slug: str) -> None:
    seats = told(client, slug)["seats"]
    for count in range(1, seats["max"] + 2):
        body = new_game(*[{"open": True}] * count) | {"ruleset": slug}
        wanted = 201 if count in seats["counts"] else 422
        assert client.post("/v1/games", json=body).status_code == wanted


def _as_sent(option: dict[str, Any], value: str | None) -> Any:
    """A value of an option as JSON has it."""
    if value is None:
        return None
    if option["type"] == "boolean":
        return {"true": True, "false": False}[value]
    return value if option["type"] == "string" else int(value)


def test_options_are_told_with_their_defaults_and_every_value_they_take(client: Recorder, slug: str) -> None:
    ruleset, options = RULESETS[slug], told(client, slug)["options"]
    assert [option["name"] for option in options] == list(ruleset.Options.__struct_fields__)
    defaults = {option["name"]: _as_sent(option, option["default"]) for option in options}
    assert msgspec.to_builtins(ruleset.Options()) == {"ruleset": slug, **defaults}
    for option in options:
        assert option["label"]
        assert option["text"]
        for value in option["values"]:
            sent = _as_sent(option, value["value"])
            assert getattr(load_options(ruleset, {option["name"]: sent}), option["name"]) == sent
            assert value["label"]
        if option["default"] is not None and option["values"]:
            assert option["default"] in [value["value"] for value in option["values"]]


def test_kinds_are_those_of_moves_phases_and_events(client: Recorder, slug: str) -> None:
    ruleset, whole = RULESETS[slug], told(client, slug)
    phases: tuple[Any, ...] = nested(get_type_hints(ruleset.State)["phase"])
    assert [kind["code"] for kind in whole["moves"]] == [
        move.__struct_config__.tag for move in ruleset.moves_of
    ]
    assert [kind["code"] for kind in whole["phases"]] == [phase.__struct_config__.tag for phase in phases]
    assert whole["events"] == [event.__struct_config__.tag for event in (*HOUSE_EVENTS, *ruleset.events_of)]
    assert all(kind["label"] for kind in (*whole["moves"], *whole["phases"], *whole["outcomes"]))


def test_cards_are_all_of_all_piles_each_with_its_own_label(client: Recorder, slug: str) -> None:
    ruleset, cards = RULESETS[slug], told(client, slug)["cards"]
    codes = [card["code"] for card in cards]
    assert set(codes) == {card for pile in ruleset.piles(ruleset.Options()) for card in pile.cards}
    assert len(set(codes)) == len(codes)
    assert len({card["label"] for card in cards}) == len(cards)


def test_rules_are_markdown_whose_headings_the_description_leads_to(client: Recorder, slug: str) -> None:
    address = told(client, slug)["rules_url"]
    answer = client.get(address)
    assert address == f"/v1/rulesets/{slug}/rules"
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer.headers["Content-Language"] == "en"
    assert rule_ids(answer.text)
    assert {f"option-{option['name']}" for option in told(client, slug)["options"]} <= set(
        rule_ids(answer.text)
    )


def test_every_house_bot_is_listed_and_can_sit(client: Recorder) -> None:
    bots = read(client.get("/v1/bots"))["items"]
    assert [bot["level"] for bot in bots] == list(BOTS)
    for bot in bots:
        made = read(client.post("/v1/games", json=new_game({"name": "Ana"}, {"bot": bot["level"]})))
        assert made["game"]["seats"][1] == {
            "seat": 1,
            "state": "bot",
            "name": bot["name"],
            "player": None,
            "bot": bot["level"],
            "reserved": False,
            "forfeited": False,
        }
        assert bot["text"]
