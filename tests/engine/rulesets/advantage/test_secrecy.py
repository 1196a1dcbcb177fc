"""What each seat and a spectator may see of Advantage, written from the rules, not from the declarations.

Hidden are the stock, and a card drawn in the drop phase: from everyone but its seat, until it is dropped or
the hands are switched. The event of the draw stays hidden for ever. All else is open.
"""

import json
from typing import Any

import msgspec
import pytest

from engine import OutOfTurn, Rng
from engine.core.events import Passed
from engine.core.seats import Seat
from engine.rulesets.advantage.deck import CARDS
from tests.engine.games import Set, positions, viewers
from tests.engine.rulesets.advantage.table import (
    ADVANTAGE,
    DONE,
    DRAW,
    PASS,
    drop,
    ended,
    kinds,
    listed,
    picking,
    play,
    played,
    position,
)

VIEWERS: tuple[Any, ...] = (Seat(0), Seat(1), None)
STUCK: dict[str, Any] = {"piles": "KS / QS / JS", "stock": "9C 9S 9D 8D"}


def view(state: Any, viewer: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(ADVANTAGE.view(state, viewer)))
    return found


def told(events: Any, viewer: Any, options: Any = None) -> list[dict[str, Any]]:
    masked = ADVANTAGE.events_for(events, viewer, options or ADVANTAGE.Options())
    return [json.loads(msgspec.json.encode(event)) for event in masked]


def hands(state: Any, viewer: Any) -> list[str]:
    return [" ".join(seat["hand"]) for seat in view(state, viewer)["seats"]]


def test_the_view_is_as_the_contract_shows_it() -> None:
    state = position(
        "2D 9H AC",
        "4C 8S JD (6H)",
        piles="AS QS KS / 3D / 5D 5H",
        stock=4,
        round=3,
        dealer=0,
        idle=0,
        pairs=("QCQD", ""),
        phase=played(position("2C", "2H 3C 4H", **STUCK, seat=1, dealer=0), DRAW).phase,
    )
    shown = view(state, Seat(1))
    assert shown == {
        "ruleset": "advantage",
        "phase": {"kind": "drop", "seat": 1, "dropped": 0, "drew": True},
        "round": 3,
        "dealer": 0,
        "stock": 4,
        "idle_rounds": 0,
        "piles": [["AS", "QS", "KS"], ["3D"], ["5D", "5H"]],
        "seats": [
            {
                "hand": ["2D", "9H", "AC"],
                "hidden": 0,
                "pairs": [["QC", "QD"]],
                "picked": [],
                "accidental": False,
            },
            {"hand": ["4C", "8S", "JD", "6H"], "hidden": 1, "pairs": [], "picked": [], "accidental": False},
        ],
    }
    for viewer in (Seat(0), None):
        shown["seats"][1]["hand"] = ["4C", "8S", "JD", "??"]
        assert view(state, viewer) == shown


def test_hands_lie_open() -> None:
    state = position("2C 3C", "2H 3H 4H", stock=5, piles="KS / QS / JS")
    for viewer in VIEWERS:
        assert hands(state, viewer) == ["2C 3C", "2H 3H 4H"]


def test_of_the_stock_only_the_size_is_seen() -> None:
    state = position("2C 3C", "2H 3H 4H", **STUCK)
    for viewer in VIEWERS:
        assert view(state, viewer)["stock"] == 4
        assert "9C" not in json.dumps(view(state, viewer))


def test_the_whole_deal_is_told_to_everybody() -> None:
    step = ADVANTAGE.new(ADVANTAGE.Options(), 2, Rng(bytes(32)))
    for viewer in VIEWERS:
        assert "??" not in json.dumps(told(step.events, viewer))
        assert "??" not in json.dumps(view(step.state, viewer))


def test_A5_a_card_drawn_for_a_drop_is_seen_by_its_seat_alone() -> None:
    state, events = play(position("2C 3C 4C", "2H 3H 4H", **STUCK), DRAW)
    for viewer in VIEWERS:
        mine = viewer == 0
        assert hands(state, viewer) == ["2C 3C 4C 9C" if mine else "2C 3C 4C ??", "2H 3H 4H"]
        assert told(events, viewer) == [
            {"kind": "drew", "seat": 0, "cards": ["9C" if mine else "??"], "face_up": False, "text": None}
        ]


def test_A5_it_stays_hidden_when_its_seat_passes_and_while_the_other_drops() -> None:
    state = position("2C 3C 4C", "KH JH QH", **STUCK)
    for move in (DRAW, PASS, drop("KH", 0), drop("QH", 0)):
        state, events = play(state, move, state.phase.to_act[0])
        if move == drop("QH", 0):
            break
        for viewer in VIEWERS:
            assert hands(state, viewer)[0] == ("2C 3C 4C 9C" if viewer == 0 else "2C 3C 4C ??")
            assert ("9C" in json.dumps(told(events, viewer))) == (viewer == 0 and move == DRAW)


def test_A5_the_dealers_is_hidden_from_the_other_as_well() -> None:
    state = played(position("2C 3C 4C", "2H 3H 4H", **STUCK), PASS, DRAW)
    for viewer in VIEWERS:
        assert hands(state, viewer) == ["2C 3C 4C", "2H 3H 4H 9C" if viewer == 1 else "2H 3H 4H ??"]


def test_A5_both_may_have_one() -> None:
    state = played(position("2C 3C 4C", "2H 3H 4H", **STUCK), DRAW, PASS, DRAW)
    for viewer in VIEWERS:
        assert hands(state, viewer) == [
            "2C 3C 4C 9C" if viewer == 0 else "2C 3C 4C ??",
            "2H 3H 4H 9S" if viewer == 1 else "2H 3H 4H ??",
        ]


def test_A5_dropped_it_is_seen_by_everybody() -> None:
    state = position("2C 3C 4C", "2H 3H 4H", piles="KS / QS / JS", stock="AC 9S 9D")
    state, events = play(played(state, DRAW), drop("AC", 1))
    for viewer in VIEWERS:
        assert told(events, viewer)[0] == {
            "kind": "dropped",
            "seat": 0,
            "card": "AC",
            "pile": 1,
            "text": None,
        }
        assert hands(state, viewer)[0] == "2C 3C 4C"
        assert view(state, viewer)["piles"][1] == ["QS", "AC"]
        assert view(state, viewer)["seats"][0]["hidden"] == 0


def test_A5_switched_it_is_seen_by_everybody() -> None:
    state = played(position("2C 3C 4C", "2H 3H 4H", **STUCK), DRAW, PASS, DRAW)
    state, events = play(state, PASS, 1)
    for viewer in VIEWERS:
        assert hands(state, viewer) == ["2H 3H 4H 9S", "2C 3C 4C 9C"]
        assert told(events, viewer)[1]["hands"] == [["2H", "3H", "4H", "9S"], ["2C", "3C", "4C", "9C"]]
        assert [seat["hidden"] for seat in view(state, viewer)["seats"]] == [0, 0]


def test_A5_no_other_card_of_the_stock_is_hidden() -> None:
    """Neither one that fills up a hand nor one drawn for a pick."""
    state, events = play(position("KC 3C 4C", "2H 3H 4H", **STUCK), drop("KC", 0))
    for viewer in VIEWERS:
        assert told(events, viewer)[-1]["cards"] == ["9C"]
        assert hands(state, viewer)[0] == "3C 4C 9C"
    state, events = play(position("2C 3C 4C", "2H 3H 4H", **STUCK, phase=picking()), DRAW)
    for viewer in VIEWERS:
        assert told(events, viewer)[0]["cards"] == ["9C"]
        assert hands(state, viewer)[0] == "2C 3C 4C 9C"


def test_option_stuck_draw_hidden_false_shows_the_card_to_everybody() -> None:
    state, events = play(position("2C 3C 4C", "2H 3H 4H", **STUCK, stuck_draw_hidden=False), DRAW)
    for viewer in VIEWERS:
        assert told(events, viewer)[0]["cards"] == ["9C"]
        assert hands(state, viewer)[0] == "2C 3C 4C 9C"
    assert kinds(events) == ["drew", "passed"]  # with nothing to hide the engine passes


def test_after_a_hidden_draw_the_engine_never_passes_for_the_seat() -> None:
    """The step of the draw is the same for others, whether the card helps or not."""
    helps = position("2C 3C 4C", "2H 3H 4H", piles="KS / QS / JS", stock="AC 9S 9D")
    does_not = position("2C 3C 4C", "2H 3H 4H", piles="KS / QS / JS", stock="9C 9S 9D")
    one, events = play(helps, DRAW)
    two, other_events = play(does_not, DRAW)
    assert (listed(one), listed(two)) == (["AC>0", "AC>1", "AC>2"], ["pass"])
    for viewer in (Seat(1), None):
        assert told(events, viewer) == told(other_events, viewer)
        assert view(one, viewer) == view(two, viewer)
        assert one.phase == two.phase


def test_the_pass_after_it_tells_no_more_than_a_pass() -> None:
    _, events = play(played(position("2C 3C 4C", "2H 3H 4H", **STUCK), DRAW), PASS)
    for viewer in VIEWERS:
        assert told(events, viewer) == [{"kind": "passed", "seat": 0, "forced": False, "text": None}]


def test_a_forced_pass_follows_from_what_everybody_sees() -> None:
    """In whole games: a seat that the engine passes has no card that others do not see, unless it dropped
    or switched it in the same step."""
    forced = 0
    for seed in range(20):
        made = Set(ADVANTAGE.Options(), 2, bytes([seed]) * 32)
        for at in positions(ADVANTAGE, made):
            move: Any = at.move
            step = ADVANTAGE.apply(at.state, at.seat, move)
            for event in step.events:
                if isinstance(event, Passed) and event.forced:
                    forced += 1
                    assert step.state.seats[event.seat].hidden == 0
    assert forced > 100


def test_an_end_after_a_hidden_draw_tells_that_the_card_did_not_help_and_not_which_it_was() -> None:
    state, events = play(position("2C 3C 4C", "2H 3H 4H", piles="KS / QS / JS", stock="9C"), DRAW)
    assert ended(state) == "stuck"
    for viewer in (Seat(1), None):
        assert "9C" not in json.dumps(told(events, viewer))
        assert hands(state, viewer)[0] == "2C 3C 4C ??"
        assert "9C" not in json.dumps(msgspec.to_builtins(ADVANTAGE.outcome(state)))


def test_the_other_seat_is_refused_in_the_same_words_whatever_the_card_is() -> None:
    said = set()
    for card in ("9C", "AC", "10D"):
        state = position("2C 3C 4C", "KH 3H 4H", piles="KS / QS / JS", stock=f"{card} 9S 9D")
        state = played(state, DRAW)
        assert list(ADVANTAGE.legal_moves(state, Seat(1))) == []
        for move in (drop("KH", 0), drop("9C", 0), DRAW, PASS, DONE):
            with pytest.raises(OutOfTurn) as fault:
                ADVANTAGE.judge(state, Seat(1), move)
            said.add((fault.value.detail, fault.value.pointer))
    assert said == {("It is not this seat's turn.", "")}


def open_to(state: Any, viewer: Any) -> set[str]:
    """The cards that a viewer may know now."""
    shown = {card for pile in state.piles for card in pile}
    for at, own in enumerate(state.seats):
        secret = state.options.stuck_draw_hidden and own.hidden and viewer != at
        shown |= set(own.hand[:-1] if secret else own.hand)
        shown |= {card for pair in own.pairs for card in pair}
    return shown


@pytest.mark.parametrize("options", [{}, {"stuck_draw": "forced", "refill": "after_switch"}])
def test_Q11_no_seed_and_no_hidden_card_in_any_view_of_whole_games(options: dict[str, Any]) -> None:
    secrets = 0
    for seed in range(20):
        made = Set(ADVANTAGE.Options(**options), 2, bytes([seed + 65]) * 32)
        for at in positions(ADVANTAGE, made):
            secrets += any(own.hidden for own in at.state.seats)
            for viewer in viewers(at.state):
                body = msgspec.json.encode(ADVANTAGE.view(at.state, viewer)).decode()
                assert made.seed.hex() not in body
                shown = {card for card in CARDS if f'"{card}"' in body}
                assert shown == open_to(at.state, viewer)
    assert secrets > 10


def test_a_done_tells_that_and_no_more() -> None:
    state = played(position("KC QC 4C", "2H 3H 4H", piles="KS / QS / JS", stock="9C 9S"), drop("KC", 0))
    state, events = play(state, DONE)
    for viewer in VIEWERS:
        assert [event["kind"] for event in told(events, viewer)] == ["passed", "drew"]
