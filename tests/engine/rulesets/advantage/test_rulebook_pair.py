"""Scoring pairs, and the limits of accidental ones."""

from typing import Any

from engine.core.events import Passed
from engine.core.seats import Seat
from engine.rulesets.advantage.events import Paired
from engine.rulesets.advantage.state import Pair
from tests.engine.rulesets.advantage.table import (
    DONE,
    PASS,
    cards,
    dropping,
    hands,
    kinds,
    listed,
    pair,
    pairing,
    pick,
    picking,
    play,
    played,
    position,
    refused,
)

OTHER = "2H 3H JD"


def test_two_cards_of_one_rank_leave_play_and_score() -> None:
    state = position("9C KD 9H", OTHER, stock=9, phase=pairing())
    state, events = play(state, pair("9H", "9C"))
    assert events[0] == Paired(Seat(0), cards("9C 9H"), True)
    assert state.seats[0].pairs == (cards("9C 9H"),)
    assert "9C" not in hands(state)[0]


def test_a_pair_has_one_rank() -> None:
    state = position("9C KD QD 9H", OTHER, stock=9, phase=pairing())
    assert refused(state, pair("KD", "QD")) == "pair-rank"


def test_A18_a_ten_pairs_with_a_ten_alone() -> None:
    state = position("10C KD 9H 10D", OTHER, stock=9, phase=pairing())
    assert refused(state, pair("10C", "9H")) == "pair-rank"
    assert listed(state) == ["10C+10D", "done"]


def test_A19_nobody_must_score_a_pair() -> None:
    state = position("9C KD 9H", OTHER, stock=9, phase=pairing())
    state, events = play(state, DONE)
    assert kinds(events) == ["passed", "passed"]
    assert events[0] == Passed(Seat(0), False)
    assert hands(state)[0] == "9C KD 9H"


def test_A19_any_number_of_pairs_may_be_scored() -> None:
    state = position("9C KD 9H KS QC QH", OTHER, stock=9, phase=pairing(), picked=("9H KS QH", ""))
    state = played(state, pair("9C", "9H"), pair("KD", "KS"))
    assert state.phase == pairing()
    state = played(state, pair("QC", "QH"))
    assert len(state.seats[0].pairs) == 3


def test_A21_of_three_cards_of_a_rank_one_stays() -> None:
    state = position("9C 9D 9H", OTHER, stock="KS KH KD", phase=pairing(left=None))
    state, events = play(state, pair("9C", "9H"))
    assert kinds(events) == ["paired", "passed", "drew", "passed"]
    assert hands(state)[0] == "9D KS KH"


def test_the_non_dealer_pairs_first_then_the_dealer() -> None:
    state = position("9C 9H", "4C 4D", stock=9, dealer=0, phase=pairing(1, None), picked=("9H", "4D"))
    assert refused(state, pair("9C", "9H"), 0) == "out-of-turn"
    state = played(state, pair("4C", "4D"))
    assert state.phase == pairing(0)


def test_who_can_score_no_pair_is_passed() -> None:
    state = position(
        "9C KD 8H", "4C 4D 5H", stock=9, phase=picking(1), picked=("KD", ""), piles="2C / JS / JC"
    )
    state, events = play(state, pick("4C", 0), 1)
    assert kinds(events) == ["picked", "passed", "passed"]
    assert events[1:] == (Passed(Seat(0), True), Passed(Seat(1), True))
    assert state.phase == dropping(0)


def test_a_pair_with_a_picked_card_is_not_accidental() -> None:
    state = position("9C KD 9H", OTHER, stock=9, phase=pairing(), picked=("9H", ""))
    _, events = play(state, pair("9C", "9H"))
    assert events[0] == Paired(Seat(0), cards("9C 9H"), False)


def test_the_picked_card_pairs_with_one_of_the_hand() -> None:
    state = position("9C 9S KD 4S 4H", OTHER, piles="9H / JC / JS", stock=9, phase=picking())
    state = played(state, pick("9C", 0), PASS)
    assert hands(state)[0] == "9S KD 4S 4H 9H"
    assert listed(state) == ["9H+9S", "done", "4H+4S"]


def test_A20_an_accidental_pair_needs_a_pick() -> None:
    state = position("9C 9H KD KS", OTHER, stock=9, phase=pairing(left=0))
    assert refused(state, pair("9C", "9H")) == "pair-after-pick"
    assert listed(state) == ["done"]


def test_A20_who_did_not_pick_is_passed_though_there_is_a_pair() -> None:
    state = position("9C 9H KD", OTHER, piles="2C / 2S / 3C", stock=9, phase=picking(1))
    state, events = play(state, PASS, 1)
    assert kinds(events) == ["passed", "passed", "passed"]
    assert state.seats[0].pairs == ()


def test_A20_one_accidental_pair_a_round() -> None:
    state = position("9C 9H KD KS 4C 4D", OTHER, stock=9, phase=pairing(), picked=("4D", ""))
    state = played(state, pair("9C", "9H"))
    assert state.phase == pairing(left=0)
    assert state.seats[0].accidental
    assert refused(state, pair("KD", "KS")) == "pair-once"
    assert listed(state) == ["4C+4D", "done"]


def test_A20_pairs_with_a_picked_card_are_not_limited() -> None:
    state = position("9C 9H KD KS 4C 4D", OTHER, stock=9, phase=pairing(), picked=("9H KS 4D", ""))
    state = played(state, pair("9C", "9H"), pair("KD", "KS"), pair("4C", "4D"))
    assert len(state.seats[0].pairs) == 3
    assert not state.seats[0].accidental


def test_A20_a_paired_card_is_marked_no_more_and_the_pick_still_counts() -> None:
    state = position("9C 9H KD KS", OTHER, stock=9, phase=pairing(), picked=("9H", ""))
    state = played(state, pair("9C", "9H"))
    assert state.seats[0].picked == ()
    assert refused(state, pair("KD", "KS")) == ""


def test_A20_the_marks_are_gone_in_the_next_round() -> None:
    state = position("9C 7H KD", "4C 4D JD", stock=9, phase=pairing(1), picked=("7H", "JD"))
    state = played(state, pair("4C", "4D"))
    assert state.round == 2
    assert [own.picked for own in state.seats] == [(), ()]
    assert [own.accidental for own in state.seats] == [False, False]


def test_A20_each_seat_needs_a_pick_of_its_own() -> None:
    state = position("9C KD 4S", "5C 5H QD", piles="9H / JC / JS", stock=9, phase=picking())
    state = played(state, pick("9C", 0))
    _, events = play(state, PASS, 1)
    assert kinds(events) == ["passed", "passed", "passed"]  # seat 0 has no pair, seat 1 did not pick


def left(accidental: Any, picks: bool) -> int | None:
    """How many accidental pairs seat 0 may score of its two, having picked or not; -1 if it was passed."""
    hand = "4S 4D 8C 8D 9C"
    state = position(hand, OTHER, piles="9H / JC / JS", stock=9, phase=picking(), accidental=accidental)
    state = played(state, pick("9C", 0) if picks else PASS, PASS)
    return state.phase.accidental_left if isinstance(state.phase, Pair) else -1


def test_option_accidental_strict_is_one_a_round_after_a_pick() -> None:
    assert left("strict", picks=True) == 1
    assert left("strict", picks=False) == -1


def test_option_accidental_need_pick_is_any_number_after_a_pick() -> None:
    assert left("need_pick", picks=True) is None
    assert left("need_pick", picks=False) == -1


def test_option_accidental_free_asks_for_nothing() -> None:
    assert left("free", picks=True) is None
    assert left("free", picks=False) is None


def test_where_there_is_no_limit_one_scores_accidental_pairs_as_one_likes() -> None:
    state = position("9C 9H KD KS 4C 4D", OTHER, stock=9, phase=pairing(left=None))
    state, events = play(state, pair("9C", "9H"))
    assert events == (Paired(Seat(0), cards("9C 9H"), True),)
    assert state.phase == pairing(left=None)
    assert listed(state) == ["KD+KS", "done", "4C+4D"]
