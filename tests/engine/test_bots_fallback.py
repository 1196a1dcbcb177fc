"""Q38: a bot that fails three times is replaced by any legal move, and it is told why."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest

from engine import RULESETS, OutOfTurn, Rng, RuleBroken
from engine.bots import Bot, Past, tried
from engine.bots.fallback import TRIES
from engine.core.events import Event
from engine.core.moves import Move
from engine.core.rng import Draws
from engine.core.seats import Seat

RULESET = RULESETS["vantage"]
STATE = RULESET.new(RULESET.Options(dealer=1, action_cards=False), 2, Rng(bytes(32))).state
SEAT = RULESET.to_act(STATE)[0]
SEEN = RULESET.seen(STATE, SEAT)
LISTED: list[Move] = list(RULESET.moves(SEEN, SEAT))


class Failing:
    """A policy that fails some times before it plays the last listed move."""

    def __init__(self, times: int, failure: Exception | Move) -> None:
        self.calls = 0
        self._times = times
        self._failure = failure

    def __call__(self, ruleset: Any, seen: Any, past: Past, seat: Seat, draws: Draws) -> Move:
        self.calls += 1
        assert list(past()) == []
        if self.calls > self._times:
            return LISTED[-1]
        if isinstance(self._failure, Exception):
            raise self._failure
        return self._failure


def go(policy: Any, past: Past = lambda: (), number: int = 1) -> Any:
    return tried(Bot("failing", True, policy), RULESET, SEEN, past, SEAT, Draws(Rng(bytes([number]) * 32)))


@pytest.mark.parametrize("times", range(TRIES))
def test_Q38_fewer_failures_are_forgiven(times: int) -> None:
    policy = Failing(times, ValueError("no idea"))
    done = go(policy)
    assert (done.move, done.failure, done.fell_back) == (LISTED[-1], None, False)
    assert policy.calls == times + 1


def test_Q38_after_three_failures_any_legal_move_is_played_and_the_failure_is_told() -> None:
    failure = ValueError("no idea")
    policy = Failing(99, failure)
    done = go(policy)
    assert policy.calls == 3
    assert done.fell_back
    assert done.failure is failure
    assert done.move in LISTED
    assert done == go(Failing(99, failure))  # a retry plays the same
    played = {go(Failing(99, failure), number=number).move for number in range(1, 200)}
    assert played == set(islice(LISTED, 200))


@pytest.mark.parametrize(
    ("move", "fault"),
    [(RULESET.moves_of[0]("R8", ("t99",)), RuleBroken), (RULESET.moves_of[-1](), OutOfTurn)],
)
def test_Q38_a_move_that_is_not_legal_is_a_failure(move: Move, fault: type[Exception]) -> None:
    done = go(Failing(99, move))
    assert done.fell_back
    assert isinstance(done.failure, fault)
    assert done.move in LISTED


def test_a_log_that_cannot_be_read_is_no_fault_of_the_bot() -> None:
    policy = Failing(0, ValueError())

    def past() -> Iterable[Event]:
        raise ConnectionError("the store is away")

    with pytest.raises(ConnectionError):
        go(policy, past)
    assert policy.calls == 1


def test_the_log_is_read_once_for_all_tries() -> None:
    reads = []

    def past() -> Iterable[Event]:
        reads.append(1)
        return iter(())

    assert go(Failing(99, ValueError()), past).fell_back
    assert len(reads) == 1
