"""What every answer carries, whatever was asked and whatever came of it."""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.config import Config
from service.edge.headers import Edge
from service.problems import problem_of
from tests.contract.recorder import read

EXPOSED = (
    "ETag, Location, Date, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, X-Request-Id,"
    " Content-Language, Deprecation, Sunset"
)
ALLOWED = (
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Accept-Language, Last-Event-ID"
)
EVERYWHERE = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
DATA_ONLY = "default-src 'none'; frame-ancestors 'none'"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def plain(service_store: str) -> Iterator[FlaskClient]:
    """A client of an application whose store is at `/livez` as it should be, and anywhere else away."""
    made = create_app(Config(redis_url="unix:///nowhere/valkey.sock"))
    yield made.test_client()
    made.extensions["fairdeal-live"].close()


def carries(answer: TestResponse) -> None:
    for name, value in EVERYWHERE.items():
        assert answer.headers.getlist(name) == [value]
    assert len(answer.headers.getlist("X-Request-Id")) == 1
    assert re.fullmatch("req_[0-9a-f]{16}", answer.headers["X-Request-Id"])


@pytest.mark.parametrize(
    ("method", "path", "sent", "status"),
    [
        ("GET", "/livez", {}, 200),
        ("HEAD", "/livez", {}, 200),
        ("OPTIONS", "/livez", {}, 204),
        ("GET", "/openapi.json", {}, 200),
        ("GET", "/v1/rulesets/vantage/rules", {}, 200),
        ("GET", "/docs/swagger-ui.css", {}, 200),
        ("POST", "/v1/games", {"data": b"{", "headers": JSON}, 400),
        ("GET", "/v1/games/x", {"headers": {"Authorization": "Basic x"}}, 401),
        ("GET", "/nothing", {}, 404),
        ("HEAD", "/nothing", {}, 404),
        ("PUT", "/v1/games", {}, 405),
        ("POST", "/v1/games", {"data": b" " * 70_000, "headers": JSON}, 413),
        ("POST", "/v1/games", {"data": b"{}"}, 415),
        ("POST", "/v1/games", {"json": {}}, 422),
        ("GET", f"/v1/games/{'0' * 22}", {}, 503),
        ("GET", "/readyz", {}, 503),
    ],
)
def test_Q27_every_answer_carries_the_headers(
    plain: FlaskClient, method: str, path: str, sent: Any, status: int
) -> None:
    answer = plain.open(path, method=method, **sent)
    assert answer.status_code == status
    carries(answer)
    assert answer.headers["Content-Security-Policy"] == DATA_ONLY
    if status >= 400 and method != "HEAD":
        assert read(answer)["instance"] == answer.headers["X-Request-Id"]


def test_Q27_a_304_carries_them(app: Flask) -> None:
    client = app.test_client()
    seats = [{"name": "Ana"}, {"open": True}]
    path = client.post("/v1/games", json={"ruleset": "vantage", "seats": seats}).headers["Location"]
    tag = client.get(path).headers["ETag"]
    answer = client.get(path, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.headers["ETag"]) == (304, tag)
    carries(answer)


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/v1/games", "GET, HEAD, OPTIONS, POST"),
        ("/v1/games/x/moves", "GET, HEAD, OPTIONS, POST"),
        ("/v1/games/x/moves/check", "OPTIONS, POST"),
        ("/v1/problems", "GET, HEAD, OPTIONS"),
    ],
)
def test_Q27_a_preflight_is_told_the_methods_of_the_path(plain: FlaskClient, path: str, methods: str) -> None:
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    answer = plain.options(path, headers=asked)
    assert (answer.status_code, answer.data) == (204, b"")
    carries(answer)
    if path == "/v1/games":  # which has more of them with the lobby
        assert {"OPTIONS", "POST"} <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))
    else:
        assert answer.headers["Access-Control-Allow-Methods"] == methods
    assert answer.headers["Allow"] == answer.headers["Access-Control-Allow-Methods"]
    assert answer.headers["Access-Control-Allow-Headers"] == ALLOWED
    assert answer.headers["Access-Control-Max-Age"] == "86400"
    assert "Content-Type" not in answer.headers


def test_Q27_a_preflight_for_an_unknown_path_lets_the_call_say_that_it_is_unknown(plain: FlaskClient) -> None:
    """A browser shows no answer to a call whose preflight was refused."""
    answer = plain.options("/v1/gaems", headers={"Access-Control-Request-Method": "POST"})
    assert (answer.status_code, answer.data) == (204, b"")
    carries(answer)
    assert "POST" in answer.headers["Access-Control-Allow-Methods"].split(", ")
    assert answer.headers["Access-Control-Allow-Headers"] == ALLOWED
    assert plain.options("/v1/gaems").status_code == 404  # no browser asks like this


def test_an_id_that_came_with_the_request_is_not_taken_over(plain: FlaskClient) -> None:
    mine = "req_0123456789abcdef"
    answers = [plain.get("/nothing", headers={"X-Request-Id": mine}) for _ in range(3)]
    ids = {answer.headers["X-Request-Id"] for answer in answers}
    assert len(ids) == 3
    assert mine not in ids
    assert {read(answer)["instance"] for answer in answers} == ids


def test_a_page_has_a_policy_of_its_own_under_which_its_own_files_run_and_nothing_else(
    plain: FlaskClient,
) -> None:
    answer = plain.get("/docs")
    (policy,) = answer.headers.getlist("Content-Security-Policy")
    rules = dict(rule.strip().partition(" ")[::2] for rule in policy.split(";"))
    assert rules == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    assert re.findall("<script[^>]*>[^<]|<style|style=| on[a-z]+=", answer.text) == []
    files = re.findall('(?:src|href)="([^"]*)"', answer.text)
    assert len(files) == 4
    for name in files:
        assert plain.get(f"/{name}").status_code == 200
    carries(answer)


def broken(environ: dict[str, Any], start: Any) -> Any:
    raise ZeroDivisionError("fds_secret")


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_Q27_a_failure_outside_of_every_handler_is_a_problem_too(
    method: str, caplog: pytest.LogCaptureFixture
) -> None:
    host = Flask(__name__)
    host.wsgi_app = Edge(broken, None)  # type: ignore[method-assign]
    answer = host.test_client().open("/x", method=method, base_url="http://games.example:8000")
    assert answer.status == "500 Something went wrong here"
    assert answer.mimetype == "application/problem+json"
    carries(answer)
    told = problem_of(ValueError(), "http://games.example:8000", answer.headers["X-Request-Id"], "en").problem
    if method == "GET":
        assert read(answer)["type"] == told.type == "http://games.example:8000/v1/problems/internal-error"
        assert read(answer)["instance"] == answer.headers["X-Request-Id"]
    else:
        assert answer.data == b""
    assert b"fds_secret" not in answer.data
    said = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert said[0].getMessage() == f"request {answer.headers['X-Request-Id']} failed"
