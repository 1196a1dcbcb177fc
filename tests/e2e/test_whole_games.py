"""Games of Vantage from create to verified record, and what a record that was tampered with is answered."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.player import HOLDS, Player, play_on, recorded, some

ANA, BO, CY, DI = ({"name": name} for name in ("Ana", "Bo", "Cy", "Di"))
BOT = {"bot": "random"}
OPEN = {"open": True}


def ended(service: Player, game: dict[str, Any]) -> dict[str, Any]:
    """The record of a finished game, in which whoever has the most points has won."""
    record = recorded(service, game)
    scores = game["outcome"]["scores"]
    assert game["outcome"]["winners"] == [seat for seat, score in enumerate(scores) if score == max(scores)]
    return record


@pytest.mark.parametrize(
    "seats",
    [[ANA, BO], [ANA, BO, CY, DI], [ANA, BOT], [BOT, ANA, BOT, BO]],
    ids=["2", "4", "2-bot", "4-bots"],
)
def test_a_game_is_played_to_its_end_and_its_record_verified(
    service: Player, seats: list[dict[str, Any]]
) -> None:
    created = service.create(seats)
    game = play_on(service, created["game"], created["seat_tokens"], some(len(seats)))
    record = ended(service, game)
    assert service.verify(record) == HOLDS
    movers = {row["by"] for row in record["moves"]}
    assert movers == ({"house", "player", "bot"} if BOT in seats else {"house", "player"})


def test_a_table_filled_by_invite_is_played_to_its_end_and_entropies_are_in_the_record(
    service: Player,
) -> None:
    created = service.create([ANA, OPEN, OPEN])
    tokens = created["seat_tokens"]
    assert (created["game"]["status"], tokens[1:]) == ("open", [None, None])
    id, commitment = created["game"]["id"], created["game"]["fairness"]["commitment"]
    bo = service.sit(id, created["invite"], name="Bo", seat=2, entropy="b0b0")
    assert (bo["seat"], bo["game"]["status"]) == (2, "open")
    cy = service.sit(id, created["invite"], name="Cy", entropy="c7")
    assert (cy["seat"], cy["game"]["status"]) == (1, "playing")
    game = play_on(service, cy["game"], [tokens[0], cy["token"], bo["token"]], some(7))
    record = ended(service, game)
    assert record["fairness"]["commitment"] == commitment, "fixed before anybody gave entropy"
    assert record["fairness"]["entropies"] == [None, "c7", "b0b0"]
    assert service.verify(record) == HOLDS


@pytest.fixture(scope="module")
def finished(root: str) -> dict[str, Any]:
    """The record of a game without action cards, in which moves alternate strictly, to be tampered with."""
    service = Player(root)
    created = service.create([ANA, BO], options={"action_cards": False})
    return ended(service, play_on(service, created["game"], created["seat_tokens"], some(2)))


def last_discard(record: dict[str, Any]) -> int:
    """The index of the last move that plays a card to the table."""
    return max(
        at for at, row in enumerate(record["moves"]) if row["move"] and row["move"]["kind"] == "discard"
    )


def a_card_played_before(record: dict[str, Any]) -> tuple[int, str]:
    at = last_discard(record)
    row = record["moves"][at]
    gone = next(before["move"]["card"] for before in record["moves"] if before["move"])
    notation = row["notation"].replace(row["move"]["card"], gone)
    row["move"]["card"], row["notation"] = gone, notation
    return at, f"Seat {row['seat']} may not play {notation}: "


def the_other_seat(record: dict[str, Any]) -> tuple[int, str]:
    at = last_discard(record)
    row = record["moves"][at]
    row["seat"] = 1 - row["seat"]
    return at, f"Seat {row['seat']} may not play {row['notation']}: "


def another_notation(record: dict[str, Any]) -> tuple[int, str]:
    at = last_discard(record)
    row = record["moves"][at]
    row["notation"] = "B1 "
    return at, "The notation is not that of the move"


def no_move_of_the_rule_set(record: dict[str, Any]) -> tuple[int, str]:
    at = last_discard(record)
    record["moves"][at]["move"] = {"kind": "castle"}
    return at, "This is not a move: "


def one_move_less(record: dict[str, Any]) -> tuple[int, str]:
    """It fails at the move that is then out of turn."""
    at = next(at for at, row in enumerate(record["moves"]) if row["move"])
    del record["moves"][at]
    return at, "Seat "


@pytest.mark.parametrize(
    "tamper",
    [a_card_played_before, the_other_seat, another_notation, no_move_of_the_rule_set, one_move_less],
)
def test_a_tampered_move_is_refused_at_its_index(
    service: Player, finished: dict[str, Any], tamper: Callable[[dict[str, Any]], tuple[int, str]]
) -> None:
    record = copy.deepcopy(finished)
    at, why = tamper(record)
    found = service.verify(record)
    holds = [found[part] for part in ("commitment", "deal", "moves", "outcome")]
    assert holds == [True, True, False, False]
    assert found["failed_at"] == at
    assert found["problem"].startswith(why)


@pytest.mark.parametrize(
    ("place", "value", "holds", "problem"),
    [
        (
            ("fairness", "server_seed"),
            "00" * 32,
            (False, False, False, False),
            "The seed is not made of the server seed and the entropies.",
        ),
        (
            ("fairness", "seed"),
            "00" * 32,
            (True, False, False, False),
            "The seed is not made of the server seed and the entropies.",
        ),
        (
            ("fairness", "commitment"),
            "00" * 32,
            (False, True, True, True),
            "The commitment is not the hash of the server seed.",
        ),
        (
            ("fairness", "entropies"),
            [None, "ff"],
            (True, False, False, False),
            "The seed is not made of the server seed and the entropies.",
        ),
        (
            ("outcome", "winners"),
            [],
            (True, True, True, False),
            "The outcome is not that of the moves.",
        ),
        (
            ("edition",),
            999,
            (True, False, False, False),
            "Edition 999 of vantage is not supported, only edition 1 of vantage.",
        ),
        (("ruleset",), "chess", (True, False, False, False), "There is no rule set chess here."),
    ],
    ids=["server-seed", "seed", "commitment", "entropies", "outcome", "edition", "ruleset"],
)
def test_a_tampered_seed_or_outcome_is_refused_in_its_place(
    service: Player,
    finished: dict[str, Any],
    place: tuple[str, ...],
    value: Any,
    holds: tuple[bool, bool, bool, bool],
    problem: str,
) -> None:
    record = copy.deepcopy(finished)
    part = record
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    found = service.verify(record)
    assert (found["commitment"], found["deal"], found["moves"], found["outcome"]) == holds
    assert (found["failed_at"], found["problem"]) == (None, problem)
