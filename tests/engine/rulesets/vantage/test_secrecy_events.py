"""Vantage: which cards the events of a step name to each seat and to a spectator."""

import re
from typing import Any

import msgspec
import pytest

from engine import Rng
from engine.core.cards import Card
from engine.core.seats import Seat
from engine.rulesets.vantage.state import Challenge, Lose, Passing, State
from tests.engine.rulesets.vantage.table import (
    ACCEPT,
    CHALLENGE,
    VANTAGE,
    build,
    discard,
    kinds,
    lose,
    match,
    pass_card,
    play,
    position,
)

EVERYBODY: tuple[Any, ...] = (Seat(0), Seat(1), Seat(2), None)
CODE = re.compile(rb'"([RYGBPW]\d+)"')


def named(events: Any, **options: Any) -> list[str]:
    """The cards that the events name to seats 0, 1, 2 and to a spectator."""
    found = []
    for viewer in EVERYBODY:
        body = msgspec.json.encode(VANTAGE.events_for(events, viewer, VANTAGE.Options(**options)))
        found.append(" ".join(sorted({code.decode() for code in CODE.findall(body)})))
    return found


def told(events: Any) -> list[Any]:
    """The events as the four get them."""
    every = [VANTAGE.events_for(events, viewer, VANTAGE.Options()) for viewer in EVERYBODY]
    return [msgspec.json.decode(msgspec.json.encode(one)) for one in every]


def three(loose: str = "", **given: Any) -> State:
    return position("R8 R1", "Y1 Y2", "G4 G6", loose=loose, **given)


def test_a_deal_names_to_each_his_own_hand_and_what_went_to_the_table() -> None:
    cards = "R1 R2 R3 R4 Y1 Y2 Y3 Y4 G1 G2 G3 G4 B1 B2 B3 B4"
    stack = {"cards": [Card(code) for code in cards.split()], "actions": [Card("cards-up")]}
    step = VANTAGE.new(VANTAGE.Options(dealer=Seat(2)), 3, Rng(bytes(32)), stack)
    table = "B1 B2 B3 B4"
    assert named(step.events) == [
        f"{table} R1 R2 R3 R4",
        f"{table} Y1 Y2 Y3 Y4",
        f"{table} G1 G2 G3 G4",
        table,
    ]
    assert named(step.events, open_hands=True) == [" ".join(sorted(cards.split()))] * 4


def test_a_later_deal_names_to_each_his_own_hand() -> None:
    state = position("R2", "", "", loose="P14", stock=40, actions="pass-one")
    after, events = play(state, discard("R2"))
    own = [" ".join(sorted({"R2", *after.seats[seat].hand})) for seat in (0, 1, 2)]
    assert named(events) == [*own, "R2"]


def test_a_discard_is_named_to_all_and_in_a_blackout_to_its_seat_alone() -> None:
    _, events = play(three("B9", actions="pass-one"), discard("R1"))
    assert named(events) == ["R1"] * 4
    _, events = play(three("(B9)", actions="pass-one"), discard("R1"))
    assert named(events) == ["R1", "", "", ""]
    assert all(
        (one[0]["seat"], one[0]["id"], one[0]["face_up"]) == (0, "t2", False) for one in told(events)
    )  # who discarded which is public


def test_a_lost_card_is_named_to_all_also_in_a_blackout() -> None:
    _, events = play(three("(B9)", phase=Lose(Seat(0)), actions="pass-one"), lose("R1"))
    assert named(events) == ["R1"] * 4


def test_cards_turned_up_are_named_to_all_and_cards_turned_down_to_nobody() -> None:
    _, events = play(three("(B9) (P9)1", actions="cards-up"), discard("R1"))
    assert named(events) == ["B9 P9 R1"] * 4
    _, events = play(three("(B9) (P9)1 G3", actions="black-out", discard="free"), discard("R1"))
    assert named(events) == ["R1", "", "", ""]
    for one in told(events):
        assert one[2] == {
            "kind": "turned",
            "face_up": False,
            "loose": [{"id": "t3", "card": "??"}],
            "text": None,
        }


def test_a_match_and_a_build_name_all_they_show_to_all() -> None:
    _, events = play(three("G5 B3", piles="8:P8,B8@1", actions="pass-one"), match("R8", "t1", "t2", "b1"))
    assert named(events) == ["B3 B8 G5 P8 R8"] * 4
    _, events = play(three("G5 B3"), build("R8", 8, "t1", "t2"))
    assert named(events) == ["B3 G5 R8"] * 4


def test_a_right_guess_names_what_it_turned_up_to_all_and_nothing_else() -> None:
    _, events = play(three("(G5) (B3) (P9)", actions="pass-one"), match("R8", "t1", "t2"))
    assert named(events) == ["B3 G5 R8"] * 4
    _, events = play(three("(G5) (B3) (P9)"), build("R8", 8, "t1", "t2"))
    assert named(events) == ["B3 G5 R8"] * 4


def test_a_wrong_guess_names_the_shown_card_the_call_and_what_was_turned_to_all() -> None:
    _, events = play(three("(G5) (B2) (P9)", actions="pass-one"), match("R8", "t1", "t2"))
    assert named(events[:1]) == ["B2 G5 R8"] * 4
    assert named(events[1:]) == ["R8", "", "", ""]
    state = three("(G5) (B2)", piles="8:P8,B8@1", actions="pass-one")
    _, events = play(state, build("R8", 8, "t1", "t2", onto="b1"))
    for one in told(events):
        assert one[0] == {
            "kind": "guess_failed",
            "seat": 0,
            "card": "R8",
            "attempt": "build",
            "value": 8,
            "call": 8,
            "suit": None,
            "loose": [{"id": "t1", "card": "G5"}, {"id": "t2", "card": "B2"}],
            "piles": [],
            "onto": "b1",
            "text": None,
        }


def test_V29_value_and_suit_named_for_the_wild_of_a_wrong_guess_are_told_to_all() -> None:
    state = position("W1 R1", "Y1", "G4", loose="(G5) (B2)", wild_suit="declared", actions="pass-one")
    _, events = play(state, match("W1", "t1", "t2", value=8, suit="P"))
    assert [(one[0]["value"], one[0]["suit"]) for one in told(events)] == [(8, "P")] * 4
    assert [one[1]["suit"] for one in told(events)] == ["P", None, None, None]


def test_at_pass_one_a_choice_is_its_seats_and_a_card_passed_is_givers_and_receivers() -> None:
    state = three(phase=Passing(Seat(0), (Seat(0), Seat(1), Seat(2))))
    state, events = play(state, pass_card("Y1"), 1)
    assert named(events) == ["", "Y1", "", ""]
    assert [one[0]["seat"] for one in told(events)] == [1] * 4  # who has chosen is public
    state, events = play(state, pass_card("R8"))
    assert named(events) == ["R8", "", "", ""]
    _, events = play(state, pass_card("G4"), 2)
    assert kinds(events) == ["card_chosen", "cards_passed"]
    assert named(events) == ["R8 Y1", "G4 Y1", "G4 R8", ""]


def test_open_hands_keep_a_choice_secret_until_all_have_chosen() -> None:
    state = three(phase=Passing(Seat(0), (Seat(0), Seat(1), Seat(2))), open_hands=True)
    state, events = play(state, pass_card("Y1"), 1)
    assert named(events, open_hands=True) == ["", "Y1", "", ""]
    chosen = [VANTAGE.view(state, viewer).seats[1].chosen for viewer in EVERYBODY]
    assert chosen == ["??", "Y1", "??", "??"]


@pytest.mark.parametrize("open_hands", [False, True])
def test_a_card_shown_for_a_call_is_named_to_challenger_and_builder(open_hands: bool) -> None:
    phase = Challenge(Seat(0), "b1", 8, (Seat(1), Seat(2)))
    state = three(piles="8:P8,B8@0", phase=phase, open_hands=open_hands, actions="pass-one")
    state, events = play(state, ACCEPT, 1)
    assert named(events) == [""] * 4
    assert [one[0]["challenge"] for one in told(events)] == [False] * 4
    _, events = play(state, CHALLENGE, 2)
    assert named(events) == ["R8", "", "R8", ""]
    assert [one[1]["honest"] for one in told(events)] == [True] * 4


def test_a_proven_renege_is_public_and_shows_no_card() -> None:
    phase = Challenge(Seat(0), "b1", 9, (Seat(1), Seat(2)))
    state = three(piles="9:P9,B9@0", phase=phase, actions="pass-one")
    after, events = play(state, CHALLENGE, 2)
    assert named(events) == [""] * 4
    assert [(one[1]["honest"], one[1]["card"]) for one in told(events)] == [(False, None)] * 4
    for viewer in EVERYBODY:
        assert [own.reneges for own in VANTAGE.view(after, viewer).seats] == [1, 0, 0]


def test_at_the_end_left_overs_and_scores_are_public_captured_piles_are_not() -> None:
    state = position("R8", "", "", loose="G5", captured=("P1", "P2", ""), collector=1)
    after, events = play(state, discard("R8"))
    assert named(events) == ["G5 R8"] * 4
    for viewer in EVERYBODY:
        body = msgspec.json.encode(VANTAGE.view(after, viewer))
        assert CODE.findall(body) == []
        assert [own.captured for own in VANTAGE.view(after, viewer).seats] == [1, 3, 0]
