"""Vintage: values, sets, coins, winners [Vintage, 4 and 7]."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.events import Scored, ScoreLine
from engine.core.seats import Seat
from engine.rulesets.vintage import sets
from engine.rulesets.vintage.scoring import points
from engine.rulesets.vintage.state import Outcome
from tests.engine.rulesets.vintage.table import PASS, VINTAGE, auction, cards, play, position, sell

LAST: dict[str, Any] = {"turn": 20, "max_turns": 20}
TABLE = (0, 0, 0, 3, 6, 10, 10, 10, 13, 16, 20, 20, 20, 23, 26, 30)  # by cards of one colour [W18]


def partitions(number: int, largest: int) -> Iterator[list[int]]:
    """All ways to split a number of cards into piles of any size."""
    if number == 0:
        yield []
    for first in range(min(number, largest), 0, -1):
        for rest in partitions(number - first, first):
            yield [first, *rest]


@pytest.mark.parametrize("number", range(21))
def test_W18_each_colour_is_split_for_the_best_total(number: int) -> None:
    bonus = {3: 3, 4: 6, 5: 10}
    best = max(sum(bonus.get(pile, 0) for pile in split) for split in partitions(number, number))
    assert sets.split(number) == best
    assert number >= len(TABLE) or best == TABLE[number]


@pytest.mark.parametrize("number", range(21))
def test_option_sets_one_per_colour_the_largest_set_counts(number: int) -> None:
    assert sets.largest(number) == (0, 0, 0, 3, 6, 10)[min(number, 5)]


@pytest.mark.parametrize(
    ("hand", "split", "one"),
    [
        ("", 0, 0),
        ("B2 B4", 0, 0),
        ("B2 G4 Y6", 0, 0),
        ("B2 B4 B6", 3, 3),
        ("B2 B2 B2", 3, 3),
        ("B2 B4 B6 B7", 6, 6),
        ("B2 B4 B6 B7 B8", 10, 10),
        ("B1 B1 B2 B2 B3 B3 B4 B4", 13, 10),
        ("B1 B2 B3 R1 R2 R3 R4 Y1 Y2 Y3 Y4 Y5 G1 G2", 19, 19),
        ("B1 B1 B1 B2 B2 B2 B3 B3 B3 B4 R1 R2 R3", 23, 13),
    ],
)
def test_7_sets_are_of_one_colour_and_any_values(hand: str, split: int, one: int) -> None:
    assert sets.bonus(cards(hand), one_per_colour=False) == split
    assert sets.bonus(cards(hand), one_per_colour=True) == one


def lines(*hands: str, **more: Any) -> list[tuple[str, int]]:
    """What seat 0 scores, by award."""
    state = position(*hands, **more)
    found = list(points(state.seats[0], state.options))
    assert VINTAGE.standing(state)[0] == sum(value for _, value in found)
    return found


def test_4_three_blue_cards_of_2_4_and_6_are_12_and_3_for_the_set() -> None:
    assert lines("B2 B4 B6", "Y1", coins=(0, 0)) == [("cards", 12), ("sets", 3), ("coins", 0)]


def test_7_the_worked_example_is_94() -> None:
    hand = "B2 B4 B6 B9 B9 R3 R3 R5 G1 G8 Y7 Y7 Y7 Y2"
    assert lines(hand, "Y1", coins=(8, 3)) == [("cards", 73), ("sets", 19), ("coins", 2)]
    assert VINTAGE.standing(position(hand, "Y1", coins=(8, 3))) == (94, 2)


def test_option_sets_split_and_one_per_colour_in_a_score() -> None:
    hand = "B1 B1 B1 B2 B2 B2 B3 B3"
    assert lines(hand, "Y1", coins=(0, 0))[1] == ("sets", 13)
    assert lines(hand, "Y1", coins=(0, 0), sets="one_per_colour")[1] == ("sets", 10)


@pytest.mark.parametrize("coins", range(10))
def test_7_W20_a_point_for_each_full_three_coins(coins: int) -> None:
    given = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3)[coins]
    assert lines("", "Y1", coins=(coins, 0)) == [("cards", 0), ("sets", 0), ("coins", given)]


def test_W1_option_collection_all_the_whole_hand_scores() -> None:
    state, _ = play(position("B2 B6", "Y1", coins=(3, 0), **LAST), auction(0, 1))
    outcome = VINTAGE.outcome(state)
    assert outcome is not None
    assert outcome.scores == (12 + 3, 1)


def test_option_collection_bought_only_the_hand_scores_nothing() -> None:
    state = position("B9 B9 B9", "Y1", collections=["R2 R3", "G5"], coins=(3, 3), collection="bought_only")
    assert VINTAGE.standing(state) == (5 + 1, 5 + 1)


def test_7_the_scores_are_told_line_by_line() -> None:
    state = position("B2 B4 B6 R1", "Y9", coins=(3, 8), **LAST)
    state, events = play(state, sell("R1"))
    (told,) = [event for event in events if isinstance(event, Scored)]
    assert told.lines == (
        ScoreLine(Seat(0), "cards", 12),
        ScoreLine(Seat(0), "sets", 3),
        ScoreLine(Seat(0), "coins", 1),
        ScoreLine(Seat(1), "cards", 9),
        ScoreLine(Seat(1), "sets", 0),
        ScoreLine(Seat(1), "coins", 2),
    )
    assert told.totals == (16, 11)
    outcome = VINTAGE.outcome(state)
    assert isinstance(outcome, Outcome)
    assert (outcome.scores, outcome.winners) == ((16, 11), (0,))
    assert outcome.details.awards == told.lines


def winners(*hands: str, coins: tuple[int, ...]) -> tuple[tuple[Seat, ...], tuple[int, ...]]:
    """Who wins when the last turn changes nothing, and the scores."""
    state, _ = play(position(*hands, coins=coins, market="B4 - - - -", **LAST), auction(0, 0), *[PASS] * 2)
    outcome = VINTAGE.outcome(state)
    assert outcome is not None
    return outcome.winners, outcome.scores


def test_7_the_highest_score_wins() -> None:
    assert winners("B9", "Y8", "G1", coins=(3, 3, 3)) == ((0,), (10, 9, 2))


def test_summary_in_a_tie_more_coins_win() -> None:
    assert winners("B9", "Y8", "G9", coins=(3, 6, 5)) == ((1,), (10, 10, 10))


def test_summary_coins_that_give_no_point_break_a_tie_too() -> None:
    assert winners("B9", "Y9", "G1", coins=(3, 5, 3)) == ((1,), (10, 10, 2))


def test_W21_else_the_win_is_shared() -> None:
    assert winners("B9", "Y1", "G9", coins=(3, 3, 3)) == ((0, 2), (10, 2, 10))


def test_4_what_a_card_is_worth() -> None:
    assert [VINTAGE.points_of(card) for card in cards("R1 Y9 ??")] == [1, 9, None]


def test_standing_is_the_score_at_any_time() -> None:
    state = position("B2 B4 B6", "Y9", coins=(3, 8))
    assert VINTAGE.standing(state) == (16, 11)
    state, _ = play(state, auction(0, 3))
    assert VINTAGE.standing(state) == (16, 11)  # the bid is not paid yet
