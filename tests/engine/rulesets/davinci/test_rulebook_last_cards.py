"""Da Vinci's Challenge: a Leonardo is never last, and the last card is called."""

from typing import Any

import pytest

from engine.core.seats import Seat
from engine.rulesets.davinci.events import Eliminated, Played
from engine.rulesets.davinci.state import TablePlay
from tests.engine.rulesets.davinci.table import (
    after,
    cards,
    kinds,
    listed,
    play,
    position,
    refused,
    scores,
    turn,
    winners,
)

OTHERS = ("2gem star", "com 2fol", "2com 2dia")


@pytest.mark.parametrize(("hand", "move"), [("leo", "leo"), ("2leo", "2leo")])
@pytest.mark.parametrize("table", ["", "2:2gem"])
def test_D16_a_leonardo_is_not_played_as_the_last_card(hand: str, move: str, table: str) -> None:
    state = position(hand, "2star", "com 2fol", table=table)
    assert refused(state, move) == "leonardo-last"
    assert move not in listed(state)


def test_D16_a_leonardo_that_leaves_one_card_needs_the_call_clears_and_leads_the_last_card() -> None:
    state = position("eye leo", "2gem star", "com 2fol", table="2:com")
    state, events = play(state, "leo!")
    assert kinds(events) == ["played", "cleared"]
    assert turn(state) == "lead 0"
    assert turn(after(state, "eye")) == "over out-of-cards"


def test_D16_two_leonardos_that_leave_one_card_too() -> None:
    state, events = play(position("eye 2leo", "2gem star", "com 2fol"), "2leo!")
    assert kinds(events) == ["played", "cleared"]
    assert turn(after(state, "eye")) == "over out-of-cards"


def test_D16_of_two_leonardos_one_may_be_played_and_the_other_never() -> None:
    state = after(position("2leo", "2gem star", "com 2fol"), "leo!")
    assert turn(state) == "lead 0"
    assert listed(state) == ["pass"]


@pytest.mark.parametrize("table", ["2:gem", "2:2gem"])
def test_D17_a_seat_with_a_leonardo_alone_passes_as_a_move_of_its_own(table: str) -> None:
    state = position("leo", "2star", "com 2fol", table=table)
    assert listed(state) == ["pass"]
    state, events = play(state, "pass")
    assert kinds(events) == ["passed"]
    assert turn(state) == "follow 1"


def test_D17_if_it_is_to_lead_the_lead_goes_left() -> None:
    state = position("leo", "2star", "com 2fol")
    assert listed(state) == ["pass"]
    state, events = play(state, "pass")
    assert kinds(events) == ["passed"]
    assert turn(state) == "lead 1"


def test_D17_the_lead_goes_to_the_next_seat_that_is_in() -> None:
    state = after(position("leo", "tri", "com 2fol", out=(1,)), "pass")
    assert turn(state) == "lead 2"


def test_D17_the_last_to_pass_on_an_empty_table_gets_its_turn_when_somebody_leads() -> None:
    state = after(position("leo", "2star", "com 2fol"), "pass", "star!")
    assert [own.passed for own in state.seats] == [False, False, False]
    state = after(state, "pass")
    assert turn(state) == "follow 0"


def test_D18_when_all_still_in_have_passed_in_a_row_they_share_the_win() -> None:
    state = position("leo", "leo", "leo")
    state, events = play(state, "pass", "pass", "pass")
    assert kinds(events) == ["passed", "round_ended"]
    assert turn(state) == "over blocked"
    assert winners(state) == (0, 1, 2)
    assert scores(state) == (0, 0, 0)


def test_D18_seats_that_are_out_cannot_win() -> None:
    state = position("leo", "tri", "leo", "dia", out=(1, 3))
    state, _ = play(state, "pass", "pass")
    assert winners(state) == (0, 2)
    assert scores(state) == (0, 1, 0, 1)


def test_D18_it_takes_all_of_them_and_an_empty_table() -> None:
    state = after(position("leo", "leo", "2star"), "pass", "pass")
    assert turn(state) == "lead 2"
    state = after(state, "star!", "pass", "pass")
    assert turn(state) == "lead 2"
    assert turn(after(state, "star")) == "over out-of-cards"


def test_D18_passes_on_a_table_do_not_count() -> None:
    state = position("leo", "leo", "star 2com", table="2:gem")
    state = after(state, "pass", "pass")
    assert turn(state) == "lead 2"
    assert [own.passed for own in state.seats] == [False] * 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_you_play_your_next_to_last_card_you_must_say_carta_finale(seats: int) -> None:
    state = position("eye star", *OTHERS[: seats - 1], table="1:gem")
    state, events = play(state, "eye!")
    assert events[0] == Played(Seat(0), cards("eye"), True)
    assert state.pile[-1] == TablePlay(Seat(0), cards("eye"), True)
    assert [own.state for own in state.seats] == ["in"] * seats
    assert turn(state) == "follow 1"


@pytest.mark.parametrize(
    ("hand", "table", "move"),
    [
        ("eye star", "", "eye!"),
        ("2eye star", "", "2eye!"),
        ("2eye star", "2:2gem", "2eye!"),
        ("3eye star", "2:eye", "3eye!"),
        ("2eye star", "2:2eye", "2eye!"),
        ("leo star", "2:gem", "leo!"),
        ("eye star", "2:eye", "eye!"),
    ],
)
def test_D19_the_call_is_due_when_exactly_one_card_remains(hand: str, table: str, move: str) -> None:
    state = position(hand, "2hourglass", "com 2fol", table=table)
    assert refused(state, move) == ""
    state, _ = play(state, move)
    assert state.seats[0].state == "in"
    assert state.seats[0].hand == ("star",)


@pytest.mark.parametrize(
    ("hand", "table", "move"),
    [("eye 2star", "", "eye!"), ("eye", "", "eye!"), ("2eye", "", "2eye!"), ("3eye", "2:eye", "3eye!")],
)
def test_D22_a_call_that_is_not_due_is_refused_and_the_turn_continues(
    hand: str, table: str, move: str
) -> None:
    state = position(hand, "2hourglass", "com 2fol", table=table)
    assert refused(state, move) == "carta-finale-not-due"
    assert refused(state, move.rstrip("!")) == ""
    assert turn(state).endswith("0")


def test_D20_a_forgotten_call_is_the_outcome_of_a_legal_move_and_eliminates() -> None:
    state = position("eye star", "2gem 2star", "com 2fol", table="2:gem")
    assert refused(state, "eye") == ""
    state, events = play(state, "eye")
    assert kinds(events) == ["played", "eliminated"]
    assert events[1] == Eliminated(Seat(0), "forgotten-call")
    assert state.seats[0].state == "eliminated"
    assert state.seats[0].hand == ("star",)
    assert turn(state) == "follow 1"
    assert state.pile[-1].cards == ("eye",)


def test_D20_the_others_play_on_and_the_last_card_counts() -> None:
    state = position("eye star", "gem sol", "com 2fol", table="2:gem")
    state = after(state, "eye", "sol!", "pass", "gem")
    assert turn(state) == "over out-of-cards"
    assert winners(state) == (1,)
    assert scores(state) == (10, 0, 250)


AUTOMATIC: dict[str, Any] = {"carta_finale": "automatic"}


@pytest.mark.parametrize(("hand", "table", "move"), [("eye star", "", "eye"), ("3eye star", "2:eye", "3eye")])
def test_D20_option_carta_finale_automatic_the_engine_calls(hand: str, table: str, move: str) -> None:
    state = position(hand, "2hourglass", "com 2fol", table=table, **AUTOMATIC)
    assert refused(state, f"{move}!") == "carta-finale-automatic"
    assert [move for move in listed(state) if move.endswith("!")] == []
    state, events = play(state, move)
    assert events[0] == Played(Seat(0), cards(move), True)
    assert state.seats[0].state == "in"


def test_D20_option_carta_finale_automatic_calls_nothing_that_is_not_due() -> None:
    state = position("eye 2star", "2hourglass", "com 2fol", **AUTOMATIC)
    assert refused(state, "eye!") == "carta-finale-automatic"
    _, events = play(state, "eye")
    assert events == (Played(Seat(0), cards("eye"), False),)


END_ROUND: dict[str, Any] = {"forgotten_call": "end_round"}


def test_D20_option_forgotten_call_end_round_the_fewest_points_among_the_others_win() -> None:
    state = position("eye tri", "2gem star", "com 2fol", "circle", table="3:gem", **END_ROUND)
    state, events = play(state, "eye")
    assert kinds(events) == ["played", "eliminated", "round_ended"]
    assert turn(state) == "over forgotten-call"
    assert winners(state) == (1,)
    assert scores(state) == (1, 0, 250, 25)


def test_D20_option_forgotten_call_end_round_ties_share() -> None:
    state = position("eye tri", "2gem star", "2star", "com", table="3:gem", **END_ROUND)
    state, _ = play(state, "eye")
    assert winners(state) == (1, 2)
    assert scores(state) == (1, 0, 0, 100)


def test_D20_option_forgotten_call_end_round_a_call_made_in_time_ends_nothing() -> None:
    state = position("eye tri", "2gem star", "2star", table="2:gem", **END_ROUND)
    assert turn(after(state, "eye!")) == "follow 1"


def test_D20_option_forgotten_call_end_round_ends_before_any_clear_or_skip() -> None:
    for hand, table, move in (("leo tri", "2:gem", "leo"), ("eye tri", "2:eye", "eye")):
        _, events = play(position(hand, "2gem star", "2star", table=table, **END_ROUND), move)
        assert kinds(events) == ["played", "eliminated", "round_ended"]


@pytest.mark.parametrize(
    ("hand", "table", "move"),
    [("3eye", "2:eye", "3eye"), ("2eye", "2:2eye", "2eye"), ("eye", "2:eye", "eye"), ("2eye", "", "2eye")],
)
def test_D24_a_clear_or_skip_with_the_last_cards_wins_and_no_more(hand: str, table: str, move: str) -> None:
    state, events = play(position(hand, "2hourglass", "com 2fol", table=table), move)
    assert kinds(events) == ["played", "round_ended"]
    assert turn(state) == "over out-of-cards"
    assert winners(state) == (0,)
    assert scores(state) == (0, 20, 250)
