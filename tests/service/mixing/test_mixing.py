"""All calls of several clients, mixed at random, and after each of them everything that must hold.

`make fuzz` tries longer, and anew each time.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from service import auth
from service.embedded import Embedded
from tests.fuzzing import SHORT, TIMES
from tests.service.mixing import truths
from tests.service.mixing.acts import Acts
from tests.service.mixing.crowd import Crowd, Houses

MOST_PARTIES = 4
EXAMPLES, STEPS = 24, 45  # of the short form

DONE = {"create 201", "leave 200", "play_on 200", "start 200", "sit 201"}  # by any mixture, all but one

number = st.integers(0, 255)  # which of several, counted round
sure = st.booleans()
mostly = st.sampled_from([True, True, False])


class Mixing(RuleBasedStateMachine):
    """Clients that do whatever can be done, rightly and wrongly."""

    houses: ClassVar[Houses]
    calls: ClassVar[dict[str, int]] = {}

    @initialize(slug=number, shape=number, more=number)
    def begin(self, slug: int, shape: int, more: int) -> None:
        """There is a game."""
        self.crowd = Crowd(self.houses)
        self.acts = Acts(self.crowd)
        self.held: dict[str, Any] = {}
        self.stood: Any = None
        self.acts.create(slug, shape, more, keyed=False, with_key=False)
        self._hold()

    def teardown(self) -> None:
        """Counts what was tried."""
        if hasattr(self, "crowd"):
            for name, count in self.acts.counted.items():
                self.calls[name] = self.calls.get(name, 0) + count

    def _hold(self) -> None:
        """Of each game that was changed, or at which something may be due; the others are as they were."""
        standing = self.crowd.standing()
        for party in list(self.crowd.parties):
            if self.held.get(party.id) != (self.crowd.now, standing[party.id]):
                truths.check(self.crowd, party)
        standing = self.crowd.standing()
        if standing != self.stood:
            truths.lobby(self.crowd)
        self.stood = standing
        self.held = {game: (self.crowd.now, found) for game, found in standing.items()}

    @precondition(lambda self: len(self.crowd.parties) < MOST_PARTIES)
    @rule(slug=number, shape=number, more=number, keyed=sure, with_key=mostly)
    def create(self, slug: int, shape: int, more: int, keyed: bool, with_key: bool) -> None:
        self.acts.create(slug, shape, more, keyed, with_key)
        self._hold()

    @rule(which=number, who=number, seat=number, with_key=mostly)
    def sit(self, which: int, who: int, seat: int, with_key: bool) -> None:
        self.acts.sit(which, who, seat, with_key)
        self._hold()

    @rule(which=number, who=number, seat=number)
    def leave(self, which: int, who: int, seat: int) -> None:
        self.acts.leave(which, who, seat)
        self._hold()

    @rule(which=number, with_key=mostly)
    def start(self, which: int, with_key: bool) -> None:
        self.acts.start(which, with_key)
        self._hold()

    @rule(which=number, seat=number, bot=number)
    def seat_bot(self, which: int, seat: int, bot: int) -> None:
        self.acts.seat_bot(which, seat, bot)
        self._hold()

    @rule(which=number, choice=number, named=number, with_key=mostly)
    def play(self, which: int, choice: int, named: int, with_key: bool) -> None:
        self.acts.play(which, choice, named, with_key)
        self._hold()

    @rule(which=number, times=st.integers(5, 60))
    def play_on(self, which: int, times: int) -> None:
        self.acts.play_on(which, times)
        self._hold()

    @rule(which=number, who=number, move=number)
    def play_anything(self, which: int, who: int, move: int) -> None:
        self.acts.play_anything(which, who, move)
        self._hold()

    @rule(which=number, who=number)
    def look_around(self, which: int, who: int) -> None:
        self.acts.look_around(which, who)

    @rule(which=number, who=number, call=number, seat=number)
    def try_anything(self, which: int, who: int, call: int, seat: int) -> None:
        self.acts.try_anything(which, who, call, seat)
        self._hold()

    @rule(which=number, seat=number, by_key=sure, with_key=mostly)
    def renew(self, which: int, seat: int, by_key: bool, with_key: bool) -> None:
        self.acts.renew(which, seat, by_key, with_key)
        self._hold()

    @rule(which=number, who=number, with_key=mostly)
    def rematch(self, which: int, who: int, with_key: bool) -> None:
        self.acts.rematch(which, who, with_key)
        self._hold()

    @precondition(lambda self: len(self.crowd.parties) > 1)
    @rule(which=number)
    def abort(self, which: int) -> None:
        self.acts.abort(which)
        self._hold()

    @rule(which=number)
    def again(self, which: int) -> None:
        self.acts.again(which)
        self._hold()

    @rule(which=number, who=number)
    def key_of_another(self, which: int, who: int) -> None:
        self.acts.key_of_another(which, who)
        self._hold()

    @rule(seconds=st.sampled_from([1, 20, 61, 200, 86_400]))
    def time_passes(self, seconds: int) -> None:
        self.houses.now += seconds * 1000
        self._hold()


@pytest.fixture
def houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Houses]:
    with Embedded(tmp_path) as server:
        made = Houses(server.url)
        monkeypatch.setattr(auth, "random_text", made.random_text)
        yield made
        made.close()


def test_Q24_Q26_Q56_all_calls_of_several_clients_mixed_leave_everything_as_it_must_be(
    houses: Houses,
) -> None:
    machine: Any = type("Mixing", (Mixing,), {"houses": houses, "calls": {}})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES * TIMES,
            stateful_step_count=STEPS,
            derandomize=SHORT,
            database=None,
            deadline=None,
            phases=[Phase.generate] if SHORT else [Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        ),
    )
    print(dict(sorted(machine.calls.items())))  # shown by -s, and when it fails
    assert sum(name in machine.calls for name in DONE) >= len(DONE) - 1, "the mixture has become too thin"
    assert len(machine.calls) > 25
