"""The board game with cards: a Leonardo takes a piece of the other side off the board."""

from engine.core.seats import Seat
from engine.rulesets.davinci_board.events import CardTurned, CardUsed, CompletedPattern, Placed
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import Place, State, Swap
from tests.engine.rulesets.davinci_board.table import (
    DECLINE,
    bonus,
    cards,
    kinds,
    listed,
    made,
    open_card,
    place,
    play,
    position,
    refused,
    scores,
    swap,
    whole,
)

CLAIM_DECK = "triangle star star"


def leonardo(own: str, other: str, *completed: str, **more: object) -> State:
    """Seat 0 has drawn a Leonardo."""
    more = {"deck": CLAIM_DECK} | more
    return position(own, other, phase=open_card("leonardo", *completed, owed=0), **more)  # type: ignore[arg-type]


def test_a_leonardo_is_drawn_like_any_card_and_answered_by_a_swap() -> None:
    state, events = play(position("o35 o36", "o01 t50", deck="leonardo star"), place("o45"))
    leo = cards("leonardo")[0]
    assert events[1] == CardTurned(Seat(0), leo)
    assert state.phase == Swap(Seat(0), leo, ("triangle",), 0)
    assert sorted(listed(state)) == ["xo01", "xt50"]


def test_any_one_piece_of_the_other_side_is_replaced_by_one_of_its_shape() -> None:
    state = leonardo("o10", "o01 o02 t50")
    for space, ovals, triangles in (("o02", 43, 27), ("t50", 44, 26)):
        after, events = play(state, swap(space))
        assert events[0] == Placed(Seat(0), 0, space, "swap", 1, (), 0)
        own = after.sides[0]
        assert space in (*own.ovals, *own.triangles)
        assert (own.ovals_left, own.triangles_left) == (ovals, triangles)
        assert space not in (*after.sides[1].ovals, *after.sides[1].triangles)


def test_E9_the_piece_goes_back_to_its_owner() -> None:
    state = leonardo("o10", "o01 o02 t50")
    assert (state.sides[1].ovals_left, state.sides[1].triangles_left) == (43, 26)
    after, _ = play(state, swap("o02"))
    assert (after.sides[1].ovals_left, after.sides[1].triangles_left) == (44, 26)
    after, _ = play(state, swap("t50"))
    assert (after.sides[1].ovals_left, after.sides[1].triangles_left) == (43, 27)


def test_record_your_points_it_can_form_a_pattern_in_your_colour() -> None:
    state = leonardo("o35 o36", "o45 o01", scores=(3, 4))
    after, events = play(state, swap("o45"))
    assert events[0] == Placed(
        Seat(0), 0, "o45", "swap", 1, (CompletedPattern("triangle-24", "triangle", 1),), 1
    )
    assert scores(after) == (4, 4)


def test_E3_a_swap_that_completes_brings_cards() -> None:
    after, events = play(leonardo("o35 o36", "o45 o01"), swap("o45"))
    assert kinds(events) == ["placed", "card_turned"]
    assert after.phase == CardPhase(Seat(0), cards("triangle")[0], ("triangle",), 0)


def test_E10_points_once_scored_stay_when_a_pattern_is_broken() -> None:
    state = leonardo("o10", whole("circle-10"), scores=(0, 25))
    after, _ = play(state, swap("o63"))
    assert scores(after) == (0, 25)


def test_E11_a_broken_pattern_scores_again_when_it_is_made_whole_again() -> None:
    own = whole("triangle-24", but="o45")
    # seat 1 swaps back the oval that seat 0 had swapped: the triangle is whole again
    state = position("o45", own, phase=open_card("leonardo", seat=1), deck="star", scores=(0, 1))
    after, events = play(state, swap("o45"))
    assert made(events) == ["triangle"]
    assert scores(after) == (0, 2)


def test_E8_a_leonardo_must_be_used_if_a_piece_can_be_replaced() -> None:
    assert refused(leonardo("o10", "o01"), DECLINE) == "leonardo-compulsory"
    assert listed(leonardo("o10", "o01")) == ["xo01"]


def test_E8_it_can_only_be_declined_if_none_can_be_replaced() -> None:
    nothing = leonardo("o10", "")
    no_piece = leonardo("o10", "o01 o02", left=("0,5", ""))
    for state in (nothing, no_piece):
        assert listed(state) == ["decline"]
        after, events = play(state, DECLINE)
        assert events == (CardUsed(Seat(0), "decline", 0),)
        assert after.returned == ("leonardo",)
    assert refused(no_piece, swap("o01")) == "piece-left"


def test_E8_one_shape_that_can_be_replaced_is_enough() -> None:
    state = leonardo("o10", "o01 t50", left=("0,5", ""))
    assert listed(state) == ["xt50"]
    assert refused(state, DECLINE) == "leonardo-compulsory"


def test_E8_option_optional_lets_it_be_declined() -> None:
    state = leonardo("o10", "o01", leonardo="optional")
    assert listed(state) == ["xo01", "decline"]
    after, _ = play(state, DECLINE)
    assert after.phase == Place(Seat(1), ("oval", "triangle"))
    assert after.sides == state.sides


def test_an_own_piece_or_an_empty_space_is_not_swapped() -> None:
    state = leonardo("o10", "o01")
    assert refused(state, swap("o10")) == "swap-opponent"
    assert refused(state, swap("o11")) == "swap-opponent"


def test_a_leonardo_shows_no_pattern_to_claim_or_to_complete() -> None:
    state = leonardo("o35 o36", "o01", "triangle")
    assert refused(state, bonus("o45")) == "out-of-turn"
    assert "claim" not in listed(state)


def test_the_leonardo_goes_under_the_deck_before_the_next_card_is_drawn() -> None:
    state = leonardo("o35 o36", "o45", deck="")
    after, events = play(state, swap("o45"))  # which brings a card, and there is no other
    assert events[1] == CardTurned(Seat(0), cards("leonardo")[0])
    assert after.returned == ()
    assert after.phase == Swap(Seat(0), cards("leonardo")[0], ("triangle",), 0)
    assert listed(after) == ["decline"]  # no piece of the other side is left on the board


def test_in_the_list_swaps_that_complete_come_first() -> None:
    state = leonardo("o35 o36 o02 t01", "o45 o90 o01 t04 o05")
    assert listed(state)[0] == "xo45"
    assert sorted(listed(state)) == ["xo01", "xo05", "xo45", "xo90", "xt04"]
