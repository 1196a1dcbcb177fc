"""What anybody may see of the board game: all but the order of the cards not drawn; from the rules."""

import json
from typing import Any

import msgspec

from engine import Rng
from engine.core.seats import Seat
from engine.rulesets.davinci_board.state import State
from tests.engine.games import Set, everybody, positions
from tests.engine.rulesets.davinci_board.table import BOARD, open_card, place, play, position

SEED = bytes(range(32))
WATCHING: tuple[Any, ...] = (Seat(0), Seat(1), None)


def view(state: State, viewer: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(BOARD.view(state, viewer)))
    return found


def test_of_the_deck_everybody_sees_how_many_cards_it_has() -> None:
    state = BOARD.new(BOARD.Options(), 2, Rng(SEED)).state
    for viewer in WATCHING:
        assert view(state, viewer)["deck"] == 40
        assert BOARD.seen(state, viewer).deck == ("??",) * 40


def test_E13_the_open_card_and_the_known_tail_are_everybodys() -> None:
    state = position("o35", phase=open_card("eye"), deck="star gem", returned="flower leonardo")
    for viewer in WATCHING:
        shown = view(state, viewer)
        assert shown["phase"]["card"] == "eye"
        assert shown["returned"] == ["flower", "leonardo"]
        assert shown["deck"] == 2


def test_a_view_is_the_same_for_all_seats_and_spectators_in_every_position() -> None:
    for seats in (2, 4):
        for at in positions(BOARD, Set(BOARD.Options(), seats, SEED)):
            views = {msgspec.json.encode(BOARD.view(at.state, viewer)) for viewer in everybody(seats)}
            assert len(views) == 1


def test_events_are_told_to_all_as_they_happened() -> None:
    for at in positions(BOARD, Set(BOARD.Options(), 2, SEED)):
        move: Any = at.move
        events = BOARD.apply(at.state, at.seat, move).events
        for viewer in WATCHING:
            assert BOARD.events_for(events, viewer, at.state.options) == events


def test_no_view_tells_more_cards_than_have_been_turned_up() -> None:
    known = 0
    for at in positions(BOARD, Set(BOARD.Options(), 2, SEED)):
        shown = view(at.state, Seat(0))
        drawn = len(shown["returned"]) + ("card" in shown["phase"])
        assert shown["deck"] + drawn == 40
        known = max(known, drawn)
    assert known > 5


def test_the_view_has_these_fields_and_no_others() -> None:
    state, _ = play(position("o35 o36", "t01 o90", deck="eye star"), place("o45"))
    assert view(state, None) == {
        "ruleset": "davinci-board",
        "phase": {"kind": "card", "seat": 0, "card": "eye", "completed": ["triangle"], "owed": 0},
        "deck": 1,
        "sides": [
            {
                "seats": [0],
                "score": 1,
                "ovals_left": 42,
                "triangles_left": 27,
                "ovals": ["o35", "o36", "o45"],
                "triangles": [],
            },
            {
                "seats": [1],
                "score": 0,
                "ovals_left": 44,
                "triangles_left": 26,
                "ovals": ["o90"],
                "triangles": ["t01"],
            },
        ],
        "returned": [],
        "last": {"space": "o45", "side": 0},
    }


def test_the_phases_have_these_fields() -> None:
    assert view(position(), None)["phase"] == {"kind": "place", "seat": 0, "shapes": ["oval", "triangle"]}
    state = position("", "", phase=open_card("leonardo", "gem", owed=2))
    assert view(state, None)["phase"] == {
        "kind": "swap",
        "seat": 0,
        "card": "leonardo",
        "completed": ["gem"],
        "owed": 2,
    }


def test_what_is_imagined_differs_in_the_order_of_the_deck_alone() -> None:
    state = BOARD.new(BOARD.Options(), 2, Rng(SEED)).state
    seen = BOARD.seen(state, Seat(0))
    decks = {BOARD.imagine(seen, (), Seat(0), Rng(bytes([n]) * 32)).deck for n in range(5)}
    assert len(decks) == 5
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(sorted(state.deck))}
    open_ = position("o35", phase=open_card("eye"), deck="star " * 38, returned="flower")
    imagined = BOARD.imagine(BOARD.seen(open_, Seat(0)), (), Seat(0), Rng(SEED))
    assert (imagined.deck.count("eye"), imagined.deck.count("flower"), len(imagined.deck)) == (3, 3, 38)
