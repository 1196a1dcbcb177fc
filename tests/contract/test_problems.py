"""Problems: a row for every way to refuse, a page for every row, and links that lead somewhere."""

from collections.abc import Iterator

import msgspec
import pytest

from engine import RULESETS, BadRecord, Fault, RuleBroken
from engine.core.texts import languages, rule_ids, texts
from service.api import OPERATIONS
from service.faults import ServiceFault
from service.problems import EVERY_PAGE, INTERNAL, PAGES, ROWS, problem_of
from service.store import StoreUnavailable
from tests.contract.recorder import Recorder, check, read

INSIDE = {BadRecord}  # told in a Verification, never raised to a caller


def all_below(cls: type[BaseException]) -> Iterator[type[BaseException]]:
    for below in cls.__subclasses__():
        yield below
        yield from all_below(below)


FAULTS = [
    cls
    for cls in (*all_below(Fault), *all_below(ServiceFault), StoreUnavailable)
    if cls not in INSIDE and cls.__module__.startswith(("engine.", "service."))
]
RULES = [
    (slug, rule)
    for slug, ruleset in RULESETS.items()
    for rule in texts(ruleset, languages(ruleset)[0]).table["rules"]
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda cls: cls.__name__)
def test_every_fault_has_a_row_and_a_page_of_its_code(client: Recorder, fault: type[BaseException]) -> None:
    page = ROWS[fault]
    if issubclass(fault, Fault | ServiceFault):
        assert page.code == fault.code
    assert read(client.get(f"/v1/problems/{page.code}")) == {
        "code": page.code,
        "status": page.status,
        "title": page.title,
        "text": page.text,
    }


def test_every_page_is_listed_once_in_order(client: Recorder) -> None:
    listed = read(client.get("/v1/problems"))["items"]
    codes = [page["code"] for page in listed]
    assert codes == sorted(EVERY_PAGE)
    assert {"internal-error", "rule-broken", "stale-version"} <= set(codes)
    for page in listed:
        assert read(client.get(f"/v1/problems/{page['code']}")) == page
        assert 400 <= page["status"] <= 503
        assert page["title"]
        assert page["text"]


def test_every_documented_code_has_a_page_and_every_page_is_documented() -> None:
    documented = {code for operation in OPERATIONS.values() for code in operation.problems}
    assert documented == set(PAGES) - {"method-not-allowed"}  # which is of no operation


def test_the_type_of_a_problem_leads_to_its_page(client: Recorder) -> None:
    problem = read(client.get("/v1/games/nothing"))
    assert problem["type"] == "http://localhost/v1/problems/not-found"
    page = read(client.get(problem["type"].removeprefix("http://localhost")))
    assert (page["code"], page["title"], page["status"]) == (
        problem["code"],
        problem["title"],
        problem["status"],
    )


def test_an_exception_that_nobody_foresaw_tells_nothing_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    found = problem_of(ValueError("fds_secret R8"), "", "req_0123456789abcdef", "en").problem
    assert (found.code, found.status, found.detail) == (INTERNAL.code, 500, "Something went wrong here.")
    assert "fds_secret" not in repr(found)
    assert [record.getMessage() for record in caplog.records] == ["request req_0123456789abcdef failed"]


@pytest.mark.parametrize(("slug", "rule"), RULES, ids=str)
def test_Q3_the_url_of_a_broken_rule_leads_to_its_heading(client: Recorder, slug: str, rule: str) -> None:
    fault = RuleBroken(rule, "/card")
    fault.ruleset, fault.version = slug, 41
    problem = problem_of(fault, "https://fairdeal.example", "req_0123456789abcdef", "en").problem
    check("Problem", msgspec.json.decode(msgspec.json.encode(problem)))
    assert (problem.code, problem.status, problem.rule, problem.version) == ("rule-broken", 422, rule, 41)
    assert problem.rule_url == f"https://fairdeal.example/v1/rulesets/{slug}/rules#{rule}"
    assert rule in rule_ids(client.get(f"/v1/rulesets/{slug}/rules").text)
    (error,) = problem.errors
    assert (error.in_, error.pointer, error.detail) == ("body", "/card", problem.detail)


def test_there_are_rules_to_break() -> None:
    assert [rule for slug, rule in RULES if slug == "vantage"] == [
        "card-in-hand",
        "match-takes-something",
        "match-pile-call",
        "match-worth",
        "match-sum-two-cards",
        "build-needs-a-unit",
        "build-played-card",
        "build-raise",
        "raise-off",
        "build-worth",
        "build-call-card",
        "guess-possible",
        "discard-stuck",
    ]
