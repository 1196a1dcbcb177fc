"""Vantage: the deal, the order of turns, and the action cards."""

from itertools import pairwise
from typing import Any

import pytest

from engine import BadSetup, Rng
from engine.core.cards import Card
from engine.core.events import Dealt, Reshuffled, SeatSkipped
from engine.core.seats import Seat
from engine.rulesets.vantage.deck import ACTIONS, CARDS, action_cards
from engine.rulesets.vantage.events import ActionTurned, CardsPassed, Discarded, Turned
from engine.rulesets.vantage.options import Options
from engine.rulesets.vantage.state import Lose, Passing, Turn
from tests.engine.games import Set, positions
from tests.engine.rulesets.vantage.table import (
    VANTAGE,
    discard,
    faces,
    hands,
    kinds,
    lose,
    pass_card,
    play,
    position,
    refused,
)

STACK = {
    "cards": tuple(Card(f"{suit}{number}") for suit in "RYGB" for number in (1, 2, 3, 4)),
    "actions": (Card("cards-up"),),
}


def new(seats: int, **options: Any) -> Any:
    return VANTAGE.new(Options(**options), seats, Rng(bytes(32)), STACK)


def test_equipment_106_cards() -> None:
    assert len(CARDS) == 74
    assert sum(ACTIONS.values()) == 28
    assert len(CARDS) + sum(ACTIONS.values()) + 4 == 106


def test_V2_reference_cards_are_not_action_cards() -> None:
    assert ACTIONS == {"cards-up": 13, "black-out": 10, "pass-one": 3, "lose-one": 2}


def test_the_first_deal_gives_packets_and_four_cards_to_the_table() -> None:
    step = new(3, dealer=2)
    assert hands(step.state) == ["R1 R2 R3 R4", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4"]
    assert faces(step.state) == ["B1", "B2", "B3", "B4"]
    assert [card.id for card in step.state.loose] == ["t1", "t2", "t3", "t4"]
    assert kinds(step.events) == ["dealt", "action_turned"]
    assert step.events[1] == ActionTurned(Seat(0), "cards-up")
    assert step.state.phase == Turn(Seat(0))  # left of the dealer goes first


def test_the_first_packet_goes_to_the_left_of_the_dealer() -> None:
    assert hands(new(3, dealer=0).state) == ["G1 G2 G3 G4", "R1 R2 R3 R4", "Y1 Y2 Y3 Y4"]
    assert new(3, dealer=0).state.phase == Turn(Seat(1))


def deals(seats: int, **options: Any) -> list[tuple[int, int | None, list[int], int]]:
    """Round, dealer, cards a seat, cards to the table of every deal of a game."""
    made = Set(Options(dealer=Seat(0), **options), seats, bytes(32))
    found: list[tuple[int, int | None, list[int], int]] = []
    events: Any = ()
    for at in positions(VANTAGE, made):
        events = at.past[None]
    for event in events:
        if isinstance(event, Dealt):
            found.append((event.round, event.dealer, [len(hand) for hand in event.hands], len(event.table)))
    return found


def test_Additional_1_three_players_have_6_rounds() -> None:
    found = deals(3)
    assert [round_ for round_, *_ in found] == [1, 2, 3, 4, 5, 6]
    assert found[0][2:] == ([4, 4, 4], 4)
    assert found[1][2:] == ([4, 4, 4], 0)
    assert found[5][2:] == ([3, 3, 3], 1)


def test_Additional_1_four_players_have_5_rounds() -> None:
    found = deals(4)
    assert len(found) == 5
    assert found[4][2:] == ([1, 1, 1, 1], 2)


def test_V1_two_players_have_9_rounds_of_which_the_last_has_3_each() -> None:
    found = deals(2)
    assert len(found) == 9
    assert found[8][2:] == ([3, 3], 0)


def test_V1_the_printed_deal_of_two_players() -> None:
    found = deals(2, printed_two_player_deal=True)
    assert len(found) == 9
    assert found[8][2:] == ([1, 1], 4)
    with pytest.raises(BadSetup) as refusal:
        new(3, printed_two_player_deal=True)
    assert refusal.value.pointer == "/options/printed_two_player_deal"


def test_V38_the_deal_moves_to_the_left() -> None:
    assert [dealer for _, dealer, *_ in deals(3)] == [0, 1, 2, 0, 1, 2]
    state = position("R2", "", "", stock=30, dealer=2, discard="free")
    after, events = play(state, discard("R2"))
    assert kinds(events) == ["discarded", "dealt", "action_turned"]
    assert after.dealer == 0
    assert after.phase == Turn(Seat(1))


def test_V31_left_over_cards_lie_face_up_in_a_blackout() -> None:
    state = position("R2", "", "", loose="(G5)", stock=10, round=5, actions="pass-one")
    after, events = play(state, discard("R2"))
    assert isinstance(events[1], Dealt)
    assert [len(hand) for hand in events[1].hands] == [3, 3, 3]
    assert after.blackout is True
    assert [card.face_up for card in after.loose] == [False, False, True]


def test_V37_the_action_pile_is_shuffled_again_with_the_last_card() -> None:
    used = "cards-up black-out lose-one"
    state = position("R2 R3", "Y1 Y2", loose="G9", actions="", used=used)
    after, events = play(state, discard("R2"))
    assert isinstance(events[1], Reshuffled)
    assert (events[1].pile, events[1].count) == ("actions", 3)
    assert sorted((*after.actions, *after.actions_used)) == sorted(used.split())
    assert len(after.actions_used) == 1


def test_V35_a_seat_without_a_card_is_skipped_and_turns_no_action_card() -> None:
    state = position("R2 R3", "", "G1", loose="G9", actions="cards-up cards-up")
    after, events = play(state, discard("R2"))
    assert kinds(events) == ["discarded", "seat_skipped", "action_turned"]
    assert events[1] == SeatSkipped(Seat(1), "empty-hand")
    assert after.phase == Turn(Seat(2))
    assert len(after.actions) == 1


def test_no_skips_are_reported_at_the_end_of_a_round() -> None:
    _, events = play(position("R2", "", "", loose="G9", stock=20), discard("R2"))
    assert "seat_skipped" not in kinds(events)


def test_cards_up_turns_all_loose_cards_up() -> None:
    state = position("R2 R3", "Y1 Y2", loose="(G9) (B9)1", actions="cards-up")
    after, events = play(state, discard("R2"))
    assert isinstance(events[2], Turned)
    assert events[2].face_up is True
    assert [card.card for card in events[2].loose] == ["G9", "B9", "R2"]
    assert faces(after) == ["G9", "B9", "R2"]


def test_black_out_turns_all_loose_cards_down() -> None:
    after, events = play(position("R2 R3", "Y1 Y2", loose="G9", actions="black-out"), discard("R2"))
    assert isinstance(events[2], Turned)
    assert events[2].face_up is False
    assert [card.card for card in events[2].loose] == ["??", "??"]
    assert faces(after) == ["(G9)", "(R2)"]


def test_V32_pass_one_and_lose_one_turn_no_table_card() -> None:
    for action in ("pass-one", "lose-one"):
        after, events = play(position("R2 R3", "Y1 Y2", loose="G9 B10", actions=action), discard("R2"))
        assert faces(after) == ["G9", "B10", "R2"]
        assert "turned" not in kinds(events)


def passing(*held: str, seat: int = 0) -> Any:
    waiting = tuple(Seat(at) for at, hand in enumerate(held) if hand)
    return position(*held, loose="G14", phase=Passing(Seat(seat), waiting))


def test_V33_pass_one_is_simultaneous_to_the_right() -> None:
    state = passing("R2 R3", "Y1 Y2", "G1 G2")
    assert VANTAGE.to_act(state) == (0, 1, 2)
    state, events = play(state, pass_card("Y1"), 1)
    assert kinds(events) == ["card_chosen"]
    assert hands(state)[1] == "Y1 Y2"  # it stays in the hand until all have chosen
    assert refused(state, pass_card("Y2"), 1) == "out-of-turn"  # the choice is final
    state, _ = play(state, pass_card("R2"), 0)
    state, events = play(state, pass_card("G1"), 2)
    assert kinds(events) == ["card_chosen", "cards_passed"]
    assert hands(state) == ["R3 Y1", "Y2 G1", "R2 G2"]
    assert state.phase == Turn(Seat(0))  # and the turn goes on
    assert all(own.chosen is None for own in state.seats)


def test_V33_with_two_players_it_is_a_swap() -> None:
    state, _ = play(passing("R2 R3", "Y1"), pass_card("R2"), 0)
    state, _ = play(state, pass_card("Y1"), 1)
    assert hands(state) == ["R3 Y1", "R2"]


def test_V34_a_seat_with_no_card_passes_none() -> None:
    state = passing("R2 R3", "", "G1")
    assert VANTAGE.to_act(state) == (0, 2)
    state, _ = play(state, pass_card("R2"), 0)
    state, events = play(state, pass_card("G1"), 2)
    assert isinstance(events[1], CardsPassed)
    assert [(one.giver, one.receiver, one.card) for one in events[1].passes] == [(0, 2, "R2"), (2, 1, "G1")]
    assert hands(state) == ["R3", "G1", "R2"]


def test_Additional_6_a_seat_left_with_nothing_has_no_turn() -> None:
    state = passing("R2", "", "G1", seat=0)
    state, _ = play(state, pass_card("R2"), 0)
    state, events = play(state, pass_card("G1"), 2)
    assert kinds(events) == ["card_chosen", "cards_passed", "seat_skipped", "action_turned"]
    assert events[2] == SeatSkipped(Seat(0), "empty-hand")
    assert hands(state) == ["", "G1", "R2"]
    assert state.phase == Turn(Seat(1))


def test_V24_lose_one_lies_face_up_also_in_a_blackout() -> None:
    state = position("R2 R3", "Y1 Y2", loose="(G9)", phase=Lose(Seat(0)), actions="pass-one")
    after, events = play(state, lose("R2"))
    assert isinstance(events[0], Discarded)
    assert (events[0].face_up, events[0].reason) == (True, "lose")
    assert faces(after) == ["(G9)", "R2"]
    assert kinds(events) == ["discarded", "action_turned"]  # his turn is over


def test_V24_lose_one_does_not_ask_whether_one_is_stuck() -> None:
    state = position("R9 R3", "Y1 Y2", loose="G9", phase=Lose(Seat(0)))
    assert refused(state, lose("R9")) == ""
    assert refused(state, discard("R9")) == "out-of-turn"  # he has no other play
    assert [str(move) for move in VANTAGE.legal_moves(state, Seat(0))] == ["R3--", "R9--"]


def test_Additional_4_basic_casino_has_no_action_cards() -> None:
    step = new_plain(action_cards=False)
    assert kinds(step.events) == ["dealt"]
    assert (step.state.action, step.state.actions) == (None, ())
    with pytest.raises(BadSetup) as refusal:
        new_plain(action_cards=False, remove_cards_up=1)
    assert refusal.value.pointer == "/options/remove_cards_up"


def new_plain(**options: Any) -> Any:
    return VANTAGE.new(Options(**options), 3, Rng(bytes(32)))


def test_Additional_9_fewer_cards_up() -> None:
    for removed in (0, 1, 2):
        cards = action_cards(Options(remove_cards_up=removed))
        assert cards.count(Card("cards-up")) == 13 - removed
        assert len(cards) == 28 - removed


def test_Additional_5_an_action_card_comes_before_every_card_played() -> None:
    """Each turned card is followed by one card put down or played, or by a turn lost in a pass-one."""
    told: Any = ()
    for at in positions(VANTAGE, Set(Options(), 3, bytes(32))):
        told = at.past[None]
    said = kinds(told)
    turns = said.count("action_turned")
    played = said.count("matched") + said.count("built") + said.count("discarded")
    lost = sum(one == "cards_passed" and after == "seat_skipped" for one, after in pairwise(said))
    assert turns > 60
    assert turns == played + lost


def test_a_dealer_is_drawn_from_the_seed_if_none_is_named() -> None:
    dealers = {VANTAGE.new(Options(), 3, Rng(bytes([seed]) * 32)).state.dealer for seed in range(20)}
    assert dealers == {0, 1, 2}
    with pytest.raises(BadSetup) as refusal:
        new(3, dealer=3)
    assert refusal.value.pointer == "/options/dealer"


def test_a_stack_may_be_the_top_of_a_pile_and_the_rest_follows_the_seed() -> None:
    order, _ = Rng(bytes(32)).shuffled(CARDS)
    assert new(3, dealer=2).state.stock == tuple(card for card in order if card not in STACK["cards"])
