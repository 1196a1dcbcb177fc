"""What each seat and a spectator may see of Vintage, written from the rules, not from the declarations."""

import json
from typing import Any

import msgspec
import pytest

from engine import Rng
from engine.core.seats import Seat
from tests.engine.games import Set, positions, viewers
from tests.engine.rulesets.vintage.table import PASS, VINTAGE, auction, bid, play, position, sell

SEATS: tuple[Any, ...] = (Seat(0), Seat(1), Seat(2), None)


def view(state: Any, viewer: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(VINTAGE.view(state, viewer)))
    return found


def told(events: Any, viewer: Any) -> list[dict[str, Any]]:
    masked = VINTAGE.events_for(events, viewer, VINTAGE.Options())
    return [json.loads(msgspec.json.encode(event)) for event in masked]


def test_a_hand_is_its_seats_alone_others_see_how_many_cards() -> None:
    state = position("R8 R1", "Y1 Y2 Y3", "G4")
    for viewer in SEATS:
        assert [seat["hand"] for seat in view(state, viewer)["seats"]] == [
            ["R1", "R8"] if viewer == 0 else ["??", "??"],
            ["Y1", "Y2", "Y3"] if viewer == 1 else ["??", "??", "??"],
            ["G4"] if viewer == 2 else ["??"],
        ]


def test_the_deck_is_a_number() -> None:
    state = position("R8 R1", "Y1 Y2 Y3", "G4")
    assert [view(state, viewer)["deck"] for viewer in SEATS] == [108 - 6 - 5] * 4


def test_market_coins_bank_discards_removed_cards_and_bids_are_public() -> None:
    state = position(
        "R8", "Y1", "G4", coins=(5, 6, 7), discards="G9 R2", removed="B1", market="B4 - R9 G1 Y5"
    )
    state, _ = play(state, auction(2, 2))
    for viewer in SEATS:
        shown = view(state, viewer)
        assert shown["market"] == ["B4", None, "R9", "G1", "Y5"]
        assert (shown["discards"], shown["removed"], shown["bank"]) == (["G9", "R2"], ["B1"], 22)
        assert [seat["coins"] for seat in shown["seats"]] == [5, 6, 7]
        assert shown["phase"] == {
            "kind": "auction",
            "seat": 1,
            "slot": 2,
            "card": "R9",
            "opened_by": 0,
            "bid": 2,
            "bidder": 0,
            "out": [],
        }


def test_an_unlimited_bank_is_null() -> None:
    assert view(position("R1", "Y1", unlimited=True), None)["bank"] is None


def test_the_view_has_these_fields_in_this_order_and_no_others() -> None:
    shown = view(position("R8", "Y1"), Seat(0))
    assert list(shown) == [
        *("ruleset", "phase", "round", "starter", "turn", "passes", "last_round"),
        *("market", "deck", "discards", "removed", "bank", "seats"),
    ]
    assert list(shown["seats"][0]) == ["hand", "collection", "bought", "coins"]


def test_dealt_cards_are_told_to_their_seat_the_market_to_all() -> None:
    step = VINTAGE.new(VINTAGE.Options(), 3, Rng(bytes(32)))
    for viewer in SEATS:
        (dealt,) = told(step.events, viewer)
        for seat in range(3):
            cards = list(step.state.seats[seat].hand) if viewer == seat else ["??"] * 7
            assert dealt["hands"][seat] == cards
        assert [card["id"] for card in dealt["table"]] == ["0", "1", "2", "3", "4"]
        assert [card["card"] for card in dealt["table"]] == list(step.state.market)


def test_W17_a_bought_card_is_named_by_the_events_and_hidden_in_the_hand() -> None:
    state, events = play(position("R8", "Y1", "G4"), auction(2, 1), bid(2), PASS, PASS)
    for viewer in SEATS:
        shown = view(state, viewer)["seats"]
        assert shown[1]["hand"] == (["R9", "Y1"] if viewer == 1 else ["??", "??"])
        assert shown[1]["bought"] == 1
        ended = told(events, viewer)[-1]
        assert (ended["seat"], ended["card"], ended["paid"], ended["to"]) == (1, "R9", 2, "hand")


def test_W1_with_bought_only_bought_cards_lie_open() -> None:
    state = position("R8", "Y1", "G4", collections=["", "B2"], collection="bought_only")
    state, _ = play(state, auction(2, 1), bid(3))
    for viewer in SEATS:
        shown = view(state, viewer)["seats"]
        assert [seat["collection"] for seat in shown] == [[], ["R9", "B2"], []]
        assert shown[0]["hand"] == (["R8"] if viewer == 0 else ["??"])


def test_sold_cards_are_public() -> None:
    state, events = play(position("R8 R1", "Y1", "G4"), sell("R8"))
    for viewer in SEATS:
        assert told(events, viewer)[0]["cards"] == ["R8"]
        assert view(state, viewer)["discards"] == ["R8"]


def test_a_reshuffle_tells_how_many_cards_and_not_their_order() -> None:
    state = position(
        "R8", "Y1", "G4", deck="", discards="B1 B2 B3 B5", market="- G2 R9 G1 Y5", seat=2, turn=3
    )
    state, events = play(state, sell("G4"))
    for viewer in SEATS:
        assert told(events, viewer)[1] == {
            "kind": "reshuffled",
            "text": None,
            "pile": "cards",
            "count": 5,
        }
        assert view(state, viewer)["deck"] == 4


def test_all_that_is_scored_is_public_but_the_hands_stay_hidden() -> None:
    state, events = play(position("R8", "Y1", "G4", turn=20, max_turns=20), sell("R8"))
    for viewer in SEATS:
        (line, *_) = told(events, viewer)[-1]["lines"]
        assert line == {"seat": 0, "award": "cards", "points": 0}
        hands = [seat["hand"] for seat in view(state, viewer)["seats"]]
        assert hands == [[], ["Y1"] if viewer == 1 else ["??"], ["G4"] if viewer == 2 else ["??"]]


@pytest.mark.parametrize("options", [{}, {"collection": "bought_only"}, {"unsold": "discard"}])
def test_in_whole_games_nothing_else_is_named_to_anybody(options: dict[str, Any]) -> None:
    """A code in a view is that of a card in the market, the discards, the removed cards, a collection, or
    the viewer's own hand: as often as it lies there."""
    for seed in range(4):
        made = Set(VINTAGE.Options(**options, max_turns=60), 2 + seed, bytes([seed]) * 32)
        for at in positions(VINTAGE, made):
            for viewer in viewers(at.state):
                open_cards = [card for card in at.state.market if card]
                open_cards += [*at.state.discards, *at.state.removed]
                for seat, own in enumerate(at.state.seats):
                    open_cards += [*own.collection, *(own.hand if viewer == seat else ())]
                assert sorted(codes(view(at.state, viewer))) == sorted(open_cards)


def codes(shown: Any) -> list[str]:
    """The cards that a view has, but for the one that the phase mentions."""
    if isinstance(shown, str):
        return [shown] if len(shown) == 2 and shown[0] in "RBGY" else []
    if isinstance(shown, dict):
        return [code for key, part in shown.items() if key != "phase" for code in codes(part)]
    return [code for part in shown for code in codes(part)] if isinstance(shown, list) else []
