"""How the game ends: stuck without a stock, out of cards, idle; and that nobody pairs after it."""

from typing import Any

import pytest

from engine import GameOver
from engine.core.seats import Seat
from tests.engine.rulesets.advantage.table import (
    ADVANTAGE,
    DONE,
    DRAW,
    PASS,
    cards,
    drop,
    dropping,
    ended,
    kinds,
    listed,
    pair,
    pairing,
    picking,
    play,
    played,
    position,
)

FACES = "KS / QS / JS"


def test_A15_the_game_ends_when_the_other_players_turn_to_drop_begins_and_nothing_fits() -> None:
    state = position("4C 5H KD", "2H 3H 4H", piles="2C / QS / JS", phase=dropping())
    state, events = play(state, drop("4C", 0))
    assert kinds(events) == ["dropped", "passed"]  # a black 4, on which the red 4 fits
    assert ended(state) == ""
    state, events = play(position("4C 5H KD", "2H 3H 5D", piles="2C / QS / JS"), drop("4C", 0))
    assert kinds(events) == ["dropped", "passed"]
    assert ended(state) == "stuck"


def test_A15_when_a_turn_to_drop_begins_in_the_next_round() -> None:
    state = position("2H 3H 4H", "4S 4D", piles=FACES, phase=pairing(1, None))
    state, events = play(state, DONE, 1)
    assert kinds(events) == ["passed"]
    assert ended(state) == "stuck"
    assert state.round == 2


def test_A15_when_a_turn_to_pick_begins() -> None:
    state = position("2H 3S", "4S 8D 6H", piles="KS / QS / 7S", phase=dropping(1, 0))
    state, events = play(state, drop("4S", 2), 1)
    assert kinds(events) == ["dropped", "passed", "hands_switched"]
    assert ended(state) == "stuck"  # the non-dealer holds 8D and 6H now
    assert state.seats[0].hand == cards("8D 6H")


def test_A15_when_the_other_players_turn_to_pick_begins() -> None:
    state = position("6C 3H", "2H 3D", piles="KS / QS / 7S", phase=picking())
    state, events = play(state, PASS)
    assert kinds(events) == ["passed"]
    assert ended(state) == "stuck"


def test_A15_a_player_who_has_dropped_once_does_not_end_it() -> None:
    state, events = play(position("4C 5H KD", "3H 4H 2S", piles="2C / QS / JS"), drop("4C", 0))
    assert kinds(events) == ["dropped", "passed"]
    assert state.phase == dropping(1)


def test_A15_a_stock_keeps_the_game_going() -> None:
    state, _ = play(position("4C 5H KD", "2H 3H 5D", piles="2C / QS / JS", stock="9C 9S"), drop("4C", 0))
    assert ended(state) == ""
    assert listed(state, 1) == ["draw", "pass"]


def test_A15_a_draw_that_takes_the_last_card_and_does_not_help_ends_it() -> None:
    for phase in (dropping(), picking()):
        state, events = play(position("2C 3C 4C", "2H 3H KH", piles=FACES, stock="9C", phase=phase), DRAW)
        assert kinds(events) == ["drew"]
        assert ended(state) == "stuck"


def test_a_draw_that_takes_the_last_card_and_helps_goes_on() -> None:
    state = position("2C 3C 4C", "2H 3H KH", piles=FACES, stock="AC")
    state, events = play(state, DRAW)
    assert kinds(events) == ["drew"]
    assert listed(state) == ["AC>0", "AC>1", "AC>2"]
    state = position("2C 3C 4C", "2H 3H KH", piles=FACES, stock="AC", phase=picking())
    assert listed(played(state, DRAW)) == ["ACx0", "pass", "ACx1", "ACx2"]


def test_A14_a_pass_by_choice_does_not_end_it() -> None:
    state = position("6C 3S", "2S 3C", piles="KS / QS / 7S", phase=picking())
    assert played(state, PASS).phase == picking(1)


def test_A26_stuck_after_a_draw_the_round_goes_on() -> None:
    state = played(position("2C 3C 4C", "2H 3H KH", piles=FACES, stock="9C 9S"), DRAW, PASS)
    assert state.phase == dropping(1)
    state = position("2C 3C 4C", "2H 3H KH", piles=FACES, stock="9C 9S", phase=picking())
    assert played(state, DRAW).phase == picking(1)


def test_A26_unless_the_draw_emptied_the_stock() -> None:
    state = position("2C 3C 4C", "2H 3H KH", piles=FACES, stock="9C")
    assert ended(played(state, DRAW)) == "stuck"


def test_A16_a_drop_that_empties_a_hand_without_stock_ends_it() -> None:
    state, events = play(position("4C", "2H 3H 4H", piles="2C / QS / JS"), drop("4C", 0))
    assert kinds(events) == ["dropped"]
    assert ended(state) == "out-of-cards"


def test_A16_a_pair_that_empties_a_hand_without_stock_ends_it_and_counts() -> None:
    state = position("4C 4D", "2H 2S", piles="2C / QS / JS", phase=pairing(0, None))
    state, events = play(state, pair("4C", "4D"))
    assert kinds(events) == ["paired"]
    assert ended(state) == "out-of-cards"
    outcome = ADVANTAGE.outcome(state)
    assert outcome is not None
    assert outcome.scores == (1, 0)


def test_A16_with_stock_left_an_emptied_hand_is_filled() -> None:
    state = position("4C 4D", "2H 3S", piles="2C / QS / JS", stock="9C", phase=pairing(0, None))
    state, events = play(state, pair("4C", "4D"))
    assert kinds(events) == ["paired", "passed", "drew", "passed"]
    assert ended(state) == ""


def test_A16_is_looked_at_after_a_refill() -> None:
    """With one card in all hands the non-dealer's refill takes it, and the dealer's hand stays empty."""
    state = position(
        "4C", "5C", piles="2C / QS / JS", stock="9C", refill="after_both_drops", phase=dropping(1, 1)
    )
    state, events = play(state, drop("5C", 0), 1)
    assert kinds(events) == ["dropped", "drew"]
    assert ended(state) == "out-of-cards"


def test_nobody_pairs_after_the_end() -> None:
    state = position("6C 3H", "2H 2D", piles="KS / QS / 7S", phase=picking())
    state, _ = play(state, PASS)
    assert ended(state) == "stuck"
    with pytest.raises(GameOver):
        ADVANTAGE.judge(state, Seat(1), pair("2H", "2D"))
    assert [own.pairs for own in state.seats] == [(), ()]


def idle(number: int, **options: Any) -> str:
    """Why the game ends, if it does, at the end of an idle round that is the `number`th in a row."""
    state = position(
        "4C 4S KD", "2H 5H KH", piles="2C / QS / JS", phase=picking(1), stock=9, idle=number, **options
    )
    return ended(played(state, PASS))


def test_A17_fifty_idle_rounds_in_a_row_end_it() -> None:
    assert idle(49) == ""
    assert idle(50) == "idle"


def test_option_idle_rounds_is_another_number() -> None:
    assert idle(1, idle_rounds=1) == "idle"
    assert idle(499, idle_rounds=500) == ""
    assert idle(500, idle_rounds=500) == "idle"


def test_A17_rounds_are_counted_when_they_begin_and_the_first_is_one() -> None:
    assert position("4C", "5C").idle_rounds == 1
    state = position("4C 4S KD", "2H 5H KH", piles="2C / QS / JS", phase=picking(1), stock=9, idle=7)
    assert played(state, PASS).idle_rounds == 8


def test_A17_a_draw_a_refill_and_a_pair_each_begin_the_count_again() -> None:
    drawn = position("2C 3C 4C", "2H 3H 4H", piles=FACES, stock=9, idle=7)
    assert played(drawn, DRAW).idle_rounds == 0
    filled = position("2C 3C KC", "2H 3H 4H", piles=FACES, stock=9, idle=7)
    assert played(filled, drop("KC", 0)).idle_rounds == 0
    paired = position("2C 2H 4H 4D KC", "3H JD 7C", stock=9, idle=7, phase=pairing(0, None), piles=FACES)
    assert played(paired, pair("2C", "2H")).idle_rounds == 0


def test_A17_the_round_after_one_with_news_is_the_first_again() -> None:
    state = position("4C 4S KD", "2H 5H KH", piles="2C / QS / JS", phase=picking(1), stock=9, idle=0)
    state = played(state, PASS)
    assert (state.round, state.idle_rounds) == (2, 1)


def test_A17_is_counted_when_the_round_is_over() -> None:
    state = position("4C 4S KD", "2H 5H KH", piles="2C / QS / JS", phase=picking(), stock=9, idle=50)
    state = played(state, PASS)
    assert ended(state) == ""
    assert ended(played(state, PASS)) == "idle"
