"""Da Vinci's Challenge: the four ways of clearing the table."""

from typing import Any

import pytest

from engine.core.seats import Seat
from engine.rulesets.davinci.events import Cleared
from engine.rulesets.davinci.state import Lead
from tests.engine.rulesets.davinci.table import after, cards, kinds, listed, play, position, refused, turn

THREE = ("eye sol 2tri", "2gem star", "com 2fol")


def cleared(event: Any) -> tuple[int, str, tuple[str, ...]]:
    assert isinstance(event, Cleared)
    return event.seat, event.reason, event.cards


def test_1_everyone_else_passes_and_the_turn_comes_back_to_you() -> None:
    state = position(*THREE, table="2:gem")
    state, events = play(state, "sol", "pass", "pass")
    assert kinds(events) == ["passed", "cleared"]
    assert cleared(events[1]) == (0, "unanswered", ("gem", "seed-of-life"))
    assert state.phase == Lead(Seat(0))
    assert state.pile == ()


def test_1_begin_again_by_playing_one_card_or_a_matching_pair() -> None:
    state = after(position(*THREE), "sol", "pass", "pass")
    assert listed(state) == ["tri", "eye", "2tri!", "2tri"]
    assert turn(after(state, "2tri")) == "follow 1"


def test_1_a_pair_that_nobody_beats_clears_too() -> None:
    state, events = play(position(*THREE), "2tri", "pass", "pass")
    assert cleared(events[1]) == (0, "unanswered", ("triangle", "triangle"))
    assert turn(state) == "lead 0"


def test_1_the_turn_goes_on_round_the_table_until_all_have_passed_in_a_row() -> None:
    state = position("eye sol 2tri", "2gem star", "com 2fol", table="2:gem")
    state = after(state, "eye", "star", "pass", "pass")
    assert turn(state) == "lead 1"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_with_any_number_of_players(seats: int) -> None:
    hands = (*THREE, "2com 2sol")[:seats]
    state = after(position(*hands), "sol")
    for seat in range(1, seats):
        assert turn(state) == f"follow {seat}"
        state = after(state, "pass")
    assert turn(state) == "lead 0"


def test_cards_that_are_cleared_are_out_of_play() -> None:
    state = position(*THREE, table="1:gem 2:gem")
    before = state.cleared
    state = after(state, "sol", "pass", "pass")
    assert state.cleared == (*before, *cards("gem gem sol"))


def test_2_one_card_followed_by_all_three_of_the_identical_card_clears() -> None:
    state, events = play(position("3eye sol tri", "2gem star", "com 2fol", table="2:eye"), "3eye")
    assert kinds(events) == ["played", "cleared"]
    assert cleared(events[1]) == (0, "three", ("eye",) * 4)
    assert turn(state) == "lead 0"


@pytest.mark.parametrize("owner", [1, 2, 3])
def test_D12_whoever_played_the_single(owner: int) -> None:
    hands = ("3eye sol tri", "2gem star", "com 2fol", "2com 2dia")
    state, events = play(position(*hands, table=f"{owner}:eye"), "3eye")
    assert cleared(events[1])[:2] == (0, "three")
    assert turn(state) == "lead 0"


def test_D12_when_others_have_passed_on_the_single() -> None:
    state = position("3eye sol tri", "2gem star", "com 2fol", "eye 2com 2dia", seat=3)
    state = after(state, "eye")
    assert turn(state) == "follow 0"
    state = position("2gem star", "com 2fol", "3eye sol tri", "eye 2com 2dia", seat=3)
    state, events = play(state, "eye", "pass", "pass", "3eye")
    assert cleared(events[1])[:2] == (2, "three")


def test_D12_on_the_top_single_only() -> None:
    state = position("3eye sol tri", "2gem star", "com 2fol", table="1:eye 2:gem")
    assert refused(state, "3eye") == "three-on-single"


@pytest.mark.parametrize("table", ["2:gem", "2:hourglass"])
def test_2_three_on_another_symbol_are_refused(table: str) -> None:
    assert (
        refused(position("3eye sol tri", "2gem star", "com 2fol", table=table), "3eye") == "three-on-single"
    )


def test_2_three_on_a_pair_are_refused() -> None:
    state = position("3eye sol tri", "2gem star", "com 2fol", table="2:2gem")
    assert refused(state, "3eye") == "three-on-single"


def test_3_a_pair_followed_by_the_other_pair_of_identical_cards_clears() -> None:
    state, events = play(position("2eye sol tri", "2gem star", "com 2fol", table="1:2gem 2:2eye"), "2eye")
    assert kinds(events) == ["played", "cleared"]
    assert cleared(events[1]) == (0, "pair", ("gem", "gem", "eye", "eye", "eye", "eye"))
    assert turn(state) == "lead 0"


def test_D11_a_pair_on_the_single_of_its_symbol_is_no_play_at_all() -> None:
    state = position("2eye sol tri", "2gem star", "com 2fol", table="2:eye")
    assert refused(state, "2eye") == "follow-count"


def test_3_start_a_new_pile_by_any_card_or_pair_of_your_choice() -> None:
    state = after(position("2eye 2sol 2tri", "2gem star", "com 2fol", table="2:2eye"), "2eye")
    assert listed(state) == ["tri", "sol", "2tri", "2sol"]


@pytest.mark.parametrize("table", ["2:tri", "2:com", "1:eye 2:com"])
def test_4_a_leonardo_beats_any_single_and_clears(table: str) -> None:
    state, events = play(position("eye sol leo", "2gem star", "com 2fol", table=table), "leo")
    assert kinds(events) == ["played", "cleared"]
    assert cleared(events[1])[:2] == (0, "leonardo")
    assert cleared(events[1])[2][-1] == "leonardo"
    assert turn(state) == "lead 0"
    assert state.pile == ()


def test_D14_one_leonardo_on_a_pair_clears() -> None:
    state, events = play(position("eye sol leo", "2gem star", "com 2fol", table="2:2com"), "leo")
    assert cleared(events[1]) == (0, "leonardo", ("canon-of-man", "canon-of-man", "leonardo"))
    assert turn(state) == "lead 0"


def test_D15_leading_a_leonardo_sheds_it_and_leads_again() -> None:
    state, events = play(position("eye sol leo", "2gem star", "com 2fol"), "leo")
    assert cleared(events[1]) == (0, "leonardo", ("leonardo",))
    assert turn(state) == "lead 0"
    assert state.seats[0].hand == ("eye", "seed-of-life")


@pytest.mark.parametrize("table", ["", "2:2com"])
def test_D15_two_leonardos_are_a_pair_as_a_lead_or_on_a_pair(table: str) -> None:
    state, events = play(position("eye sol 2leo", "2gem star", "com 2fol", table=table), "2leo")
    assert cleared(events[1])[1] == "leonardo"
    assert turn(state) == "lead 0"


def test_D15_two_leonardos_on_a_single_only_with_pair_over_single() -> None:
    hands = ("eye sol 2leo", "2gem star", "com 2fol")
    assert refused(position(*hands, table="2:gem"), "2leo") == "follow-count"
    state, events = play(position(*hands, table="2:gem", pair_over_single=True), "2leo")
    assert cleared(events[1]) == (0, "leonardo", ("gem", "leonardo", "leonardo"))
    assert turn(state) == "lead 0"


@pytest.mark.parametrize("table", ["", "2:gem", "2:2com"])
def test_D15_three_leonardos_are_never_played(table: str) -> None:
    for allowed in (False, True):
        state = position("eye sol 3leo", "2gem", "com 2fol", table=table, pair_over_single=allowed)
        assert refused(state, "3leo") in ("lead-one-or-pair", "three-on-single")


def test_a_clear_gives_the_lead_in_the_same_turn_to_the_same_seat_again_and_again() -> None:
    state = position("2eye sol 2leo", "2gem star", "com 2fol", table="2:2eye")
    for move in ("2eye", "leo"):
        state, events = play(state, move)
        assert kinds(events)[-1] == "cleared"
        assert turn(state) == "lead 0"


def test_who_passed_before_a_clear_is_as_fresh_as_any_after_it() -> None:
    state = position("3eye sol tri", "2gem star", "com 2fol", table="2:eye", passed=(1, 2))
    state = after(state, "3eye")
    assert [own.passed for own in state.seats] == [False] * 3
