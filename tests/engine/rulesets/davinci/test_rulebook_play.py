"""Da Vinci's Challenge: leading, following, passing."""

from typing import Any

import pytest

from engine.core.cards import Card
from engine.core.events import Passed
from engine.core.seats import Seat
from engine.rulesets.davinci.events import Played
from engine.rulesets.davinci.state import Follow, Lead, TablePlay
from engine.rulesets.symbols import LEONARDO, POINTS
from tests.engine.rulesets.davinci.table import (
    DAVINCI,
    after,
    kinds,
    lay,
    listed,
    play,
    position,
    refused,
    turn,
)

EYE, GEM, STAR = Card("eye"), Card("gem"), Card("star")


def test_the_leader_plays_one_card_or_a_matching_pair() -> None:
    state = position("tri 3eye sol", "2gem star")
    assert listed(state) == ["tri", "eye", "sol", "2eye"]
    state, events = play(state, "2eye")
    assert events == (Played(Seat(0), (EYE, EYE), False),)
    assert state.pile == (TablePlay(Seat(0), (EYE, EYE), False),)
    assert state.phase == Follow(Seat(1), 2)
    assert state.seats[0].hand == ("triangle", "eye", "seed-of-life")


def test_three_are_never_led() -> None:
    assert refused(position("3eye 2sol", "2gem star"), "3eye") == "lead-one-or-pair"


def test_a_pair_has_the_same_symbol_not_only_the_same_value() -> None:
    state = position("gem eye sol", "2gem star")
    assert refused(state, "gem eye") == "invalid-request /cards"


def test_you_must_play_equal_in_value_or_higher() -> None:
    state = position("tri eye sol leo", "2gem star", table="1:hourglass")
    assert [refused(state, card) for card in ("tri", "eye", "sol", "leo")] == ["follow-points"] * 2 + [""] * 2


@pytest.mark.parametrize("below", [card for card in POINTS if card != LEONARDO])  # it never lies there
def test_what_follows_each_symbol(below: Card) -> None:
    """Every symbol of as many points or more, and no other."""
    hand = " ".join(POINTS)
    state = position(hand, "2gem star", table=f"1:{below}")
    fitting = [card for card in POINTS if not refused(state, card)]
    assert fitting == [card for card in POINTS if POINTS[card] >= POINTS[below]]


def test_the_card_is_placed_on_top_of_the_one_before() -> None:
    state = after(position("eye sol 2tri", "2gem star", "com 2fol", table="1:gem"), "eye")
    assert state.pile == (TablePlay(Seat(1), (GEM,), False), TablePlay(Seat(0), (EYE,), False))
    assert turn(state) == "follow 1"


def test_play_proceeds_clockwise_to_the_left() -> None:
    state = position("tri 2sol", "gem 2fol", "star 2com")
    turns = []
    for card in ("tri", "gem", "star", "sol"):
        turns.append(turn(state))
        state = after(state, card)
    assert turns == ["lead 0", "follow 1", "follow 2", "follow 0"]
    assert turn(state) == "follow 1"


def test_D5_equal_points_of_another_symbol_neither_skip_nor_clear() -> None:
    state, events = play(position("eye sol 2tri", "2gem star", "com 2fol", table="2:gem"), "eye")
    assert kinds(events) == ["played"]
    assert turn(state) == "follow 1"
    state, events = play(position("2eye sol 2tri", "2gem star", "com 2fol", table="2:2gem"), "2eye")
    assert kinds(events) == ["played"]
    assert turn(state) == "follow 1"


def test_if_a_pair_is_played_you_must_play_a_pair_of_equal_or_higher_value() -> None:
    state = position("star 2eye 2sol tri", "2gem star", table="1:2hourglass")
    assert [refused(state, move) for move in ("star", "2eye", "2sol")] == [
        "follow-count",
        "follow-points",
        "",
    ]


def test_D4_a_pair_may_not_follow_a_single() -> None:
    state = position("2star 2eye 2leo tri", "2gem star", table="1:eye")
    assert [refused(state, move) for move in ("2star", "2eye", "2leo")] == ["follow-count"] * 3
    assert listed(state) == ["eye", "pass", "star", "leo"]


def test_D4_option_pair_over_single_a_pair_of_equal_or_higher_points_each_may() -> None:
    state = position("2star 2eye 2tri gem", "2gem star", table="1:hourglass", pair_over_single=True)
    assert [refused(state, move) for move in ("2star", "2eye", "2tri")] == [
        "",
        "follow-points",
        "follow-points",
    ]
    state, events = play(state, "2star")
    assert kinds(events) == ["played"]
    assert state.phase == Follow(Seat(1), 2)


def test_D4_with_pair_over_single_pairs_are_followed_from_then_on() -> None:
    hands = ("2eye 2tri", "star 2hourglass 2tri", "com 2fol")
    state = after(position(*hands, table="2:gem", pair_over_single=True), "2eye")
    assert [refused(state, move) for move in ("star", "2hourglass")] == ["follow-count", ""]


def test_D4_D11_with_pair_over_single_a_pair_on_a_single_of_its_symbol_neither_skips_nor_clears() -> None:
    state = position("2eye 2tri", "2gem star", "com 2fol", table="2:eye", pair_over_single=True)
    state, events = play(state, "2eye")
    assert kinds(events) == ["played"]
    assert state.phase == Follow(Seat(1), 2)
    assert len(state.pile) == 2


def test_D4_without_the_option_and_with_it_a_single_stays_a_single() -> None:
    for allowed in (False, True):
        state = after(position("eye 2tri", "2gem star", table="1:gem", pair_over_single=allowed), "eye")
        assert state.phase == Follow(Seat(1), 1)


def test_if_you_cannot_play_you_pass() -> None:
    state, events = play(position("tri 2dia", "2gem star", "com 2fol", table="2:eye"), "pass")
    assert events == (Passed(Seat(0), False),)
    assert turn(state) == "follow 1"
    assert [own.passed for own in state.seats] == [True, False, False]


def test_or_choose_not_to_play_one_you_can_pass() -> None:
    state = position("star 2com", "2gem star", "com 2fol", table="2:eye")
    assert refused(state, "pass") == ""
    assert turn(after(state, "pass")) == "follow 1"


def test_D9_one_may_pass_a_pair_that_one_could_beat() -> None:
    state = position("2star 2com", "2gem star", "com 2fol", table="2:2eye")
    assert refused(state, "2star") == ""
    assert turn(after(state, "pass")) == "follow 1"


def test_D8_who_passed_may_play_again_on_the_same_table() -> None:
    state = position("star 2com", "gem circle tri", "sol 2fol", table="2:eye")
    state = after(state, "pass", "circle", "sol")
    assert turn(state) == "follow 0"
    state = after(state, "com")
    assert [own.passed for own in state.seats] == [False, False, False]


LOCKED: dict[str, Any] = {"passing_locks": True}


def test_D8_option_passing_locks_who_passed_gets_no_turn_until_the_next_clear() -> None:
    state = position("star 2com", "gem circle tri", "sol 2fol", table="2:eye", **LOCKED)
    state = after(state, "pass", "circle", "sol")
    assert turn(state) == "follow 1"
    state, events = play(state, "pass")
    assert kinds(events) == ["passed", "cleared"]
    assert turn(state) == "lead 2"
    assert [own.passed for own in state.seats] == [False, False, False]
    assert turn(after(state, "fol")) == "follow 0"


def test_D8_option_passing_locks_a_skipped_seat_is_not_locked() -> None:
    state = position("eye 2com", "gem circle tri", "sol 2fol", table="2:eye", **LOCKED)
    state, events = play(state, "eye")
    assert kinds(events) == ["played", "seat_skipped"]
    assert turn(state) == "follow 2"
    state = after(state, "sol", "pass")
    assert turn(state) == "follow 1"


def test_D8_option_passing_locks_a_pass_on_an_empty_table_locks_nobody() -> None:
    state = position("leo", "gem circle tri", "sol 2fol", **LOCKED)
    state = after(state, "pass", "gem", "pass")
    assert turn(state) == "follow 0"


def test_D8_option_passing_locks_with_two_players_a_pass_clears_as_ever() -> None:
    state, events = play(position("star 2com", "gem circle tri", table="1:eye", **LOCKED), "pass")
    assert kinds(events) == ["passed", "cleared"]
    assert turn(state) == "lead 1"


@pytest.mark.parametrize("hand", ["tri", "2tri", "leo tri", "2leo", "3leo", "2leo com"])
def test_D10_the_leader_may_not_pass_if_it_can_lead(hand: str) -> None:
    state = position(hand, "2gem star", "com 2fol")
    assert refused(state, "pass") == "leader-leads"
    assert "pass" not in listed(state)


def test_D10_a_leader_with_nothing_but_one_leonardo_may_pass() -> None:
    state = position("leo", "2gem star", "com 2fol")
    assert refused(state, "pass") == ""
    assert turn(after(state, "pass")) == "lead 1"


def test_a_card_that_is_not_held_is_not_played() -> None:
    state = position("star eye tri", "2gem star")
    assert [refused(state, move) for move in ("gem", "2eye", "leo")] == ["cards-in-hand"] * 3


def test_a_play_that_is_not_one_to_three_cards_of_this_game_is_not_well_formed() -> None:
    state = position("4eye tri", "2gem star")
    assert refused(state, "4eye") == "invalid-request /cards"
    assert refused(state, lay("")) == "invalid-request /cards"
    assert refused(state, "R8") == "invalid-request /cards/0"


def test_only_the_seat_whose_turn_it_is_has_moves() -> None:
    state = position("star eye tri", "2gem star", "com 2fol")
    assert DAVINCI.to_act(state) == (0,)
    assert list(DAVINCI.legal_moves(state, Seat(1))) == []
    assert state.phase == Lead(Seat(0))
