"""Vantage: the exact words that go to each seat and to a spectator, and that hidden ones are not among
them."""

import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine import Rng
from engine.core.seats import Seat
from engine.rulesets.vantage.state import State
from tests.engine.rulesets.vantage.table import VANTAGE, position

EVERYBODY: tuple[Any, ...] = (Seat(0), Seat(1), Seat(2), None)
CODE = re.compile(rb'"([RYGBPW]\d+)"')
SEED = bytes(range(32))


def words(body: bytes) -> set[str]:
    """The cards that are named in JSON."""
    return {code.decode() for code in CODE.findall(body)}


def view(state: State, viewer: Any) -> bytes:
    return msgspec.json.encode(VANTAGE.view(state, viewer))


def full(**options: Any) -> State:
    """Something of every kind: hands, captured cards, a stock, loose cards of all sorts, piles, a wild's
    suit."""
    state = position(
        "R8 W1",
        "Y1 Y2 Y3",
        "G4",
        loose="(B9) (W2)1 (P7)2 G3",
        piles="8:P8,B8@2",
        captured=("P1 P2", "P3", ""),
        stock=20,
        actions="lose-one black-out cards-up",
        used="pass-one black-out",
        wild_suit="declared",
        **options,
    )
    loose = (state.loose[0], replace(state.loose[1], suit="B"), *state.loose[2:])
    suits = (None, None, "Y", None)
    return replace(state, loose=loose, rng=Rng(SEED, 77), wild_suits=suits, last_collector=Seat(1))


@pytest.mark.parametrize(
    ("viewer", "sees"),
    [
        (Seat(0), "R8 W1 G3 P8 B8"),
        (Seat(1), "Y1 Y2 Y3 W2 G3 P8 B8"),
        (Seat(2), "G4 P7 G3 P8 B8"),
        (None, "G3 P8 B8"),
    ],
)
def test_a_view_names_just_the_cards_that_its_viewer_may_know(viewer: Any, sees: str) -> None:
    assert words(view(full(), viewer)) == set(sees.split())


def test_the_whole_view_of_seat_1_word_for_word() -> None:
    assert msgspec.json.decode(view(full(), Seat(1))) == {
        "ruleset": "vantage",
        "phase": {"kind": "turn", "seat": 0},
        "round": 1,
        "rounds": 6,
        "dealer": 2,
        "blackout": True,
        "action": None,
        "actions": 3,
        "actions_used": ["pass-one", "black-out"],
        "stock": 20,
        "loose": [
            {"id": "t1", "card": "??", "face_up": False, "known_to": None, "suit": None},
            {"id": "t2", "card": "W2", "face_up": False, "known_to": 1, "suit": "B"},
            {"id": "t3", "card": "??", "face_up": False, "known_to": 2, "suit": None},
            {"id": "t4", "card": "G3", "face_up": True, "known_to": None, "suit": None},
        ],
        "piles": [{"id": "b1", "call": 8, "cards": ["P8", "B8"], "seat": 2}],
        "seats": [
            {"hand": ["??", "??"], "chosen": None, "captured": 2, "reneges": 0},
            {"hand": ["Y1", "Y2", "Y3"], "chosen": None, "captured": 1, "reneges": 0},
            {"hand": ["??"], "chosen": None, "captured": 0, "reneges": 0},
        ],
        "last_collector": 1,
    }


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_views_that_differ_in_hidden_things_only_are_the_same_bytes(viewer: Any) -> None:
    state = full()
    other = replace(
        state,
        rng=Rng(bytes(32), 3),
        stock=tuple(reversed(state.stock)),
        actions=tuple(reversed(state.actions)),
        wild_suits=("R", None, "P", None),
        seats=tuple(replace(own, captured=tuple(reversed(own.captured))) for own in state.seats),
        loose=(replace(state.loose[0], card="B10"), *state.loose[1:]),
    )
    assert other != state
    assert view(state, viewer) == view(other, viewer)


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_the_stream_of_chance_is_in_no_view(viewer: Any) -> None:
    body = view(full(), viewer)
    assert SEED.hex().encode() not in body
    assert msgspec.json.encode(SEED) not in body
    for word in (b"rng", b"seed", b"drawn", b"wild_suits", b"loose_ids", b"pile_ids", b"options"):
        assert word not in body


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_the_order_of_action_cards_is_not_told_only_those_used(viewer: Any) -> None:
    body = view(full(), viewer)
    assert body.count(b"pass-one") == body.count(b"black-out") == 1
    assert b"lose-one" not in body
    assert b"cards-up" not in body


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_open_hands_open_the_hands_and_nothing_else(viewer: Any) -> None:
    known = {Seat(1): {"W2"}, Seat(2): {"P7"}}.get(viewer, set())
    assert words(view(full(open_hands=True), viewer)) == known | set(
        ["R8", "W1", "Y1", "Y2", "Y3", "G4", "G3", "P8", "B8"]
    )
