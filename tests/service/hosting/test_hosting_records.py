"""Records of ended games, and that a record which was tampered with is found out."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from service.faults import NotFound, Unauthenticated
from service.live import Live
from service.schemas.answers import GameRecord, Verification
from service.schemas.requests import NewSeat
from service.store import RedisStore
from tests.service.hosting.house import BOT, OPEN, READER, House, plain

ANA, BO = NewSeat(name="Ana"), NewSeat(name="Bo")
SOUND = Verification(True, True, True, True, None, None)

Tamper = Callable[[Any], object]


def finished(house: House, *seats: NewSeat, **given: Any) -> Any:
    """The record of a game that was played to its end, as it goes over the wire."""
    made = house.create(*seats, **given)
    ended = house.finish(made.game.id, [str(token) for token in made.seat_tokens if token])
    assert ended.status == "finished"
    return plain(house.records.record(made.game.id, None))


def verified(house: House, record: Any) -> Verification:
    """The verification of a record that was sent."""
    return house.records.verify(msgspec.convert(record, GameRecord))


def test_the_record_of_a_fair_game_tells_all_and_verifies(house: House) -> None:
    made = house.create(ANA, OPEN, BOT, seed=None)
    seated = house.sit(made, name="Bo", entropy="c0ffee")
    tokens = [str(made.seat_tokens[0]), seated.token]
    with house.refuses(made.game.id, NotFound):
        house.records.record(made.game.id, tokens[0])
    ended = house.finish(made.game.id, tokens)
    record = plain(house.records.record(made.game.id, None))
    assert record["format"] == "fairdeal-record-1"
    assert (record["ruleset"], record["edition"], record["game"]) == ("vantage", 1, made.game.id)
    assert record["seats"] == [
        {"name": "Ana", "bot": None, "forfeited": False},
        {"name": "Bo", "bot": None, "forfeited": False},
        {"name": "Random", "bot": "random", "forfeited": False},
    ]
    assert record["fairness"]["commitment"] == made.game.fairness.commitment
    assert record["fairness"]["entropies"] == [None, "c0ffee", None]
    assert len(record["moves"]) == ended.version
    for row in record["moves"][:3]:
        assert (row["seat"], row["move"], row["notation"], row["by"]) == (None, None, None, "house")
    assert {row["by"] for row in record["moves"][3:]} == {"player", "bot"}
    assert {row["by"] for row in record["moves"] if row["seat"] == 2} == {"bot"}
    assert ended.outcome is not None
    assert record["outcome"]["scores"] == list(ended.outcome.scores)
    assert verified(house, record) == SOUND


def test_sandbox_stacked_left_and_aborted_games_verify(house: House) -> None:
    assert verified(house, finished(house, ANA, BO, stack=["R8", "W1"])) == SOUND
    made = house.create(ANA, BO, BOT)
    house.hosting.leave(made.game.id, made.seat_tokens[0], 0, READER)
    house.finish(made.game.id, [str(made.seat_tokens[1])], moves=5)
    house.hosting.abort(made.game.id, made.host_token, READER)
    record = plain(house.records.record(made.game.id, None))
    assert record["outcome"] is None
    assert {row["by"] for row in record["moves"]} == {"house", "player", "bot", "policy"}
    assert verified(house, record) == SOUND


def test_a_game_that_never_started_has_a_record(house: House) -> None:
    made = house.create(ANA, OPEN)
    house.hosting.abort(made.game.id, made.host_token, READER)
    record = plain(house.records.record(made.game.id, None))
    assert [row["by"] for row in record["moves"]] == ["house", "house"]
    assert verified(house, record) == SOUND
    with house.refuses(made.game.id, Unauthenticated):
        house.records.record(made.game.id, f"fds_{made.game.id}_{'a' * 43}")


def _played(record: Any) -> list[int]:
    return [at for at, row in enumerate(record["moves"]) if row["move"]]


def _swap(record: Any) -> None:
    one, *_, other = _played(record)  # neighbours may be answers to one question, in any order
    rows = record["moves"]
    rows[one], rows[other] = rows[other], rows[one]


def _other_seat(record: Any) -> None:
    row = record["moves"][_played(record)[0]]
    row["seat"] = 1 - row["seat"]


COMMITMENT = (False, True, True, True)
DEAL = (True, False, False, False)
NEITHER = (False, False, False, False)
MOVES = (True, True, False, False)
OUTCOME = (True, True, True, False)

TAMPERED: dict[str, tuple[Tamper, tuple[bool, bool, bool, bool]]] = {
    "another commitment": (lambda r: r["fairness"].update(commitment="00" * 32), COMMITMENT),
    "no commitment": (lambda r: r["fairness"].update(commitment=None), COMMITMENT),
    "another server seed": (lambda r: r["fairness"].update(server_seed="00" * 32), NEITHER),
    "another seed": (lambda r: r["fairness"].update(seed="00" * 32), DEAL),
    "another entropy": (lambda r: r["fairness"].update(entropies=["aa", None]), DEAL),
    "an entropy too many": (lambda r: r["fairness"].update(entropies=[None] * 3), DEAL),
    "another algorithm": (lambda r: r["fairness"].update(algorithm="rot13"), DEAL),
    "a stacked pile": (lambda r: r.update(stack={"cards": ["R8"]}), DEAL),
    "another rule set": (lambda r: r.update(ruleset="chess"), DEAL),
    "another edition": (lambda r: r.update(edition=99), DEAL),
    "seats too many": (lambda r: r["seats"].extend(r["seats"] * 8), DEAL),
    "options that are none": (lambda r: r.update(options=7), DEAL),
    "options of another value": (lambda r: r["options"].update(reneging="perhaps"), DEAL),
    "a dealer who is not there": (lambda r: r["options"].update(dealer=9), DEAL),
    "first and last move swapped": (_swap, MOVES),
    "a move left out": (lambda r: r["moves"].pop(_played(r)[0]), MOVES),
    "a move twice": (lambda r: r["moves"].insert(_played(r)[0], r["moves"][_played(r)[0]]), MOVES),
    "another seat": (_other_seat, MOVES),
    "a seat that is none": (lambda r: r["moves"][_played(r)[0]].update(seat=-1), MOVES),
    "another notation": (lambda r: r["moves"][_played(r)[0]].update(notation="x"), MOVES),
    "a move with more in it": (lambda r: r["moves"][_played(r)[0]]["move"].update(bet=5), MOVES),
    "options with more in them": (lambda r: r["options"].update(ante=5), DEAL),
    "a move of no kind": (lambda r: r["moves"][_played(r)[0]].update(move={"kind": "castle"}), MOVES),
    "a move that is none": (lambda r: r["moves"][_played(r)[0]].update(move=[1]), MOVES),
    "a move of the house": (lambda r: r["moves"][_played(r)[0]].update(seat=None), MOVES),
    "a step after the end": (lambda r: r["moves"].append(r["moves"][-1]), MOVES),
    "another winner": (lambda r: r["outcome"].update(winners=[0, 1]), OUTCOME),
    "another score": (lambda r: r["outcome"]["scores"].__setitem__(0, 99), OUTCOME),
    "no outcome": (lambda r: r.update(outcome=None), OUTCOME),
}  # fmt: skip


@pytest.fixture(scope="module")
def fair(service_store: str) -> bytes:
    """The record of a fair game of two, as bytes."""
    store = RedisStore(service_store, lifetime_ms=3_600_000)
    with closing(store), closing(Live(store)) as live:
        return msgspec.json.encode(finished(House(store, live), ANA, BO, seed=None))


@pytest.mark.parametrize("tampered", TAMPERED)
def test_what_was_tampered_with_is_found(house: House, fair: bytes, tampered: str) -> None:
    tamper, (commitment, deal, moves, outcome) = TAMPERED[tampered]
    record = msgspec.json.decode(fair)
    tamper(record)
    found = verified(house, record)
    assert (found.commitment, found.deal, found.moves, found.outcome) == (commitment, deal, moves, outcome)
    assert found.problem
    assert (found.failed_at is not None) == (deal and not moves)


@pytest.mark.parametrize(
    ("part", "commitment"),
    [
        ({"server_seed": "zz" * 32}, False),
        ({"server_seed": "00"}, False),
        ({"server_seed": ""}, False),
        ({"seed": "?"}, True),
        ({"seed": "00" * 31 + "0\n"}, True),
        ({"entropies": ("aa" * 300, None)}, True),
    ],
)
def test_what_the_schemas_would_not_let_in_does_no_harm(
    house: House, fair: bytes, part: dict[str, Any], commitment: bool
) -> None:
    record = msgspec.json.decode(fair, type=GameRecord)
    torn = replace(record, fairness=replace(record.fairness, **part))
    found = house.records.verify(torn)
    assert (found.commitment, found.deal, found.moves, found.outcome) == (commitment, False, False, False)


def test_what_a_move_takes_is_sorted_and_named_once(house: House, fair: bytes) -> None:
    record = msgspec.json.decode(fair)
    at = next(at for at in _played(record) if record["moves"][at]["move"].get("take"))
    row, taken = record["moves"][at], record["moves"][at]["move"]["take"]
    row["move"]["take"] = [*taken, taken[0]]
    row["notation"] += f"+{taken[0]}"
    found = verified(house, record)
    assert (found.failed_at, found.problem) == (at, "What a move takes is sorted and named once.")


def test_failed_at_is_the_first_row_that_does_not_hold(house: House, fair: bytes) -> None:
    record = msgspec.json.decode(fair)
    third, fourth = _played(record)[3:5]
    record["moves"][fourth]["move"] = {"kind": "castle"}
    assert verified(house, record).failed_at == fourth
    record["moves"][third]["seat"] = 7
    assert verified(house, record).failed_at == third
