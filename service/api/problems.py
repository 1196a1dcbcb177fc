"""Pages of the problems: what each code means."""

from flask import Response

from service.api.call import answer
from service.api.operation import EVERYWHERE, operation
from service.faults import NotFound
from service.problems import EVERY_PAGE
from service.schemas.rulesets import ProblemList, ProblemPage


@operation(
    "GET",
    "/v1/problems",
    id="listProblems",
    tag="problems",
    summary="List the kinds of problems",
    answers={200: ProblemList},
    problems=EVERYWHERE,
)
def list_problems() -> Response:
    """Every `code` that a problem document of this service can have."""
    return answer(ProblemList(tuple(EVERY_PAGE[code] for code in sorted(EVERY_PAGE))))


@operation(
    "GET",
    "/v1/problems/{code}",
    id="getProblem",
    tag="problems",
    summary="Explain a kind of problem",
    answers={200: ProblemPage},
    problems=("not-found", *EVERYWHERE),
)
def get_problem(code: str) -> Response:
    """Where the `type` of a problem document leads."""
    if code not in EVERY_PAGE:
        raise NotFound("There is no such kind of problem.")
    return answer(EVERY_PAGE[code])
