"""Vintage: what a seat may take for the truth, from what it sees and what the events told it."""

from collections import Counter
from typing import Any

import pytest

from engine import Rng
from engine.core.seats import Seat
from engine.rulesets.vintage.deck import CARDS
from engine.rulesets.vintage.events import AuctionEnded, Sold
from engine.rulesets.vintage.state import State
from tests.engine.games import Set, positions
from tests.engine.rulesets.vintage.table import PASS, VINTAGE, auction, bid, hands, play, position, sell


def imagined(state: State, events: Any, seat: int, number: int) -> State:
    seen = VINTAGE.seen(state, Seat(seat))
    past = VINTAGE.events_for(events, Seat(seat), state.options)
    return VINTAGE.imagine(seen, past, Seat(seat), Rng(bytes([number]) * 32))


def lying(state: State) -> Counter[str]:
    """Every card that is in the game."""
    found: Counter[str] = Counter(card for card in state.market if card)
    found.update((*state.deck, *state.discards, *state.removed))
    for own in state.seats:
        found.update((*own.hand, *own.collection))
    return found


@pytest.mark.parametrize("number", range(10))
def test_W17_what_another_bought_lies_in_its_hand(number: int) -> None:
    state, events = play(position("R8", "Y1 Y2", "G4"), auction(2, 1), bid(2), PASS, PASS)
    found = imagined(state, events, 0, number)
    assert "R9" in found.seats[1].hand
    assert len(found.seats[1].hand) == 3
    assert hands(found)[0] == "R8"
    assert lying(found) == Counter(CARDS)


@pytest.mark.parametrize("number", range(10))
def test_W17_until_it_sells_one_of_that_code(number: int) -> None:
    state, events = play(position("R8", "Y1 Y2 R9"), auction(2, 1), bid(3), sell("R9"))
    found = imagined(state, events, 0, number)
    assert lying(found) == Counter(CARDS)
    assert len(found.seats[1].hand) == 3
    more = [imagined(state, events, 0, 10 * number + extra).seats[1].hand for extra in range(10)]
    assert not all("R9" in hand for hand in more)  # the one sold may have been the one bought


@pytest.mark.parametrize("number", range(10))
def test_the_deck_made_of_discards_is_known_in_content_but_for_what_came_to_the_market(number: int) -> None:
    state = position("R8 B1", "Y1 Y2 Y3", "G2 G3 G4 G5", deck="", market="- B4 B5 B6 B7")
    state, events = play(state, sell("R8"), sell("Y1"), sell("G2 G3 G4"))
    assert len(state.deck) == 4  # five discards, of which one lies in slot 0
    found = imagined(state, events, 0, number)
    assert sorted(found.deck) == sorted(state.deck)
    assert sorted((*found.seats[1].hand, *found.seats[2].hand)) == ["G5", "Y2", "Y3"]


def test_the_order_of_a_known_deck_is_not_known() -> None:
    state = position("R8 R7 R6 R5", "Y1 Y2", deck="", market="- B4 B5 B6 B7")
    state, events = play(state, sell("R8 R7 R6"), sell("Y1"))
    assert len(state.deck) == 3
    orders = {imagined(state, events, 0, number).deck for number in range(20)}
    assert len(orders) > 3
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(state.deck))}


@pytest.mark.parametrize("number", range(5))
def test_events_that_do_not_go_with_what_is_seen_are_let_go(number: int) -> None:
    state = position("R8", "Y1 Y2")
    _, events = play(position("R8", "Y1", market="R8 R8 R7 - -"), auction(2, 1), bid(3))
    found = imagined(position("R8", "", discards="R7 R7 R7"), events, 0, number)
    assert lying(found) == Counter(CARDS)
    assert lying(imagined(state, [], 0, number)) == Counter(CARDS)


@pytest.mark.parametrize(
    "options", [{}, {"unsold": "discard"}, {"collection": "bought_only", "refill": "turn"}]
)
def test_in_whole_games_all_that_is_known_holds(options: dict[str, Any]) -> None:
    """What others are known to have bought lies with them; it is never more than the truth allows."""
    for seed in range(4):
        made = Set(VINTAGE.Options(**options, max_turns=120), 2 + seed, bytes([seed, 7]) * 16)
        for count, at in enumerate(positions(VINTAGE, made)):
            if count % 11:
                continue
            found = imagined(at.state, at.past[at.seat], at.seat, count % 200)
            assert VINTAGE.view(found, at.seat) == VINTAGE.view(at.state, at.seat)
            known = [Counter[str]() for _ in at.state.seats]
            for event in at.past[at.seat]:
                if isinstance(event, AuctionEnded) and event.to == "hand":
                    assert event.seat is not None
                    known[event.seat][event.card] += 1
                if isinstance(event, Sold):
                    known[event.seat] -= Counter(event.cards)
            for own, cards in zip(found.seats, known, strict=True):
                assert cards <= Counter(own.hand)
