"""Vintage: auctions from the opening to the payment [Vintage, 3]."""

import pytest

from tests.engine.rulesets.vintage.table import (
    PASS,
    auction,
    bid,
    hands,
    listed,
    lot,
    market,
    play,
    position,
    purses,
    refused,
    said,
    sell,
    turn_of,
)

THREE = ("R1", "Y1", "G4")


def test_3_the_seat_names_a_card_and_a_price_and_the_others_follow_in_turn() -> None:
    state, events = play(position(*THREE), auction(2, 1))
    assert said(events) == ["auction_opened 0 2 R9 1"]
    assert (lot(state).seat, lot(state).slot, lot(state).card, lot(state).opened_by) == (1, 2, "R9", 0)
    assert (lot(state).bid, lot(state).bidder, lot(state).out) == (1, 0, ())
    assert market(state) == "B4 G2 R9 G1 Y5"  # the lot stays in its slot


def test_3_others_bid_higher_or_pass_from_the_nominators_left_and_going_round() -> None:
    state = position(*THREE, coins=(9, 9, 9), seat=1, turn=2)
    asked = []
    for move in (auction(0, 1), bid(2), bid(3), bid(4), PASS, bid(5), PASS):
        asked.append(state.phase.to_act[0])
        state, events = play(state, move)
    assert asked == [1, 2, 0, 1, 2, 0, 1]
    assert said(events) == ["passed 1 False", "auction_ended 0 B4 5 hand"]


def test_3_the_last_bidder_buys_the_card_and_pays_the_bank() -> None:
    state, events = play(position(*THREE, coins=(3, 3, 9)), auction(0, 1), bid(3), PASS)
    assert said(events)[1:] == [
        "bid_made 1 3",
        "passed 2 False",
        "passed 0 True",
        "auction_ended 1 B4 3 hand",
    ]
    assert hands(state) == ["R1", "B4 Y1", "G4"]
    assert purses(state) == [3, 0, 9]
    assert state.bank == 28
    assert [own.bought for own in state.seats] == [0, 1, 0]
    assert market(state) == "- G2 R9 G1 Y5"


def test_3_an_unanswered_opening_bid_buys() -> None:
    state, _ = play(position(*THREE), auction(3, 2), PASS, PASS)
    assert hands(state)[0] == "R1 G1"
    assert purses(state) == [1, 3, 3]


def test_3_a_pass_is_final_for_this_auction_only() -> None:
    state, _ = play(position(*THREE, coins=(9, 9, 9)), auction(0, 1), PASS, bid(2), bid(3), bid(4))
    assert (lot(state).seat, lot(state).out) == (0, (1,))  # seat 1 is not asked again
    state, _ = play(state, PASS)
    assert state.phase == turn_of(1)
    state, _ = play(state, auction(1, 0), bid(1))
    assert (lot(state).seat, lot(state).out) == (0, (1,))


def test_3_the_highest_bidder_is_not_asked() -> None:
    state, _ = play(position("R1", "Y1", coins=(9, 9)), auction(0, 1), bid(2))
    assert lot(state).seat == 0
    state, events = play(state, PASS)
    assert said(events)[-1] == "auction_ended 1 B4 2 hand"


def test_summary_if_all_pass_the_card_is_removed() -> None:
    state, events = play(position(*THREE), auction(2, 0), PASS, PASS)
    assert said(events)[1:] == ["passed 1 False", "passed 2 False", "auction_ended None R9 0 out"]
    assert (state.removed, state.discards) == (("R9",), ())
    assert purses(state) == [3, 3, 3]
    assert market(state) == "B4 G2 - G1 Y5"


def test_W4_every_seat_chooses_a_card_in_its_own_turn() -> None:
    state = position(*THREE, seat=2, turn=1)
    for seat in (2, 0, 1):
        assert state.phase == turn_of(seat)
        state, _ = play(state, auction(seat, 0), PASS, PASS)


def test_W5_an_amount_of_0_is_no_bid() -> None:
    state, _ = play(position(*THREE), auction(2, 0))
    assert (lot(state).bid, lot(state).bidder) == (0, None)
    assert listed(state) == ["@1", "pass", "@2", "@3"]


def test_option_forced_open_false_lets_open_with_0_and_without_a_coin() -> None:
    state = position(*THREE, coins=(0, 3, 3))
    assert listed(state, "auction") == ["0@0", "1@0", "2@0", "3@0", "4@0"]


def test_option_forced_open_true_the_opening_bid_is_at_least_1() -> None:
    state = position(*THREE, forced_open=True)
    assert refused(state, auction(0, 0)) == "open-with-a-bid /amount"
    assert listed(state, "auction", "0") == ["0@1", "0@2", "0@3"]


def test_option_forced_open_true_without_a_coin_there_is_no_auction() -> None:
    state = position("R1", "Y1", coins=(0, 3), forced_open=True)
    assert listed(state) == ["R1$"]
    assert refused(state, auction(0, 0)) == "open-with-a-bid /amount"
    assert refused(state, auction(0, 1)) == "bid-own-coins /amount"


def test_W6_option_unsold_out_an_unsold_card_leaves_the_game() -> None:
    state, _ = play(position("R1", "Y1", unsold="out"), auction(0, 0), PASS)
    assert (state.removed, state.discards) == (("B4",), ())


def test_option_unsold_discard_an_unsold_card_goes_to_the_discards() -> None:
    state, events = play(position("R1", "Y1", discards="G9", unsold="discard"), auction(0, 0), PASS)
    assert said(events)[-1] == "auction_ended None B4 0 discard"
    assert (state.removed, state.discards) == ((), ("G9", "B4"))


def test_W7_option_auction_ascending_the_nominator_may_answer() -> None:
    state, _ = play(position(*THREE, coins=(9, 9, 9)), auction(0, 1), bid(2), PASS, bid(3))
    assert lot(state).seat == 1  # who was outbid is asked again too


def test_option_auction_once_around_each_of_the_others_speaks_once() -> None:
    state = position(*THREE, coins=(9, 9, 9), auction="once_around")
    state, events = play(state, auction(0, 1), bid(2), bid(3))
    assert said(events)[-1] == "auction_ended 2 B4 3 hand"  # neither 0 nor 1 can answer
    assert purses(state) == [9, 9, 6]


def test_option_auction_once_around_the_opening_bid_may_stand() -> None:
    state = position(*THREE, seat=1, turn=2, auction="once_around")
    state, events = play(state, auction(0, 1), PASS, PASS)
    assert said(events)[-1] == "auction_ended 1 B4 1 hand"
    state, events = play(position(*THREE, auction="once_around"), auction(0, 0), PASS, bid(1))
    assert said(events)[-1] == "auction_ended 2 B4 1 hand"


def test_option_auction_once_around_who_cannot_raise_is_passed() -> None:
    state = position(*THREE, coins=(9, 2, 9), auction="once_around")
    state, events = play(state, auction(0, 2))
    assert said(events) == ["auction_opened 0 0 B4 2", "passed 1 True"]
    assert (lot(state).seat, lot(state).out) == (2, (1,))


@pytest.mark.parametrize("amount", [0, 1, 2])
def test_W8_a_bid_is_higher_than_the_last(amount: int) -> None:
    state, _ = play(position(*THREE), auction(0, 2))
    told = "invalid-request /amount" if amount == 0 else "bid-higher /amount"
    assert refused(state, bid(amount)) == told
    assert refused(state, bid(3)) == ""


def test_W8_a_bid_is_at_least_1() -> None:
    state, _ = play(position(*THREE), auction(0, 0))
    assert refused(state, bid(0)) == "invalid-request /amount"
    assert refused(state, bid(1)) == ""


def test_W8_nobody_bids_more_coins_than_he_has() -> None:
    state = position(*THREE, coins=(2, 4, 9))
    assert refused(state, auction(0, 3)) == "bid-own-coins /amount"
    assert refused(state, auction(0, 2)) == ""
    state, _ = play(state, auction(0, 2))
    assert refused(state, bid(5)) == "bid-own-coins /amount"
    assert listed(state) == ["@3", "pass", "@4"]


def test_W9_a_seat_that_cannot_raise_is_passed_when_its_turn_to_bid_comes() -> None:
    state, events = play(position(*THREE, coins=(9, 2, 9)), auction(0, 1))
    assert lot(state).out == ()  # seat 2 has enough as yet, and so has seat 1
    state, events = play(state, PASS, bid(9))
    assert said(events) == [
        "passed 1 False",
        "bid_made 2 9",
        "passed 0 True",
        "auction_ended 2 B4 9 hand",
    ]


def test_W9_not_before_its_turn_to_bid_comes() -> None:
    state, events = play(position(*THREE, coins=(9, 9, 2)), auction(0, 3))
    assert said(events) == ["auction_opened 0 0 B4 3"]
    _, events = play(state, PASS)
    assert said(events) == ["passed 1 False", "passed 2 True", "auction_ended 0 B4 3 hand"]


def test_W9_an_auction_may_close_inside_the_opening_move() -> None:
    state, events = play(position(*THREE, coins=(9, 2, 3)), auction(0, 3))
    assert said(events) == [
        "auction_opened 0 0 B4 3",
        "passed 1 True",
        "passed 2 True",
        "auction_ended 0 B4 3 hand",
    ]
    assert state.phase == turn_of(1)


def test_W9_it_may_close_unsold_inside_the_opening_move() -> None:
    _, events = play(position("R1", "Y1", coins=(9, 0)), auction(0, 0))
    assert said(events) == ["auction_opened 0 0 B4 0", "passed 1 True", "auction_ended None B4 0 out"]


def test_W10_a_nominator_who_is_outbid_may_answer_and_his_turn_is_over_anyhow() -> None:
    state, _ = play(position(*THREE, coins=(9, 9, 9)), auction(0, 1), PASS, bid(2))
    assert lot(state).seat == 0
    lost, _ = play(state, PASS)
    assert lost.phase == turn_of(1)
    won, _ = play(state, bid(3), PASS)
    assert (won.phase, hands(won)[0]) == (turn_of(1), "R1 B4")


def test_W11_who_opens_with_0_cannot_bid_later_in_that_auction() -> None:
    state, _ = play(position(*THREE, coins=(9, 9, 9)), auction(0, 0))
    assert lot(state).out == (0,)
    state, _ = play(state, bid(1), bid(2))
    assert lot(state).seat == 1  # seat 0 is not asked
    _, events = play(state, PASS)
    assert said(events)[-1] == "auction_ended 2 B4 2 hand"


def test_W5_with_no_bid_the_last_seat_left_is_still_asked() -> None:
    state, _ = play(position(*THREE), auction(0, 0), PASS)
    assert lot(state).seat == 2
    assert listed(state) == ["@1", "pass", "@2", "@3"]
    _, bought = play(state, bid(1))
    assert said(bought) == ["bid_made 2 1", "auction_ended 2 B4 1 hand"]
    _, unsold = play(state, PASS)
    assert said(unsold) == ["passed 2 False", "auction_ended None B4 0 out"]


def test_W16_the_buyer_pays_at_once() -> None:
    state, _ = play(position("R1", "Y1", coins=(3, 9)), auction(0, 0), bid(5))
    assert (purses(state), state.bank) == ([3, 4], 33)
    assert refused(state, auction(1, 5)) == "bid-own-coins /amount"


def test_6_the_turn_passes_to_the_left_whoever_won() -> None:
    state, _ = play(position(*THREE), auction(0, 1), PASS, bid(2), PASS)
    assert state.phase == turn_of(1)
    assert (state.turn, state.round) == (2, 1)


def test_moves_of_a_turn_are_not_for_an_auction_nor_the_other_way_round() -> None:
    state = position(*THREE)
    assert refused(state, bid(1)) == "out-of-turn"
    assert refused(state, sell("Y1"), seat=1) == "out-of-turn"
    state, _ = play(state, auction(0, 1))
    assert refused(state, auction(1, 1)) == "out-of-turn"
    assert refused(state, sell("Y1")) == "out-of-turn"
    assert refused(state, bid(2), seat=2) == "out-of-turn"


@pytest.mark.parametrize(("slot", "amount", "place"), [(1, 0, "/slot"), (5, 0, "/slot"), (-1, 0, "/slot")])
def test_a_slot_that_is_empty_or_not_there_is_no_well_formed_move(slot: int, amount: int, place: str) -> None:
    state = position(*THREE, market="B4 - R9 G1 Y5")
    assert refused(state, auction(slot, amount)) == f"invalid-request {place}"
    assert refused(state, auction(0, -1)) == "invalid-request /amount"
