"""Da Vinci's Challenge: the same symbol skips the next seat, and what that does with few seats in."""

import pytest

from engine.core.events import SeatSkipped
from engine.core.seats import Seat
from engine.rulesets.davinci.events import Cleared
from tests.engine.rulesets.davinci.table import after, cards, kinds, play, position, turn

FOUR = ("eye sol 2tri", "2gem star", "com 2fol", "2com 2sol")


def test_the_same_symbol_as_the_card_before_it_skips_the_player_to_the_left() -> None:
    state, events = play(position(*FOUR, table="3:eye"), "eye")
    assert kinds(events) == ["played", "seat_skipped"]
    assert events[1] == SeatSkipped(Seat(1), "same-symbol")
    assert turn(state) == "follow 2"


def test_a_skip_of_three_seats_moves_to_the_next_player_in_sequence() -> None:
    state, events = play(position(*FOUR[:3], table="2:eye"), "eye")
    assert events[1] == SeatSkipped(Seat(1), "same-symbol")
    assert turn(state) == "follow 2"


def test_only_the_symbol_right_under_it_counts() -> None:
    for table in ("2:eye 3:gem", "3:gem", "2:eye 3:gem"):
        state, events = play(position(*FOUR, table=table), "eye")
        assert kinds(events) == ["played"]
        assert turn(state) == "follow 1"


def test_a_lead_skips_nobody() -> None:
    assert turn(after(position(*FOUR), "eye")) == "follow 1"


def test_a_skip_on_a_skip_when_the_third_of_a_symbol_is_played() -> None:
    state = position("eye sol 2tri", "2gem star", "eye 2fol", "2com 2sol", table="3:eye")
    state, events = play(state, "eye", "eye")
    assert events[1] == SeatSkipped(Seat(3), "same-symbol")
    assert turn(state) == "follow 0"


@pytest.mark.parametrize(
    ("out", "skipped", "then"),
    [((1,), 2, "follow 3"), ((2,), 1, "follow 3"), ((3,), 1, "follow 2")],
)
def test_D6_skipped_is_the_seat_that_would_have_had_the_turn_not_one_that_is_out(
    out: tuple[int, ...], skipped: int, then: str
) -> None:
    hands = [hand if at not in out else "dia" for at, hand in enumerate(FOUR)]
    top = next(at for at in (3, 2) if at not in out)
    state, events = play(position(*hands, table=f"{top}:eye", out=out), "eye")
    assert events[1] == SeatSkipped(Seat(skipped), "same-symbol")
    assert turn(state) == then


def test_D6_a_skip_passes_over_locked_seats() -> None:
    state = position(*FOUR, table="3:eye", passed=(1,), passing_locks=True)
    state, events = play(state, "eye")
    assert events[1] == SeatSkipped(Seat(2), "same-symbol")
    assert turn(state) == "follow 3"


def test_D6_a_seat_that_passed_is_skipped_like_any_other_where_passing_does_not_lock() -> None:
    state, events = play(position(*FOUR, table="3:eye", passed=(1,)), "eye")
    assert events[1] == SeatSkipped(Seat(1), "same-symbol")
    assert turn(state) == "follow 2"


def test_D7_with_two_players_every_single_of_the_same_symbol_clears() -> None:
    state, events = play(position("eye sol 2tri", "2gem star", table="1:eye"), "eye")
    assert kinds(events) == ["played", "seat_skipped", "cleared"]
    assert events[2] == Cleared(Seat(0), "unanswered", cards("eye eye"))
    assert turn(state) == "lead 0"


@pytest.mark.parametrize("out", [(1, 2), (1, 3), (2, 3)])
def test_D7_with_two_seats_left_of_four_too(out: tuple[int, ...]) -> None:
    hands = [
        hand if at not in out else card
        for at, (hand, card) in enumerate(zip(FOUR, ("", "tri", "dia", "dia"), strict=True))
    ]
    other = next(at for at in (1, 2, 3) if at not in out)
    state, events = play(position(*hands, table=f"{other}:eye", out=out), "eye")
    assert events[1] == SeatSkipped(Seat(other), "same-symbol")
    assert kinds(events) == ["played", "seat_skipped", "cleared"]
    assert turn(state) == "lead 0"


def test_D7_a_skip_and_passes_bring_the_turn_back() -> None:
    state = after(position(*FOUR, table="3:eye"), "eye", "pass")
    assert turn(state) == "follow 3"
    state, events = play(state, "pass")
    assert kinds(events) == ["passed", "cleared"]
    assert turn(state) == "lead 0"


def test_D7_the_seat_skipped_and_all_others_locked_clears_at_once() -> None:
    state = position(*FOUR, table="3:eye", passed=(1, 2), passing_locks=True)
    state, events = play(state, "eye")
    assert events[1] == SeatSkipped(Seat(3), "same-symbol")
    assert kinds(events) == ["played", "seat_skipped", "cleared"]
    assert turn(state) == "lead 0"


def test_D7_if_there_is_nobody_to_skip_there_is_only_the_clear() -> None:
    """The seat whose eye lies on top is out, and all others are locked."""
    state = position(
        "eye sol 2tri",
        "2gem star",
        "com 2fol",
        "dia",
        table="3:eye",
        out=(3,),
        passed=(1, 2),
        passing_locks=True,
    )
    state, events = play(state, "eye")
    assert kinds(events) == ["played", "cleared"]
    assert turn(state) == "lead 0"


def test_a_pair_never_skips() -> None:
    state, events = play(position("2eye 2tri", "2gem star", "com 2fol", table="2:2gem"), "2eye")
    assert kinds(events) == ["played"]
    assert turn(state) == "follow 1"
