"""What a seat imagines of Da Vinci's Challenge agrees with what it sees and with what it was told."""

from collections import Counter
from typing import Any

import pytest

from engine import Rng
from engine.core.cards import HIDDEN
from engine.core.seats import Seat
from engine.rulesets.davinci.deck import pile
from engine.rulesets.davinci.imagining import could_not_lead
from tests.engine.games import Set, positions
from tests.engine.rulesets.davinci.table import DAVINCI, cards, move_of, position

CORNERS: list[dict[str, Any]] = [{}, {"tournament": True, "leonardos": 2}, {"carta_finale": "automatic"}]


def imagine(state: Any, seat: int, past: Any = (), number: int = 0) -> Any:
    return DAVINCI.imagine(DAVINCI.seen(state, Seat(seat)), past, Seat(seat), Rng(bytes([number]) * 32))


@pytest.mark.parametrize("options", CORNERS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_cards_are_there_and_what_is_seen_is_as_it_is(seats: int, options: dict[str, Any]) -> None:
    made = Set(DAVINCI.Options(**options), seats, bytes([seats + 11]) * 32)
    deck = Counter(pile(made.options.leonardos).cards)
    for at in positions(DAVINCI, made):
        guess = imagine(at.state, at.seat, at.past[at.seat])
        assert DAVINCI.view(guess, at.seat) == DAVINCI.view(at.state, at.seat)
        held = Counter(card for own in guess.seats for card in own.hand)
        laid = Counter(card for one in guess.pile for card in one.cards)
        assert held + laid + Counter(guess.cleared) == deck
        assert HIDDEN not in held


def test_with_two_players_everything_is_known() -> None:
    state = position("tri 2eye", "2com leo", table="1:dia")
    assert imagine(state, 0).seats == state.seats


def test_what_is_unknown_is_drawn_anew_each_time() -> None:
    state = position("tri 2eye", "2com leo", "2fol 2sol star", table="1:dia")
    guesses = {imagine(state, 0, number=number).seats[1].hand for number in range(20)}
    assert len(guesses) > 5


def test_D17_who_passed_on_an_empty_table_holds_a_leonardo_and_nothing_else() -> None:
    state = position("leo", "2com 2fol", "2sol 2star", seat=0)
    step = DAVINCI.apply(state, Seat(0), move_of("pass"))
    assert could_not_lead(step.events) == {0}
    for number in range(20):
        assert imagine(step.state, 1, step.events, number).seats[0].hand == cards("leo")


def test_D17_what_it_told_is_remembered_when_play_goes_on_and_not_beyond_the_round() -> None:
    state = position("leo", "com 2fol", "2sol tri", tournament=True)
    past: list[Any] = []
    for move in ("pass", "com", "pass"):
        step = DAVINCI.apply(state, DAVINCI.to_act(state)[0], move_of(move))
        state, past = step.state, [*past, *step.events]
    for number in range(20):
        assert imagine(state, 1, past, number).seats[0].hand == cards("leo")
    for move in ("pass", "2fol"):
        step = DAVINCI.apply(state, DAVINCI.to_act(state)[0], move_of(move))
        state, past = step.state, [*past, *step.events]
    assert state.round == 2
    assert could_not_lead(past) == set()


def test_D9_a_pass_on_a_table_tells_nothing() -> None:
    past: list[Any] = []
    state = position("leo", "com 2fol", "2sol tri", seat=2)
    for move in ("sol", "pass"):
        step = DAVINCI.apply(state, DAVINCI.to_act(state)[0], move_of(move))
        state, past = step.state, [*past, *step.events]
    assert could_not_lead(past) == set()
    assert len({imagine(state, 1, past, number).seats[0].hand for number in range(40)}) > 1
