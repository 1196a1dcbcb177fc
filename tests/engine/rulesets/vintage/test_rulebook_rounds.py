"""Vintage: the deal, rounds, and the market [Vintage, 1, 2 and 6]."""

from collections import Counter

import pytest

from engine import BadSetup, Rng
from engine.core.cards import Card
from engine.core.events import Dealt
from engine.core.seats import Seat
from engine.rulesets.vintage.deck import CARDS, hand_order
from tests.engine.rulesets.vintage.table import (
    PASS,
    VINTAGE,
    auction,
    market,
    play,
    position,
    purses,
    reason,
    said,
    sell,
    turn_of,
)

SEED = bytes(range(32))
PACK = tuple(CARDS[at * 31 % 108] for at in range(108))  # an order in which nothing lies side by side


def test_box_108_cards_of_1_to_9_in_4_colours_and_W26_three_copies_each() -> None:
    assert Counter(card[0] for card in CARDS) == {"R": 27, "B": 27, "G": 27, "Y": 27}
    assert set(Counter(CARDS).values()) == {3}
    assert {int(card[1:]) for card in CARDS} == set(range(1, 10))
    assert [pile.name for pile in VINTAGE.piles(VINTAGE.Options())] == ["cards"]


def test_W26_copies_share_their_code() -> None:
    assert len(CARDS) == 108
    assert len(set(CARDS)) == 36
    assert CARDS[:4] == ("R1", "R1", "R1", "R2")


def test_W27_reference_cards_are_no_part_of_play() -> None:
    assert all(len(card) == 2 and card[0] in "RBGY" for card in CARDS)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("starter", [0, 1])
def test_1_seven_cards_and_three_coins_each_and_five_cards_to_the_market(seats: int, starter: int) -> None:
    step = VINTAGE.new(VINTAGE.Options(starter=Seat(starter)), seats, Rng(SEED), {"cards": PACK})
    state, (dealt,) = step.state, step.events
    packets = [hand_order(PACK[7 * seat : 7 * seat + 7]) for seat in range(seats)]  # whoever starts
    rest = PACK[7 * seats :]
    assert [own.hand for own in state.seats] == packets
    assert [own.collection for own in state.seats] == [()] * seats
    assert [own.bought for own in state.seats] == [0] * seats
    assert purses(state) == [3] * seats
    assert state.bank == 40 - 3 * seats
    assert (state.market, state.deck) == (rest[:5], rest[5:])
    assert (state.discards, state.removed) == ((), ())
    assert isinstance(dealt, Dealt)
    assert (dealt.round, dealt.dealer, list(dealt.hands)) == (1, None, packets)
    assert [(card.id, card.card) for card in dealt.table] == [(str(at), rest[at]) for at in range(5)]
    assert (state.phase, state.round, state.turn) == (turn_of(starter), 1, 1)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_there_are_two_to_six_seats(seats: int) -> None:
    with pytest.raises(BadSetup):
        VINTAGE.new(VINTAGE.Options(), seats, Rng(SEED))


def test_1_the_hands_are_sorted_by_colour_and_value() -> None:
    stack = {"cards": tuple(map(Card, ("Y1", "G2", "B9", "B1", "R7", "R7", "R2")))}
    state = VINTAGE.new(VINTAGE.Options(), 2, Rng(SEED), stack).state
    assert state.seats[0].hand == ("R2", "R7", "R7", "B1", "B9", "G2", "Y1")


def test_setup_W28_the_starter_is_drawn() -> None:
    starters = [
        VINTAGE.new(VINTAGE.Options(), 3, Rng(bytes([number]) * 32)).state.starter for number in range(60)
    ]
    assert {seat: starters.count(Seat(seat)) > 9 for seat in range(3)} == {0: True, 1: True, 2: True}


def test_option_starter_a_seat_goes_first() -> None:
    for seat in range(4):
        state = VINTAGE.new(VINTAGE.Options(starter=Seat(seat)), 4, Rng(SEED)).state
        assert (state.starter, state.phase) == (seat, turn_of(seat))
    with pytest.raises(BadSetup) as fault:
        VINTAGE.new(VINTAGE.Options(starter=Seat(4)), 4, Rng(SEED))
    assert fault.value.pointer == "/options/starter"


def test_W3_a_round_is_one_turn_for_every_seat() -> None:
    state = position("R1 R1", "Y1 Y1", "G1 G1", seat=1, turn=1)
    turns = []
    for _ in range(6):
        turns.append((state.round, state.turn, state.phase.to_act[0]))
        hand = state.seats[state.phase.to_act[0]].hand
        state, _ = play(state, sell(hand[0]))
    assert turns == [(1, 1, 1), (1, 2, 2), (1, 3, 0), (2, 4, 1), (2, 5, 2), (2, 6, 0)]


def test_2_the_market_is_filled_to_five_at_the_start_of_a_round_in_ascending_order() -> None:
    state = position("R1", "Y1", market="B4 G2 R9 - Y5", deck="G9 R8 Y7")
    state, events = play(state, auction(1, 0), PASS)
    assert said(events)[-1] == "auction_ended None G2 0 out"
    assert market(state) == "B4 - R9 - Y5"  # a gone card leaves its slot empty until then
    state, events = play(state, auction(0, 0), PASS)
    assert said(events)[-1] == "market_filled 0:G9 1:R8 3:Y7"
    assert market(state) == "G9 R8 R9 Y7 Y5"
    assert (state.deck, state.round) == ((), 2)


def test_W3_option_refill_round_not_before_the_other_turns() -> None:
    state, events = play(position("R1", "Y1", market="- - R9 G1 Y5"), sell("R1"))
    assert said(events) == ["sold 0 R1 1"]
    assert market(state) == "- - R9 G1 Y5"


def test_option_refill_turn_before_every_turn() -> None:
    state = position("R1 R2", "Y1", market="B4 G2 R9 G1 Y5", deck="G9 R8 Y7", refill="turn")
    state, events = play(state, auction(1, 0), PASS)
    assert said(events)[-2:] == ["auction_ended None G2 0 out", "market_filled 1:G9"]
    assert (market(state), state.round) == ("B4 G9 R9 G1 Y5", 1)
    state, events = play(state, auction(0, 0), PASS)
    assert said(events)[-1] == "market_filled 0:R8"
    assert state.round == 2


def test_a_full_market_is_not_filled() -> None:
    state = position("R1", "Y1", deck="G9")
    _, events = play(state, sell("R1"), sell("Y1"))
    assert said(events) == ["sold 0 R1 1", "sold 1 Y1 1"]


def test_W29_the_first_round_has_nothing_to_fill() -> None:
    step = VINTAGE.new(VINTAGE.Options(refill="turn"), 2, Rng(SEED))
    assert [type(event) for event in step.events] == [Dealt]


def test_2_W2_the_discards_are_the_new_deck_when_a_card_is_needed() -> None:
    state = position("R1", "Y1", market="- - R9 - Y5", deck="G9", discards="B1 B2 B3", seat=1, turn=2)
    state, events = play(state, sell("Y1"))
    assert said(events)[:3] == ["sold 1 Y1 1", "market_filled 0:G9", "reshuffled cards 4"]
    filled = said(events)[3]
    assert filled == f"market_filled 1:{state.market[1]} 3:{state.market[3]}"
    assert sorted(map(str, (state.market[1], state.market[3], *state.deck))) == ["B1", "B2", "B3", "Y1"]
    assert state.discards == ()
    assert reason(state) is None


def test_W2_the_discards_are_shuffled_by_the_seed() -> None:
    state = position("R1", "Y1", market="- G2 R9 G1 Y5", deck="", discards="B1 B2 B3 B4 B5", seat=1, turn=2)
    order, rng = Rng(bytes(32)).shuffled(tuple(map(Card, ("B1", "B2", "B3", "B4", "B5", "Y1"))))
    state, _ = play(state, sell("Y1"))
    assert (state.market[0], *state.deck) == order
    assert state.rng == rng


def test_W2_not_before_a_card_is_needed() -> None:
    state = position("R1", "Y1", market="- G2 R9 G1 Y5", deck="G9", discards="B1", seat=1, turn=2)
    state, events = play(state, sell("Y1"))
    assert said(events) == ["sold 1 Y1 1", "market_filled 0:G9"]
    assert (state.deck, state.discards) == ((), ("B1", "Y1"))
    assert reason(state) is None  # the last card may go


def test_W6_removed_cards_do_not_come_back_with_the_discards() -> None:
    state = position("R1", "Y1", deck="", discards="B1", removed="G9", seat=1, turn=2)
    state, events = play(state, auction(0, 0), PASS)
    assert said(events)[-2:] == ["reshuffled cards 1", "market_filled 0:B1"]
    assert (state.removed[0], state.removed[-1]) == ("G9", "B4")
