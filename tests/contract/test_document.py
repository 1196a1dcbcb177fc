"""The document: generated, committed, valid, and what generators of clients need."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from openapi_spec_validator import validate

from engine import RULESETS
from service.openapi import build
from service.openapi.__main__ import dump
from service.openapi.document import EXAMPLES
from service.openapi.playing import AGAIN, GAME, play
from tests.contract.recorder import check, check_messages, check_published

ROOT = Path(__file__).parents[2]
DOCUMENT = build()
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
OPERATIONS = [
    (path, method, item) for path, items in DOCUMENT["paths"].items() for method, item in items.items()
]
BODILESS = ("startGame", "createRematch", "rotateToken")  # posts that say all by their path
PREFIXES = [ruleset.prefix for ruleset in RULESETS.values()]
IDS = [item["operationId"] for _, _, item in OPERATIONS]


def test_the_committed_document_is_the_generated_one() -> None:
    committed = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    assert committed == dump(DOCUMENT)
    assert yaml.safe_load(committed) == DOCUMENT
    assert not [event for event in yaml.parse(committed) if isinstance(event, yaml.AliasEvent)]


def test_the_examples_come_from_a_game_that_is_really_played() -> None:
    assert play() == json.loads(EXAMPLES.read_text(encoding="utf-8"))


def test_the_document_is_valid_openapi_3_1() -> None:
    validate(yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8")))


def shown(content: dict[str, Any]) -> dict[str, Any]:
    """The examples of a body by name, with references followed."""
    named = content.get("examples") or {"": {"value": content["example"]}}
    found = {}
    for name, example in named.items():
        target = example.get("$ref", "").rpartition("/")[2]
        found[name] = DOCUMENT["components"]["examples"][target]["value"] if target else example["value"]
    return found


def test_the_operations_are_those_of_the_contract() -> None:
    assert sorted(IDS) == sorted(
        [
            "listRulesets",
            "getRuleset",
            "getRules",
            "listBots",
            "createGame",
            "listGames",
            "getGame",
            "getBoard",
            "abortGame",
            "startGame",
            "createRematch",
            "takeSeat",
            "leaveSeat",
            "seatBot",
            "rotateToken",
            "listMoves",
            "playMove",
            "checkMove",
            "listEvents",
            "followGame",
            "followGames",
            "getRecord",
            "verifyRecord",
            "listProblems",
            "getProblem",
            "getLiveness",
            "getReadiness",
        ]
    )


@pytest.mark.parametrize(("path", "method", "item"), OPERATIONS, ids=IDS)
def test_every_operation_is_whole(path: str, method: str, item: dict[str, Any]) -> None:
    assert item["summary"]
    assert item["description"]
    assert len(item["tags"]) == 1
    assert "500" in item["responses"]
    assert isinstance(item["security"], list)
    for status, answer in item["responses"].items():
        assert ("content" in answer) == (status not in ("204", "304"))
        assert "X-Request-Id" in answer["headers"]
        for media, content in answer.get("content", {}).items():
            examples = shown(content)
            assert examples, (status, media)
            for code, example in examples.items():
                if media == "text/event-stream":
                    assert check_messages(example), "an example without a message"
                elif media not in ("text/markdown", "image/svg+xml"):
                    check(content["schema"]["$ref"].rpartition("/")[2], example)
                if media == "application/problem+json":
                    assert (example["code"], str(example["status"])) == (code, status)
    body = item.get("requestBody", {}).get("content", {}).get("application/json")
    assert (body is not None) == (method in ("post", "put") and item["operationId"] not in BODILESS)
    for example in shown(body).values() if body else ():
        check(body["schema"]["$ref"].rpartition("/")[2], example)


def test_parameters_are_described_and_never_null() -> None:
    for path, _, item in OPERATIONS:
        for parameter in item["parameters"]:
            assert parameter["description"], (path, parameter["name"])
            assert isinstance(parameter["schema"]["type"], str), (path, parameter["name"])
        named = [parameter["name"] for parameter in item["parameters"]]
        assert len(set(named)) == len(named)
        assert [name for name in named if f"{{{name}}}" in path] == [
            part[1:-1] for part in path.split("/") if part.startswith("{")
        ]


def test_every_reference_leads_somewhere_and_every_component_is_used() -> None:
    used = set(re.findall(r'"#/components/(\w+/[\w-]+)"', json.dumps(DOCUMENT)))
    kinds = {kind: parts for kind, parts in DOCUMENT["components"].items() if kind != "securitySchemes"}
    there = {f"{kind}/{name}" for kind, parts in kinds.items() for name in parts}
    assert used - there == set()
    assert there - used == {"examples/method-not-allowed"}  # which no operation answers


def test_the_names_are_those_of_the_contract() -> None:
    assert {
        *(
            "MatchMove",
            "ChallengeMove",
            "OtherMove",
            "MatchedEvent",
            "OtherEvent",
            "VantageView",
            "OtherView",
        ),
        *("VantageTurnPhase", "VantageOtherPhase", "VantageOptions", "VantageOptionsInput", "NewVantageGame"),
        *("Step", "Record", "Outcome", "VantageOutcomeDetails", "Problem", "MoveChoice", "Change"),
    } <= set(SCHEMAS)
    for slug, ruleset in RULESETS.items():
        assert SCHEMAS[f"{ruleset.prefix}View"]["properties"]["ruleset"]["const"] == slug


def test_a_tag_that_is_sent_has_a_default_beside_its_constant() -> None:
    for name, schema in SCHEMAS.items():
        if (name.endswith("Move") and "const" in schema.get("properties", {}).get("kind", {})) or (
            name.startswith("New") and "ruleset" in schema.get("properties", {})
        ):
            tag = schema["properties"]["kind" if "kind" in schema["properties"] else "ruleset"]
            assert tag == {"type": "string", "const": tag["const"], "default": tag["const"]}


def test_examples_hold_no_secret_and_nothing_that_chance_made() -> None:
    text = json.dumps(DOCUMENT)
    assert set(re.findall(r"fd[shi]_([0-9A-Za-z]{22})_(\w+)", text)) == {(GAME, "0" * 43)}
    assert set(re.findall(r"req_[0-9a-f]{16}", text)) == {"req_0123456789abcdef"}
    ids = [value for name, value in every_field(DOCUMENT["paths"]) if name == "id" and len(value) == 22]
    assert set(ids) == {GAME, AGAIN}


def every_field(value: Any) -> Iterator[tuple[str, Any]]:
    """Every field with its value, however deep."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield name, item
            yield from every_field(item)
    elif isinstance(value, list):
        for item in value:
            yield from every_field(item)


def every_schema(value: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema in the components and in parameters, with its place."""
    if isinstance(value, dict):
        yield place, value
        for key, item in value.items():
            if key not in ("example", "examples", "mapping", "enum", "const", "default", "required"):
                yield from every_schema(item, f"{place}/{key}")
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from every_schema(item, f"{place}/{at}")


def test_every_component_has_its_name_as_title() -> None:
    assert [schema["title"] for schema in SCHEMAS.values()] == list(SCHEMAS)


def test_no_schema_is_empty_and_no_object_is_inline() -> None:
    for name, component in SCHEMAS.items():
        for place, schema in every_schema(component):
            if place and not place.endswith("/properties"):
                assert schema, f"{name}{place} is empty"
                assert not isinstance(schema.get("properties"), dict), f"{name}{place} is inline"


def test_a_single_value_is_a_constant() -> None:
    for name, component in SCHEMAS.items():
        for place, schema in every_schema(component):
            assert len(schema.get("enum", (1, 2))) > 1 or "not" in place, f"{name}{place}"


def test_Q50_every_union_has_a_discriminator_and_answers_a_catch_all() -> None:
    unions = {name: schema for name, schema in SCHEMAS.items() if "oneOf" in schema}
    assert set(unions) == {
        "AnyMove",
        "Event",
        "Move",
        "NewGame",
        "Options",
        "OutcomeDetails",
        "StreamMessage",
        "View",
        *(f"{prefix}Phase" for prefix in PREFIXES),
    }
    for name, schema in unions.items():
        tag = schema["discriminator"]["propertyName"]
        mapping = dict(schema["discriminator"]["mapping"])
        assert [part["$ref"] for part in schema["oneOf"]] == list(mapping.values())
        other = mapping.pop("other", None)
        assert (other is None) == (name in ("Move", "NewGame"))
        for value, target in mapping.items():
            variant = SCHEMAS[target.rpartition("/")[2]]
            assert variant["properties"][tag]["const"] == value
            assert tag in variant["required"]
        if other is not None:
            unknown = SCHEMAS[other.rpartition("/")[2]]["properties"][tag]
            assert unknown == {"type": "string", "not": {"enum": list(mapping)}}


def test_an_unknown_event_fits_the_catch_all_alone() -> None:
    check_published("Event", {"kind": "comet_passed", "text": "A comet passes", "tail": 3})
    with pytest.raises(AssertionError):
        check_published("Event", {"kind": "matched", "text": None})


def test_answers_stay_open_and_requests_are_closed() -> None:
    closed = {name for name, schema in SCHEMAS.items() if schema.get("additionalProperties") is False}
    assert closed == {
        "FollowEntry",
        "FollowGames",
        "NewSeat",
        "Sandbox",
        "SeatBot",
        "TakeSeat",
        *(f"New{prefix}Game" for prefix in PREFIXES),
        *(f"{prefix}OptionsInput" for prefix in PREFIXES),
    }


def test_everything_of_an_answer_is_always_there() -> None:
    for name, schema in SCHEMAS.items():
        optional = set(schema.get("properties", ())) - set(schema.get("required", ()))
        if name.endswith("Move") or schema.get("additionalProperties") is False:
            continue
        assert not optional, name


def test_the_document_is_served_and_shown_without_outside_requests(api: Any) -> None:
    served = api.get("/openapi.json")
    assert served.json == json.loads(json.dumps(DOCUMENT))
    page = api.get("/docs")
    assert page.mimetype == "text/html"
    assert "//" not in page.text.replace("<!doctype", "")
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    for name, kind in (
        ("swagger-ui.css", "text/css"),
        ("swagger-ui-bundle.js", "text/javascript"),
        ("start.js", "text/javascript"),
    ):
        answer = api.get(f"/docs/{name}")
        assert (answer.status_code, answer.mimetype) == (200, kind)
        assert len(answer.data) > 100
    assert api.get("/docs/../app.py").status_code == 404
