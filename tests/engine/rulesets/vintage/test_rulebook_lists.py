"""Vintage: lists of what may be done, in order and narrowed, and what a time-out plays."""

from itertools import combinations, islice, pairwise
from typing import Any

import pytest

from engine.core.seats import Seat
from engine.rulesets.vintage import listing
from engine.rulesets.vintage.moves import Sell
from tests.engine.rulesets.vintage.table import (
    PASS,
    VINTAGE,
    auction,
    listed,
    play,
    position,
    refused,
    sell,
)

BIG_HAND = "R1 R2 R3 R4 R5 R6 R7 R8 R9 B1 B2 B3 B4 B5"  # 14 different cards
HAND_WITH_COPIES = "R1 R1 R1 B2 B2 G3 Y4"


def test_a_turn_one_of_each_kind_then_auctions_by_slot_and_amount_then_sales_by_number() -> None:
    state = position("R1 B2 G3", "Y1", market="B4 - R9 - -", coins=(2, 3))
    assert listed(state) == [
        *("0@0", "B2$"),
        *("0@1", "0@2", "2@0", "2@1", "2@2"),
        *("G3$", "R1$", "B2+G3$", "B2+R1$", "G3+R1$", "B2+G3+R1$"),
    ]


def test_an_auction_one_of_each_kind_then_bids_ascending() -> None:
    state, _ = play(position("R1", "Y1", coins=(3, 7)), auction(0, 3))
    assert listed(state) == ["@4", "pass", "@5", "@6", "@7"]


@pytest.mark.parametrize(
    ("kind", "moves"),
    [
        ("auction", ["0@0", "0@1", "2@0", "2@1"]),
        ("sell", ["B2$", "R1$", "R1+R1$", "B2+R1$", "B2+R1+R1$"]),
        ("pass", []),
        ("bid", []),
    ],
)
def test_a_list_is_narrowed_by_kind(kind: str, moves: list[str]) -> None:
    state = position("R1 R1 B2", "Y1", market="B4 - R9 - -", coins=(1, 3))
    found = listed(state, kind)
    assert sorted(found) == sorted(moves)
    assert [move.count("+") for move in found] == sorted(move.count("+") for move in found)


def test_an_auction_is_narrowed_by_kind_and_names_nothing() -> None:
    state, _ = play(position("R1", "Y1"), auction(0, 1))
    assert listed(state, "bid") == ["@2", "@3"]
    assert listed(state, "pass") == ["pass"]
    assert listed(state, "sell") == []
    assert listed(state, None, "0") == []
    assert listed(state, None, "Y1") == []


def test_a_list_is_narrowed_by_slots_and_cards() -> None:
    state = position("R1 R1 B2", "Y1", market="B4 - R9 - -", coins=(1, 3))
    assert listed(state, None, "2") == ["2@0", "2@1"]
    assert listed(state, None, "1") == []  # empty
    assert listed(state, None, "0", "2") == []
    assert listed(state, None, "R1") == ["R1$", "B2+R1$", "R1+R1$", "B2+R1+R1$"]
    assert listed(state, None, "R1", "B2") == ["B2+R1$", "B2+R1+R1$"]
    assert listed(state, None, "R9") == []  # on the market, not in the hand
    assert listed(state, None, "R1", "2") == []
    assert listed(state, "auction", "R1") == []


def test_each_multiset_is_listed_once_fewer_cards_first() -> None:
    state = position(HAND_WITH_COPIES, "Y1")
    found = list(VINTAGE.legal_moves(state, Seat(0), "sell"))
    hand = sorted(HAND_WITH_COPIES.split())
    wanted = {cards for size in range(1, 8) for cards in combinations(hand, size)}
    assert len(found) == len(wanted) == 4 * 3 * 2 * 2 - 1
    assert {tuple(move.cards) for move in found if isinstance(move, Sell)} == wanted
    sizes = [len(move.cards) for move in found if isinstance(move, Sell)]
    assert sizes == sorted(sizes)


def test_narrowed_sales_are_those_that_name_the_cards_fewer_first() -> None:
    state = position(HAND_WITH_COPIES, "Y1")
    every = [move for move in VINTAGE.legal_moves(state, Seat(0), "sell") if isinstance(move, Sell)]
    for named in ({"R1"}, {"B2"}, {"R1", "Y4"}, {"R1", "B2", "G3", "Y4"}):
        found = list(VINTAGE.legal_moves(state, Seat(0), None, frozenset(named)))
        assert len(set(found)) == len(found)
        assert set(found) == {move for move in every if named <= set(move.cards)}
        assert all(len(one.cards) <= len(two.cards) for one, two in pairwise(found))  # type: ignore[union-attr]


@pytest.mark.parametrize("bank", range(0, 16))
def test_W15_no_sale_is_listed_that_the_bank_cannot_pay_and_none_is_missing(bank: int) -> None:
    state = position(HAND_WITH_COPIES, "Y1", coins=(3, 37 - bank))
    found = [move for move in VINTAGE.legal_moves(state, Seat(0), "sell") if isinstance(move, Sell)]
    hand = sorted(HAND_WITH_COPIES.split())
    wanted = {
        cards
        for size in range(1, 8)
        for cards in combinations(hand, size)
        if sum(int(card[1]) for card in cards) <= bank
    }
    assert {tuple(move.cards) for move in found} == wanted
    assert len(found) == len(wanted)
    named = [move for move in VINTAGE.legal_moves(state, Seat(0), None, frozenset({"Y4"})) if move in found]
    assert {move for move in found if "Y4" in move.cards} == set(named)


def test_a_big_hand_is_listed_only_as_far_as_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    def counted(cards: Any) -> Sell:
        nonlocal made
        made += 1
        return Sell(cards)

    monkeypatch.setattr(listing, "Sell", counted)
    state = position(BIG_HAND, "Y1", market="- - - - -", unlimited=True)
    assert len(list(islice(VINTAGE.legal_moves(state, Seat(0)), 20))) == 20
    assert made == 20
    assert len(listed(state)) == 2**14 - 1
    made = 0
    assert len(listed(state, None, *BIG_HAND.split()[:12])) == 4
    assert made == 4


def test_cards_of_a_sale_come_in_any_order_and_are_kept_sorted() -> None:
    assert sell("R5 B7 R5").is_normal()
    assert not Sell(sell("R5 B7").cards[::-1]).is_normal()
    assert str(sell("R5 B7 R5")) == "B7+R5+R5$"


def test_a_time_out_in_an_auction_passes() -> None:
    state, _ = play(position("R1", "Y1"), auction(0, 1))
    assert VINTAGE.default_move(VINTAGE.seen(state, Seat(1)), Seat(1)) == PASS


@pytest.mark.parametrize(
    ("hand", "options", "move"),
    [
        ("R1 B9", {}, "3@0"),  # the cheapest card of the market, without a bid
        ("R1 B9", {"forced_open": True}, "3@1"),
        ("R2 B9", {"forced_open": True, "coins": (0, 3)}, "R2$"),
        ("R9 B2", {"market": "- - - - -"}, "B2$"),
        ("", {"market": "- - - - -"}, "pass"),
        ("", {}, "3@0"),
    ],
)
def test_a_time_out_on_a_turn_plays_the_cheapest_that_does_no_harm(
    hand: str, options: dict[str, Any], move: str
) -> None:
    state = position(hand, "Y1", **options)
    default = VINTAGE.default_move(VINTAGE.seen(state, Seat(0)), Seat(0))
    assert str(default) == move
    assert refused(state, default) == ""


def test_what_lies_in_a_slot_is_told_for_labels() -> None:
    state = position("R1", "Y1", market="B4 - R9 - -")
    assert VINTAGE.on_table(VINTAGE.seen(state, Seat(0))) == {
        "0": ("slot", {"slot": 0, "card": "B4"}),
        "2": ("slot", {"slot": 2, "card": "R9"}),
    }
