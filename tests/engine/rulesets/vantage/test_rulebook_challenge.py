"""Vantage, Additional 3: illegal reneging, call by call."""

from typing import Any

import msgspec
import pytest

from engine.core.seats import Seat
from engine.rulesets.vantage.events import ChallengeSettled
from engine.rulesets.vantage.state import Challenge, Passing, State, Turn
from tests.engine.rulesets.vantage.table import (
    ACCEPT,
    CHALLENGE,
    VANTAGE,
    build,
    discard,
    hands,
    kinds,
    pass_card,
    play,
    position,
    refused,
)


def settled(state: State, move: Any, challenger: int = 1) -> tuple[bool, str | None, int]:
    """Whether the build was honest, the card shown for it, and the builder's proven reneges."""
    state, events = play(state, move)
    assert kinds(events) == ["built"]
    state, events = play(state, CHALLENGE, challenger)
    assert isinstance(events[1], ChallengeSettled)
    assert (events[1].builder, events[1].challenger) == (0, challenger)
    return events[1].honest, events[1].card, state.seats[0].reneges


def test_Additional_3_whoever_adds_to_a_pile_must_hold_the_new_number() -> None:
    """A 2 on the fours called sixes: a 6 must be in hand; a 4 is of no use."""
    raise_to_six = build("R2", 6, onto="b1")
    assert settled(position("R2 B6", "Y1", piles="4:R4,G3,P1@1"), raise_to_six) == (True, "B6", 0)
    assert settled(position("R2 B4", "Y1", piles="4:R4,G3,P1@1"), raise_to_six) == (False, None, 1)


def test_V15_adding_without_a_new_call_is_a_call_too() -> None:
    add = build("R4", 4, onto="b1")
    assert settled(position("R4 B4", "Y1", piles="4:Y4,G3,P1@1"), add) == (True, "B4", 0)
    assert settled(position("R4 B5", "Y1", piles="4:Y4,G3,P1@1"), add) == (False, None, 1)


def test_V11_a_build_with_the_last_card_is_proven_a_renege() -> None:
    assert settled(position("R8", "Y1", loose="G8"), build("R8", 8, "t1")) == (False, None, 1)


def test_V22_the_card_played_into_the_build_does_not_back_it() -> None:
    assert settled(position("R8 B9", "Y1", loose="G8"), build("R8", 8, "t1")) == (False, None, 1)


@pytest.mark.parametrize(
    ("rest", "shown"),
    [
        ("P8 B8 G8 Y8 W1", "Y8"),
        ("P8 B8 G8 W1", "G8"),
        ("P8 B8 W4", "B8"),
        ("P8 W1", "P8"),
        ("W4 W2 B9", "W2"),
    ],
)
def test_V9_V22_the_first_of_the_number_is_shown_then_a_wild(rest: str, shown: str) -> None:
    state = position(f"R8 {rest}", "Y1", "G1", loose="R7 R1")
    assert settled(state, build("R8", 8, "t1", "t2"), challenger=2) == (True, shown, 0)


def test_V22_a_received_card_takes_its_place_in_the_order() -> None:
    """The hand is in component order whenever a card came into it."""
    state = position("R8 B8", "Y8 Y2", loose="G8", phase=Passing(Seat(0), (Seat(0), Seat(1))))
    state, _ = play(state, pass_card("B8"))
    state, _ = play(state, pass_card("Y8"), 1)
    assert hands(state) == ["R8 Y8", "Y2 B8"]
    assert settled(state, build("R8", 8, "t1")) == (True, "Y8", 0)


def test_Additional_3_a_challenge_comes_before_the_next_player_plays_or_never() -> None:
    state, _ = play(position("R8 B9", "Y1 Y2", "G1", loose="P8 R7", discard="free"), build("R8", 8, "t1"))
    state, _ = play(state, ACCEPT, 2)
    state, _ = play(state, ACCEPT, 1)
    assert state.phase == Turn(Seat(1))
    for seat in (0, 1, 2):
        assert refused(state, CHALLENGE, seat) == "out-of-turn"
    state, _ = play(state, discard("Y1"), 1)
    assert refused(state, CHALLENGE, 2) == "out-of-turn"
    assert state.seats[0].reneges == 0  # not proven, not punished


def test_Additional_3_an_honest_play_costs_nobody_anything() -> None:
    state, _ = play(position("R8 B8", "Y1", "G1", loose="P8 R7"), build("R8", 8, "t1"))
    state, events = play(state, CHALLENGE, 2)
    assert [own.reneges for own in state.seats] == [0, 0, 0]
    assert kinds(events) == ["challenge_answered", "challenge_settled", "action_turned"]
    assert state.phase == Turn(Seat(1))
    assert hands(state)[0] == "B8"  # it was only shown


def test_V23_each_proven_renege_counts() -> None:
    state = position("R8 B9 R2", "Y1 Y3", loose="P8 G9", discard="free")
    state, _ = play(state, build("R8", 8, "t1"))
    state, _ = play(state, CHALLENGE, 1)
    state, _ = play(state, discard("Y1"), 1)
    state, _ = play(state, build("B9", 9, "t2"))
    state, _ = play(state, CHALLENGE, 1)
    assert [own.reneges for own in state.seats] == [2, 0]


def test_V19_the_builder_may_pass_his_call_card_and_the_pile_stays() -> None:
    phase = Passing(Seat(1), (Seat(0), Seat(1)))
    state = position("B8 R2", "Y1 Y3", piles="8:G8,R8@0", phase=phase, seat=1)
    state, _ = play(state, pass_card("B8"))
    state, _ = play(state, pass_card("Y1"), 1)
    assert hands(state) == ["R2 Y1", "Y3 B8"]
    assert state.piles[0].cards == ("G8", "R8")
    assert [own.reneges for own in state.seats] == [0, 0]


def test_V20_the_builder_stays_active_and_the_next_action_card_waits() -> None:
    state = position("R8 B8", "Y1", "G1", loose="P8", actions="lose-one cards-up")
    state, _ = play(state, build("R8", 8, "t1"))
    assert state.phase == Challenge(Seat(0), "b1", 8, (Seat(1), Seat(2)))
    assert state.active == 0
    assert len(state.actions) == 2
    state, _ = play(state, ACCEPT, 2)
    assert state.active == 0
    assert len(state.actions) == 2
    state, events = play(state, ACCEPT, 1)
    assert kinds(events) == ["challenge_answered", "action_turned"]
    assert state.active == 1


def test_order_of_events_after_the_window_skips_then_deal_then_reshuffle_then_action_card() -> None:
    state, _ = play(position("R8 B8", "", "G1", loose="P8"), build("R8", 8, "t1"))
    state, _ = play(state, ACCEPT, 1)
    _, events = play(state, ACCEPT, 2)
    assert kinds(events) == ["challenge_answered", "seat_skipped", "action_turned"]
    last = position("R8", "", "", loose="P8", actions="", used="cards-up", stock=30)
    state, _ = play(last, build("R8", 8, "t1"))
    state, _ = play(state, ACCEPT, 1)
    _, events = play(state, ACCEPT, 2)
    assert kinds(events) == ["challenge_answered", "dealt", "reshuffled", "action_turned"]


def test_open_hands_leave_bluffs_and_challenges() -> None:
    state = position("R8 B9", "Y1", loose="G8", open_hands=True)
    assert settled(state, build("R8", 8, "t1")) == (False, None, 1)


@pytest.mark.parametrize(
    ("move", "body"),
    [
        (build("R8", 8, onto="b1"), {"kind": "build", "card": "R8", "call": 8, "join": [], "onto": "b1"}),
        (build("R8", 8, "t1"), {"kind": "build", "card": "R8", "call": 8, "join": ["t1"]}),
        (
            build("W1", 8, "t1", value=8, suit="P"),
            {"kind": "build", "card": "W1", "call": 8, "join": ["t1"], "value": 8, "suit": "P"},
        ),
        (discard("R8"), {"kind": "discard", "card": "R8"}),
        (CHALLENGE, {"kind": "challenge"}),
        (ACCEPT, {"kind": "accept"}),
    ],
)
def test_moves_in_normal_form(move: Any, body: dict[str, Any]) -> None:
    assert msgspec.json.decode(msgspec.json.encode(move)) == body
    assert msgspec.json.decode(msgspec.json.encode(body), type=VANTAGE.any_move) == move
