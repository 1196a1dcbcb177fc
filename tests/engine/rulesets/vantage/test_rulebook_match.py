"""Vantage, A: matching."""

from engine.core.seats import Seat
from tests.engine.rulesets.vantage.table import VANTAGE, faces, kinds, match, play, position, refused


def test_A_example_1_an_eight_takes_an_eight_or_two() -> None:
    state = position("R8 R1", "Y1", loose="G8 B8 P3")
    assert refused(state, match("R8", "t1")) == ""
    after, events = play(state, match("R8", "t1", "t2"))
    assert after.seats[0].captured == ("R8", "G8", "B8")
    assert faces(after) == ["P3"]
    assert kinds(events)[0] == "matched"


def test_A_example_2_an_eight_takes_5_and_3() -> None:
    after, _ = play(position("R8 R1", "Y1", loose="G5 B3"), match("R8", "t1", "t2"))
    assert sorted(after.seats[0].captured) == ["B3", "G5", "R8"]
    assert after.loose == ()


def test_A_example_3_an_eight_takes_5_3_and_8() -> None:
    assert refused(position("R8 R1", "Y1", loose="G5 B3 P8"), match("R8", "t1", "t2", "t3")) == ""


def test_V3_an_eight_does_not_take_5_2_1() -> None:
    state = position("R8 R1", "Y1", loose="G5 B2 P1")
    assert refused(state, match("R8", "t1", "t2", "t3")) == "match-sum-two-cards"


def test_V3_option_any_lets_an_eight_take_5_2_1() -> None:
    state = position("R8 R1", "Y1", loose="G5 B2 P1 Y4", sums="any")
    assert refused(state, match("R8", "t1", "t2", "t3")) == ""
    assert refused(state, match("R8", "t1", "t2", "t4")) == "match-worth"


def test_V4_several_groups_at_once() -> None:
    state = position("R8 R1", "Y1", loose="G5 B3 P6 Y2 B8")
    assert refused(state, match("R8", "t1", "t2", "t3", "t4", "t5")) == ""


def test_V4_groups_do_not_share_cards() -> None:
    state = position("R8 R1", "Y1", loose="G5 B3 P5")
    assert refused(state, match("R8", "t1", "t2", "t3")) == "match-worth"


def test_V5_not_all_must_be_taken() -> None:
    after, _ = play(position("R8 R1", "Y1", loose="G8 B8"), match("R8", "t2"))
    assert faces(after) == ["G8"]


def test_A_a_card_of_another_number_is_not_taken() -> None:
    assert refused(position("R8 R1", "Y1", loose="G7"), match("R8", "t1")) == "match-worth"
    assert refused(position("R8 R1", "Y1", loose="G9"), match("R8", "t1")) == "match-worth"


def test_A_a_match_takes_something() -> None:
    assert refused(position("R8 R1", "Y1", loose="G8"), match("R8")) == "match-takes-something"


def test_A_only_cards_in_hand_are_played() -> None:
    state = position("R8 R1", "Y8", loose="G8")
    assert refused(state, match("Y8", "t1")) == "card-in-hand"
    assert refused(state, match("X8", "t1")) == "invalid-request /card"


def test_A_unknown_ids_are_bad_notation() -> None:
    state = position("R8 R1", "Y1", loose="G8")
    assert refused(state, match("R8", "t1", "t7")) == "invalid-request /take/1"
    assert refused(state, match("R8", "b1")) == "invalid-request /take/0"


def test_V14_a_pile_is_taken_by_its_latest_call() -> None:
    state = position("R6 R4", "Y1", piles="6:P4,B3,G1,Y2")
    assert refused(state, match("R4", "b1")) == "match-pile-call"
    after, _ = play(state, match("R6", "b1"))
    assert after.piles == ()
    assert after.seats[0].captured == ("R6", "P4", "B3", "G1", "Y2")


def test_V16_a_pile_is_no_part_of_a_sum() -> None:
    state = position("R8 R1", "Y1", loose="G2", piles="6:P6,B6")
    assert refused(state, match("R8", "b1", "t1")) == "match-pile-call"


def test_V17_piles_of_one_call_are_taken_together() -> None:
    after, _ = play(position("R8 R1", "Y1", piles="8:P8,B8 8:G8,Y8@1"), match("R8", "b1", "b2"))
    assert after.piles == ()
    assert len(after.seats[0].captured) == 5


def test_B_example_2_pile_sum_and_all_together() -> None:
    state = position("R8 R1", "Y1", loose="G1 B7", piles="8:P8,B5,G3")
    after, events = play(state, match("R8", "b1", "t1", "t2"))
    assert len(after.seats[0].captured) == 6
    assert kinds(events)[0] == "matched"


def test_V7_a_wild_in_hand_is_the_number_named() -> None:
    state = position("W1 R1", "Y1", loose="G5 B3 P8")
    assert refused(state, match("W1", "t1", "t2", value=8)) == ""
    assert refused(state, match("W1", "t1", value=8)) == "match-worth"
    assert refused(state, match("W1", "t1")) == "invalid-request /value"
    assert refused(position("R8", "Y1", loose="G8"), match("R8", "t1", value=8)) == "invalid-request /value"


def test_V7_a_loose_wild_is_what_its_taker_needs() -> None:
    for card in ("R1", "R8", "R14"):
        assert refused(position(f"{card} Y2", "Y1", loose="W1"), match(card, "t1")) == ""


def test_V52_a_loose_wild_in_a_sum() -> None:
    state = position("R8 R3", "Y1", loose="W1 G5 B8 P9")
    assert refused(state, match("R8", "t1", "t2")) == ""  # 5 + wild 3
    assert refused(state, match("R8", "t1", "t2", "t3")) == ""
    assert refused(state, match("R8", "t1", "t4")) == "match-worth"  # 9 is too much for 8
    assert refused(position("R8", "Y1", loose="W1 W2"), match("R8", "t1", "t2")) == ""
    assert refused(position("R1", "Y1", loose="W1 W2"), match("R1", "t1", "t2")) == ""  # each alone is a 1


def test_V52_one_wild_fills_one_group() -> None:
    state = position("R8 R3", "Y1", loose="W1 G5 B6")
    assert refused(state, match("R8", "t1", "t2", "t3")) == "match-worth"


def test_V45_an_empty_table_leaves_a_discard_only() -> None:
    listed = list(VANTAGE.legal_moves(position("R8 W1", "Y1"), Seat(0)))
    assert [str(move) for move in listed] == ["R8-", "W1-"]


def test_V46_misprints_are_read_as_meant() -> None:
    """The 7 that is printed as "$7" is taken; Green is a suit."""
    assert refused(position("R8 R1", "Y1", loose="G1 B7"), match("R8", "t1", "t2")) == ""
