"""Vantage, 3 special cards: wilds, what is named for them, and the BIG cards."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine import BadNotation
from engine.core.seats import Seat
from engine.rulesets.vantage.deck import BIG, CARDS, WILDS, is_wild
from engine.rulesets.vantage.events import Built, Discarded, GuessFailed, Matched
from engine.rulesets.vantage.moves import Build, Discard, Match
from engine.rulesets.vantage.scoring import finish
from engine.rulesets.vantage.state import Lose, State
from tests.engine.rulesets.vantage.table import (
    ACCEPT,
    CHALLENGE,
    VANTAGE,
    build,
    discard,
    lose,
    match,
    pass_card,
    play,
    position,
    refused,
)


def test_equipment_five_suits_of_1_to_14_and_4_wilds() -> None:
    suits = [card for card in CARDS if not is_wild(card)]
    assert suits == [f"{suit}{number}" for suit in "RYGBP" for number in range(1, 15)]
    assert WILDS == ("W1", "W2", "W3", "W4")


def test_V46_the_BIG_cards_are_P2_R10_Y6_G7_B12() -> None:
    assert {"P2", "R10", "Y6", "G7", "B12"} == BIG


def test_3_BIG_cards_have_their_number_during_play() -> None:
    assert refused(position("R8 R1", "Y1", loose="Y6 P2"), match("R8", "t1", "t2")) == ""
    assert refused(position("B12 R1", "Y1", loose="P12"), match("B12", "t1")) == ""


@pytest.mark.parametrize("value", range(1, 15))
def test_3_a_wild_is_any_number_from_1_to_14(value: int) -> None:
    state = position("W1 R1", "Y1", loose=f"G{value}")
    assert refused(state, match("W1", "t1", value=value)) == ""
    assert refused(state, build("W1", value, "t1", value=value)) == ""
    assert refused(state, match("W1", "t1", value=value % 14 + 1)) == "match-worth"


def fault(state: State, move: Any) -> tuple[str, str]:
    with pytest.raises(BadNotation) as refusal:
        VANTAGE.judge(state, Seat(0), move)
    return refusal.value.pointer, refusal.value.detail


def test_V7_the_value_of_a_wild_must_be_named_and_no_other() -> None:
    state = position("W1 R8", "Y1", loose="G8", piles="4:G4,B4")
    for move in (match("W1", "t1"), build("W1", 8, "t1"), build("W1", 4, onto="b1")):
        assert fault(state, move) == ("/value", "W1 is wild: name its value.")
    for move in (match("R8", "t1", value=8), build("R8", 8, "t1", value=8)):
        assert fault(state, move) == ("/value", "R8 has its value: leave this out.")


def test_V8_a_suit_must_be_named_where_wilds_have_one_and_nowhere_else() -> None:
    declared = position("W1 R8", "Y1", loose="G8", wild_suit="declared", discard="free")
    for move in (match("W1", "t1", value=8), build("W1", 8, "t1", value=8), discard("W1")):
        assert fault(declared, move) == ("/suit", "W1 is wild: name its suit.")
    for move in (match("R8", "t1", suit="P"), build("R8", 8, "t1", suit="P"), discard("R8", suit="P")):
        assert fault(declared, move)[0] == "/suit"
    plain = position("W1 R8", "Y1", loose="G8", discard="free")
    for move in (match("W1", "t1", value=8, suit="P"), build("W1", 8, "t1", value=8, suit="P")):
        assert fault(plain, move) == ("/suit", "No suit is named here: leave this out.")
    assert fault(plain, discard("W1", suit="P"))[0] == "/suit"


def test_V8_no_suit_is_named_for_a_wild_that_is_lost_or_passed() -> None:
    assert type(lose("W1")).__struct_fields__ == ("card",)
    assert type(pass_card("W1")).__struct_fields__ == ("card",)


def test_V8_each_suit_is_listed_once_for_a_wild() -> None:
    state = position("W1", "Y1", wild_suit="declared")
    assert [str(move) for move in VANTAGE.legal_moves(state, Seat(0))] == [
        "W1=R-",
        "W1=Y-",
        "W1=G-",
        "W1=B-",
        "W1=P-",
    ]


def test_V7_a_wild_in_a_pile_has_no_further_effect() -> None:
    state = position("R9 R1", "Y1", piles="8:W1,B8")
    assert refused(state, match("R9", "b1")) == "match-pile-call"
    state, events = play(position("W1 B8", "R8 Y1", loose="G8"), build("W1", 8, "t1", value=8))
    assert isinstance(events[0], Built)
    assert (events[0].card, events[0].value, events[0].call) == ("W1", 8, 8)
    state, _ = play(state, ACCEPT, 1)
    assert refused(state, match("R8", "b1"), 1) == ""
    assert refused(state, match("Y1", "b1"), 1) == "match-pile-call"


def awards(state: State, seat: int) -> dict[str, int]:
    outcome = VANTAGE.outcome(finish(replace(state, loose=(), piles=()), []))
    assert outcome is not None
    return {line.award: line.points for line in outcome.details.awards if line.seat == seat}  # type: ignore[attr-defined]


def test_V8_a_declared_suit_stays_in_a_pile_and_counts_for_who_collects_it() -> None:
    state = position("W1 B8", "R8 Y9", loose="G8", wild_suit="declared")
    state, events = play(state, build("W1", 8, "t1", value=8, suit="P"))
    assert isinstance(events[0], Built)
    assert events[0].suit == "P"
    state, _ = play(state, ACCEPT, 1)
    state, events = play(state, match("R8", "b1"), 1)
    assert isinstance(events[0], Matched)
    assert awards(state, 1) == {"most-cards": 10, "most-purple": 8, "most-red": 6, "wild": 2}


def test_V8_a_declared_suit_goes_with_a_wild_swept_into_a_build() -> None:
    state = position("R8 B8", "Y8 Y9", loose="W2", wild_suit="declared")
    state = replace(state, loose=(replace(state.loose[0], suit="P"),))
    state, _ = play(state, build("R8", 8, "t1"))
    state, _ = play(state, ACCEPT, 1)
    state, _ = play(state, match("Y8", "b1"), 1)
    assert state.wild_suits == (None, "P", None, None)
    assert awards(state, 1)["most-purple"] == 8


def test_V26_V8_a_wild_of_a_wrong_guess_keeps_the_suit_named_for_it() -> None:
    state = position("W1 B8", "Y8 Y9", loose="(G5) (B2)", wild_suit="declared", actions="pass-one cards-up")
    state, events = play(state, match("W1", "t1", "t2", value=8, suit="R"))
    assert isinstance(events[0], GuessFailed)
    assert (events[0].value, events[0].suit) == (8, "R")
    assert isinstance(events[1], Discarded)
    assert events[1].suit == "R"
    assert (state.loose[2].card, state.loose[2].suit, state.loose[2].known_to) == ("W1", "R", 0)


def test_V8_a_wild_discarded_face_down_keeps_its_suit_when_it_is_turned_up() -> None:
    state = position(
        "W1 B8", "Y8 Y9", loose="(G5)", wild_suit="declared", captured=("", "P3"), actions="cards-up cards-up"
    )
    state, _ = play(state, discard("W1", suit="P"))
    assert (state.loose[1].face_up, state.loose[1].suit, state.loose[1].known_to) == (True, "P", None)
    state, _ = play(state, match("Y8", "t2"), 1)
    assert awards(state, 1)["most-purple"] == 8
    assert state.wild_suits == ("P", None, None, None)


def test_V8_a_wild_lost_to_the_table_has_no_suit_even_when_taken() -> None:
    state = position(
        "W1 B8", "Y8 Y9", wild_suit="declared", phase=Lose(Seat(0)), captured=("", "P3"), actions="cards-up"
    )
    state, _ = play(state, lose("W1"))
    assert state.loose[0].suit is None
    state, _ = play(state, match("Y8", "t1"), 1)
    assert state.wild_suits == (None,) * 4


def test_notation_of_every_kind() -> None:
    written = [
        (match("R8", "t5", "t9"), "R8xt5+t9"),
        (match("W2", "t10", "t3", "b1", value=8, suit="P"), "W2=8Pxb1+t10+t3"),
        (build("R8", 8, "t5", "t9"), "R8b8:t5+t9"),
        (build("P2", 6, onto="b1"), "P2b6:>b1"),
        (build("W1", 8, "t5", onto="b2", value=3), "W1=3b8:t5>b2"),
        (discard("R8"), "R8-"),
        (discard("W1", suit="G"), "W1=G-"),
        (lose("R8"), "R8--"),
        (pass_card("R8"), "R8>"),
        (CHALLENGE, "?"),
        (ACCEPT, "ok"),
    ]
    for move, text in written:
        assert str(move) == text


def test_a_move_names_its_card_and_its_ids() -> None:
    moves: tuple[Match | Build | Discard, ...] = (
        match("R8", "t5", "b1"),
        build("R8", 8, "t5", onto="b2"),
        discard("R8"),
    )
    assert [move.names() for move in moves] == [{"R8", "t5", "b1"}, {"R8", "t5", "b2"}, {"R8"}]
