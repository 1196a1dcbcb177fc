"""Vintage: what ends a game, and when exactly [Vintage, 6]."""

from typing import Any

import pytest

from engine import Rng
from tests.engine.rulesets.vintage.table import (
    PASS,
    VINTAGE,
    auction,
    bid,
    hands,
    market,
    play,
    position,
    purses,
    reason,
    said,
    sell,
    turn_of,
)

FOURTEEN = "R1 R2 R3 R4 R5 R6 R7 B1 B2 B3 B5 B6 B7 G3"
THIRTEEN = "R1 R2 R3 R4 R5 R6 R7 B1 B2 B3 B5 B6 B7"
BOUGHT = "R1 R2 R3 R4 R5 R6 R7 B1 B2 B3 B5 B6 B7 G3"


def test_6_W12_the_game_ends_at_once_with_a_fifteenth_card_after_payment_and_card() -> None:
    state, events = play(position(FOURTEEN, "Y1", "Y2"), auction(0, 2), PASS, PASS)
    assert reason(state) == "fifteen-cards"
    assert [event.split()[0] for event in said(events)[-2:]] == ["auction_ended", "scored"]
    assert len(state.seats[0].hand) == 15
    assert purses(state) == [1, 3, 3]
    assert (state.bank, market(state)) == (33, "- G2 R9 G1 Y5")
    assert VINTAGE.to_act(state) == ()


def test_6_fourteen_cards_do_not_end_it() -> None:
    state, _ = play(position(THIRTEEN, "Y1"), auction(0, 3))
    assert len(state.seats[0].hand) == 14
    assert reason(state) is None


def test_W12_a_seat_may_win_its_fifteenth_card_on_anothers_turn() -> None:
    state, _ = play(position("Y1", FOURTEEN), auction(0, 0), bid(3))
    assert (reason(state), len(state.seats[1].hand)) == ("fifteen-cards", 15)


def test_W1_option_collection_all_dealt_and_bought_cards_count_together() -> None:
    state, _ = play(position(FOURTEEN, "Y1", coins=(3, 0)), auction(0, 1))
    assert (state.seats[0].bought, reason(state)) == (1, "fifteen-cards")


def test_option_collection_bought_only_bought_cards_alone_count_for_fifteen() -> None:
    apart: dict[str, Any] = {"collection": "bought_only", "coins": (3, 0)}
    state, _ = play(position(FOURTEEN, "Y1", **apart), auction(0, 1))
    assert reason(state) is None
    state, _ = play(position("Y2", "Y1", collections=[BOUGHT], **apart), auction(0, 1))
    assert (len(state.seats[0].collection), reason(state)) == (15, "fifteen-cards")


def test_option_finish_round_false_ends_at_once() -> None:
    state, _ = play(position(FOURTEEN, "Y1", "Y2", coins=(3, 0, 0)), auction(0, 1))
    assert (reason(state), state.turn) == ("fifteen-cards", 1)


def test_option_finish_round_true_finishes_the_round_and_fills_no_market_after_it() -> None:
    state = position(FOURTEEN, "Y1", "Y2", coins=(3, 0, 0), finish_round=True)
    state, _ = play(state, auction(0, 1))
    assert (reason(state), state.phase, state.last_round) == (None, turn_of(1), True)
    state, _ = play(state, sell("Y1"))
    assert reason(state) is None
    state, events = play(state, sell("Y2"))
    assert (reason(state), state.turn) == ("fifteen-cards", 3)
    assert [event.split()[0] for event in said(events)] == ["sold", "scored"]
    assert market(state) == "- G2 R9 G1 Y5"


def test_option_finish_round_true_the_round_is_the_last_though_cards_are_sold_in_it() -> None:
    state = position("Y1", FOURTEEN, coins=(3, 3), finish_round=True)
    state, _ = play(state, auction(0, 0), bid(1))
    assert len(hands(state)[1].split()) == 15
    state, _ = play(state, sell("R1 R2"))
    assert (reason(state), len(state.seats[1].hand)) == ("fifteen-cards", 13)


def test_option_finish_round_true_more_than_fifteen_cards_are_possible() -> None:
    state = position(FOURTEEN, "Y1", coins=(3, 3), finish_round=True)
    state, _ = play(state, auction(0, 1), PASS, auction(1, 0), bid(1))
    assert (reason(state), len(state.seats[0].hand)) == ("fifteen-cards", 16)


def test_option_finish_round_true_the_fifteenth_card_of_the_last_turn_ends_it() -> None:
    state = position("Y1", FOURTEEN, seat=1, turn=2, coins=(0, 3), finish_round=True)
    state, _ = play(state, auction(0, 1))
    assert reason(state) == "fifteen-cards"


def test_option_finish_round_true_delays_no_other_end() -> None:
    more: dict[str, Any] = {"coins": (3, 0, 0), "finish_round": True}
    state = position(FOURTEEN, "Y1", "Y2", deck="", refill="turn", **more)
    state, _ = play(state, auction(0, 1))
    assert reason(state) == "deck-out"
    state = position(FOURTEEN, "Y1", "Y2", seat=1, turn=20, last_round=True, max_turns=20, **more)
    state, _ = play(state, sell("Y1"))
    assert reason(state) == "turn-limit"


def test_6_W2_the_game_ends_when_a_refill_finds_deck_and_discards_empty() -> None:
    state = position("R1 R2", "Y1", market="- G2 R9 - Y5", deck="G9", seat=1, turn=2)
    state, events = play(state, auction(1, 0), PASS)
    assert reason(state) == "deck-out"
    assert said(events)[2:4] == ["auction_ended None G2 0 out", "market_filled 0:G9"]
    assert market(state) == "G9 - R9 - Y5"  # some slots were filled
    assert (state.round, state.turn) == (1, 2)  # no turn has begun


def test_W2_the_game_ends_when_the_reshuffled_discards_do_not_reach() -> None:
    state = position("R1", "Y1", market="- - - G1 Y5", deck="G9", seat=1, turn=2)
    state, events = play(state, sell("Y1"))
    assert said(events)[:4] == [
        "sold 1 Y1 1",
        "market_filled 0:G9",
        "reshuffled cards 1",
        "market_filled 1:Y1",
    ]
    assert (reason(state), market(state)) == ("deck-out", "G9 Y1 - G1 Y5")


def test_W2_an_empty_deck_alone_does_not_end_it() -> None:
    state, _ = play(position("R1 R2", "Y1 Y2", deck="", seat=1, turn=2), sell("Y1"))
    assert (reason(state), state.round) == (None, 2)


def test_option_deck_end_reshuffle_goes_on_with_the_discards() -> None:
    state = position("R1", "Y1", market="- G2 R9 G1 Y5", deck="", discards="B1 B2", seat=1, turn=2)
    state, _ = play(state, sell("Y1"))
    assert (reason(state), len(state.deck)) == (None, 2)


def test_option_deck_end_end_the_game_ends_with_the_deck() -> None:
    state = position(
        "R1", "Y1", market="- - R9 G1 Y5", deck="G9", discards="B1 B2", seat=1, turn=2, deck_end="end"
    )
    state, events = play(state, sell("Y1"))
    assert (reason(state), market(state)) == ("deck-out", "G9 - R9 G1 Y5")
    assert state.discards == ("B1", "B2", "Y1")
    assert said(events)[1] == "market_filled 0:G9"


STUCK: dict[str, Any] = {"collection": "bought_only", "forced_open": True}


def test_W22_a_whole_round_of_passes_ends_the_game() -> None:
    state = position("", "", "", coins=(0, 0, 0), **STUCK)
    state, events = play(state, PASS, PASS)
    assert (reason(state), state.passes) == (None, 2)
    state, events = play(state, PASS)
    assert reason(state) == "all-passed"
    assert [event.split()[0] for event in said(events)] == ["passed", "scored"]


def test_W22_passes_of_two_rounds_do_not_end_it() -> None:
    state = position("R1", "", coins=(0, 0), **STUCK)
    state, _ = play(state, sell("R1"), PASS)
    assert (reason(state), state.round, state.passes) == (None, 2, 0)
    state, _ = play(state, auction(0, 1), PASS)  # seat 0 buys the card
    assert (reason(state), state.round, state.passes) == (None, 3, 0)
    state, _ = play(state, PASS)
    assert (reason(state), state.passes) == (None, 1)
    state, _ = play(state, PASS)
    assert reason(state) == "all-passed"


def test_W22_passes_in_an_auction_do_not_count() -> None:
    state, _ = play(position("R1", "Y1"), auction(0, 0), PASS, auction(1, 0), PASS)
    assert (reason(state), state.passes) == (None, 0)


def test_W23_option_max_turns_ends_the_game_after_so_many_turns() -> None:
    state = position("R1 R2", "Y1 Y2", seat=1, turn=19, max_turns=20)
    state, _ = play(state, sell("Y1"))
    assert (reason(state), state.turn) == (None, 20)
    state, _ = play(state, sell("R1"))
    assert (reason(state), state.turn) == ("turn-limit", 20)


def test_W23_an_auction_counts_as_one_turn_and_a_pass_too() -> None:
    state = position("R1 R2", "Y1 Y2", turn=20, max_turns=20, coins=(9, 9))
    state, _ = play(state, auction(0, 1), bid(2), bid(3))
    assert reason(state) is None
    state, _ = play(state, PASS)
    assert reason(state) == "turn-limit"
    state = position("", "Y1", turn=20, max_turns=20, market="- - - - -")
    state, _ = play(state, PASS)
    assert reason(state) == "turn-limit"


def test_W23_the_turn_limit_comes_before_the_refill() -> None:
    state = position("R1", "Y1", market="- G2 R9 G1 Y5", seat=1, turn=20, max_turns=20)
    state, _ = play(state, sell("Y1"))
    assert (reason(state), market(state)) == ("turn-limit", "- G2 R9 G1 Y5")


@pytest.mark.parametrize("turns", [20, 200, 1000])
def test_W23_selling_and_buying_for_ever_ends_with_the_limit(turns: int) -> None:
    """Seats sell and buy back the cheapest card until nothing is left to happen but the limit."""
    state = VINTAGE.new(VINTAGE.Options(max_turns=turns, unsold="discard"), 2, Rng(bytes(32))).state
    while reason(state) is None:
        seat = VINTAGE.to_act(state)[0]
        state, _ = play(state, VINTAGE.default_move(VINTAGE.seen(state, seat), seat))
    assert (reason(state), state.turn) == ("turn-limit", turns)


def test_option_max_turns_has_200_as_its_default() -> None:
    assert VINTAGE.Options().max_turns == 200
