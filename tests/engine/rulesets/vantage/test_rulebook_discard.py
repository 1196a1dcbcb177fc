"""Vantage, C: discarding, and when one is stuck."""

from engine.rulesets.vantage.events import Discarded
from tests.engine.rulesets.vantage.table import discard, faces, play, position, refused


def test_C_a_discard_lies_face_up_on_the_table() -> None:
    after, events = play(position("R8 R1", "Y1", loose="G5"), discard("R8"))
    assert faces(after) == ["G5", "R8"]
    assert events[0] == Discarded(0, "t2", "R8", None, True, "discard")  # type: ignore[arg-type]  # plain values


def test_V6_no_discard_while_a_card_can_match() -> None:
    assert refused(position("R8 R1", "Y1", loose="G8"), discard("R1")) == "discard-stuck"
    assert refused(position("R8 R1", "Y1", loose="G5 B3"), discard("R1")) == "discard-stuck"
    assert refused(position("R8 R1", "Y1", piles="8:G8,B8"), discard("R1")) == "discard-stuck"
    assert refused(position("R8 R1", "Y1", loose="G5 B2"), discard("R1")) == ""


def test_V6_no_discard_while_a_card_can_honestly_build() -> None:
    """A 2 raises the fours to sixes, honestly with a 6 in hand; a bluff does not un-stick."""
    assert refused(position("R2 R6", "Y1", piles="4:G4,B4"), discard("R2")) == "discard-stuck"
    assert refused(position("R2 R7", "Y1", piles="4:G4,B4"), discard("R2")) == ""
    assert refused(position("R2 R6", "Y1", piles="4:G4,B4", raise_builds=False), discard("R2")) == ""


def test_V6_a_wild_in_hand_is_stuck_on_an_empty_table_only() -> None:
    assert refused(position("W1 R6", "Y1", loose="G14"), discard("R6")) == "discard-stuck"
    assert refused(position("W1 R6", "Y1", piles="4:G4,B4"), discard("W1")) == "discard-stuck"
    assert refused(position("W1 R6", "Y1"), discard("W1")) == ""


def test_V6_a_loose_wild_means_not_stuck() -> None:
    assert refused(position("R6 R7", "Y1", loose="W1"), discard("R6")) == "discard-stuck"


def test_V6_with_a_card_face_down_nobody_can_know() -> None:
    assert refused(position("R8 R1", "Y1", loose="G8 (B2)"), discard("R1")) == ""
    assert refused(position("R8 R1", "Y1", loose="G8 (B2)0"), discard("R1")) == ""  # even if he knows it


def test_V6_option_sum_builds_counts_as_a_build() -> None:
    state = position("R3 R8", "Y1", loose="G5", sum_builds=True)
    assert refused(state, discard("R3")) == "discard-stuck"
    assert refused(position("R3 R9", "Y1", loose="G5", sum_builds=True), discard("R3")) == ""


def test_V6_option_any_sums_counts_as_a_match() -> None:
    assert refused(position("R8 R14", "Y1", loose="G5 B2 P1", sums="any"), discard("R14")) == "discard-stuck"
    assert refused(position("R8 R14", "Y1", loose="G5 B2 P1"), discard("R14")) == ""


def test_V6_option_free_always_allows_a_discard() -> None:
    assert refused(position("R8 R1", "Y1", loose="G8", discard="free"), discard("R8")) == ""


def test_V8_a_suit_is_named_for_a_wild_only_where_wilds_have_one() -> None:
    plain = position("W1 R1", "Y1")
    assert refused(plain, discard("W1", suit="P")) == "invalid-request /suit"
    assert refused(plain, discard("W1")) == ""
    declared = position("W1 R1", "Y1", wild_suit="declared")
    assert refused(declared, discard("W1")) == "invalid-request /suit"
    assert refused(declared, discard("W1", suit="P")) == ""
    assert refused(declared, discard("R1", suit="P")) == "invalid-request /suit"


def test_C_a_discard_goes_face_down_in_a_blackout() -> None:
    after, events = play(position("R8 R1", "Y1 Y2", blackout=True, actions="pass-one"), discard("R8"))
    assert faces(after) == ["(R8)0"]
    assert isinstance(events[0], Discarded)
    assert events[0].face_up is False
