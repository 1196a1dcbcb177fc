"""The recorder itself can fail: an answer that the document does not allow is found."""

import copy
import json
from typing import Any

import pytest
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse
from werkzeug.wrappers import Request

from service.openapi.document import examples
from tests.contract.recorder import Contract, Recorder, Undocumented

GAME = "/v1/games/Zk3vQ0Xr8mT1yB5nH2cWfA"


def test_Q49_answers_of_every_kind_pass(client: Recorder) -> None:
    assert client.get("/v1/rulesets/vantage").status_code == 200
    assert client.get("/v1/rulesets/vantage/rules").status_code == 200
    assert client.get("/v1/games/nothing").status_code == 404
    assert client.get("/elsewhere").status_code == 404
    assert client.put("/v1/games").status_code == 405
    assert client.head("/livez").status_code == 200
    assert client.options("/v1/games").status_code == 204
    assert client.get("/openapi.json").status_code == 200
    assert client.get("/docs").status_code == 200


def _answered(body: Any, status: int = 200, mimetype: str = "application/json") -> TestResponse:
    """An answer of our own making, with the headers that one to getGame has."""
    said = Headers(
        {
            "X-Request-Id": "req_0123456789abcdef",
            "ETag": '"1-abcdefgh-abcdef"',
            "Content-Language": "en",
            "Content-Type": mimetype,
        }
    )
    return TestResponse([json.dumps(body).encode()], str(status), said, Request({}))


@pytest.fixture
def game() -> Any:
    return copy.deepcopy(examples()["answers"]["getGame"]["200"])


def test_Q10_an_unknown_field_anywhere_fails(contract: Contract, game: Any) -> None:
    contract.check("GET", GAME, _answered(game))
    game["view"]["seats"][1]["secret"] = "R8"
    with pytest.raises(Undocumented, match=r"getGame.*\$\.view"):
        contract.check("GET", GAME, _answered(game))


def test_Q10_a_missing_field_fails(contract: Contract, game: Any) -> None:
    del game["fairness"]["commitment"]
    with pytest.raises(Undocumented, match="'commitment' is a required property"):
        contract.check("GET", GAME, _answered(game))


def test_Q10_an_unknown_kind_fails_although_the_published_document_takes_it(
    contract: Contract, game: Any
) -> None:
    game["view"]["phase"] = {"kind": "interlude"}
    with pytest.raises(Undocumented, match=r"\$\.view"):
        contract.check("GET", GAME, _answered(game))


def test_Q49_an_undocumented_status_code_or_media_type_fails(contract: Contract, game: Any) -> None:
    with pytest.raises(Undocumented, match="answered 202"):
        contract.check("GET", GAME, _answered(game, 202))
    with pytest.raises(Undocumented, match="as text/html"):
        contract.check("GET", GAME, _answered(game, mimetype="text/html"))
    problem = {**examples()["problems"]["rule-broken"], "instance": "req_0123456789abcdef"}
    move = GAME + "/moves"
    contract.check("POST", move, _answered(problem, 422, "application/problem+json"))
    with pytest.raises(Undocumented, match="undocumented code rule-broken"):
        contract.check("GET", GAME, _answered(problem, 422, "application/problem+json"))
    with pytest.raises(Undocumented, match="its status says 422"):
        contract.check("POST", move, _answered(problem, 409, "application/problem+json"))
