"""Laws of time: it does not matter when anybody looks, and every table ends, whoever falls silent."""

import uuid
from itertools import chain, combinations
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import RULESETS
from engine.bots import BOTS
from engine.core.rng import Draws, Rng
from service.progress import MOST_STEPS, Progress
from service.schemas.requests import OnTimeout
from service.tables import Meta, Pace, SeatMeta
from service.timing import catch_up, overdue
from tests.service.hosting.clocked import TURN_MS, Clocked
from tests.service.hosting.house import BOT, NOON, READER, House, plain

POLICIES: tuple[OnTimeout, ...] = get_args(OnTimeout)
TABLES = [(slug, seats) for slug, ruleset in RULESETS.items() for seats in ruleset.seats]
END_MS = 400 * TURN_MS  # by then every table of silent people has ended

looks = st.lists(st.integers(0, 40 * TURN_MS), max_size=12)
moments = st.lists(st.integers(0, 6 * TURN_MS), max_size=5)


def happened(
    house: House, looks: list[int], moves: list[int], policy: OnTimeout, bots: int, seed: str
) -> Any:
    """The log, the game and its outcome, after moves at these moments (by whoever is then to act and is no
    bot) and looks at these, by everybody in turn."""
    table = Clocked(house, 2, *[BOT] * bots, seed=seed, on_timeout=policy)
    eyes = [None, table.host, *table.tokens]
    for at, moved in sorted([*((at, False) for at in looks), *((at, True) for at in moves), (END_MS, False)]):
        table.at(at)
        if moved:
            shown = table.game
            mine = [seat for seat in shown["to_act"] if shown["seats"][seat]["state"] == "taken"]
            if mine:
                table.play(mine[0])
        else:
            house.hosting.opened(table.id, eyes[at % len(eyes)])
    ended = table.game
    assert ended["status"] in ("finished", "aborted")
    told = {name: ended[name] for name in ("status", "version", "outcome", "seats", "ended_at", "deadline")}
    return table.log, told


@settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(looks, moments, st.sampled_from(POLICIES), st.integers(0, 2), st.integers(0, 2**64))
def test_Q36_when_and_how_often_anybody_looks_changes_no_byte_of_the_log(
    house: House, looks: list[int], moves: list[int], policy: OnTimeout, bots: int, number: int
) -> None:
    seed = f"{number:064x}"
    assert happened(house, looks, moves, policy, bots, seed) == happened(house, [], moves, policy, bots, seed)


def test_a_commit_has_room_for_32_steps_and_the_next_goes_on_at_the_same_instant(
    house: House, monkeypatch: Any
) -> None:
    table = Clocked(house, 2)
    sizes = []
    commit = house.store.commit

    def counted(*given: Any, **named: Any) -> Any:
        sizes.append(len(named["rows"]))
        return commit(*given, **named)

    monkeypatch.setattr(house.store, "commit", counted)
    version = table.game["version"]
    table.at(2 * TURN_MS)
    assert table.game["status"] == "finished"  # both seats are silent: bots play to the end
    assert sum(sizes) == table.game["version"] - version
    assert len(sizes) > 2
    assert max(sizes) == MOST_STEPS
    steps = table.steps(version)
    assert {step["at"] for step in steps} == {steps[0]["at"], steps[-1]["at"]}
    assert house.hosting.opened(table.id, None).pace.owed is None


def test_a_table_that_stopped_between_two_commits_goes_on_where_it_was(house: House) -> None:
    whole, cut = (Clocked(house, 2, seed="07" * 32) for _ in range(2))
    hosting = house.hosting
    cut.at(2 * TURN_MS)
    while True:  # somebody who is killed after each commit; another looks much later
        table = hosting._door.open(cut.id, None)
        if not overdue(table.meta, table.pace, house.now):
            break
        progress = hosting._progress(table)
        catch_up(progress)
        hosting._commit(table, progress)
        house.now += 7 * TURN_MS
    assert hosting._door.open(cut.id, None).meta.status == "finished"
    house.hosting.opened(whole.id, None)
    assert cut.log == whole.log


def test_who_leaves_alone_among_bots_owes_nothing(house: House) -> None:
    table = Clocked(house, 1, BOT)
    house.hosting.leave(table.id, table.tokens[0], 0, READER)
    assert plain(house.hosting.opened(table.id, None).pace.owed) is None


# --- every table ends ---


class Played:
    """A table in memory, at which some are silent and the others play at once."""

    def __init__(self, slug: str, seats: int, policy: OnTimeout, silent: frozenset[int], seed: bytes) -> None:
        self.ruleset: Any = RULESETS[slug]
        self.silent = silent
        self.draws = Draws(Rng(seed))
        self.meta = Meta(
            ruleset=slug,
            edition=self.ruleset.edition,
            options=plain_raw(self.ruleset.Options()),
            status="open",
            seats=tuple(SeatMeta("taken", f"S{seat}", None, "token") for seat in range(seats)),
            host="",
            invite="",
            salt=b"",
            sandbox_seed=seed,
            created=NOON,
            turn_seconds=TURN_MS // 1000,
            on_timeout=policy,
        )
        progress = Progress(self.ruleset, 1, self.meta, Pace(NOON), None, NOON)
        progress.start()
        self.now = NOON
        self.rows: list[Any] = []
        self._keep(progress)

    def _keep(self, progress: Progress) -> None:
        self.meta, self.pace, self.state = progress.meta, progress.pace, progress.state
        self.version = progress.version
        self.rows += progress.rows
        assert len(progress.rows) <= MOST_STEPS + 1

    def _progress(self) -> Progress:
        return Progress(self.ruleset, self.version, self.meta, self.pace, self.state, self.now)

    def on(self) -> None:
        """The next thing that happens: a move of somebody who is there, else time passes to what is due."""
        progress = self._progress()
        there = [seat for seat in progress.waits_for if seat not in self.silent]
        if there and self.pace.owed is None:
            seen = self.ruleset.seen(self.state, there[0])
            move = BOTS["random"].choose(self.ruleset, seen, lambda: (), there[0], self.draws)
            progress.play(there[0], move, "player")
            progress.let_bots_play()
        else:
            assert self.pace.due is not None, "nobody will ever act here"
            self.now = max(self.now, self.pace.due)
            progress = self._progress()
            catch_up(progress)
            assert progress.rows
        self._keep(progress)


def plain_raw(options: Any) -> Any:
    """Options as they are stored."""
    return msgspec.Raw(msgspec.json.encode(options))


def subsets(seats: int) -> list[frozenset[int]]:
    """All sets of seats."""
    return [
        frozenset(found)
        for found in chain.from_iterable(combinations(range(seats), size) for size in range(seats + 1))
    ]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_Q35_every_table_ends_whoever_falls_silent(slug: str, seats: int, policy: OnTimeout) -> None:
    for silent in subsets(seats):
        seed = uuid.uuid5(uuid.NAMESPACE_OID, f"{slug}{sorted(silent)}{policy}").bytes * 2
        table = Played(slug, seats, policy, silent, seed)
        for _ in range(2000):
            if table.meta.over:
                break
            table.on()
        assert table.meta.over, (slug, seats, policy, silent)
        assert (table.pace.deadline, table.pace.owed) == (None, None)
        late = sum(
            any(event.__struct_config__.tag == "turn_timed_out" for event in row.events) for row in table.rows
        )
        assert table.now - NOON <= late * TURN_MS  # no longer than the turns that were let pass
        assert (table.meta.status == "aborted") == (policy == "abort" and late > 0)


def test_Q35_a_table_without_anybody_who_is_silent_needs_no_time() -> None:
    table = Played("vantage", 3, "bot", frozenset(), bytes(32))
    while not table.meta.over:
        table.on()
    assert table.now == NOON
