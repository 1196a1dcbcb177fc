"""The board game: when it ends, and who wins."""

from typing import Any

from engine.core.seats import Seat
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import Outcome, OutcomeDetails, Over, Place, State
from tests.engine.rulesets.davinci_board.table import (
    BOARD,
    CLAIM,
    DECLINE,
    MIXED,
    kinds,
    open_card,
    place,
    play,
    position,
    without,
)

EMPTY = "o02 o90 t48 t53"  # spaces left on a board where no pattern is possible any more


def mixed(but: str, **more: Any) -> State:
    """A board without a whole pattern, full but for some spaces, and with the pieces for those."""
    one, other = (without(held, but) for held in MIXED)
    return position(one, other, **more)


def reason(state: State) -> str:
    """Why the game is over, "" if it goes on."""
    outcome = BOARD.outcome(state)
    return "" if outcome is None else outcome.reason


def test_E16_the_game_is_over_when_neither_side_can_complete_a_pattern() -> None:
    after, events = play(mixed(EMPTY), place("o02"))
    assert kinds(events) == ["placed"]
    assert isinstance(after.phase, Over)
    assert reason(after) == "no-pattern-possible"
    assert BOARD.to_act(after) == ()


def test_E16_a_full_board_is_the_end() -> None:
    last = "o02"
    after, _ = play(mixed(last, seat=0 if last in MIXED[0].split() else 1), place(last))
    assert reason(after) == "board-full"
    assert [side.ovals_left + side.triangles_left for side in after.sides] == [0, 0]


def test_E16_option_board_full_plays_until_then() -> None:
    state = mixed(EMPTY, end="board_full")
    state, _ = play(state, place("o02"))
    assert reason(state) == ""
    while not reason(state):
        state, _ = play(state, next(BOARD.legal_moves(state, state.phase.to_act[0])))
    assert reason(state) == "board-full"
    assert sum(len(side.ovals) + len(side.triangles) for side in state.sides) == 144


def test_E16_one_pattern_that_one_side_can_complete_is_enough() -> None:
    # the empty triangle t02 makes a diamond for seat 1, if it has a triangle left
    for left, over in (("0,1", ""), ("9,0", "no-pattern-possible")):
        state = mixed("t02 o90", left=("9,9", left))
        assert reason(play(state, place("o90"))[0]) == over


def test_E16_the_pieces_of_each_shape_must_be_enough() -> None:
    # the empty oval o05 makes a triangle for seat 0, which places one of its ovals elsewhere
    for left, over in (("2,0", ""), ("1,9", "no-pattern-possible")):
        state = mixed("o05 o90", left=(left, "9,9"))
        assert reason(play(state, place("o90"))[0]) == over
    # the empty ovals o02 and o07 make one together
    for left, over in (("3,0", ""), ("2,9", "no-pattern-possible")):
        state = mixed("o02 o07 o90", left=(left, "9,9"))
        assert reason(play(state, place("o90"))[0]) == over


def test_E16_pieces_of_the_other_side_in_every_pattern_end_it_however_many_are_left() -> None:
    state = mixed(EMPTY, left=("40,20", "40,20"))
    assert reason(play(state, place("o02"))[0]) == "no-pattern-possible"


def test_E16_nothing_is_tested_while_a_card_is_open() -> None:
    # seat 0 completes the last pattern that is possible: its card comes first, then the end
    after, events = play(mixed("o05 o90", left=("1,0", "1,0"), deck="star"), place("o05"))
    assert kinds(events) == ["placed", "card_turned"]
    assert isinstance(after.phase, CardPhase)
    after, events = play(after, DECLINE)
    assert kinds(events) == ["card_used"]
    assert reason(after) == "no-pattern-possible"


def test_E16_a_full_board_does_not_cut_a_card_short() -> None:
    state, _ = play(mixed("o05", left=("1,0", "0,0"), deck="triangle"), place("o05"))
    assert sum(len(side.ovals) + len(side.triangles) for side in state.sides) == 144
    assert isinstance(state.phase, CardPhase)
    state, _ = play(state, CLAIM)
    assert reason(state) == "board-full"
    assert state.sides[0].score == 2


def test_E16_the_end_comes_before_a_seat_is_passed_over() -> None:
    state = mixed(EMPTY, left=("9,9", "0,0"))
    after, events = play(state, place("o02"))
    assert kinds(events) == ["placed"]
    assert isinstance(after.phase, Over)


def test_E16_on_an_empty_board_everything_is_possible() -> None:
    after, _ = play(position(), place("o01"))
    assert isinstance(after.phase, Place)


def ended(scores: tuple[int, int], seats: int = 2) -> Outcome:
    after, _ = play(mixed(EMPTY, seats=seats, scores=scores), place("o02"))
    outcome = BOARD.outcome(after)
    assert isinstance(outcome, Outcome)
    return outcome


def test_most_points_win() -> None:
    assert ended((30, 40)).winners == (1,)
    assert ended((41, 40)).winners == (0,)
    assert ended((41, 40)).scores == (41, 40)


def test_E19_a_tie_is_shared() -> None:
    assert ended((40, 40)).winners == (0, 1)


def test_E17_partners_have_the_same_score_and_win_together() -> None:
    outcome = ended((30, 41), seats=4)
    assert outcome.scores == (30, 41, 30, 41)
    assert outcome.winners == (1, 3)
    assert outcome.details == OutcomeDetails((30, 41))
    assert ended((41, 41), seats=4).winners == (0, 1, 2, 3)


def test_a_claim_at_the_end_counts() -> None:
    state = mixed(EMPTY, phase=open_card("star", "star", seat=1), scores=(40, 40))
    after, _ = play(state, CLAIM)
    outcome = BOARD.outcome(after)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((40, 41), (Seat(1),))
