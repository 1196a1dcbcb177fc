"""Vantage, B: building, the card behind a call, and challenges."""

from typing import Any

from engine.core.seats import Seat
from engine.rulesets.vantage.events import Built, ChallengeAnswered, ChallengeSettled
from engine.rulesets.vantage.state import Challenge, Turn
from tests.engine.rulesets.vantage.table import (
    ACCEPT,
    CHALLENGE,
    VANTAGE,
    build,
    discard,
    faces,
    kinds,
    match,
    play,
    position,
    refused,
)


def test_B_example_1_an_eight_on_5_and_3() -> None:
    state = position("R8 B8", "Y1 Y2", loose="G5 P3 Y9")
    after, events = play(state, build("R8", 8, "t1", "t2"))
    pile = after.piles[0]
    assert (pile.id, pile.call, pile.cards, pile.seat) == ("b1", 8, ("G5", "P3", "R8"), 0)
    assert faces(after) == ["Y9"]
    assert isinstance(events[0], Built)
    assert (events[0].call, events[0].pile, events[0].onto) == (8, "b1", None)
    assert after.seats[0].captured == ()
    assert after.last_collector is None  # building collects nothing
    assert after.phase == Challenge(Seat(0), "b1", 8, (Seat(1),))


def test_B_the_builder_takes_the_pile_on_his_next_turn() -> None:
    state = position("R8 B8", "Y1 Y2", loose="G5 P3")
    state, _ = play(state, build("R8", 8, "t1", "t2"))
    state, _ = play(state, ACCEPT, 1)
    state, _ = play(state, discard("Y1"), 1)
    state, _ = play(state, match("B8", "b1"))
    assert state.seats[0].captured == ("B8", "G5", "P3", "R8")


def test_B_risk_anybody_with_the_card_takes_the_pile() -> None:
    state = position("R4 B9", "Y4 Y2", loose="G3 P1")
    state, _ = play(state, build("R4", 4, "t1", "t2"))
    state, _ = play(state, ACCEPT, 1)
    state, _ = play(state, match("Y4", "b1"), 1)
    assert state.seats[1].captured == ("Y4", "G3", "P1", "R4")


def test_B_adding_a_2_to_fours_makes_sixes() -> None:
    state = position("Y2 Y6", "R9", piles="4:G3,P1,R4@1")
    after, events = play(state, build("Y2", 6, onto="b1"))
    assert after.piles[0].call == 6
    assert after.piles[0].cards == ("G3", "P1", "R4", "Y2")
    assert after.piles[0].seat == 0
    assert isinstance(events[0], Built)
    assert events[0].onto == "b1"


def test_V9_a_wild_backs_a_build() -> None:
    enforced = position("R8 W1", "Y1", loose="G8", reneging="enforced")
    assert refused(enforced, build("R8", 8, "t1")) == ""
    without = position("R8 W1", "Y1", loose="G8", reneging="enforced", wild_backs_build=False)
    assert refused(without, build("R8", 8, "t1")) == "build-call-card"


def test_V10_the_card_is_worth_its_call() -> None:
    state = position("R3 B8", "Y1", loose="G5")
    assert refused(state, build("R3", 8, "t1")) == "build-played-card"
    assert refused(position("R9 B8", "Y1", loose="G8"), build("R9", 8, "t1")) == "build-played-card"
    assert (
        refused(position("R9 B8", "Y1", loose="G8", sum_builds=True), build("R9", 8, "t1"))
        == "build-played-card"
    )


def test_V10_option_sum_builds() -> None:
    state = position("R3 B8", "Y1", loose="G5 P8 Y4 B1", sum_builds=True)
    assert refused(state, build("R3", 8, "t1")) == ""
    assert refused(state, build("R3", 8, "t1", "t2")) == ""
    assert refused(state, build("R3", 8, "t3")) == "build-worth"
    assert refused(state, build("R3", 8, "t3", "t4")) == "match-sum-two-cards"
    assert (
        refused(position("R3", "Y1", loose="Y4 B1", sum_builds=True, sums="any"), build("R3", 8, "t1", "t2"))
        == ""
    )


def test_V11_calls_are_1_to_14_and_the_last_card_is_a_bluff() -> None:
    state = position("R2", "Y1", piles="13:Y13,B13")
    assert refused(state, build("R2", 14, onto="b1")) == "build-raise"
    assert refused(position("R1", "Y1", piles="13:Y13,B13"), build("R1", 14, onto="b1")) == ""
    enforced = position("R8", "Y1", loose="G8", reneging="enforced")
    assert refused(enforced, build("R8", 8, "t1")) == "build-call-card"
    listed = VANTAGE.legal_moves(position("R2", "Y1", piles="13:Y13,B13"), Seat(0))
    assert all(getattr(move, "call", 1) <= 14 for move in listed)


def test_V12_piles_of_several_groups_and_wilds_raise() -> None:
    state = position("Y2 W1", "R9", piles="4:G3,P1,R4,B4@1")
    assert refused(state, build("Y2", 6, onto="b1")) == ""
    assert refused(state, build("W1", 9, onto="b1", value=5)) == ""
    assert refused(state, build("W1", 9, onto="b1", value=4)) == "build-raise"


def test_V12_option_raise_builds_off() -> None:
    state = position("Y2 Y4", "R9", piles="4:G3,P1,R4@1", raise_builds=False)
    assert refused(state, build("Y2", 6, onto="b1")) == "raise-off"
    assert refused(state, build("Y4", 4, onto="b1")) == ""


def test_V13_one_may_add_to_ones_own_pile() -> None:
    assert refused(position("Y8 B8", "R9", piles="8:G8,R8@0"), build("Y8", 8, onto="b1")) == ""


def test_V15_adding_without_a_new_call_keeps_the_pile() -> None:
    after, _ = play(position("Y8 B8", "R9", piles="8:G8,R8@1"), build("Y8", 8, onto="b1"))
    assert [(pile.id, pile.call, pile.cards) for pile in after.piles] == [("b1", 8, ("G8", "R8", "Y8"))]
    enforced = position("Y8 B9", "R9", piles="8:G8,R8@1", reneging="enforced")
    assert refused(enforced, build("Y8", 8, onto="b1")) == "build-call-card"


def test_V17_piles_never_merge_and_loose_cards_never_raise() -> None:
    state = position("Y2 B8", "R9", loose="G2", piles="4:G4,R4@1 2:B2,P2@1")
    assert refused(state, build("Y2", 8, "t1", onto="b1")) == "build-raise"  # 4 + 2 + 2
    assert refused(state, build("Y2", 6, "b2", onto="b1")) == "invalid-request /join/0"


def test_V48_loose_groups_are_swept_in() -> None:
    state = position("R8 B8", "Y1", loose="G5 P3 Y8 B1 G7")
    assert refused(state, build("R8", 8, "t1", "t2", "t3", "t4", "t5")) == ""
    raising = position("Y2 B6", "R9", loose="G6 P5 B1", piles="4:G4,R4@1")
    assert refused(raising, build("Y2", 6, "t1", "t2", "t3", onto="b1")) == ""
    assert refused(raising, build("Y2", 6, "t2", onto="b1")) == "build-worth"


def test_V49_a_build_of_the_card_alone_is_refused() -> None:
    assert refused(position("R8 B8", "Y1", loose="G5"), build("R8", 8)) == "build-needs-a-unit"


def test_B_unknown_ids_are_bad_notation() -> None:
    state = position("R8 B8", "Y1", loose="G8")
    assert refused(state, build("R8", 8, "t9")) == "invalid-request /join/0"
    assert refused(state, build("R8", 8, onto="b1")) == "invalid-request /onto"


def test_V17_two_piles_of_one_call_stay_apart() -> None:
    after, _ = play(position("R8 B8", "Y1", loose="G8", piles="8:P8,Y8@1"), build("R8", 8, "t1"))
    assert [(pile.id, pile.cards) for pile in after.piles] == [("b1", ("P8", "Y8")), ("b2", ("G8", "R8"))]


def challenged(*builder: str, **options: Any) -> tuple[ChallengeSettled, int]:
    """The settlement when seat 1 challenges a build of eights, and the builder's proven reneges."""
    state = position(" ".join(("R8", *builder)), "Y1 Y2", "Y3 Y4", loose="G5 P3", **options)
    state, _ = play(state, build("R8", 8, "t1", "t2"))
    state, events = play(state, CHALLENGE, 1)
    assert isinstance(events[1], ChallengeSettled)
    return events[1], state.seats[0].reneges


def test_V22_a_card_of_the_number_comes_before_a_wild_in_component_order() -> None:
    settled, reneges = challenged("P8", "B8", "W1")
    assert (settled.honest, settled.card, reneges) == (True, "B8", 0)
    settled, reneges = challenged("W2", "W3", "P9")
    assert (settled.honest, settled.card, reneges) == (True, "W2", 0)


def test_V22_the_challenger_and_the_builder_see_the_card() -> None:
    settled, _ = challenged("B8")
    options = VANTAGE.Options()
    shown = []
    for viewer in (Seat(0), Seat(1), Seat(2), None):
        (seen,) = VANTAGE.events_for((settled,), viewer, options)
        assert isinstance(seen, ChallengeSettled)
        shown.append(seen.card)
    assert shown == ["B8", "B8", "??", "??"]


def test_V23_a_proven_renege_leaves_the_play_and_shows_nothing() -> None:
    settled, reneges = challenged("B9")
    assert (settled.honest, settled.card, reneges) == (False, None, 1)
    settled, reneges = challenged("W1", wild_backs_build=False)
    assert (settled.honest, settled.card, reneges) == (False, None, 1)


def test_V23_the_pile_stays_after_a_renege() -> None:
    state = position("R8 B9", "Y1 Y2", loose="G8")
    state, _ = play(state, build("R8", 8, "t1"))
    state, _ = play(state, CHALLENGE, 1)
    assert state.piles[0].cards == ("G8", "R8")
    assert state.phase == Turn(Seat(1))


def test_V21_every_other_seat_is_asked_once_before_anything_else() -> None:
    state = position("R8 B8", "Y1", "", "P1", loose="G8 Y5")
    state, events = play(state, build("R8", 8, "t1"))
    assert kinds(events) == ["built"]  # no action card is turned yet
    assert VANTAGE.to_act(state) == (1, 2, 3)  # seat 2 has no card and is asked all the same
    assert refused(state, ACCEPT, 0) == "out-of-turn"
    assert refused(state, discard("Y1"), 1) == "out-of-turn"
    state, events = play(state, ACCEPT, 3)
    assert kinds(events) == ["challenge_answered"]
    assert refused(state, CHALLENGE, 3) == "out-of-turn"  # final
    state, _ = play(state, ACCEPT, 1)
    state, events = play(state, ACCEPT, 2)
    assert kinds(events) == ["challenge_answered", "action_turned"]
    assert state.phase == Turn(Seat(1))


def test_V21_the_first_challenge_settles_it() -> None:
    state = position("R8 B8", "Y1", "P2", "P1", loose="G8 Y5")
    state, _ = play(state, build("R8", 8, "t1"))
    state, _ = play(state, ACCEPT, 1)
    state, events = play(state, CHALLENGE, 3)
    assert kinds(events) == ["challenge_answered", "challenge_settled", "action_turned"]
    assert isinstance(events[0], ChallengeAnswered)
    assert events[0].challenge is True
    assert VANTAGE.to_act(state) == (1,)


def test_V20_enforced_refuses_a_bluff_and_asks_nobody() -> None:
    state = position("R8 B9", "Y1", loose="G8", reneging="enforced")
    assert refused(state, build("R8", 8, "t1")) == "build-call-card"
    honest = position("R8 B8", "Y1", loose="G8", reneging="enforced")
    after, _ = play(honest, build("R8", 8, "t1"))
    assert after.phase == Turn(Seat(1))


def test_V18_V19_the_card_behind_a_call_need_not_be_kept() -> None:
    """After the challenge nothing asks for it again: the builder may discard it or pass it on."""
    state = position("R8 B8", "Y1 Y3", loose="G8", discard="free")
    state, _ = play(state, build("R8", 8, "t1"))
    state, _ = play(state, ACCEPT, 1)
    state, _ = play(state, discard("Y1"), 1)
    assert refused(state, discard("B8")) == ""
    state, _ = play(state, discard("B8"))
    assert state.seats[0].reneges == 0
    assert state.piles[0].id == "b1"


def test_V53_a_challenge_on_the_last_card_is_settled_before_the_deal() -> None:
    state = position("R8", "", loose="G8", stock=20)
    state, events = play(state, build("R8", 8, "t1"))
    assert kinds(events) == ["built"]
    assert state.phase == Challenge(Seat(0), "b1", 8, (Seat(1),))
    state, events = play(state, CHALLENGE, 1)
    assert kinds(events) == ["challenge_answered", "challenge_settled", "dealt", "action_turned"]
    assert state.seats[0].reneges == 1


def test_V53_a_challenge_on_the_last_card_is_settled_before_scoring() -> None:
    state = position("R8", "", loose="G8", captured=("P1", "P2"))
    state, _ = play(state, build("R8", 8, "t1"))
    state, events = play(state, CHALLENGE, 1)
    assert kinds(events) == ["challenge_answered", "challenge_settled", "leftovers_taken", "scored"]
    outcome = VANTAGE.outcome(state)
    assert outcome is not None
    assert outcome.scores[0] == 2 - 10  # a 1, and the renege
