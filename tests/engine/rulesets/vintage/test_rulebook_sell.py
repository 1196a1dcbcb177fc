"""Vintage: sales, the bank, and turns with nothing to do [Vintage, 5]."""

from typing import Any

import pytest

from tests.engine.rulesets.vintage.table import (
    PASS,
    auction,
    hands,
    listed,
    play,
    position,
    purses,
    reason,
    refused,
    said,
    sell,
    turn_of,
)


def test_5_a_card_of_5_is_sold_for_5_coins() -> None:
    state, events = play(position("R5 R1", "Y1"), sell("R5"))
    assert said(events) == ["sold 0 R5 5"]
    assert (hands(state)[0], purses(state), state.bank) == ("R1", [8, 3], 29)


def test_5_one_card_or_several_are_sold_instead_of_buying() -> None:
    state, events = play(position("R5 R5 B5 G2", "Y1"), sell("R5 B5 R5"))
    assert said(events) == ["sold 0 B5 R5 R5 15"]
    assert (hands(state)[0], purses(state)[0]) == ("G2", 18)


@pytest.mark.parametrize("value", range(1, 10))
def test_5_the_price_is_the_value_of_the_card(value: int) -> None:
    state, _ = play(position(f"G{value} R1", "Y1"), sell(f"G{value}"))
    assert purses(state)[0] == 3 + value


def test_5_sold_cards_go_to_the_discards() -> None:
    state, _ = play(position("R5 B7", "Y1", discards="G9"), sell("R5 B7"))
    assert state.discards == ("G9", "B7", "R5")


def test_W14_the_cards_of_one_sale_are_sold_together_and_the_turn_is_over() -> None:
    state, events = play(position("R5 B7 G1", "Y1"), sell("R5 B7"))
    assert said(events) == ["sold 0 B7 R5 12"]
    assert state.phase == turn_of(1)


def test_W24_buying_and_selling_in_one_turn_is_not_possible() -> None:
    state, _ = play(position("R5 B7 G1", "Y1", coins=(3, 0)), auction(0, 1))
    assert hands(state)[0] == "R5 B4 B7 G1"
    assert refused(state, sell("R5"), seat=0) == "out-of-turn"
    state, _ = play(position("R5 B7 G1", "Y1"), sell("R5"))
    assert refused(state, auction(0, 1), seat=0) == "out-of-turn"


def test_W25_a_seat_may_sell_all_its_cards() -> None:
    state, _ = play(position("R5 B7 G1", "Y1"), sell("R5 B7 G1"))
    assert (hands(state)[0], purses(state)[0]) == ("", 16)
    assert reason(state) is None


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("", "sell-a-card /cards"),
        ("R6", "card-in-hand /cards/0"),
        ("B7 R5 R5", "card-in-hand /cards/2"),
        ("B7 X3", "invalid-request /cards/1"),
        ("B7 R10", "invalid-request /cards/1"),
        ("B7 R5", ""),
    ],
)
def test_5_only_cards_of_the_hand_are_sold(named: str, told: str) -> None:
    assert refused(position("R5 B7", "Y1"), sell(named)) == told


@pytest.mark.parametrize(("bank", "told"), [(11, "bank-pays-in-full /cards"), (12, ""), (0, None)])
def test_W15_a_sale_that_the_bank_cannot_pay_in_full_is_refused(bank: int, told: str | None) -> None:
    state = position("R5 B7", "Y1", coins=(3, 37 - bank))
    assert state.bank == bank
    if told is not None:
        assert refused(state, sell("R5 B7")) == told
        assert refused(state, sell("R5")) == ""
    else:
        assert refused(state, sell("R5")) == "bank-pays-in-full /cards"
        assert listed(state, "sell") == []


def test_W15_there_are_40_coins_in_all() -> None:
    state, _ = play(position("R5 B7", "Y1"), sell("R5 B7"), auction(0, 2))
    assert state.bank is not None
    assert sum(purses(state)) + state.bank == 40


def test_option_bank_finite_the_list_has_no_sale_that_is_too_dear() -> None:
    state = position("R5 B7 G1", "Y1", coins=(3, 28))
    assert state.bank == 9
    assert listed(state, "sell") == ["B7$", "G1$", "R5$", "B7+G1$", "G1+R5$"]


def test_option_bank_unlimited_pays_everything() -> None:
    state = position("R9 R9 R9 B9 B9 B9", "Y1", unlimited=True)
    assert state.bank is None
    assert refused(state, sell("R9 R9 R9 B9 B9 B9")) == ""
    state, _ = play(state, sell("R9 R9 R9 B9 B9 B9"))
    assert (purses(state)[0], state.bank) == (57, None)
    state, _ = play(state, auction(0, 0))
    assert state.bank is None


def test_option_collection_all_a_bought_card_can_be_sold() -> None:
    state, _ = play(position("R5", "Y1", coins=(3, 0)), auction(0, 1), sell("Y1"))
    assert refused(state, sell("B4")) == ""


def test_option_collection_bought_only_a_bought_card_lies_apart_and_cannot_be_sold() -> None:
    state = position("R5", "Y1", coins=(3, 0), collections=["G1"], collection="bought_only")
    state, events = play(state, auction(0, 1), sell("Y1"))
    assert said(events)[2] == "auction_ended 0 B4 1 collection"
    assert (state.seats[0].collection, hands(state)[0]) == (("B4", "G1"), "R5")
    assert [own.bought for own in state.seats] == [2, 0]
    assert refused(state, sell("B4")) == "card-in-hand /cards/0"
    assert listed(state, "sell") == ["R5$"]


@pytest.mark.parametrize(
    ("hand", "coins", "market", "options", "may"),
    [
        ("R5", (3, 3), "B4 - - - -", {}, False),
        ("", (0, 3), "B4 - - - -", {}, False),  # an auction can be opened without a bid
        ("", (3, 3), "- - - - -", {}, True),
        ("R5", (3, 3), "- - - - -", {}, False),
        ("R5 R6", (3, 33), "- - - - -", {}, True),  # the bank has 4
        ("R4 R6", (3, 33), "- - - - -", {}, False),
        ("R5", (0, 35), "B4 - - - -", {"forced_open": True}, False),
        ("R5", (0, 36), "B4 - - - -", {"forced_open": True}, True),
        ("", (0, 3), "B4 - - - -", {"forced_open": True}, True),
        ("", (1, 3), "B4 - - - -", {"forced_open": True}, False),
    ],
)
def test_W22_a_turn_is_passed_only_if_no_auction_and_no_sale_is_possible(
    hand: str, coins: tuple[int, int], market: str, options: dict[str, Any], may: bool
) -> None:
    state = position(hand, "Y1", coins=coins, market=market, **options)
    assert refused(state, PASS) == ("" if may else "pass-when-stuck /kind")
    assert ("pass" in listed(state)) == may
    if may:
        assert listed(state) == ["pass"]
        state, events = play(state, PASS)
        assert said(events)[0] == "passed 0 False"
        assert state.phase == turn_of(1)


def test_W22_with_bought_only_a_full_collection_does_not_help_a_seat_without_hand_and_coins() -> None:
    state = position(
        "", "Y1", coins=(0, 3), collections=["G1 G2"], collection="bought_only", forced_open=True
    )
    assert listed(state) == ["pass"]


def test_W22_a_voluntary_pass_is_refused() -> None:
    assert refused(position("R5", "Y1"), PASS) == "pass-when-stuck /kind"
