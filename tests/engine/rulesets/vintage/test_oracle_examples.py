"""The oracle against the rules' own examples, before anything is measured against it."""

from typing import Any

import pytest

from tests.engine.rulesets.vintage.oracle import COMPONENTS, Game, best_split, set_points

OPTIONS: dict[str, Any] = {
    "collection": "all",
    "deck_end": "reshuffle",
    "refill": "round",
    "forced_open": False,
    "unsold": "out",
    "auction": "ascending",
    "finish_round": False,
    "bank": "finite",
    "sets": "split",
    "max_turns": 200,
    "starter": 0,
}
TABLE = {3: 3, 4: 6, 5: 10, 6: 10, 7: 10, 8: 13, 9: 16, 10: 20, 11: 20, 12: 20, 13: 23, 14: 26, 15: 30}
BLUES = ["B1", "B1", "B2", "B3", "B4", "B5", "B6"]
REDS = ["R1", "R2", "R3", "R4", "R5", "R6", "R7"]
MARKET = ["Y9", "Y8", "Y7", "Y6", "Y5"]


def game(seats: int = 2, stack: list[str] | None = None, **options: object) -> Game:
    return Game(OPTIONS | options, seats, bytes(32), stack or [*BLUES, *REDS, *MARKET])


def auction(slot: int, amount: int) -> dict[str, object]:
    return {"kind": "auction", "slot": slot, "amount": amount}


def bid(amount: int) -> dict[str, object]:
    return {"kind": "bid", "amount": amount}


PASS = {"kind": "pass"}


def test_components_are_108_cards() -> None:
    assert (len(COMPONENTS), COMPONENTS[:4], COMPONENTS[-1]) == (108, ["R1", "R1", "R1", "R2"], "Y9")


def test_W18_a_colour_is_split_for_the_best_total() -> None:
    assert {count: best_split(count) for count in TABLE} == TABLE
    assert [best_split(count) for count in range(3)] == [0, 0, 0]


@pytest.mark.parametrize(("count", "points"), [(2, 0), (3, 3), (4, 6), (5, 10), (9, 10)])
def test_W18_one_per_colour_is_the_largest_set(count: int, points: int) -> None:
    assert set_points(["B1"] * count, "one_per_colour") == points


def test_scoring_the_examples_of_the_rules() -> None:
    table = game()
    table.hands = [
        ["B2", "B4", "B6"],
        ["B2", "B4", "B6", "B9", "B9", "R3", "R3", "R5", "G1", "G8", "Y7", "Y7", "Y7", "Y2"],
    ]
    table.coins = [2, 8]
    assert table.scores() == [15, 94]


def test_auction_goes_round_until_nobody_raises() -> None:
    table = game(3, [*BLUES, *REDS, *REDS, *MARKET])
    for seat, move in [(0, auction(2, 1)), (1, bid(2)), (2, PASS), (0, bid(3))]:
        assert table.to_act == [seat]
        assert move in table.legal(seat)
        table.play(seat, move)
    assert table.to_act == [1]  # 1 cannot raise three coins and was passed: its own turn begins
    assert (table.turn, table.coins, table.bank) == (2, [0, 3, 3], 34)
    assert table.market == ["Y9", "Y8", None, "Y6", "Y5"]
    assert table.view(0)["seats"][0]["hand"] == [*BLUES, "Y7"]


def test_W5_all_pass_and_the_card_leaves_the_game() -> None:
    table = game()
    table.play(0, auction(0, 0))
    assert table.legal(1) == [PASS, bid(1), bid(2), bid(3)]
    table.play(1, PASS)
    assert (table.removed, table.discards, table.to_act) == (["Y9"], [], [1])


def test_sell_brings_the_values_and_W15_the_bank_pays_in_full() -> None:
    table = game(6, [*BLUES, *["R9", "R9", "R9", "G9", "G9", "G9", "Y9"]])
    table.play(0, {"kind": "sell", "cards": ["B1", "B1", "B6"]})
    assert (table.coins[0], table.bank, table.discards) == (11, 14, ["B1", "B1", "B6"])
    assert not table.allows(1, {"kind": "sell", "cards": ["R9", "R9"]})
    assert table.allows(1, {"kind": "sell", "cards": ["G9"]})


def test_W12_fifteen_cards_end_the_game_at_once() -> None:
    table = game()
    table.hands[0] += REDS
    table.play(0, auction(4, 3))
    assert (table.over, len(table.hands[0]), table.coins[0]) == (True, 15, 0)
