"""The board game with cards: drawing, claims, bonus pieces, declining."""

import pytest

from engine.core.cards import Card
from engine.core.seats import Seat
from engine.rulesets.davinci_board.events import CardTurned, CardUsed, CompletedPattern, Placed
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import Place, State
from engine.rulesets.symbols import POINTS
from tests.engine.rulesets.davinci_board.table import (
    BOARD,
    CLAIM,
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

DECK = "star star star circle circle pyramid pyramid flower"
# the oval o45 completes a triangle and with it nothing else
ONE = position("o35 o36", "o01 o02", deck=DECK)
# o45 completes an eye, two triangles, two gems and a diamond
SIX = position("o35 o36 o53 o54 t24 t30", "o01 o02", deck=DECK)


def turned(card: str, *completed: str, owed: int = 0, own: str = "o35 o36 o45", **more: object) -> State:
    """Seat 0 has drawn a card, after completing these patterns."""
    return position(own, "o01 o02", phase=open_card(card, *completed, owed=owed), deck=DECK, **more)  # type: ignore[arg-type]


def open_now(state: State) -> CardPhase:
    assert isinstance(state.phase, CardPhase)
    return state.phase


def test_draw_each_completed_pattern_brings_one_card_of_the_deck() -> None:
    after, events = play(ONE, place("o45"))
    assert events[1:] == (CardTurned(Seat(0), cards("star")[0]),)
    assert open_now(after) == CardPhase(Seat(0), cards("star")[0], ("triangle",), 0)
    assert after.deck == cards(DECK)[1:]


def test_draw_nothing_completed_brings_no_card() -> None:
    after, events = play(ONE, place("o46"))
    assert kinds(events) == ["placed"]
    assert after.phase == Place(Seat(1), ("oval", "triangle"))
    assert after.deck == ONE.deck


def test_E2_six_patterns_bring_six_cards_one_after_the_other_each_put_under_the_deck() -> None:
    state, _ = play(SIX, place("o45"))
    shown: list[Card] = []
    for owed in (5, 4, 3, 2, 1, 0):
        assert (open_now(state).seat, open_now(state).owed) == (0, owed)
        assert len(state.returned) == len(shown)
        shown.append(open_now(state).card)
        state, _ = play(state, DECLINE)
        assert state.returned == tuple(shown)
    assert tuple(shown) == cards(DECK)[:6]
    assert state.phase == Place(Seat(1), ("oval", "triangle"))


def test_E2_per_placement_brings_one_card_for_a_piece_that_completes_something() -> None:
    state, _ = play(position("o35 o36 o53 o54 t24 t30", deck=DECK, draws="per_placement"), place("o45"))
    assert open_now(state).owed == 0
    assert open_now(state).completed == ("triangle", "diamond", "gem", "eye")
    assert play(state, DECLINE)[0].phase == Place(Seat(1), ("oval", "triangle"))


def test_E2_per_placement_brings_one_for_a_bonus_piece_and_for_a_swap_too() -> None:
    eye = position("o53 o54 o35 o36", phase=open_card("eye"), deck=DECK, draws="per_placement")
    after, events = play(eye, bonus("o45"))
    assert made(events) == ["triangle", "triangle", "eye"]
    assert open_now(after).owed == 0
    swapped = position(
        "o53 o54 o35 o36", "o45", phase=open_card("leonardo"), deck=DECK, draws="per_placement"
    )
    after, events = play(swapped, swap("o45"))
    assert kinds(events) == ["placed", "card_turned"]
    assert open_now(after).owed == 0


def test_E2_per_turn_brings_one_card_for_the_piece_placed_and_none_for_a_bonus_piece_or_a_swap() -> None:
    state, _ = play(position("o35 o36 o53 o54 t24 t30", deck=DECK, draws="per_turn"), place("o45"))
    assert open_now(state).owed == 0
    for card, their in (("eye", ""), ("leonardo", "o45")):
        state = position("o53 o54 o35 o36", their, phase=open_card(card), deck=DECK, draws="per_turn")
        kind = swap if their else bonus
        after, events = play(state, kind("o45"))
        assert kinds(events) == ["placed"]
        assert after.phase == Place(Seat(1), ("oval", "triangle"))


def test_only_the_seat_that_drew_acts_and_it_places_nothing_until_then() -> None:
    state = turned("star", "triangle")
    assert BOARD.to_act(state) == (0,)
    assert refused(state, place("o46")) == "out-of-turn"
    assert refused(state, place("o46"), 1) == "out-of-turn"
    assert refused(state, DECLINE, 1) == "out-of-turn"


def test_claim_a_pattern_completed_this_turn_gives_an_extra_point() -> None:
    state = turned("triangle", "triangle", scores=(7, 3))
    after, events = play(state, CLAIM)
    assert scores(after) == (8, 3)
    assert events == (CardUsed(Seat(0), "claim", 1),)


def test_claim_refused_without_the_pattern() -> None:
    state = turned("eye", "triangle", "gem")
    assert refused(state, CLAIM) == "claim-completed"
    assert listed(state, "claim") == []


@pytest.mark.parametrize("pattern", ["triangle", "diamond", "gem", "eye", "pyramid", "hourglass", "star"])
def test_E4_a_claim_is_worth_one_point_or_the_points_of_the_pattern(pattern: str) -> None:
    assert scores(play(turned(pattern, pattern), CLAIM)[0]) == (1, 0)
    after, events = play(turned(pattern, pattern, match_bonus="pattern_value"), CLAIM)
    assert scores(after) == (POINTS[cards(pattern)[0]], 0)
    assert events == (CardUsed(Seat(0), "claim", POINTS[cards(pattern)[0]]),)


def test_E4_once_a_card_however_often_the_pattern_was_completed() -> None:
    state = position("o35 o36 o53 o54", phase=None, deck="triangle triangle star star")
    state, events = play(state, place("o45"))
    assert made(events) == ["triangle", "triangle", "eye"]
    assert (scores(state), open_now(state).owed) == ((7, 0), 2)
    state, _ = play(state, CLAIM)
    assert scores(state) == (8, 0)
    # the next card with the same pattern is claimed as well
    assert scores(play(state, CLAIM)[0]) == (9, 0)


def test_bonus_one_more_piece_completes_the_pattern_on_the_card_and_scores() -> None:
    state = turned("triangle", "diamond", own="o35 o36", scores=(1, 0))
    after, events = play(state, bonus("o45"))
    assert events[0] == Placed(
        Seat(0), 0, "o45", "bonus", None, (CompletedPattern("triangle-24", "triangle", 1),), 1
    )
    assert scores(after) == (2, 0)
    assert after.sides[0].ovals == ("o35", "o36", "o45")
    assert after.sides[0].ovals_left == 42


def test_bonus_refused_where_it_does_not_complete_the_pattern_on_the_card() -> None:
    state = turned("triangle", "triangle", own="o35 o36")
    assert refused(state, bonus("o46")) == "bonus-completes"
    assert refused(turned("eye", own="o35 o36"), bonus("o45")) == "bonus-completes"
    assert refused(state, bonus("o45")) == ""


def test_E6_a_bonus_piece_is_of_either_shape_and_all_that_it_completes_scores() -> None:
    state = turned("gem", own="o35 o36 o45 o53 o54 t30")
    assert listed(state, "bonus") == ["+t24"]
    after, events = play(state, bonus("t24"))
    assert made(events) == ["diamond", "gem"]
    assert scores(after) == (6, 0)


def test_E6_a_bonus_piece_must_be_left_and_its_space_empty() -> None:
    state = turned("gem", own="o35 o36 o45", left=("5,0", ""))
    assert refused(state, bonus("t24")) == "piece-left"
    assert listed(state) == ["decline"]
    blocked = position("o35 o36 o45", "t24", phase=open_card("gem"), deck=DECK)
    assert refused(blocked, bonus("t24")) == "space-empty"
    assert listed(blocked) == ["decline"]


def test_E6_it_must_newly_complete_the_pattern() -> None:
    state = turned("triangle", own="o35 o36 o45")  # one that is whole already
    assert refused(state, bonus("t24")) == "bonus-completes"


def test_E3_what_a_bonus_piece_completes_adds_to_the_cards_owed() -> None:
    state = turned("eye", own="o53 o54 o35 o36", owed=2)
    after, events = play(state, bonus("o45"))
    assert made(events) == ["triangle", "triangle", "eye"]
    assert kinds(events) == ["placed", "card_turned"]
    assert open_now(after).owed == 2 + 3 - 1


def test_E5_claim_or_bonus_but_not_both() -> None:
    state = turned("triangle", "triangle", own="o35 o36")
    assert listed(state) == ["claim", "+o45", "decline"]
    claimed, _ = play(state, CLAIM)
    assert claimed.phase == Place(Seat(1), ("oval", "triangle"))
    placed, _ = play(state, bonus("o45"))
    assert open_now(placed).card == "star"  # the next card: the first is used up


def test_E5_either_may_be_declined() -> None:
    state = turned("triangle", "triangle", own="o35 o36", scores=(5, 0))
    after, events = play(state, DECLINE)
    assert events == (CardUsed(Seat(0), "decline", 0),)
    assert scores(after) == (5, 0)
    assert after.returned == ("triangle",)


def test_E7_any_pattern_of_this_turn_matches_also_one_by_a_bonus_piece_or_a_swap() -> None:
    state = turned("eye", "diamond", own="o53 o54 o35 o36", owed=0)
    after, _ = play(position(*_held(state), phase=state.phase, deck="triangle eye"), bonus("o45"))
    assert open_now(after).completed == ("triangle", "diamond", "eye")
    assert listed(after) == ["claim", "decline"]
    swapped = position("o35 o36", "o45", phase=open_card("leonardo", "gem"), deck="triangle")
    after, _ = play(swapped, swap("o45"))
    assert open_now(after).completed == ("triangle", "gem")
    assert scores(play(after, CLAIM)[0]) == (1 + 1, 0)


def _held(state: State) -> list[str]:
    return [" ".join((*side.ovals, *side.triangles)) for side in state.sides]


def test_E7_not_a_pattern_of_an_earlier_turn() -> None:
    state, _ = play(position("o35 o36", "o90", deck="star star triangle"), place("o45"), DECLINE)
    state, _ = play(state, place("o89"), place("t24"))
    assert open_now(state).completed == ("gem",)
    assert refused(state, CLAIM) == "claim-completed"


def test_the_answered_card_goes_to_the_bottom_of_the_deck() -> None:
    for move in (CLAIM, bonus("o45"), DECLINE):
        after, _ = play(turned("triangle", "triangle", own="o35 o36", returned="gem"), move)
        assert after.returned == ("gem", "triangle")


def test_E12_a_card_is_not_kept() -> None:
    state = turned("star", "triangle")
    assert listed(state) == ["decline"]
    after, _ = play(state, DECLINE)
    assert after.returned == ("star",)


def test_E14_when_all_have_been_drawn_the_first_returned_comes_up_again() -> None:
    state = position("o35 o36", deck="", returned="gem eye star")
    after, events = play(state, place("o45"))
    assert events[1] == CardTurned(Seat(0), cards("gem")[0])
    assert after.returned == cards("eye star")
    assert play(after, DECLINE)[0].returned == cards("eye star gem")


def test_E14_a_single_card_comes_up_again_and_again() -> None:
    state, _ = play(position("o35 o36 o53 o54", deck="star"), place("o45"))
    for _ in range(3):
        assert open_now(state).card == "star"
        state, _ = play(state, DECLINE)
    assert state.returned == ("star",)


def test_object_cards_score_additional_points_or_block() -> None:
    claimed = play(turned("triangle", "triangle"), CLAIM)[0]
    assert scores(claimed) == (1, 0)
    # the piece that the other side needs for its circle is taken off
    block = position("o01", whole("circle-10"), phase=open_card("leonardo"), deck=DECK)
    after, events = play(block, swap("o28"))
    assert made(events) == []
    assert "o28" not in after.sides[1].ovals
