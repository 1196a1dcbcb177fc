"""Switching hands and picking piles."""

from engine.core.events import Passed
from engine.core.seats import Seat
from engine.rulesets.advantage.events import Drew, HandsSwitched, Picked
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
    pair,
    pairing,
    pick,
    picking,
    play,
    played,
    position,
    refused,
)


def test_after_both_have_dropped_the_hands_change_places() -> None:
    state = position("4C 5C KD", "5S 3H JD", piles="2C / 2D / 3C", stock="9D 9H")
    state = played(state, drop("4C", 0), DONE)
    assert hands(state) == ["5C KD 9D", "5S 3H JD"]
    state, events = play(played(state, drop("5S", 0)), DONE, 1)
    assert kinds(events) == ["passed", "drew", "hands_switched"]
    assert events[2] == HandsSwitched((cards("3H JD 9H"), cards("5C KD 9D")))
    assert hands(state) == ["3H JD 9H", "5C KD 9D"]
    assert state.phase == picking(0)


def test_a_hand_keeps_its_order_when_it_changes_places() -> None:
    state = position("KD 5C 4C", "QD 2H 3H", piles="9S / 9D / 8C", stock="JD", seat=1, phase=dropping(1, 1))
    state, _ = play(state, drop("3H", 1), 1)
    assert hands(state) == ["QD 2H JD", "KD 5C 4C"]


def test_scored_pairs_do_not_change_places() -> None:
    state = position(
        "KD 5C 4C",
        "QD 2H 3H",
        piles="9S / 9D / 8C",
        stock=3,
        phase=dropping(1, 1),
        pairs=("7C7D", "6C6D 6H6S"),
    )
    state, _ = play(state, DONE, 1)
    assert [own.pairs for own in state.seats] == [(cards("7C 7D"),), (cards("6C 6D"), cards("6H 6S"))]


def test_a_card_is_exchanged_for_a_whole_pile() -> None:
    state = position("4C 5D KD", "2H 3H JD", piles="QS 2C 3S / 2D / JS", stock=3, phase=picking())
    state, events = play(state, pick("4C", 0))
    assert hands(state)[0] == "5D KD QS 2C 3S"
    assert events[0] == Picked(Seat(0), cards("4C")[0], 0, cards("QS 2C 3S"))


def test_A25_the_exchanged_card_is_the_whole_pile_in_that_place() -> None:
    state = position("4C 5D KD", "2H 3H JD", piles="QS 2C 3S / 2D / JS", stock=3, phase=picking())
    assert centre(played(state, pick("4C", 0))) == "4C / 2D / JS"


def test_the_cards_of_the_pile_are_marked_as_picked() -> None:
    state = position("4C 5D KD", "2H 3H JD", piles="QS 2C 3S / 2D / JS", stock=3, phase=picking())
    state, _ = play(state, pick("4C", 0))
    assert [own.picked for own in state.seats] == [cards("QS 2C 3S"), ()]


def test_the_non_dealer_picks_first_then_the_dealer() -> None:
    state = position("4C 5D KD", "2H 3H JD", piles="2C / 2D / JS", stock=3, dealer=0, phase=picking(1))
    assert refused(state, pick("4C", 0), 0) == "out-of-turn"
    state, _ = play(state, pick("2H", 1), 1)
    assert state.phase == picking(0)


def test_A11_one_pile_a_round() -> None:
    state = position("4C 5C KD", "2H 3H JD", piles="2C / 2S / 2D", stock=3, phase=picking())
    state, _ = play(state, pick("4C", 0))
    assert state.phase == picking(1)
    assert refused(state, pick("5C", 1)) == "out-of-turn"


def test_A12_picking_is_never_forced() -> None:
    state = position("4C 5C KD", "2H 3H JD", piles="2C / 2S / 2D", stock=3, phase=picking())
    assert listed(state) == ["4Cx0", "pass", "4Cx1", "5Cx0", "5Cx1"]
    state, events = play(state, PASS)
    assert events == (Passed(Seat(0), False),)
    assert state.phase == picking(1)
    assert centre(state) == "2C / 2S / 2D"


def test_A12_nor_is_drawing() -> None:
    state = position("4C 5C 6C", "2H 3H JD", piles="KC / KS / KD", stock=3, phase=picking())
    assert listed(state) == ["draw", "pass"]
    state, _ = play(state, PASS)
    assert hands(state)[0] == "4C 5C 6C"


def test_A13_one_draws_only_if_nothing_fits() -> None:
    state = position("4C 5C KD", "2H 3H JD", piles="2C / 2S / 2D", stock=3, phase=picking())
    assert refused(state, DRAW) == "draw-stuck"


def test_A13_the_card_drawn_for_a_pick_is_open() -> None:
    state = position("4C 5C 6C", "2H 3H JD", piles="KC / KS / KD", stock="AS 9C", phase=picking())
    state, events = play(state, DRAW)
    assert events == (Drew(Seat(0), cards("AS"), True),)
    assert state.seats[0].hidden == 0
    assert state.phase == picking(0, drew=True)


def test_after_a_draw_that_fits_one_may_pick_or_pass() -> None:
    state = position("4C 5C 6C", "2H 3H JD", piles="KC / KS / KD", stock="AS 9C", phase=picking())
    state = played(state, DRAW)
    assert listed(state) == ["ASx0", "pass", "ASx1"]
    assert refused(state, DRAW) == "draw-stuck"
    assert hands(played(state, pick("AS", 1)))[0] == "4C 5C 6C KS"
    assert played(state, PASS).phase == picking(1)


def test_after_a_draw_that_does_not_fit_the_player_is_passed() -> None:
    state = position("4C 5C 6C", "2H 3H JD", piles="KC / KS / KD", stock="7S 9C", phase=picking())
    state, events = play(state, DRAW)
    assert events == (Drew(Seat(0), cards("7S"), True), Passed(Seat(0), True))
    assert state.phase == picking(1)


def test_a_draw_is_never_played_by_the_engine() -> None:
    state = position("4C 5C 6C", "2H 3H 4H", piles="KC / KS / JS", stock="7S 9C", phase=picking())
    state, events = play(state, PASS)
    assert kinds(events) == ["passed"]
    assert listed(state, 1) == ["draw", "pass"]


def test_after_picking_no_hand_is_filled_up() -> None:
    state = position("4C", "2H", piles="KC / 2S / 2D", stock="7S 9C", phase=picking())
    assert hands(played(state, PASS))[0] == "4C"


def test_pairs_are_scored_only_after_both_have_picked_or_passed() -> None:
    state = position("4C 2D", "2H 3H", piles="2C / 2S / 5D", stock=3, phase=picking())
    state = played(state, pick("4C", 0))
    assert refused(state, pair("2C", "2D")) == "out-of-turn"
    state = played(state, PASS)
    assert state.phase == pairing(0)
    assert refused(state, pair("2C", "2D")) == ""
