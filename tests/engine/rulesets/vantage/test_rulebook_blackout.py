"""Vantage, Additional 2: the blackout and its guesses."""

from engine.core.seats import Seat
from engine.rulesets.vantage.events import Discarded, GuessFailed, Matched
from engine.rulesets.vantage.state import Challenge, Turn
from tests.engine.rulesets.vantage.table import (
    ACCEPT,
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


def test_V25_a_right_guess_takes_all_that_was_named() -> None:
    after, events = play(position("R8 R1", "Y1", loose="(G5) (B3) (P9)"), match("R8", "t1", "t2"))
    assert isinstance(events[0], Matched)
    assert sorted(after.seats[0].captured) == ["B3", "G5", "R8"]
    assert faces(after) == ["P9"]  # the next action card was a cards-up


def test_V26_V27_a_wrong_guess_puts_all_back_and_the_card_down() -> None:
    state = position("R8 R1", "Y1 Y2", loose="(G5) (B2) (P9)", actions="pass-one")
    after, events = play(state, match("R8", "t1", "t2"))
    assert kinds(events) == ["guess_failed", "discarded", "action_turned"]
    assert isinstance(events[0], GuessFailed)
    assert (events[0].card, events[0].attempt, events[0].value, events[0].call) == ("R8", "match", 8, None)
    assert [(card.id, card.card) for card in events[0].loose] == [("t1", "G5"), ("t2", "B2")]
    assert isinstance(events[1], Discarded)
    assert (events[1].id, events[1].card, events[1].reason, events[1].face_up) == ("t4", "R8", "guess", False)
    assert faces(after) == ["(G5)", "(B2)", "(P9)", "(R8)0"]
    assert after.seats[0].captured == ()
    assert after.seats[0].reneges == 0


def test_V26_one_wrong_card_spoils_everything() -> None:
    state = position("R8 R1", "Y1 Y2", loose="(G8) (B2)", actions="pass-one")
    after, _ = play(state, match("R8", "t1", "t2"))
    assert faces(after) == ["(G8)", "(B2)", "(R8)0"]


def test_V28_face_up_strays_and_piles_may_be_mixed_in() -> None:
    state = position("R8 R1", "Y1 Y2", loose="(G5) B3 P8", piles="8:Y8,B8", actions="pass-one")
    after, _ = play(state, match("R8", "t1", "t2", "t3", "b1"))
    assert len(after.seats[0].captured) == 6
    wrong = position("R8 R1", "Y1 Y2", loose="(G6) B3 P8", piles="8:Y8,B8", actions="pass-one")
    after, _ = play(wrong, match("R8", "t1", "t2", "t3", "b1"))
    assert len(after.piles) == 1
    assert faces(after) == ["(G6)", "B3", "P8", "(R8)0"]


def test_a_guess_is_refused_only_if_it_cannot_be_right() -> None:
    state = position("R1 R9", "Y1 Y2", loose="(G1) B3 (P2)0")
    assert refused(state, match("R1", "t1", "t2")) == "guess-possible"  # 3 is more than 1
    assert refused(state, match("R9", "t1", "t2")) == ""  # the unseen card may be a 6
    assert refused(state, match("R9", "t2", "t3")) == "guess-possible"  # he knows the 2
    assert refused(state, match("R9", "t1", "t3")) == ""  # the unseen card may be a 7


def test_a_known_card_is_still_guessed() -> None:
    state = position("R8 R1", "Y1 Y2", loose="(G8)0", actions="pass-one")
    after, events = play(state, match("R8", "t1"))
    assert isinstance(events[0], Matched)
    assert after.loose == ()


def test_a_face_down_wild_is_right_for_any_value() -> None:
    after, _ = play(position("R8 R1", "Y1", loose="(W1) (G5)"), match("R8", "t1", "t2"))
    assert len(after.seats[0].captured) == 3


def test_a_set_of_face_up_cards_is_an_ordinary_move() -> None:
    state = position("R8 R1", "Y1", loose="G8 B2 (P3)")
    assert refused(state, match("R8", "t1")) == ""
    assert refused(state, match("R8", "t2")) == "match-worth"


def test_V50_a_failed_build_guess_opens_no_challenge() -> None:
    state = position("R8 B8", "Y1 Y2", loose="(G5) (B2)", actions="pass-one")
    after, events = play(state, build("R8", 8, "t1", "t2"))
    assert kinds(events) == ["guess_failed", "discarded", "action_turned"]
    assert isinstance(events[0], GuessFailed)
    assert (events[0].attempt, events[0].call, events[0].onto) == ("build", 8, None)
    assert after.piles == ()


def test_V51_a_right_build_guess_stands_and_can_be_challenged() -> None:
    state = position("R8 B9", "Y1 Y2", loose="(G5) (B3)")
    after, events = play(state, build("R8", 8, "t1", "t2"))
    assert kinds(events) == ["built"]
    assert after.phase == Challenge(Seat(0), "b1", 8, (Seat(1),))


def test_enforced_refuses_a_build_guess_without_the_call_card() -> None:
    state = position("R8 B9", "Y1 Y2", loose="(G5) (B3)", reneging="enforced")
    assert refused(state, build("R8", 8, "t1", "t2")) == "build-call-card"


def test_V30_a_second_black_out_turns_strays_down_again() -> None:
    state = position("R8 R1", "Y1 Y2", loose="(G5)1 B3", actions="black-out", discard="free")
    after, events = play(state, discard("R1"))
    assert kinds(events) == ["discarded", "action_turned", "turned"]
    assert faces(after) == ["(G5)1", "(B3)", "(R1)0"]  # who knew his discard still does


def test_a_cards_up_ends_the_blackout_and_what_discarders_knew() -> None:
    state = position("R8 R1", "Y1 Y2", loose="(G5)1 (B3)", actions="cards-up black-out", discard="free")
    after, _ = play(state, discard("R1"))
    assert faces(after) == ["G5", "B3", "R1"]
    assert after.blackout is False
    assert VANTAGE.seen(after, Seat(1)).loose[0].known_to is None
    after, _ = play(after, discard("Y1"), 1)
    assert faces(after) == ["(G5)", "(B3)", "(R1)", "(Y1)"]


def test_piles_are_never_turned() -> None:
    state = position("R2 R1", "Y1 Y2", loose="G5", piles="8:Y8,B8@1", actions="black-out")
    after, _ = play(state, discard("R2"))
    assert after.piles == state.piles
    assert VANTAGE.view(after, None).piles[0].cards == ("Y8", "B8")


def test_a_blackout_lasts_over_rounds_and_reshuffles() -> None:
    state = position("R2", "", loose="(G5)", stock=8, actions="", used="black-out")
    after, events = play(state, discard("R2"))
    assert kinds(events) == ["discarded", "dealt", "reshuffled", "action_turned"]
    assert after.blackout is True
    assert faces(after)[0] == "(G5)"


def test_V29_the_view_does_not_remember_a_wrong_guess() -> None:
    state = position("R8 R1", "Y1 Y2", loose="(G5) (B2)", actions="pass-one")
    after, _ = play(state, match("R8", "t1", "t2"))
    assert [card.card for card in VANTAGE.view(after, Seat(1)).loose] == ["??", "??", "??"]
    assert [card.card for card in VANTAGE.view(after, Seat(0)).loose] == ["??", "??", "R8"]


def test_lists_put_guesses_last_by_growing_set() -> None:
    state = position("R8 R1", "Y1", loose="(G5) (B3) P8 Y7", discard="free")
    listed = list(VANTAGE.legal_moves(state, Seat(0)))
    kinds_first = [move.__struct_config__.tag for move in listed[:3]]
    assert kinds_first == ["match", "build", "discard"]
    down = {"t1", "t2"}
    guesses = [bool(move.names() & down) for move in listed]
    assert guesses == sorted(guesses)
    sizes = [len(move.names()) for move, guess in zip(listed, guesses, strict=True) if guess]
    assert sizes == sorted(sizes)


def test_naming_all_ids_of_a_guess_lists_that_very_set_first() -> None:
    state = position("R8 R1 W1", "Y1", loose="(G5) (B3) (P9) (Y7) (G11) P8", piles="8:Y8,B8")
    for names in (("t1", "t3"), ("t1", "t2", "t4", "t5"), ("t2", "t6", "b1")):
        first = next(VANTAGE.legal_moves(state, Seat(0), "match", frozenset({"R8", *names})))
        assert first == match("R8", *names)


def test_a_seat_that_is_asked_always_has_a_move_in_a_blackout() -> None:
    state = position("R1", "Y1", loose="(G14)")
    assert next(VANTAGE.legal_moves(state, Seat(0))) is not None
    assert state.phase == Turn(Seat(0))
    assert ACCEPT not in list(VANTAGE.legal_moves(state, Seat(0)))
