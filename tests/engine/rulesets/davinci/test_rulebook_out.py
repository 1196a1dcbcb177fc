"""Da Vinci's Challenge: seats that forgot the call, wherever they sit and whatever they played."""

import pytest

from engine.core.events import RoundEnded, SeatSkipped
from engine.core.seats import Seat
from engine.rulesets.davinci.events import Cleared, Eliminated
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


def test_D20_of_two_players_the_other_wins_at_once_whatever_it_holds() -> None:
    state, events = play(position("eye tri", "2leo com", table="1:gem"), "eye")
    assert events[1:] == (Eliminated(Seat(0), "forgotten-call"), RoundEnded(1, (1, 0)))
    assert turn(state) == "over last-seat"
    assert winners(state) == (1,)
    assert scores(state) == (1, 0)


def test_D20_the_last_seat_still_in_wins_at_once() -> None:
    state = position("eye tri", "dia", "2leo com", "star", table="2:gem", out=(1, 3))
    state, events = play(state, "eye")
    assert kinds(events) == ["played", "eliminated", "round_ended"]
    assert winners(state) == (2,)
    assert scores(state) == (1, 1, 0, 10)


def test_D20_a_play_of_a_seat_that_is_out_stays_to_be_beaten() -> None:
    state = after(position("hou tri", "2gem sol", "com 2fol", table="2:gem"), "hou")
    assert refused(state, "gem") == "follow-points"
    assert listed(state) == ["sol", "pass"]
    assert turn(after(state, "sol")) == "follow 2"


def test_D20_when_the_walk_reaches_it_the_table_is_cleared_and_the_next_seat_still_in_leads() -> None:
    state = after(position("hou tri", "2gem sol", "com 2fol", table="2:gem"), "hou")
    state, events = play(state, "pass", "pass")
    assert events[1] == Cleared(Seat(0), "unanswered", cards("gem hou"))
    assert turn(state) == "lead 1"


@pytest.mark.parametrize(
    ("forgetful", "out", "leads"),
    [(0, (), 1), (1, (), 2), (2, (), 3), (3, (), 0), (0, (1,), 2), (1, (2,), 3), (2, (3,), 0), (3, (0,), 1)],
)
def test_D20_who_leads_after_the_table_of_a_seat_that_is_out(
    forgetful: int, out: tuple[int, ...], leads: int
) -> None:
    """In every position, also with a seat out to its left."""
    hands = ["2gem 2sol", "2com 2fol", "2dia 2cir", "2pyr 2flo"]
    hands[forgetful] = "star tri"
    for seat in out:
        hands[seat] = "eye"
    state = after(position(*hands, seat=forgetful, out=out), "star")
    while turn(state).startswith("follow"):
        state = after(state, "pass")
    assert turn(state) == f"lead {leads}"


def test_D20_a_lead_without_the_call_stays_on_the_table() -> None:
    state, events = play(position("2eye tri", "2gem 2sol", "com 2fol"), "2eye")
    assert kinds(events) == ["played", "eliminated"]
    assert turn(state) == "follow 1"
    state = after(state, "pass", "pass")
    assert turn(state) == "lead 1"


@pytest.mark.parametrize(
    ("hand", "table", "move", "reason"),
    [
        ("3eye tri", "2:eye", "3eye", "three"),
        ("2eye tri", "2:2eye", "2eye", "pair"),
        ("leo tri", "2:com", "leo", "leonardo"),
    ],
)
def test_D20_if_a_forgetful_play_clears_the_next_seat_leads(
    hand: str, table: str, move: str, reason: str
) -> None:
    state, events = play(position(hand, "2gem 2sol", "com 2fol", table=table), move)
    assert kinds(events) == ["played", "eliminated", "cleared"]
    assert isinstance(events[2], Cleared)
    assert (events[2].seat, events[2].reason) == (0, reason)
    assert turn(state) == "lead 1"
    assert state.pile == ()


def test_D20_if_a_forgetful_play_clears_and_the_seat_to_its_left_is_out_the_one_after_leads() -> None:
    state = after(position("leo tri", "eye", "com 2fol", "2gem", table="2:com", out=(1,)), "leo")
    assert turn(state) == "lead 2"


def test_D20_a_forgetful_play_skips() -> None:
    state, events = play(position("eye tri", "2gem sol", "com 2fol", "2dia 2cir", table="3:eye"), "eye")
    assert kinds(events) == ["played", "eliminated", "seat_skipped"]
    assert events[2] == SeatSkipped(Seat(1), "same-symbol")
    assert turn(state) == "follow 2"
    assert turn(after(state, "pass", "pass")) == "lead 1"


def test_D20_a_forgetful_skip_with_one_other_seat_still_to_come_back_to() -> None:
    """Two others: one is skipped, the other has the turn, and then the walk reaches the seat that is out."""
    state = after(position("eye tri", "2gem sol", "com 2fol", table="2:eye"), "eye")
    assert turn(state) == "follow 2"
    assert turn(after(state, "pass")) == "lead 1"


def test_D20_the_turn_passes_over_seats_that_are_out() -> None:
    state = position("gem 2com", "eye", "hou 2sol", "star 2fol", table="3:tri", out=(1,))
    state = after(state, "gem")
    assert turn(state) == "follow 2"
    assert turn(after(state, "hou", "star")) == "follow 0"


def test_D20_a_seat_that_is_out_is_beaten_and_then_forgotten() -> None:
    state = after(position("eye tri", "gem 2sol", "com 2fol", table="2:gem"), "eye", "sol", "pass")
    assert turn(state) == "lead 1"


def test_D20_the_seat_to_the_right_is_out() -> None:
    state = after(position("gem 2com", "hou 2sol", "eye", table="1:tri", out=(2,)), "gem", "pass")
    assert turn(state) == "lead 0"


def test_D20_with_two_seats_left_a_skip_comes_back() -> None:
    state, events = play(position("eye 2com", "hou 2sol", "tri", table="1:eye", out=(2,)), "eye")
    assert kinds(events) == ["played", "seat_skipped", "cleared"]
    assert turn(state) == "lead 0"


def test_D20_an_out_seat_has_no_move_and_is_not_waited_for() -> None:
    state = after(position("eye tri", "gem 2sol", "com 2fol", table="2:gem"), "eye")
    seats = set()
    for move in ("pass", "pass", "gem", "com", "pass", "2fol"):
        seats.add(turn(state)[-1])
        state = after(state, move)
    assert seats == {"1", "2"}
    assert turn(state) == "over out-of-cards"
    assert scores(state) == (1, 100, 0)


def test_scores_the_winner_scores_0_and_every_other_seat_its_hand_out_or_not() -> None:
    state, _ = play(position("star", "eye", "2leo com", "tri sol", table="3:gem", out=(1,)), "star")
    assert scores(state) == (0, 5, 350, 51)
    assert winners(state) == (0,)


def test_D18_blocked_the_master_is_everyone_still_in_and_nobody_else() -> None:
    state = position("2leo", "leo", "leo", table="2:gem")
    state = after(state, "leo!")
    assert turn(state) == "lead 0"
    state = after(state, "pass", "pass", "pass")
    assert (turn(state), winners(state), scores(state)) == ("over blocked", (0, 1, 2), (0, 0, 0))
