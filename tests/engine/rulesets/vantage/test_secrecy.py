"""What each seat and a spectator may see of Vantage, written from the rules, not from the declarations."""

import json
from typing import Any

import msgspec

from engine import Rng
from engine.core.seats import Seat
from engine.rulesets.vantage.state import Passing
from tests.engine.games import Set, positions, viewers
from tests.engine.rulesets.vantage.table import (
    CHALLENGE,
    VANTAGE,
    build,
    discard,
    match,
    pass_card,
    play,
    position,
)

SEATS: tuple[Any, ...] = (Seat(0), Seat(1), Seat(2), None)


def view(state: Any, viewer: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(VANTAGE.view(state, viewer)))
    return found


def told(events: Any, viewer: Any, options: Any = None) -> list[dict[str, Any]]:
    masked = VANTAGE.events_for(events, viewer, options or VANTAGE.Options())
    return [json.loads(msgspec.json.encode(event)) for event in masked]


def test_a_hand_is_its_seats_alone() -> None:
    state = position("R8 R1", "Y1 Y2 Y3", "G4", loose="B9")
    for viewer in SEATS:
        shown = [seat["hand"] for seat in view(state, viewer)["seats"]]
        assert shown == [
            ["R1", "R8"] if viewer == 0 else ["??", "??"],
            ["Y1", "Y2", "Y3"] if viewer == 1 else ["??", "??", "??"],
            ["G4"] if viewer == 2 else ["??"],
        ]


def test_piles_of_hidden_cards_are_numbers() -> None:
    state = position("R8", "Y1", "G4", captured=("P1 P2", "P3", ""), stock=20)
    for viewer in SEATS:
        shown = view(state, viewer)
        assert (shown["stock"], shown["actions"]) == (20, 4)
        assert [seat["captured"] for seat in shown["seats"]] == [2, 1, 0]


def test_the_view_has_these_fields_and_no_others() -> None:
    state = position("R8", "Y1", loose="B9", piles="8:P8,B8")
    assert set(view(state, Seat(0))) == {
        "ruleset",
        "phase",
        "round",
        "rounds",
        "dealer",
        "blackout",
        "action",
        "actions",
        "actions_used",
        "stock",
        "loose",
        "piles",
        "seats",
        "last_collector",
    }


def test_open_hands_are_everybodys() -> None:
    state = position("R8 R1", "Y1", "G4", loose="B9", open_hands=True)
    for viewer in SEATS:
        assert [seat["hand"] for seat in view(state, viewer)["seats"]] == [["R1", "R8"], ["Y1"], ["G4"]]


def test_a_face_down_card_is_known_to_its_discarder_alone() -> None:
    state = position("R8", "Y1", "G4", loose="(B9) (P7)1 G3")
    for viewer in SEATS:
        faces = [card["card"] for card in view(state, viewer)["loose"]]
        assert faces == ["??", "P7" if viewer == 1 else "??", "G3"]
        assert [card["known_to"] for card in view(state, viewer)["loose"]] == [None, 1, None]


def test_a_card_turned_down_is_known_to_nobody() -> None:
    state = position("R2 R3", "Y1 Y2", "G4", loose="G9", actions="black-out")
    after, _ = play(state, discard("R2"))
    for viewer in SEATS:
        assert [card["card"] for card in view(after, viewer)["loose"]] == ["??", "??"]


def test_a_discard_in_a_blackout_is_told_to_its_seat_alone() -> None:
    state = position("R2 R3", "Y1 Y2", "G4", loose="(G9)", actions="pass-one")
    after, events = play(state, discard("R2"))
    for viewer in SEATS:
        assert told(events, viewer)[0]["card"] == ("R2" if viewer == 0 else "??")
        assert view(after, viewer)["loose"][1]["card"] == ("R2" if viewer == 0 else "??")


def test_the_suit_named_for_a_wild_hides_with_it() -> None:
    state = position("W1 R3", "Y1 Y2", "G4", loose="(G9)", actions="pass-one", wild_suit="declared")
    after, events = play(state, discard("W1", suit="P"))
    for viewer in SEATS:
        own = viewer == 0
        assert told(events, viewer)[0]["suit"] == ("P" if own else None)
        assert view(after, viewer)["loose"][1]["suit"] == ("P" if own else None)


def test_a_wrong_guess_shows_all_to_all_and_hides_it_again() -> None:
    state = position("R8 R1", "Y1 Y2", "G4", loose="(G5) (B2)", actions="pass-one")
    after, events = play(state, match("R8", "t1", "t2"))
    for viewer in SEATS:
        failed, put_down = told(events, viewer)[:2]
        assert failed["card"] == "R8"
        assert [card["card"] for card in failed["loose"]] == ["G5", "B2"]
        assert put_down["card"] == ("R8" if viewer == 0 else "??")
        faces = [card["card"] for card in view(after, viewer)["loose"]]
        assert faces == ["??", "??", "R8" if viewer == 0 else "??"]


def test_a_chosen_card_is_its_seats_alone_that_it_chose_is_public() -> None:
    state = position("R2 R3", "Y1 Y2", "G4 G5", phase=Passing(Seat(0), (Seat(0), Seat(1), Seat(2))))
    after, events = play(state, pass_card("Y1"), 1)
    for viewer in SEATS:
        shown = view(after, viewer)
        assert [seat["chosen"] for seat in shown["seats"]] == [None, "Y1" if viewer == 1 else "??", None]
        assert shown["phase"]["waiting"] == [0, 2]
        assert told(events, viewer)[0]["card"] == ("Y1" if viewer == 1 else "??")


def test_a_passed_card_is_known_to_giver_and_receiver() -> None:
    state = position("R2 R3", "Y1 Y2", "G4 G5", phase=Passing(Seat(0), (Seat(0), Seat(1), Seat(2))))
    state, _ = play(state, pass_card("Y1"), 1)
    state, _ = play(state, pass_card("R2"), 0)
    _, events = play(state, pass_card("G4"), 2)
    for viewer in SEATS:
        passes = told(events, viewer)[1]["passes"]
        assert [(one["from"], one["to"]) for one in passes] == [(0, 2), (1, 0), (2, 1)]
        assert [one["card"] for one in passes] == [
            "R2" if viewer in (0, 2) else "??",
            "Y1" if viewer in (0, 1) else "??",
            "G4" if viewer in (1, 2) else "??",
        ]


def test_a_challenge_shows_its_card_to_challenger_and_builder() -> None:
    state = position("R8 B8", "Y1", "G4", loose="G8")
    state, _ = play(state, build("R8", 8, "t1"))
    _, events = play(state, CHALLENGE, 1)
    for viewer in SEATS:
        settled = told(events, viewer)[1]
        assert settled["honest"] is True
        assert settled["card"] == ("B8" if viewer in (0, 1) else "??")


def test_a_deal_shows_each_seat_its_own_cards() -> None:
    options = VANTAGE.Options(dealer=Seat(2))
    step = VANTAGE.new(options, 3, Rng(bytes(32)))
    for viewer in SEATS:
        dealt = told(step.events, viewer, options)[0]
        for seat, hand in enumerate(dealt["hands"]):
            truth = list(step.state.seats[seat].hand)
            assert hand == (truth if viewer == seat else ["??"] * 4)
        assert "??" not in [card["card"] for card in dealt["table"]]


def test_public_facts_are_public() -> None:
    state = position("R8", "Y1", "G4", piles="8:P8,B8@1", used="cards-up black-out", collector=1)
    for viewer in SEATS:
        shown = view(state, viewer)
        assert shown["piles"] == [{"id": "b1", "call": 8, "cards": ["P8", "B8"], "seat": 1}]
        assert shown["actions_used"] == ["cards-up", "black-out"]
        assert shown["last_collector"] == 1
        assert [seat["reneges"] for seat in shown["seats"]] == [0, 0, 0]


def test_Q12_ids_say_nothing_of_faces() -> None:
    """Ids are given in the order of appearance, whatever the cards are."""
    for seed in range(3):
        made = Set(VANTAGE.Options(), 3, bytes([seed]) * 32)
        for at in positions(VANTAGE, made):
            numbers = [int(card.id[1:]) for card in at.state.loose]
            assert numbers == sorted(numbers)


def test_Q11_no_seed_and_no_hidden_card_in_any_view_or_event_of_whole_games() -> None:
    """Every card that stands in what a viewer gets is one that he holds, lies open, or was just shown."""
    for seed in range(4):
        made = Set(VANTAGE.Options(), 3, bytes([seed + 65]) * 32)
        for at in positions(VANTAGE, made):
            for viewer in viewers(at.state):
                body = msgspec.json.encode(VANTAGE.view(at.state, viewer))
                assert made.seed.hex().encode() not in body
                assert b"rng" not in body
                seen = {
                    card for card in _strings(json.loads(body)) if card[:1] in "RYGBPW" and card[1:].isdigit()
                }
                assert seen <= _open_to(at.state, viewer)


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.values() for text in _strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in _strings(item)]
    return [value] if isinstance(value, str) else []


def _open_to(state: Any, viewer: Any) -> set[str]:
    shown = {card for pile in state.piles for card in pile.cards}
    shown |= {
        card.card for card in state.loose if card.face_up or (viewer is not None and card.known_to == viewer)
    }
    return shown | (set() if viewer is None else set(state.seats[viewer].hand))
