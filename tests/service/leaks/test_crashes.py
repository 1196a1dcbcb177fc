"""Handlers that fail over an exception which says a secret: nobody is told, and no line of the log."""

import logging
from itertools import islice
from typing import Any, NoReturn
from unittest.mock import patch

import pytest

from service.api import OPERATIONS
from service.hosting import Hosting
from service.lobby import Lobby
from service.store import RedisStore
from tests.service.leaks.asking import ASKS, Asker, guessed
from tests.service.leaks.comparing import callers
from tests.service.leaks.positions import Played
from tests.service.leaks.test_looking import Pair

SECRET = "CANARY-the-next-card-is-W4"
PLACES: tuple[tuple[Any, str], ...] = (
    (RedisStore, "read"),
    (RedisStore, "rows"),
    (Lobby, "page"),
    (Hosting, "creator"),
)


def fail(*given: Any, **more: Any) -> NoReturn:
    raise RuntimeError(f"{SECRET}, and so say {given!r}")


@pytest.mark.parametrize("where", PLACES, ids=lambda place: place[1])
def test_Q11_what_an_exception_says_is_told_to_nobody(
    pair: Pair, where: tuple[Any, str], caplog: pytest.LogCaptureFixture
) -> None:
    played = Played(pair, "vantage", 2, {}, "crashes")
    at = next(islice(played.positions(), 5, None))
    played.write(at.stand, at.stand)
    universe, failed = pair[0], 0
    caplog.set_level(logging.DEBUG)
    for caller in callers(played):
        who = Asker(
            played.ruleset,
            played.tokens.game,
            at.stand,
            caller.seat,
            caller.token,
            guessed(played.ruleset, at.stand, frozenset()),
        )
        for operation in OPERATIONS:
            for call in list(ASKS[operation](who))[:2]:
                try:
                    with patch.object(*where, fail):
                        status, headers, body = universe.told(call, caller.token)
                except RuntimeError:  # of a stream that had begun: the server cuts it off
                    assert call.stream
                    continue
                failed += status == 500 or "internal-error" in body
                assert SECRET not in f"{headers}{body}"
                assert "RuntimeError" not in f"{headers}{body}"
    assert failed
    log = "\n".join(logging.Formatter().format(record) for record in caplog.records)
    assert "RuntimeError" in log
    for secret in (SECRET, *(caller.token for caller in callers(played) if caller.token is not None)):
        assert secret not in log
