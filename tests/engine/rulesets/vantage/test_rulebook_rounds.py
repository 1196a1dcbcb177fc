"""Vantage: every deal of a whole game from a stacked pack, and whose turn it is."""

from typing import Any

import pytest

from engine import Rng
from engine.core.events import Dealt, Reshuffled, SeatSkipped
from engine.core.seats import Seat
from engine.rulesets.vantage.deck import CARDS, hand_order
from engine.rulesets.vantage.events import ActionTurned
from engine.rulesets.vantage.state import Passing, State, Turn
from tests.engine.rulesets.vantage.table import (
    VANTAGE,
    discard,
    faces,
    hands,
    kinds,
    lose,
    match,
    pass_card,
    play,
    position,
)

PACK = tuple(CARDS[at * 31 % 74] for at in range(74))  # an order in which nothing lies side by side


def whole_game(seats: int, **options: Any) -> tuple[State, list[Any]]:
    """The first listed move is played until the end; all the events on the way."""
    step = VANTAGE.new(VANTAGE.Options(**options), seats, Rng(bytes(32)), {"cards": PACK})
    told = list(step.events)
    while (acting := VANTAGE.to_act(step.state)) != ():
        move = next(VANTAGE.legal_moves(step.state, acting[0]))
        step = VANTAGE.apply(step.state, acting[0], move)
        told += step.events
    return step.state, told


# seats, options, cards each and cards to the table, round by round
GAMES: list[tuple[int, dict[str, Any], list[tuple[int, int]]]] = [
    (2, {}, [(4, 4), *[(4, 0)] * 7, (3, 0)]),
    (2, {"printed_two_player_deal": True}, [(4, 4), *[(4, 0)] * 7, (1, 4)]),
    (3, {}, [(4, 4), *[(4, 0)] * 4, (3, 1)]),
    (4, {}, [(4, 4), *[(4, 0)] * 3, (1, 2)]),
]


@pytest.mark.parametrize("action_cards", [True, False])
@pytest.mark.parametrize(("seats", "options", "rounds"), GAMES)
def test_Additional_1_every_deal_of_a_game(
    seats: int, options: dict[str, Any], rounds: list[tuple[int, int]], action_cards: bool
) -> None:
    state, told = whole_game(seats, dealer=seats - 1, action_cards=action_cards, **options)
    dealt = [event for event in told if isinstance(event, Dealt)]
    assert len(dealt) == len(rounds)
    at = 0
    for number, (event, (each, up)) in enumerate(zip(dealt, rounds, strict=True)):
        dealer = (seats - 1 + number) % seats
        assert (event.round, event.dealer) == (number + 1, dealer)
        for step in range(1, seats + 1):  # the seat to the dealer's left first, each its whole packet
            assert event.hands[(dealer + step) % seats] == hand_order(PACK[at : at + each])
            at += each
        assert tuple(card.card for card in event.table) == PACK[at : at + up]
        at += up
    assert at == 74
    assert (state.round, state.rounds, state.stock) == (len(rounds), len(rounds), ())
    assert kinds(tuple(told))[-1] == "scored"


def test_5_the_seat_left_of_the_new_dealer_turns_the_first_action_card_of_a_round() -> None:
    _, told = whole_game(3, dealer=0)
    starts = []
    for at, event in enumerate(told):
        if isinstance(event, Dealt):
            starts.append(next(after.seat for after in told[at:] if isinstance(after, ActionTurned)))
    assert starts == [1, 2, 0, 1, 2, 0]


def test_4_his_turn_ends_and_the_player_to_his_left_goes_next() -> None:
    state = position("R2 R3", "Y4 Y5", "G9 G7", loose="P14", actions="cards-up cards-up cards-up")
    for seat, card in ((0, "R2"), (1, "Y4"), (2, "G9")):
        state, events = play(state, discard(card), seat)
        assert kinds(events) == ["discarded", "action_turned"]
        assert state.phase == Turn(Seat((seat + 1) % 3))
    assert faces(state) == ["P14", "R2", "Y4", "G9"]


def test_To_Play_only_one_card_is_played_a_turn() -> None:
    state, _ = play(position("R8 B8", "Y1 Y2", loose="G8 P8"), match("R8", "t1"))
    assert hands(state) == ["B8", "Y1 Y2"]
    assert VANTAGE.to_act(state) == (1,)


def test_8_the_pile_is_restacked_when_the_next_card_is_needed_not_before() -> None:
    state = position(
        "R2 R3", "Y4 Y5", loose="P14", actions="cards-up", used="black-out lose-one", discard="free"
    )
    state, events = play(state, discard("R2"))
    assert kinds(events) == ["discarded", "action_turned"]
    assert (state.actions, state.actions_used) == ((), ("black-out", "lose-one", "cards-up"))
    order, rng = state.rng.shuffled(("black-out", "lose-one", "cards-up"))
    after, events = play(state, discard("Y4"), 1)
    assert events[1] == Reshuffled("actions", 3)
    assert events[2] == ActionTurned(Seat(0), order[0])  # type: ignore[arg-type]  # a name of an action card
    assert (after.actions, after.actions_used, after.rng) == (order[1:], order[:1], rng)


def test_Additional_2_a_pass_one_or_lose_one_changes_no_card_facing_up_or_down() -> None:
    for action in ("pass-one", "lose-one"):
        state = position("R2 R3", "Y4 Y5", loose="(P14) G13 (B9)1", actions=action)
        state, events = play(state, discard("R2"))
        assert faces(state) == ["(P14)", "G13", "(B9)1", "(R2)0"]
        assert kinds(events) == ["discarded", "action_turned"]
        assert state.blackout is True


def test_Additional_6_whoever_turned_it_still_plays_a_card() -> None:
    state = position("R2 R3", "Y4 Y5", loose="P14", phase=Passing(Seat(0), (Seat(0), Seat(1))))
    state, _ = play(state, pass_card("R2"))
    state, _ = play(state, pass_card("Y4"), 1)
    assert hands(state) == ["R3 Y4", "R2 Y5"]
    state, events = play(state, discard("Y4"))
    assert kinds(events) == ["discarded", "action_turned"]


def test_V35_a_seat_that_a_pass_one_left_with_nothing_is_skipped_when_its_turn_comes() -> None:
    waiting = (Seat(0), Seat(2))
    state = position("R2 R3", "", "G6", "", loose="P14", phase=Passing(Seat(0), waiting))
    state, _ = play(state, pass_card("R2"))
    state, _ = play(state, pass_card("G6"), 2)
    assert hands(state) == ["R3", "G6", "", "R2"]
    state, _ = play(state, discard("R3"))
    assert state.phase == Turn(Seat(1))
    state, events = play(state, discard("G6"), 1)
    assert events[1] == SeatSkipped(Seat(2), "empty-hand")
    assert kinds(events) == ["discarded", "seat_skipped", "action_turned"]
    assert state.phase == Turn(Seat(3))


def test_V35_several_seats_are_skipped_in_turn() -> None:
    state = position("R2 R3", "", "", "", loose="P14", actions="cards-up lose-one")
    state, events = play(state, discard("R2"))
    assert [event.seat for event in events if isinstance(event, SeatSkipped)] == [1, 2, 3]
    assert kinds(events)[-1] == "action_turned"
    assert state.phase == Turn(Seat(0))


def test_V34_alone_with_a_card_one_passes_it_and_has_no_turn() -> None:
    state = position("R2", "", loose="P14", phase=Passing(Seat(0), (Seat(0),)))
    state, events = play(state, pass_card("R2"))
    assert kinds(events) == ["card_chosen", "cards_passed", "seat_skipped", "action_turned"]
    assert hands(state) == ["", "R2"]
    assert state.phase == Turn(Seat(1))


def test_7_a_lose_one_that_empties_the_last_hand_ends_the_round() -> None:
    state = position("R2", "Y4", loose="P14", actions="lose-one cards-up", stock=20)
    state, _ = play(state, discard("R2"))
    state, events = play(state, lose("Y4"), 1)
    assert kinds(events) == ["discarded", "dealt", "action_turned"]
    assert state.round == 2


def test_To_Begin_a_round_dealt_in_a_blackout_stays_black() -> None:
    state = position("R2", "", loose="(P14)", actions="pass-one", stock=20)
    state, events = play(state, discard("R2"))
    assert kinds(events) == ["discarded", "dealt", "action_turned"]
    assert state.blackout is True
    assert faces(state) == ["(P14)", "(R2)0"]
