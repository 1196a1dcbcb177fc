"""Twins differ only in what the viewer cannot see, also where cards have copies or are just mentioned."""

from collections import Counter
from typing import Annotated, Any

import pytest

from engine.core.cards import HIDDEN, Card, Mention, Pile
from engine.core.masking import masked
from engine.core.rng import Draws, Rng
from engine.core.seats import Seat, Viewer
from engine.core.sight import Apart, Counted, Owned, Public, Seated, Sighted, owned
from tests.engine.renaming import cards_in, twin


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in text.split())


COPIES = cards("R1 R1 R2 R2 G1 G1 G2 G2")


class Player(Seated, frozen=True):
    """A hand of which the last cards are hidden, and the card that is chosen from it."""

    hand: Annotated[tuple[Card, ...], owned(last="new")]
    new: Public[int]
    chosen: Annotated[Owned[Card | None], Mention()]


class Table(Sighted, frozen=True):
    """A state with open and hidden cards."""

    options: Apart[None]
    stock: Counted[tuple[Card, ...]]
    open: Public[tuple[Card, ...]]
    offered: Annotated[Public[Card | None], Mention()]
    seats: Public[tuple[Player, ...]]


class Game:
    """As much of a rule set as twins look at."""

    def __init__(self, deck: tuple[Card, ...]) -> None:
        self.deck = deck

    def piles(self, options: None) -> tuple[Pile, ...]:
        return (Pile("cards", self.deck),)

    def seen(self, state: Any, viewer: Viewer) -> Any:
        return masked(state, viewer, state.options)


STATE = Table(
    options=None,
    stock=cards("G2 R1 G1"),
    open=cards("R2"),
    offered=Card("R2"),
    seats=(Player(cards("R1 G1 G2"), 2, Card("G1")), Player(cards("R2"), 1, Card("R2"))),
)


def test_what_is_only_mentioned_does_not_lie_there() -> None:
    assert Counter(cards_in(STATE, frozenset(COPIES))) == Counter(COPIES)


def twins(viewer: Viewer, state: Table = STATE, deck: tuple[Card, ...] = COPIES) -> list[Any]:
    draws = Draws(Rng(b"twins".ljust(32)))
    game: Any = Game(deck)
    return [twin(game, state, viewer, draws) for _ in range(60)]


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), None])
def test_copies_are_exchanged_by_place_and_the_viewer_cannot_tell(viewer: Viewer) -> None:
    found = [other.state for other in twins(viewer)]
    for state in found:
        assert masked(state, viewer, None) == masked(STATE, viewer, None)
        assert Counter(cards_in(state, frozenset(COPIES))) == Counter(COPIES)
    assert len({state.stock for state in found}) > 3
    assert {state.stock == STATE.stock for state in found} == {True, False}


def test_a_copy_of_a_card_that_is_seen_changes_places_too() -> None:
    """R2 lies open, and the other R2 is hidden from seat 0: it may be anywhere that he cannot see."""
    found = [other.state for other in twins(Seat(0))]
    assert any("R2" in state.stock for state in found)
    assert all(state.open == ("R2",) for state in found)


def test_what_lies_elsewhere_is_told() -> None:
    for other in twins(None):
        changed = {one for one, now in zip(STATE.stock, other.state.stock, strict=True) if one != now}
        assert changed <= other.exchanged


def test_what_is_kept_stays_where_it_is() -> None:
    draws = Draws(Rng(b"kept".ljust(32)))
    game: Any = Game(COPIES)
    for _ in range(20):
        other = twin(game, STATE, None, draws, keep=frozenset({"G1", "G2"}))
        assert [card for card in other.state.stock if card[0] == "G"] == ["G2", "G1"]


def test_without_copies_a_chosen_card_stays_the_one_in_the_hand() -> None:
    deck = cards("R1 R2 R3 R4 G1 G2 G3 G4")
    state = Table(
        options=None,
        stock=cards("R3 R4 G3 G4"),
        open=cards("R1"),
        offered=None,
        seats=(Player(cards("R2 G1"), 2, Card("G1")), Player(cards("G2"), 1, None)),
    )
    found = twins(Seat(1), state, deck)
    for other in found:
        own = other.state.seats[0]
        assert own.chosen in own.hand
        assert own.hand == tuple(sorted(own.hand, key=deck.index)), "in component order, as hands are"
        assert other.names["G1"] == own.chosen
    assert len({other.state.seats[0].chosen for other in found}) > 3


def test_an_open_card_of_a_hand_stays_and_the_hidden_ones_after_it_are_in_order() -> None:
    for other in twins(Seat(1)):
        first, *rest = other.state.seats[0].hand
        assert first == "R1"
        assert rest == sorted(rest, key=COPIES.index)
        assert masked(other.state, Seat(1), None).seats[0].hand == ("R1", HIDDEN, HIDDEN)
