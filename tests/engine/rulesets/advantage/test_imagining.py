"""What a seat imagines agrees with what it sees, and with what the rules tell of a hidden card."""

from typing import Any

from msgspec.structs import replace

from engine import Rng
from engine.core.cards import Card
from engine.core.seats import Seat
from engine.rulesets.advantage.deck import CARDS, is_stuck
from engine.rulesets.advantage.state import State
from tests.engine.rulesets.advantage.table import ADVANTAGE, DRAW, PASS, cards, drop, dropping, play, position

FACES = "KS / QS / JS"


def after(state: State, *moves: Any) -> tuple[State, list[Any]]:
    """The state after moves of whoever is to act, and all events on the way."""
    past: list[Any] = []
    for move in moves:
        state, events = play(state, move, state.phase.to_act[0])
        past += events
    return state, past


def imagined(state: State, past: list[Any], seat: int, seed: int) -> State:
    told = ADVANTAGE.events_for(past, Seat(seat), state.options)
    return ADVANTAGE.imagine(ADVANTAGE.seen(state, Seat(seat)), told, Seat(seat), Rng(bytes([seed]) * 32))


def held(state: State, past: list[Any], seat: int = 1, other: int = 0) -> set[Card]:
    """The cards that the seat imagines the other to have drawn in secret."""
    return {imagined(state, past, seat, seed).seats[other].hand[-1] for seed in range(120)}


def unseen(state: State, seat: int) -> set[Card]:
    open_hand = [
        own.hand[: len(own.hand) - own.hidden] if at != seat else own.hand
        for at, own in enumerate(state.seats)
    ]
    return set(CARDS) - {card for cards in (*open_hand, *state.piles) for card in cards}


def test_all_that_is_seen_stays_and_the_stock_is_drawn_evenly() -> None:
    state = position("2C 3C 4C", "2H 3H 4H", piles=FACES, stock=43)
    tops = set()
    for seed in range(60):
        made = imagined(state, [], 0, seed)
        assert ADVANTAGE.view(made, Seat(0)) == ADVANTAGE.view(state, Seat(0))
        assert sorted(made.stock) == sorted(state.stock)
        tops.add(made.stock[0])
    assert len(tops) > 20


def test_the_own_hidden_card_is_known() -> None:
    state, past = after(position("2C 3C 4C", "2H 3H 4H", piles=FACES, stock=43), DRAW)
    for seed in range(5):
        assert imagined(state, past, 0, seed).seats[0].hand == state.seats[0].hand


def test_a_card_just_drawn_in_secret_may_be_any() -> None:
    state, past = after(position("2C 3C 4C", "2H 3H 4H", piles=FACES, stock=43), DRAW)
    found = held(state, past)
    assert found <= unseen(state, 1)
    assert {is_stuck((card,), state.piles) for card in found} == {True, False}


def test_after_a_pass_it_fitted_nothing() -> None:
    state = position("2C 3C 4C", "2H 3H 4H", piles=FACES, stock=43)
    passing = next(card for card in state.stock if is_stuck((card,), state.piles))
    rest = tuple(card for card in state.stock if card != passing)
    state, past = after(replace(state, stock=(passing, *rest)), DRAW, PASS)
    found = held(state, past)
    assert len(found) > 10
    assert all(is_stuck((card,), state.piles) for card in found)


def test_after_a_pass_the_piles_count_as_they_lay_then() -> None:
    """The dealer has dropped a black ace since, on which a black number would fit."""
    state = position("2C 3C 4C", "AS 3S 4H", piles=FACES, stock=43)
    rest = tuple(card for card in state.stock if card != "9C")
    state, past = after(replace(state, stock=(*cards("9C"), *rest)), DRAW, PASS, drop("AS", 0))
    assert state.phase == dropping(1, 1)
    found = held(state, past)
    before = position("2C", "3C", piles=FACES).piles
    assert all(is_stuck((card,), before) for card in found)
    assert any(not is_stuck((card,), state.piles) for card in found)


def test_a_last_card_drawn_in_secret_fits_if_the_game_goes_on() -> None:
    named = set(cards("2C 3C 4C 2H 3H 4H KS QS JS 9C AC"))
    below = " ".join(card for card in CARDS if card not in named)
    state = position("2C 3C 4C", "2H 3H 4H", piles=f"{below} KS / QS / JS", stock="9C AC")
    state, past = after(state, DRAW)
    assert held(state, past) == {"9C", "AC"}
    state, more = after(state, PASS, DRAW)
    assert ADVANTAGE.outcome(state) is None
    assert held(state, past + more, seat=0, other=1) == {"AC"}


def test_after_the_end_any_unseen_card_may_have_been_drawn() -> None:
    state, past = after(position("2C 3C 4C", "2H 3H 4H", piles=FACES, stock="9C"), DRAW)
    assert ADVANTAGE.outcome(state) is not None
    assert held(state, past) <= unseen(state, 1)
