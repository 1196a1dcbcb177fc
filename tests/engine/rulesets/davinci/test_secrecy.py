"""What each seat and a spectator may see of Da Vinci's Challenge, written from the rules."""

import json
import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine import Fault, Rng
from engine.core.events import Dealt
from engine.core.seats import Seat
from engine.rulesets.davinci.deck import hand_order
from engine.rulesets.symbols import POINTS
from tests.engine.games import Set, positions, viewers
from tests.engine.rulesets.davinci.table import DAVINCI, cards, kinds, move_of, play, position

SEATS: tuple[Any, ...] = (Seat(0), Seat(1), Seat(2), None)
TOURNAMENT = DAVINCI.Options(tournament=True)


def view(state: Any, viewer: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(DAVINCI.view(state, viewer)))
    return found


def told(events: Any, viewer: Any) -> list[dict[str, Any]]:
    masked = DAVINCI.events_for(events, viewer, DAVINCI.Options())
    return [json.loads(msgspec.json.encode(event)) for event in masked]


def test_do_not_show_your_cards_to_the_other_players() -> None:
    state = position("tri eye", "2gem leo", "com", table="2:tri")
    hands = [["triangle", "eye"], ["gem", "gem", "leonardo"], ["canon-of-man"]]
    for viewer in SEATS:
        shown = [seat["hand"] for seat in view(state, viewer)["seats"]]
        assert shown == [hand if viewer == seat else ["??"] * len(hand) for seat, hand in enumerate(hands)]


def test_the_view_has_these_fields_and_no_others() -> None:
    state = position("tri eye", "2gem leo", "com", table="2:tri")
    for viewer in SEATS:
        shown = view(state, viewer)
        fields = "ruleset phase round rounds dealer pile cleared seats results"
        assert list(shown) == fields.split()
        assert [list(seat) for seat in shown["seats"]] == [["hand", "state", "passed", "title", "points"]] * 3
        assert shown["phase"] == {"kind": "follow", "seat": 0, "count": 1}
        assert shown["pile"] == [{"seat": 2, "cards": ["triangle"], "carta_finale": False}]


def test_what_lies_on_the_table_and_was_cleared_is_everybody_s() -> None:
    state = position("tri eye", "2gem leo", "com", table="1:dia 2:eye", passed=(1,))
    for viewer in SEATS:
        shown = view(state, viewer)
        assert [one["cards"] for one in shown["pile"]] == [["diamond"], ["eye"]]
        assert shown["cleared"] == list(state.cleared)
        assert [seat["passed"] for seat in shown["seats"]] == [False, True, False]


def test_the_last_card_of_a_seat_that_is_out_stays_hidden() -> None:
    state = position("tri eye", "2gem leo", "com", table="1:dia", out=(2,))
    for viewer in SEATS:
        last = view(state, viewer)["seats"][2]
        assert last["hand"] == (["canon-of-man"] if viewer == 2 else ["??"])
        assert last["state"] == "eliminated"


def test_the_first_deal_shows_each_seat_its_own_cards() -> None:
    step = DAVINCI.new(DAVINCI.Options(dealer=Seat(2)), 3, Rng(bytes(32)))
    for viewer in SEATS:
        (dealt,) = told(step.events, viewer)
        for seat, hand in enumerate(dealt["hands"]):
            truth = list(step.state.seats[seat].hand)
            assert hand == (truth if viewer == seat else ["??"] * len(truth))
        assert dealt["table"] == []


def test_the_deals_of_later_rounds_of_a_tournament_hide_the_hands_of_others() -> None:
    rounds = set()
    for at in positions(DAVINCI, Set(TOURNAMENT, 3, bytes([7]) * 32)):
        move: Any = at.move
        step = DAVINCI.apply(at.state, at.seat, move)
        for viewer in viewers(step.state):
            for event in DAVINCI.events_for(step.events, viewer, TOURNAMENT):
                if isinstance(event, Dealt):
                    rounds.add(event.round)
                    for seat, hand in enumerate(event.hands):
                        assert ("??" in hand) == (seat != viewer)
                        assert len(hand) in (17, 18)
            for seat, own in enumerate(DAVINCI.view(step.state, viewer).seats):
                assert ("??" in own.hand) == (seat != viewer and bool(own.hand))
    assert rounds == {2, 3, 4}


def test_the_end_of_a_round_tells_points_and_no_cards() -> None:
    state = position("gem", "eye cir leo", "tri star", table="2:gem", tournament=True)
    after, events = play(state, "gem")
    for viewer in SEATS:
        ended = told(events, viewer)[1]
        assert ended == {"kind": "round_ended", "text": None, "round": 1, "points": [0, 155, 11]}
        assert view(after, viewer)["results"] == [
            {"round": 1, "points": [0, 155, 11], "masters": [0], "peasant": 1}
        ]


def test_at_the_end_of_the_game_hands_stay_hidden() -> None:
    after, _ = play(position("gem", "eye cir leo", "tri star", table="2:gem"), "gem")
    for viewer in SEATS:
        assert [("??" in seat["hand"]) for seat in view(after, viewer)["seats"]] == [
            False,
            viewer != 1,
            viewer != 2,
        ]


@pytest.mark.parametrize("hand", ["leo", "tri", "2tri", "star com", "3eye sol"])
@pytest.mark.parametrize("table", ["2:eye", "2:2gem"])
def test_a_pass_never_tells_whether_one_could_have_played(hand: str, table: str) -> None:
    """It reads alike to everybody whether it was forced or free, and is never made by the engine."""
    state = position(hand, "2com", "2fol", table=table)
    after, events = play(state, "pass")
    for viewer in SEATS:
        assert told(events, viewer) == [{"kind": "passed", "text": None, "seat": 0, "forced": False}]
        assert view(after, viewer)["phase"] == {
            "kind": "follow",
            "seat": 1,
            "count": len(state.pile[-1].cards),
        }


def test_no_seat_that_cannot_play_is_passed_over() -> None:
    after, events = play(position("2star 2cir", "leo", "tri", table="2:eye"), "star")
    assert kinds(events) == ["played"]
    assert DAVINCI.to_act(after) == (1,)


@pytest.mark.parametrize("call", [False, True])
def test_a_forgotten_call_is_the_outcome_of_a_legal_move_and_told_to_all(call: bool) -> None:
    """No refusal helps the memory; only the two forms in its list tell the seat that the call is due."""
    state = position("eye star", "2com", "2fol", table="2:gem")
    DAVINCI.judge(state, Seat(0), move_of("eye!" if call else "eye"))
    _, events = play(state, "eye!" if call else "eye")
    for viewer in SEATS:
        assert [event["kind"] for event in told(events, viewer)] == ["played"] + ["eliminated"] * (not call)


def test_lists_and_refusals_do_not_depend_on_the_hands_of_others() -> None:
    """The hands of the others are changed card for card: the seat is told the same, byte for byte."""
    tables = ("", "2:eye", "2:2eye", "1:gem 2:star")
    for table in tables:
        one = position("tri 2eye star leo", "2com 2fol", "2cir leo", table=table)
        other = position("tri 2eye star leo", "2leo tri flo", "sol 2pyr", table=table)
        other = replace(other, cleared=one.cleared)
        for seen in (one, other):
            assert len(seen.seats[1].hand) == 4
        assert [str(move) for move in DAVINCI.legal_moves(one, Seat(0))] == [
            str(move) for move in DAVINCI.legal_moves(other, Seat(0))
        ]
        assert _said(one) == _said(other)
        assert view(one, Seat(0)) == view(other, Seat(0))


def _said(state: Any) -> list[str]:
    found = []
    for text in [f"{count}{card}{call}" for count in "1234" for card in POINTS for call in ("", "!")] + [
        "pass"
    ]:
        try:
            DAVINCI.judge(state, Seat(0), move_of(text))
            found.append("legal")
        except Fault as fault:
            found.append(f"{fault.code} {fault.detail} {fault.pointer} {getattr(fault, 'facts', '')}")
    return found


def test_the_order_of_a_hidden_hand_tells_nothing() -> None:
    """Hands are kept in component order, whatever was dealt and played in which order."""
    for at in positions(DAVINCI, Set(TOURNAMENT, 4, bytes([9]) * 32)):
        for own in at.state.seats:
            assert own.hand == hand_order(own.hand)


def test_no_seed_and_no_hidden_card_in_any_view_of_whole_games() -> None:
    """Of the cards that stand in what a viewer gets each is one that he holds, or lies open."""
    codes = re.compile(rb'"(' + b"|".join(code.encode() for code in POINTS) + rb')"')
    for seed in range(3):
        made = Set(TOURNAMENT, 3, bytes([seed + 65]) * 32)
        for at in positions(DAVINCI, made):
            for viewer in viewers(at.state):
                body = msgspec.json.encode(DAVINCI.view(at.state, viewer))
                assert made.seed.hex().encode() not in body
                assert b"rng" not in body
                open_to = [*at.state.cleared, *(card for one in at.state.pile for card in one.cards)]
                open_to += () if viewer is None else at.state.seats[viewer].hand
                assert sorted(found.decode() for found in codes.findall(body)) == sorted(open_to)


def test_titles_points_and_who_deals_are_public() -> None:
    state = position("gem", "eye cir leo", "tri star", table="2:gem", tournament=True)
    after, _ = play(state, "gem")
    for viewer in SEATS:
        shown = view(after, viewer)
        assert [seat["title"] for seat in shown["seats"]] == ["master", "peasant", "apprentice"]
        assert [seat["points"] for seat in shown["seats"]] == [0, 155, 11]
        assert (shown["dealer"], shown["round"], shown["rounds"]) == (1, 2, 4)


def test_a_play_is_told_to_everybody_alike() -> None:
    _, events = play(position("3eye 2star", "2com", "2fol", table="2:eye"), "3eye")
    for viewer in SEATS:
        assert told(events, viewer) == [
            {"kind": "played", "text": None, "seat": 0, "cards": ["eye"] * 3, "carta_finale": False},
            {"kind": "cleared", "text": None, "seat": 0, "reason": "three", "cards": list(cards("4eye"))},
        ]
