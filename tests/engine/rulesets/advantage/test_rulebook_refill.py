"""A hand of three: when hands are filled up, and that it is done from the stock, face up."""

import pytest

from engine.core.seats import Seat
from engine.rulesets.advantage.events import Drew
from tests.engine.rulesets.advantage.table import (
    DONE,
    DRAW,
    PASS,
    cards,
    drop,
    dropping,
    hands,
    kinds,
    pair,
    pairing,
    play,
    played,
    position,
)

BOTH = ("4C 5C KD", "2H 3H JD")  # each may drop two on these piles
PILES = "2C / 2D / 3C"


def test_a_hand_is_filled_up_to_three_from_the_top_of_the_stock() -> None:
    state = played(position(*BOTH, piles=PILES, stock="9C 9S 9D 8C"), drop("4C", 0))
    state, events = play(state, drop("5C", 0))
    assert hands(state)[0] == "KD 9C 9S"
    assert state.stock == cards("9D 8C")
    assert events[1:] == (Drew(Seat(0), cards("9C 9S"), True),)


def test_it_is_filled_as_far_as_the_stock_goes() -> None:
    state = played(position(*BOTH, piles=PILES, stock="9C"), drop("4C", 0), drop("5C", 0))
    assert hands(state)[0] == "KD 9C"
    assert state.stock == ()
    state, events = play(played(state, drop("2H", 1)), drop("3H", 1), 1)
    assert "drew" not in kinds(events)


def test_a_hand_of_more_than_three_stays() -> None:
    state = position("2C 3C 4C", "2H 3H 4H", piles="KS / QS / JS", stock="9C 9S 9D")
    assert hands(played(state, DRAW, PASS))[0] == "2C 3C 4C 9C"


def test_after_pairing_a_hand_is_filled_up_to_three() -> None:
    state = position("4C 4D KD", "2H 3H JD", stock="9C 9S 9D", phase=pairing())
    state, events = play(state, pair("4C", "4D"))
    assert kinds(events) == ["paired", "passed", "drew", "passed"]
    assert hands(state)[0] == "KD 9C 9S"
    assert events[2] == Drew(Seat(0), cards("9C 9S"), True)


def test_what_fills_a_hand_after_pairing_is_not_paired_in_this_phase() -> None:
    state = position("4C 4D KD", "2H 3H JD", stock="KS 9S 9D", phase=pairing(left=None))
    state, _ = play(state, pair("4C", "4D"))
    assert hands(state)[0] == "KD KS 9S"
    assert state.phase == dropping(0)
    assert state.round == 2


def test_who_leaves_pairs_is_filled_up_too() -> None:
    state = position("4C 4D", "2H 3H JD", stock="9C 9S 9D", phase=pairing())
    state, events = play(state, DONE)
    assert kinds(events) == ["passed", "drew", "passed"]
    assert hands(state)[0] == "4C 4D 9C"


def test_option_refill_after_own_drop() -> None:
    state = played(position(*BOTH, piles=PILES, stock=8), drop("4C", 0), drop("5C", 0))
    assert [len(own.hand) for own in state.seats] == [3, 3]
    assert state.phase == dropping(1)


def test_option_refill_after_both_drops_fills_the_non_dealer_first_before_the_switch() -> None:
    state = position(*BOTH, piles=PILES, stock="9C 9S 9D 8C 8D", refill="after_both_drops")
    state = played(state, drop("4C", 0), drop("5C", 0))
    assert hands(state)[0] == "KD"
    state, events = play(played(state, drop("2H", 1)), drop("3H", 1), 1)
    assert kinds(events) == ["dropped", "drew", "drew", "hands_switched"]
    assert events[1:3] == (Drew(Seat(0), cards("9C 9S"), True), Drew(Seat(1), cards("9D 8C"), True))
    assert hands(state) == ["JD 9D 8C", "KD 9C 9S"]


def test_option_refill_after_switch_fills_the_hands_as_they_then_are() -> None:
    state = position(*BOTH, piles=PILES, stock="9C 9S 9D 8C 8D", refill="after_switch")
    state = played(state, drop("4C", 0), drop("5C", 0), drop("2H", 1))
    state, events = play(state, DONE, 1)
    assert kinds(events) == ["passed", "hands_switched", "drew", "drew"]
    assert events[2:] == (Drew(Seat(0), cards("9C"), True), Drew(Seat(1), cards("9S 9D"), True))
    assert hands(state) == ["3H JD 9C", "KD 9S 9D"]


@pytest.mark.parametrize("refill", ["after_own_drop", "after_both_drops", "after_switch"])
def test_option_refill_leaves_the_filling_after_pairs_as_it_is(refill: str) -> None:
    state = position("4C 4D KD", "2H 3H JD", stock=8, phase=pairing(), refill=refill)
    state, _ = play(state, pair("4C", "4D"))
    assert len(state.seats[0].hand) == 3


def test_A9_one_is_filled_up_before_the_other_drops_and_before_the_switch() -> None:
    state = played(position(*BOTH, piles=PILES, stock="9C 9S 9D"), drop("4C", 0))
    state, events = play(state, DONE)
    assert kinds(events) == ["passed", "drew"]
    assert state.phase == dropping(1)
    assert hands(state) == ["5C KD 9C", "2H 3H JD"]
