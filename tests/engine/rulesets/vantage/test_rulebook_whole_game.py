"""Vantage: whole stretches of stacked games, move for move, with the exact events that everybody is told."""

from typing import Any

import msgspec

from engine import Rng
from engine.core.cards import Card
from engine.core.seats import Seat
from tests.engine.rulesets.vantage.table import (
    ACCEPT,
    CHALLENGE,
    VANTAGE,
    build,
    faces,
    hands,
    lose,
    match,
    refused,
)


def new(seats: int, cards: str, actions: str, **options: Any) -> Any:
    stack = {
        "cards": tuple(Card(code) for code in cards.split()),
        "actions": tuple(Card(name) for name in actions.split()),
    }
    return VANTAGE.new(VANTAGE.Options(**options), seats, Rng(bytes(32)), stack)


def written(events: Any) -> list[dict[str, Any]]:
    """Events as the builder of the sandbox, who knows all, would write them."""
    rows = msgspec.to_builtins(events)
    for row in rows:
        row.pop("text")
    return list(rows)


def played(state: Any, *moves: tuple[int, Any]) -> tuple[Any, list[dict[str, Any]]]:
    told: list[dict[str, Any]] = []
    for seat, move in moves:
        assert refused(state, move, seat) == "", move
        step = VANTAGE.apply(state, Seat(seat), move)
        state = step.state
        told += written(step.events)
    return state, told


def test_a_game_of_two_begins_as_stacked() -> None:
    step = new(2, "R8 R1 B8 W1 Y8 Y4 Y2 Y1 G5 G3 P9 P2", "cards-up", dealer=1)
    assert written(step.events) == [
        {
            "kind": "dealt",
            "round": 1,
            "dealer": 1,
            "hands": (("R1", "R8", "B8", "W1"), ("Y1", "Y2", "Y4", "Y8")),
            "table": (
                {"id": "t1", "card": "G5"},
                {"id": "t2", "card": "G3"},
                {"id": "t3", "card": "P9"},
                {"id": "t4", "card": "P2"},
            ),
        },
        {"kind": "action_turned", "seat": 0, "action": "cards-up"},
    ]
    assert len(step.state.stock) == 74 - 12
    assert (step.state.action, len(step.state.actions), step.state.actions_used) == (
        "cards-up",
        27,
        ("cards-up",),
    )


def test_To_Play_a_build_is_challenged_raised_and_taken() -> None:
    step = new(2, "R8 R1 B8 W1 Y8 Y4 Y2 Y10 G5 G3 P9 P2", "cards-up cards-up cards-up pass-one", dealer=1)
    state, told = played(step.state, (0, build("R8", 8, "t1", "t2")), (1, CHALLENGE))
    assert told == [
        {
            "kind": "built",
            "seat": 0,
            "card": "R8",
            "value": 8,
            "suit": None,
            "call": 8,
            "pile": "b1",
            "loose": ({"id": "t1", "card": "G5"}, {"id": "t2", "card": "G3"}),
            "onto": None,
        },
        {"kind": "challenge_answered", "seat": 1, "challenge": True},
        {"kind": "challenge_settled", "builder": 0, "challenger": 1, "honest": True, "card": "B8"},
        {"kind": "action_turned", "seat": 1, "action": "cards-up"},
    ]
    state, told = played(state, (1, build("Y2", 10, onto="b1")), (0, ACCEPT))
    assert told[0] == {
        "kind": "built",
        "seat": 1,
        "card": "Y2",
        "value": 2,
        "suit": None,
        "call": 10,
        "pile": "b1",
        "loose": (),
        "onto": "b1",
    }
    assert refused(state, match("B8", "b1")) == "match-pile-call"  # V14: the latest call
    state, told = played(state, (0, match("W1", "b1", value=10)))
    assert told == [
        {
            "kind": "matched",
            "seat": 0,
            "card": "W1",
            "value": 10,
            "suit": None,
            "loose": (),
            "piles": ({"id": "b1", "cards": ("G5", "G3", "R8", "Y2")},),
        },
        {"kind": "action_turned", "seat": 1, "action": "pass-one"},
    ]
    assert hands(state) == ["R1 B8", "Y4 Y8 Y10"]
    assert faces(state) == ["P9", "P2"]
    assert VANTAGE.to_act(state) == (0, 1)


def test_To_Play_a_blackout_a_wrong_guess_and_a_cards_up() -> None:
    step = new(
        2, "R8 R1 B8 R7 Y8 Y4 Y2 Y10 G5 G2 P9 P2", "black-out lose-one cards-up", dealer=1, discard="free"
    )
    assert written(step.events)[2] == {
        "kind": "turned",
        "face_up": False,
        "loose": tuple({"id": f"t{n}", "card": "??"} for n in (1, 2, 3, 4)),
    }
    state, told = played(step.state, (0, match("R8", "t1", "t2")))
    assert told == [
        {
            "kind": "guess_failed",
            "seat": 0,
            "card": "R8",
            "attempt": "match",
            "value": 8,
            "call": None,
            "suit": None,
            "loose": ({"id": "t1", "card": "G5"}, {"id": "t2", "card": "G2"}),
            "piles": (),
            "onto": None,
        },
        {
            "kind": "discarded",
            "seat": 0,
            "id": "t5",
            "card": "R8",
            "suit": None,
            "face_up": False,
            "reason": "guess",
        },
        {"kind": "action_turned", "seat": 1, "action": "lose-one"},
    ]
    state, told = played(state, (1, lose("Y4")))
    assert told == [
        {
            "kind": "discarded",
            "seat": 1,
            "id": "t6",
            "card": "Y4",
            "suit": None,
            "face_up": True,
            "reason": "lose",
        },
        {"kind": "action_turned", "seat": 0, "action": "cards-up"},
        {
            "kind": "turned",
            "face_up": True,
            "loose": (
                {"id": "t1", "card": "G5"},
                {"id": "t2", "card": "G2"},
                {"id": "t3", "card": "P9"},
                {"id": "t4", "card": "P2"},
                {"id": "t5", "card": "R8"},
            ),
        },
    ]
    assert faces(state) == ["G5", "G2", "P9", "P2", "R8", "Y4"]
    assert state.blackout is False
