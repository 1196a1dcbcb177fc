"""The log says where something failed and never what an exception says."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest
from flask import Flask

from service.hosting import Hosting
from service.problems import problem_of
from service.server_log import without_secrets
from service.unspoken import unspoken

SECRET = "fds_Zk3vQ0Xr8mT1yB5nH2cWfA_R8"


def _chained() -> None:
    try:
        raise KeyError(SECRET)
    except KeyError as fault:
        raise RuntimeError("wrapped") from fault


FAILING: dict[str, Callable[[], object]] = {
    "a missing key": lambda: dict[str, int]()[SECRET],
    "no number": lambda: int(SECRET),
    "no JSON": lambda: json.loads(SECRET),
    "no text": lambda: (SECRET.encode() + b"\xff").decode(),
    "no file": lambda: Path(SECRET).read_text(),
    "no value of the type": lambda: msgspec.convert({SECRET: 1}, dict[str, str]),
    "another's cause": _chained,
}


def raised_by(work: Callable[[], object]) -> Exception:
    """What the work raises."""
    try:
        work()
    except Exception as fault:
        return fault
    raise AssertionError("it did not fail")


@pytest.mark.parametrize("failing", FAILING)
def test_Q11_a_failure_is_logged_by_its_place_and_kind_without_its_words(
    failing: str, caplog: pytest.LogCaptureFixture
) -> None:
    fault = raised_by(FAILING[failing])
    problem_of(fault, "http://localhost", "req_1", "en")
    told = logging.Formatter().formatException(unspoken(fault))
    for text in (caplog.text, told):
        assert "fds_" not in text
        assert type(fault).__name__ in text
        assert "test_unspoken.py" in text


def test_Q56_what_the_server_logs_of_a_failure_is_cut_too(caplog: pytest.LogCaptureFixture) -> None:
    """As of a stream that breaks when its answer has begun: nobody but the server catches that."""
    caplog.handler.addFilter(without_secrets)
    try:
        _chained()
    except RuntimeError:
        logging.getLogger("gunicorn.error").exception("Error handling request")
    finally:
        caplog.handler.removeFilter(without_secrets)
    assert "RuntimeError" in caplog.text
    assert "in _chained" in caplog.text
    assert "fds_" not in caplog.text
    assert "wrapped: " not in caplog.text


def test_Q11_what_fails_while_a_refusal_is_written_is_logged_without_words(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    """A path that is refused before anybody looks at its game, which then cannot be read."""
    with patch.object(Hosting, "standing", side_effect=RuntimeError(SECRET)):
        answer = app.test_client().delete(f"/v1/games/{'g' * 22}/seats/{SECRET}")
    assert answer.status_code == 500
    assert json.loads(answer.text)["detail"] == "Something went wrong here."
    assert "RuntimeError" in caplog.text
    assert SECRET not in caplog.text + answer.text
