"""The board game for four: two teams, and who places which shape."""

import pytest

from engine import BadSetup, Rng
from engine.core.events import Passed
from engine.core.seats import Seat
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import Place
from tests.engine.rulesets.davinci_board.table import (
    BOARD,
    DECLINE,
    bonus,
    kinds,
    listed,
    open_card,
    place,
    play,
    position,
    refused,
    scores,
    swap,
)


def test_2_or_4_players() -> None:
    assert list(BOARD.seats) == [2, 4]
    for seats in (1, 3, 5):
        with pytest.raises(BadSetup, match=f"This game has 2 or 4 seats, not {seats}") as fault:
            BOARD.new(BOARD.Options(), seats, Rng(bytes(32)))
        assert fault.value.pointer == "/seats"


def test_E17_seats_0_and_2_are_one_team_and_1_and_3_the_other() -> None:
    state = position(seats=4)
    assert [side.seats for side in state.sides] == [(0, 2), (1, 3)]
    state, _ = play(state, place("o10"), place("o20"), place("t10"), place("t20"))
    assert [(side.ovals, side.triangles) for side in state.sides] == [
        (("o10",), ("t10",)),
        (("o20",), ("t20",)),
    ]


def test_E17_a_team_has_one_supply_and_one_score() -> None:
    state = position("o35 o36 o45", "", seats=4, seat=2, deck="star star", scores=(4, 0))
    after, _ = play(state, place("t24"))
    assert scores(after) == (4 + 5, 0)
    assert (after.sides[0].ovals_left, after.sides[0].triangles_left) == (42, 26)
    assert BOARD.standing(after) == (9, 0, 9, 0)


def test_E17_seats_0_and_1_place_ovals_and_2_and_3_triangles_whoever_starts() -> None:
    for first in range(4):
        state = BOARD.new(BOARD.Options(first=Seat(first)), 4, Rng(bytes(32))).state
        for step in range(4):
            seat = (first + step) % 4
            shape = "oval" if seat < 2 else "triangle"
            assert state.phase == Place(Seat(seat), (shape,))  # type: ignore[arg-type]
            names = set(listed(state))
            assert {name[0] for name in names} == {shape[0]}
            assert refused(state, place("t30" if shape == "oval" else "o30"), seat) == "partners-shape"
            state, _ = play(state, place(sorted(names)[step]))


def test_E17_free_lets_both_partners_place_either_shape() -> None:
    state = position(seats=4, seat=0, team_shapes="free")
    assert state.phase == Place(Seat(0), ("oval", "triangle"))
    assert refused(state, place("t30"), 0) == ""
    after, _ = play(state, place("t30"))
    assert after.phase == Place(Seat(1), ("oval", "triangle"))
    after, _ = play(after, place("t31"))
    assert after.phase == Place(Seat(2), ("oval", "triangle"))
    assert refused(after, place("o30"), 2) == ""


def test_E17_bonus_and_swapped_pieces_are_of_either_shape() -> None:
    state = position("o35 o36 o45", "t50", seats=4, phase=open_card("gem"), deck="star star")
    after, _ = play(state, bonus("t24"))
    assert after.sides[0].triangles == ("t24",)
    state = position("o35 o36 o45", "t50", seats=4, phase=open_card("leonardo"), deck="star")
    after, _ = play(state, swap("t50"))
    assert after.sides[0].triangles == ("t50",)


def test_E17_a_seat_without_a_piece_of_its_shape_is_passed_over() -> None:
    state = position("", "", seats=4, seat=1, left=("5,0", "5,5"))
    after, events = play(state, place("o10"))
    assert kinds(events) == ["placed", "passed"]
    assert events[1] == Passed(Seat(2), True)
    assert after.phase == Place(Seat(3), ("triangle",))


def test_E17_several_seats_may_be_passed_over_and_the_same_seat_play_again() -> None:
    state = position("", "", seats=4, seat=0, left=("9,0", "0,0"))
    after, events = play(state, place("o10"))
    assert events[1:] == (Passed(Seat(1), True), Passed(Seat(2), True), Passed(Seat(3), True))
    assert after.phase == Place(Seat(0), ("oval",))


def test_a_seat_of_two_without_pieces_is_passed_over() -> None:
    state = position("", "", seat=0, left=("9,2", "0,0"))
    after, events = play(state, place("o10"))
    assert events[1:] == (Passed(Seat(1), True),)
    assert after.phase == Place(Seat(0), ("oval", "triangle"))


def test_a_seat_is_passed_over_after_the_last_card_is_answered() -> None:
    state = position("o35 o36", "", seat=0, left=("9,2", "0,0"), deck="star")
    state, events = play(state, place("o45"))
    assert isinstance(state.phase, CardPhase)
    assert kinds(events) == ["placed", "card_turned"]
    state, events = play(state, DECLINE)
    assert kinds(events) == ["card_used", "passed"]


def test_team_shapes_is_for_four_seats() -> None:
    with pytest.raises(BadSetup) as fault:
        BOARD.new(BOARD.Options(team_shapes="free"), 2, Rng(bytes(32)))
    assert fault.value.pointer == "/options/team_shapes"
    for seats, shapes in ((4, "free"), (2, "split")):
        state = BOARD.new(BOARD.Options(team_shapes=shapes), seats, Rng(bytes(32))).state  # type: ignore[arg-type]
        assert state.options.team_shapes == shapes


def test_with_2_seats_a_seat_places_both_shapes() -> None:
    assert position(seats=2).phase == Place(Seat(0), ("oval", "triangle"))
