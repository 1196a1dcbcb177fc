"""What fits on what, for dropping and for exchanging alike."""

import pytest

from engine.core.cards import Card
from engine.rulesets.advantage.deck import CARDS, FITS, NUMBERS, is_stuck
from tests.engine.rulesets.advantage.table import cards, drop, pick, picking, position, refused

FITTING = [
    ("KC", "QS"),  # face on face of one colour
    ("JD", "JH"),
    ("QH", "AD"),  # face on ace of one colour
    ("2C", "9S"),  # number on number of one colour
    ("8D", "AH"),  # number on ace of one colour
    ("AS", "5C"),  # ace on number of one colour
    ("AD", "KH"),  # ace on face of one colour
    ("9C", "9H"),  # same rank, any colour
    ("KD", "KS"),
    ("AC", "AD"),
    ("10D", "KS"),  # a ten on any card
    ("10C", "2H"),
    ("10C", "AH"),
    ("10S", "10H"),
    ("3C", "10D"),  # any card on a ten
    ("QC", "10H"),
    ("AS", "10D"),
]
NOT_FITTING = [
    ("KC", "QH"),  # faces of two colours
    ("QH", "AS"),
    ("2C", "9D"),  # numbers of two colours
    ("8D", "AC"),
    ("AS", "5H"),  # ace and number of two colours
    ("AD", "KC"),
    ("9C", "JS"),  # number and face of one colour
    ("KH", "2D"),
]


@pytest.mark.parametrize(("card", "top"), FITTING)
def test_a_card_that_fits_may_be_dropped_and_exchanged(card: str, top: str) -> None:
    piles = f"{top} / 6C / 6S"
    assert refused(position(card, "6H", piles=piles, stock=3), drop(card, 0)) == ""
    state = position(card, "6H", piles=piles, stock=3, phase=picking())
    assert refused(state, pick(card, 0)) == ""


@pytest.mark.parametrize(("card", "top"), NOT_FITTING)
def test_a_card_that_does_not_fit_may_be_neither_dropped_nor_exchanged(card: str, top: str) -> None:
    piles = f"10C {top} / 10D / 10S"  # only the top counts, and only that of the named pile
    assert refused(position(card, "6H", piles=piles, stock=3), drop(card, 0)) == "drop-fits"
    state = position(card, "6H", piles=piles, stock=3, phase=picking())
    assert refused(state, pick(card, 0)) == "pick-fits"


@pytest.mark.parametrize(
    ("card", "tops"),
    [
        ("7C", "2C 2S 3C 3S 4C 4S 5C 5S 6C 6S 7D 7H 7S 8C 8S 9C 9S AC AS"),
        ("QH", "JD JH QC QD QS KD KH AD AH"),
        ("AS", "2C 2S 3C 3S 4C 4S 5C 5S 6C 6S 7C 7S 8C 8S 9C 9S JC JS QC QS KC KS AC AD AH"),
    ],
)
def test_these_tops_and_tens_take_the_card_and_no_others(card: str, tops: str) -> None:
    tens = {"10C", "10D", "10H", "10S"}
    assert {top for top in CARDS if top in FITS[Card(card)]} - {card} == set(tops.split()) | tens


def test_a_ten_takes_every_card_and_goes_on_every_card() -> None:
    for ten in cards("10C 10D 10H 10S"):
        assert FITS[ten] == set(CARDS)
        assert all(ten in FITS[card] for card in CARDS)


def test_fitting_goes_both_ways() -> None:
    assert all((other in FITS[card]) == (card in FITS[other]) for card in CARDS for other in CARDS)


def test_A8_neither_a_ten_nor_an_ace_is_a_number_card() -> None:
    assert set("23456789") == NUMBERS
    assert refused(position("AD", "2H", piles="9D / 2C / 2S"), drop("AD", 0)) == ""  # as an ace, by colour
    assert refused(position("AD", "2H", piles="9D / 9C / 2S"), drop("AD", 1)) == "drop-fits"
    assert refused(position("JS", "2H", piles="10D / 9S / 2S"), drop("JS", 0)) == ""  # a ten is wild


def test_a_hand_is_stuck_if_no_card_fits_any_top() -> None:
    assert is_stuck(cards("2D KS"), (cards("KS QC 9C"), cards("AH 9S")))
    assert not is_stuck(cards("2D KS"), (cards("9C"), cards("9S AH")))
    assert is_stuck((), (cards("10C"),))
