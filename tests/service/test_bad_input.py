"""Bad input: bodies. Each is refused with the place and the reason, and nothing is changed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.api.call import LARGEST_BODY
from tests.contract.recorder import Recorder
from tests.service.tables import HttpTable, new_game, refused

JSON = {"Content-Type": "application/json"}


@pytest.fixture(autouse=True)
def _nothing_changes(table: HttpTable) -> Iterator[None]:
    with table.unchanged():
        yield


def posts(table: HttpTable) -> Iterator[tuple[str, str]]:
    """Every call that takes a body, with a path and a token."""
    yield "/v1/games", ""
    yield f"{table.path}/seats", ""
    yield f"{table.path}/moves", table.seats[0] or ""
    yield f"{table.path}/moves/check", table.seats[0] or ""
    yield f"{table.path}/seats/0/bot", table.host
    yield "/v1/verifications", ""


def send(client: Recorder, path: str, **given: Any) -> TestResponse:
    """The call that takes a body at the path."""
    return client.open(path, method="PUT" if path.endswith("/bot") else "POST", **given)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "Expecting value (line 1, column 1)."),
        (b'{"ruleset": "vantage", "seats": [', "Expecting value (line 1, column 34)."),
        (b'{"ruleset": "vantage"', "Expecting ',' delimiter (line 1, column 22)."),
        (b"{'ruleset': 'vantage'}", "Expecting property name enclosed in double quotes (line 1, column 2)."),
        (b"{} {}", "Extra data (line 1, column 4)."),
        (b"[]", "The body must be a JSON object."),
        (b"null", "The body must be a JSON object."),
        (b'"kind"', "The body must be a JSON object."),
        (b"1" * 5000, "The body must be a JSON object."),
        (b'{"seats": NaN}', "NaN is not a JSON value."),
        (b'{"seats": -Infinity}', "-Infinity is not a JSON value."),
        (b'{"kind": "accept", "kind": "challenge"}', "An object holds the name 'kind' twice."),
        (b'{"kind": "\xff"}', "It is not UTF-8 (byte 10)."),
        (b'{"kind": "\\ud800"}', "A string holds half of a surrogate pair."),
        (b'{"\\udc00": 1}', "A string holds half of a surrogate pair."),
        (b'{"kind": "\xed\xa0\x80"}', "It is not UTF-8 (byte 10)."),
        (b'{"kind": "a\x00b"}', "Invalid control character at (line 1, column 12)."),
        (b"[" * 60_000, "It is nested too deeply."),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "It is nested too deeply."),
    ],
    ids=lambda part: repr(part)[:30],
)
def test_a_body_that_is_no_json_object_is_malformed(
    client: Recorder, table: HttpTable, body: bytes, reason: str
) -> None:
    for path, token in posts(table):
        headers = JSON | ({"Authorization": f"Bearer {token}"} if token else {})
        problem = refused(send(client, path, data=body, headers=headers), 400, "malformed-body")
        assert problem["detail"] == reason, path


def test_a_hundred_thousand_brackets_are_nested_too_deeply(client: Recorder) -> None:
    for body in (b"[" * 100_000, b'{"a":' * 100_000, b'{"moves":' + b"[" * 100_000 + b"]" * 100_000 + b"}"):
        problem = refused(client.post("/v1/verifications", data=body, headers=JSON), 400, "malformed-body")
        assert problem["detail"] == "It is nested too deeply."


@pytest.mark.parametrize("size", [LARGEST_BODY + 1, 2**20])
def test_a_body_that_is_too_large_is_not_read(client: Recorder, table: HttpTable, size: int) -> None:
    for path, token in posts(table):
        headers = JSON | ({"Authorization": f"Bearer {token}"} if token else {})
        if path == "/v1/verifications":
            continue
        refused(send(client, path, data=b" " * size, headers=headers), 413, "too-large")
    refused(client.post("/v1/verifications", data=b" " * (2**22 + 1), headers=JSON), 413, "too-large")


@pytest.mark.parametrize(
    "media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_body_that_is_not_said_to_be_json_is_not_read(
    client: Recorder, table: HttpTable, media: str
) -> None:
    for path, token in posts(table):
        headers = {"Content-Type": media, "Authorization": f"Bearer {token or table.host}"}
        if not token:
            del headers["Authorization"]
        refused(send(client, path, data=b"{}", headers=headers), 415, "unsupported-media-type")


def test_json_by_another_name_is_json(client: Recorder) -> None:
    body = json.dumps(new_game()).encode()
    for media in ("application/json; charset=utf-8", "application/vnd.fairdeal+json"):
        assert client.post("/v1/games", data=body, content_type=media).status_code == 201
