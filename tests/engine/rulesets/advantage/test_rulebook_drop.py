"""Dropping: one card at least, two at most, a draw when stuck, and the refill."""

from typing import Any

from engine.core.events import Passed
from engine.core.seats import Seat
from engine.rulesets.advantage.events import Drew, Dropped
from tests.engine.rulesets.advantage.table import (
    DONE,
    DRAW,
    PASS,
    cards,
    centre,
    drop,
    dropping,
    hands,
    kinds,
    listed,
    pick,
    picking,
    play,
    position,
    refused,
)


def test_the_dropped_card_becomes_the_top_of_its_pile() -> None:
    state, events = play(position("4C 5C KD", "2H 3H JD", piles="2C / 2S / 3C", stock="9C"), drop("4C", 1))
    assert centre(state) == "2C / 2S 4C / 3C"
    assert hands(state)[0] == "5C KD"
    assert events == (Dropped(Seat(0), cards("4C")[0], 1),)


def test_at_least_one_card_is_dropped() -> None:
    state = position("4C 5C KD", "2H 3H JD", stock="9C")
    assert refused(state, PASS) == "pass-stuck"
    assert refused(state, DONE) == "done-after-drop"
    assert listed(state) == ["4C>0", "4C>1", "4C>2", "5C>0", "5C>1", "5C>2"]


def test_a_second_card_may_be_dropped() -> None:
    state, _ = play(position("4C 5C KD", "2H 3H JD", stock="9C 9S 9D"), drop("4C", 1))
    assert state.phase == dropping(0, 1)
    assert listed(state) == ["5C>0", "done", "5C>1", "5C>2"]
    state, _ = play(state, drop("5C", 1))
    assert centre(state) == "2C / 2S 4C 5C / 3C"


def test_a_second_card_may_be_left_though_it_fits() -> None:
    state, _ = play(position("4C 5C KD", "2H 3C JD", piles="2C / 2S / 6C", stock="9C"), drop("4C", 1))
    state, events = play(state, DONE)
    assert state.phase == dropping(1)
    assert events[0] == Passed(Seat(0), False)


def test_two_cards_are_the_most() -> None:
    state, _ = play(position("4C 5C 6C", "2H 3H JD", stock="9C 9S 9D"), drop("4C", 1))
    state, _ = play(state, drop("5C", 1))
    assert state.phase.to_act == (1,)


def test_a_player_who_can_drop_no_second_card_is_passed() -> None:
    state, events = play(position("4C KD KS", "3H 3S JD", piles="2C / 2S / 6C", stock="9D"), drop("4C", 0))
    assert events == (
        Dropped(Seat(0), cards("4C")[0], 0),
        Passed(Seat(0), True),
        Drew(Seat(0), cards("9D"), True),
    )
    assert state.phase == dropping(1)


def test_after_a_first_drop_there_is_no_draw() -> None:
    state, _ = play(position("4C 5C KD", "2H 3H JD", stock="9C"), drop("4C", 1))
    assert refused(state, DRAW) == "draw-stuck"
    assert refused(state, PASS) == "pass-stuck"


def test_the_non_dealer_drops_first_then_the_dealer() -> None:
    state = position("4C KD KH", "4S KS JD", stock="9C 9S 9D", dealer=0, seat=1)
    assert refused(state, drop("4C", 0), 0) == "out-of-turn"
    state, _ = play(state, drop("4S", 0), 1)
    assert state.phase == dropping(0)


STUCK: dict[str, Any] = {"piles": "KS / QS / JS", "stock": "9C 9S 9D 8D"}


def test_who_cannot_drop_may_draw_one_card() -> None:
    state = position("2C 3C 4C", "2H 3H 4H", **STUCK)
    assert listed(state) == ["draw", "pass"]
    state, events = play(state, DRAW)
    assert events == (Drew(Seat(0), cards("9C"), False),)
    assert hands(state)[0] == "2C 3C 4C 9C"
    assert state.stock == cards("9S 9D 8D")
    assert state.phase == dropping(0, 0, True)


def test_only_one_card_is_drawn() -> None:
    state, _ = play(position("2C 3C 4C", "2H 3H 4H", **STUCK), DRAW)
    assert refused(state, DRAW) == "draw-once"


def test_who_can_drop_does_not_draw() -> None:
    assert refused(position("2C 3C KC", "2H 3H 4H", **STUCK), DRAW) == "draw-stuck"


def test_who_still_cannot_drop_passes() -> None:
    state, _ = play(position("2C 3C 4C", "2H 3H 4H", **STUCK), DRAW)
    assert listed(state) == ["pass"]
    state, events = play(state, PASS)
    assert events == (Passed(Seat(0), False),)  # four cards: nothing is filled up
    assert state.phase == dropping(1)
    assert hands(state)[0] == "2C 3C 4C 9C"


def test_a_drawn_card_that_fits_must_be_dropped() -> None:
    state, _ = play(position("2C 3C 4C", "2H 3H 4H", piles="KS / QS / JS", stock="AS 9S 9D"), DRAW)
    assert refused(state, PASS) == "pass-stuck"
    assert refused(state, DONE) == "done-after-drop"
    assert listed(state) == ["AS>0", "AS>1", "AS>2"]


def test_after_a_drawn_card_a_second_may_follow() -> None:
    state, _ = play(position("2C 3C 4C", "2H 3H 4H", piles="KS / QS / JS", stock="AS 9S 9D"), DRAW)
    state, events = play(state, drop("AS", 1))
    assert kinds(events) == ["dropped"]
    assert state.phase == dropping(0, 1, True)
    assert listed(state) == ["2C>1", "done", "3C>1", "4C>1"]


def test_the_other_player_may_be_stuck_too() -> None:
    state, _ = play(position("2C 3C 4C", "2H 3H 4H", **STUCK), PASS)
    assert state.phase == dropping(1)
    assert listed(state, 1) == ["draw", "pass"]


def test_the_moves_of_other_phases_are_out_of_turn() -> None:
    state = position("4C 5C KD", "2H 3H JD", stock="9C")
    assert refused(state, pick("4C", 0)) == "out-of-turn"
    assert refused(position("4C", "2H", stock="9C", phase=picking()), drop("4C", 0)) == "out-of-turn"
    assert refused(position("4C", "2H", stock="9C", phase=picking()), DONE) == "out-of-turn"
