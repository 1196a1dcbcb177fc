"""What one step holds: what has only one answer is played on, over as many phases as it takes."""

from engine.core.events import Passed
from engine.core.seats import Seat
from engine.rulesets.advantage.events import Drew, Dropped, HandsSwitched, Picked
from tests.engine.rulesets.advantage.table import (
    DRAW,
    PASS,
    cards,
    drop,
    dropping,
    ended,
    hands,
    kinds,
    pair,
    pairing,
    pick,
    picking,
    play,
    played,
    position,
)

FACES = "KS / QS / JS"


def test_a_last_drop_runs_on_to_the_first_pick() -> None:
    state = position("4C 5C 6D", "4S KD QD", piles="2C / 8S / 9S", stock="2D 3D", phase=dropping(1))
    state, events = play(state, drop("4S", 0), 1)
    assert events == (
        Dropped(Seat(1), cards("4S")[0], 0),
        Passed(Seat(1), True),
        Drew(Seat(1), cards("2D"), True),
        HandsSwitched((cards("KD QD 2D"), cards("4C 5C 6D"))),
    )
    assert state.phase == picking(0)


def test_a_draw_that_does_not_help_runs_on_through_both_pairings_to_the_next_round() -> None:
    state = position("2C 3C 4C", "2H 3H 5H", piles=FACES, stock="7C 8C", phase=picking(1))
    state, events = play(state, DRAW, 1)
    assert events == (
        Drew(Seat(1), cards("7C"), True),
        Passed(Seat(1), True),
        Passed(Seat(0), True),
        Passed(Seat(1), True),
    )
    assert (state.round, state.phase) == (2, dropping(0))


def test_a_last_pick_runs_on_to_the_dealers_pairing_past_the_non_dealers() -> None:
    state = position("2C 3C 4C", "2H 3H 5H", piles="2D / KC / JC", stock=3, phase=picking(1))
    state, events = play(state, pick("3H", 0), 1)
    assert events == (
        Picked(Seat(1), cards("3H")[0], 0, cards("2D")),
        Passed(Seat(0), True),
    )
    assert state.phase == pairing(1)


def test_a_last_pair_runs_on_to_the_end_of_the_game() -> None:
    state = position("2C 3C 4C", "2H 2D 7H", piles=FACES, phase=pairing(1, None))
    state, events = play(state, pair("2H", "2D"), 1)
    assert kinds(events) == ["paired", "passed"]
    assert ended(state) == "stuck"


def test_a_round_leads_to_the_next_with_the_same_dealer() -> None:
    for dealer in (0, 1):
        state = position("2C 3C 4C", "2H 3H 5H", piles=FACES, stock=5, phase=picking(dealer), dealer=dealer)
        state = played(state, PASS)
        assert (state.round, state.dealer, state.phase) == (2, dealer, dropping(1 - dealer))


def test_a_whole_round() -> None:
    """Drop, switch, pick, pair, from one to the other and into the next."""
    state = position("4C 9H KD", "5D QH AC", piles="2C / 3D / JS", stock="6S 7D 8C 9S 9D 2S", dealer=1)
    state = played(state, drop("4C", 0), drop("9H", 1))
    assert hands(state)[0] == "KD 6S 7D"
    state = played(state, drop("5D", 1), drop("AC", 0))
    assert hands(state) == ["QH 8C 9S", "KD 6S 7D"]
    state, events = play(state, pick("9S", 0))
    assert hands(state)[0] == "QH 8C 2C 4C AC"
    state, events = play(state, pick("7D", 1), 1)
    assert hands(state)[1] == "KD 6S 3D 9H 5D"
    assert kinds(events) == ["picked", "passed", "passed"]
    assert (state.round, state.phase) == (2, dropping(0))
