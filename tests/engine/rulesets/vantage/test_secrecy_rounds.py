"""Secrecy over whole games: the log is redacted as the view is, in every round."""

from typing import Any

from engine.core.events import Dealt
from engine.rulesets.vantage.events import CardChosen, CardsPassed, Discarded
from tests.engine.games import At, Set, positions, viewers
from tests.engine.rulesets.vantage.table import VANTAGE

MADE = Set(VANTAGE.Options(), 3, bytes([7]) * 32)


def step_after(at: At) -> Any:
    move: Any = at.move
    return VANTAGE.apply(at.state, at.seat, move)


def test_Q8_the_log_tells_hidden_cards_to_their_seats_alone() -> None:
    seen = 0
    for at in positions(VANTAGE, MADE):
        events = step_after(at).events
        for viewer in viewers(at.state):
            for event in VANTAGE.events_for(events, viewer, MADE.options):
                match event:
                    case CardChosen():
                        assert (event.card == "??") == (viewer != event.seat)
                    case Discarded(face_up=False):
                        assert (event.card == "??") == (viewer != event.seat)
                    case CardsPassed():
                        for one in event.passes:
                            assert (one.card == "??") == (viewer not in (one.giver, one.receiver))
                    case _:
                        continue
                seen += 1
    assert seen > 20


def test_Q13_every_deal_of_a_game_hides_the_hands_of_others() -> None:
    rounds = set()
    for at in positions(VANTAGE, MADE):
        step = step_after(at)
        if not any(isinstance(event, Dealt) for event in step.events):
            continue
        for viewer in viewers(step.state):
            for event in VANTAGE.events_for(step.events, viewer, MADE.options):
                if isinstance(event, Dealt):
                    rounds.add(event.round)
                    for seat, hand in enumerate(event.hands):
                        assert ("??" in hand) == (seat != viewer)
            for seat, own in enumerate(VANTAGE.view(step.state, viewer).seats):
                assert ("??" in own.hand) == (seat != viewer and bool(own.hand))
    assert rounds == {2, 3, 4, 5, 6}
