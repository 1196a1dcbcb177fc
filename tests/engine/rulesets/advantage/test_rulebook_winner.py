"""Counting: more pairs, the higher four of a kind, then an odd or even number."""

from typing import Any

import pytest

from engine import BadSetup, Rng
from engine.rulesets.advantage.state import Outcome
from tests.engine.rulesets.advantage.table import (
    ADVANTAGE,
    PASS,
    cards,
    pair_of,
    picking,
    played,
    position,
)

ACES, QUEENS, SEVENS, TWOS = "ACAD AHAS", "QCQD QHQS", "7C7D 7H7S", "2C2D 2H2S"
NINE = "5C5D 6C6D 8C8D 9C9D JCJD KCKD 3C3D"  # seven pairs, no four
OTHER_NINE = "5H5S 6H6S 8H8S 9H9S JHJS KHKS 3H3S"


def outcome(first: str, second: str, dealer: int = 1, **options: Any) -> Outcome:
    """How a game ends with these pairs; of the piles and hands nothing matters."""
    state = position(
        "4C",
        "4D",
        piles="10C / 10D / 10H",
        phase=picking(dealer),
        dealer=dealer,
        idle=50,
        pairs=(first, second),
        **options,
    )
    found = ADVANTAGE.outcome(played(state, PASS))
    assert isinstance(found, Outcome)
    return found


def won(*given: Any, **options: Any) -> tuple[int, str]:
    """Who wins, and by what."""
    found = outcome(*given, **options)
    (winner,) = found.winners
    return winner, found.details.decided_by


def test_more_pairs_win() -> None:
    assert won(f"{TWOS} 5C5D", f"{ACES}") == (0, "pairs")
    assert won("5C5D", "6C6D 7C7D") == (1, "pairs")


def test_scores_are_the_numbers_of_pairs() -> None:
    assert outcome(f"{TWOS} 5C5D", ACES).scores == (3, 2)


def test_of_as_many_pairs_the_higher_four_of_a_kind_wins() -> None:
    assert won(f"{NINE} {QUEENS}", f"{OTHER_NINE} {SEVENS}") == (0, "four")
    assert won(f"{NINE} {SEVENS}", f"{OTHER_NINE} {QUEENS}") == (1, "four")


def test_A2_having_one_beats_having_none() -> None:
    assert won(f"{TWOS} 5C5D", "KCKD 6C6D JCJD") == (0, "four")


def test_A2_two_pairs_of_one_rank_in_one_score() -> None:
    assert won("QCQD 5C5D", "QHQS 6C6D") == (0, "count")  # each has two queens


def test_A2_of_several_only_the_highest_counts() -> None:
    assert won(f"{QUEENS} {TWOS}", f"{SEVENS} 6C6D 6H6S") == (0, "four")
    assert won(f"{SEVENS} 6C6D 6H6S", f"{QUEENS} {TWOS}") == (1, "four")


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("ACAD AHAS", "KCKD KHKS"),
        ("KCKD KHKS", "QCQD QHQS"),
        ("QCQD QHQS", "JCJD JHJS"),
        ("JCJD JHJS", "9C9D 9H9S"),
        ("9C9D 9H9S", "8C8D 8H8S"),
        ("3C3D 3H3S", "2C2D 2H2S"),
    ],
)
def test_option_ace_rank_high_ranks_from_two_to_ace(higher: str, lower: str) -> None:
    assert won(higher, lower, ace_rank="high") == (0, "four")
    assert won(lower, higher, ace_rank="high") == (1, "four")


def test_option_ace_rank_low_puts_aces_below_twos() -> None:
    assert won(ACES, TWOS, ace_rank="low") == (1, "four")
    assert won(ACES, "5C5D 6C6D", ace_rank="low") == (0, "four")  # a four all the same
    assert outcome(f"{ACES} {TWOS}", f"{SEVENS} 6C6D 8C8D", ace_rank="low").details.fours == ("2", "7")
    assert outcome(f"{ACES} {TWOS}", f"{SEVENS} 6C6D 8C8D").details.fours == ("A", "7")


@pytest.mark.parametrize("dealer", [0, 1])
def test_A1_without_a_four_the_dealer_wins_if_the_count_of_each_is_odd(dealer: int) -> None:
    assert won("5C5D", "6C6D", dealer=dealer) == (dealer, "count")
    assert won("5C5D 7C7D 8C8D", "6C6D 9C9D JCJD", dealer=dealer) == (dealer, "count")


@pytest.mark.parametrize("dealer", [0, 1])
def test_A3_else_the_other_player_wins(dealer: int) -> None:
    assert won("5C5D 7C7D", "6C6D 8C8D", dealer=dealer) == (1 - dealer, "count")
    assert won("", "", dealer=dealer) == (1 - dealer, "count")  # 0 is even


@pytest.mark.parametrize(("day", "winner"), [(1, 1), (2, 0), (30, 0), (31, 1)])
def test_option_date_day_decides_where_the_table_breaks_ties_by_date(day: int, winner: int) -> None:
    for pairs in (("5C5D", "6C6D"), ("", "")):
        assert won(*pairs, tiebreak="date", date_day=day) == (winner, "date")


def test_option_tiebreak_date_comes_after_pairs_and_fours() -> None:
    assert won("5C5D", "", tiebreak="date", date_day=1) == (0, "pairs")
    assert won(TWOS, "5C5D 6C6D", tiebreak="date", date_day=1) == (0, "four")


def test_A1_by_date_the_day_is_given_and_by_count_it_is_not() -> None:
    for options in ({"tiebreak": "date"}, {"date_day": 4}, {"tiebreak": "count", "date_day": 4}):
        with pytest.raises(BadSetup) as fault:
            ADVANTAGE.new(ADVANTAGE.Options(**options), 2, Rng(bytes(32)))
        assert fault.value.pointer == "/options/date_day"


def test_there_is_no_draw() -> None:
    for pairs in (("", ""), ("5C5D", "6C6D"), (TWOS, SEVENS)):
        assert len(outcome(*pairs).winners) == 1


def test_the_outcome_tells_the_pairs_and_fours_of_each() -> None:
    found = outcome(f"{QUEENS} 5C5D", "6C6D")
    assert found.reason == "idle"
    assert found.details.pairs == (
        (cards("QC QD"), cards("QH QS"), cards("5C 5D")),
        (pair_of("6C6D"),),
    )
    assert found.details.fours == ("Q", None)
