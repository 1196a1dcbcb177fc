"""Vintage in words: the labels of moves and the sentences of events."""

from typing import Any

import pytest

from engine import Rng
from engine.core.texts import texts
from engine.rulesets.vintage.state import State
from tests.engine.rulesets.vintage.table import PASS, VINTAGE, auction, bid, play, position, sell

ENGLISH = texts(VINTAGE, "en")
NAMES = ("Ana", None, "Bo")
HANDS = ("R5 R5 B7", "Y1", "G4")


@pytest.mark.parametrize(
    ("move", "label"),
    [
        (auction(2, 0), "Put up R9 (slot 2) without a bid"),
        (auction(0, 3), "Put up B4 (slot 0) for 3"),
        (bid(4), "Bid 4"),
        (sell("R5 B7 R5"), "Sell B7 + R5 + R5"),
        (PASS, "Pass"),
    ],
)
def test_the_label_of_a_move(move: Any, label: str) -> None:
    state = position(*HANDS)
    assert ENGLISH.move(move, VINTAGE.on_table(state)) == label


@pytest.mark.parametrize(
    ("position", "moves", "sentence"),
    [
        (
            position(*HANDS, coins=(4, 4, 4)),
            (auction(2, 1), bid(2), PASS, PASS),
            "Ana puts up R9 and bids 1. Seat 2 bids 2. Bo passes. Ana passes. Seat 2 buys R9 for 2",
        ),
        (
            position(*HANDS, coins=(4, 2, 3)),
            (auction(0, 2), PASS),
            "Ana puts up B4 and bids 2. Seat 2 cannot bid higher and passes. Bo passes. Ana buys B4 for 2",
        ),
        (
            position(*HANDS),
            (auction(0), PASS, PASS),
            "Ana puts up B4 without a bid. Seat 2 passes. Bo passes. Nobody buys B4: it leaves the game",
        ),
        (
            position(*HANDS, unsold="discard"),
            (auction(0), PASS, PASS),
            "Ana puts up B4 without a bid. Seat 2 passes. Bo passes. Nobody buys B4: it goes to the discards",
        ),
        (position(*HANDS), (sell("R5 B7"),), "Ana sells B7 + R5 for 12"),
    ],
)
def test_the_sentences_of_a_step(position: State, moves: tuple[Any, ...], sentence: str) -> None:
    _, events = play(position, *moves)
    assert ENGLISH.step(events, NAMES) == sentence


@pytest.mark.parametrize(
    ("discards", "sentence"),
    [("", "The one discard is the new deck"), ("B1 B2", "3 discards are shuffled into a new deck")],
)
def test_the_sentences_of_a_filled_market(discards: str, sentence: str) -> None:
    state = position("R5", "Y1", market="- G2 R9 G1 -", deck="G9", discards=discards, seat=1, turn=2)
    state, events = play(state, sell("Y1"))
    assert ENGLISH.step(events[:4], NAMES) == (
        "Seat 2 sells Y1 for 1. The market is filled: G9."
        f" {sentence}. The market is filled: {state.market[4]}"
    )


def test_the_sentence_of_the_deal() -> None:
    step = VINTAGE.new(VINTAGE.Options(), 2, Rng(bytes(32)))
    assert ENGLISH.step(step.events, NAMES) == "Seven cards each are dealt, and five to the market"
