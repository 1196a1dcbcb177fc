"""The goal and the setup: 52 cards, three piles, open hands, a stock."""

import pytest

from engine import BadSetup, Rng
from engine.core.events import Dealt, Event, TableCard
from engine.core.seats import Seat
from engine.rulesets.advantage.state import State
from tests.engine.rulesets.advantage.table import ADVANTAGE, cards, centre, dropping, hands

SEED = bytes(range(32))
TOP = "KS QD 2C 3C 4C 5C 6C 7C 8C 9C"


def dealt(dealer: int = 1, stack: str = TOP) -> tuple[State, tuple[Event, ...]]:
    step = ADVANTAGE.new(ADVANTAGE.Options(dealer=Seat(dealer)), 2, Rng(SEED), {"cards": cards(stack)})
    return step.state, step.events


def test_it_is_for_exactly_two() -> None:
    for seats in (1, 3):
        with pytest.raises(BadSetup, match="2 to 2 seats"):
            ADVANTAGE.new(ADVANTAGE.Options(), seats, Rng(SEED))


def test_the_deck_has_52_cards_by_rank_then_suit() -> None:
    (pile,) = ADVANTAGE.piles(ADVANTAGE.Options())
    assert pile.name == "cards"
    assert len(set(pile.cards)) == 52
    assert pile.cards[:5] == cards("2C 2D 2H 2S 3C")
    assert pile.cards[31:36] == cards("9S 10C 10D 10H 10S")
    assert pile.cards[-4:] == cards("AC AD AH AS")


def test_three_cards_go_face_up_to_the_centre_then_three_to_each_player() -> None:
    state, _ = dealt(dealer=1)
    assert centre(state) == "KS / QD / 2C"
    assert hands(state) == ["3C 4C 5C", "6C 7C 8C"]


def test_the_non_dealer_is_dealt_to_first() -> None:
    state, _ = dealt(dealer=0)
    assert hands(state) == ["6C 7C 8C", "3C 4C 5C"]


def test_the_rest_is_the_stock() -> None:
    state, _ = dealt()
    assert len(state.stock) == 43
    assert state.stock[0] == "9C"


def test_the_deal_is_told_with_open_hands_and_the_numbers_of_the_piles() -> None:
    for dealer in (0, 1):
        state, events = dealt(dealer)
        table = (
            TableCard("0", cards("KS")[0]),
            TableCard("1", cards("QD")[0]),
            TableCard("2", cards("2C")[0]),
        )
        assert events == (Dealt(1, Seat(dealer), (state.seats[0].hand, state.seats[1].hand), table),)
        for viewer in (Seat(0), Seat(1), None):
            assert ADVANTAGE.events_for(events, viewer, state.options) == events


def test_A22_a_dealt_pair_scores_nothing() -> None:
    state, _ = dealt(stack="KS QD 2C 3C 3D 5C 6C 6D 6H")
    assert [own.pairs for own in state.seats] == [(), ()]


@pytest.mark.parametrize("dealer", [0, 1])
def test_option_dealer_names_who_deals_and_the_other_begins(dealer: int) -> None:
    state, _ = dealt(dealer)
    assert state.dealer == dealer
    assert state.phase == dropping(1 - dealer)


def test_option_dealer_is_drawn_from_the_seed_when_nobody_is_named() -> None:
    drawn = {ADVANTAGE.new(ADVANTAGE.Options(), 2, Rng(bytes([n]) * 32)).state.dealer for n in range(8)}
    assert drawn == {0, 1}


def test_option_dealer_is_a_seat_that_is_there() -> None:
    with pytest.raises(BadSetup) as fault:
        ADVANTAGE.new(ADVANTAGE.Options(dealer=Seat(2)), 2, Rng(SEED))
    assert fault.value.pointer == "/options/dealer"


def test_a_game_may_begin_with_a_stuck_player_who_can_draw() -> None:
    state, _ = dealt(stack="KS QS JS 2C 3C 4C 5C 6C 7C")
    assert [str(move) for move in ADVANTAGE.legal_moves(state, Seat(0))] == ["draw", "pass"]
