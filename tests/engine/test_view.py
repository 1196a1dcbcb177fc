"""The view is derived from the declarations: what it holds, how it is named, and the way back."""

from typing import Annotated, Any

import msgspec
import pytest

from engine.core.cards import HIDDEN, Card, backs
from engine.core.masking import masked
from engine.core.phases import Over, Phase
from engine.core.rng import Rng
from engine.core.seats import Seat
from engine.core.sight import (
    Apart,
    Counted,
    Open,
    Owned,
    Public,
    Sealed,
    Seated,
    Sighted,
    owned,
    owned_by,
)
from engine.core.view import from_view, to_view, view_name, view_type

Cards = tuple[Card, ...]


class Bid(Phase, frozen=True, tag="bid"):
    """A seat bids."""

    seat: Public[Seat]


class Done(Over, frozen=True, tag="over"):
    """The end."""

    outcome: Apart[str]


class Slot(Open, frozen=True):
    """An open card."""

    card: Card


class Loose(Sighted, frozen=True):
    """A card that one seat knows."""

    card: Annotated[Card, owned_by("known_to")]
    known_to: Public[Seat | None]


class SeatState(Seated, frozen=True):
    """What one seat has."""

    hand: Owned[Cards]
    won: Counted[Cards]


class Drawer(Seated, frozen=True):
    """A hand that lies open but for the cards just drawn."""

    hand: Annotated[Cards, owned(last="new")]
    new: Public[int]


class Drawing(Sighted, frozen=True, tag_field="ruleset", tag="drawing"):
    """A table where hands lie open."""

    seats: Public[tuple[Drawer, ...]]


class State(Sighted, frozen=True, tag_field="ruleset", tag="some-game"):
    """A state with a field of every sort."""

    options: Apart[str]
    phase: Public[Bid | Done]
    stock: Counted[Cards]
    loose: Public[tuple[Loose, ...]]
    slots: Public[tuple[Slot, ...]]
    top: Public[Loose | None]
    seats: Public[tuple[SeatState, ...]]
    rng: Sealed[Rng]


def truth(phase: Bid | Done = Bid(Seat(1))) -> State:  # noqa: B008  # a frozen value
    return State(
        options="printed",
        phase=phase,
        stock=(Card("R1"), Card("R2")),
        loose=(Loose(Card("R3"), None), Loose(Card("R4"), Seat(1))),
        slots=(Slot(Card("R5")),),
        top=None,
        seats=(SeatState((Card("R6"),), (Card("R7"),)), SeatState((), ())),
        rng=Rng(bytes(32), 4),
    )


def view(viewer: Seat | None, state: State) -> Any:
    return to_view(State, "SomeGame")(masked(state, viewer, state.options))


def wired(viewer: Seat | None, state: State) -> Any:
    return msgspec.to_builtins(view(viewer, state))


def test_a_view_has_what_is_seen_counts_and_nothing_that_is_sealed_or_apart() -> None:
    assert wired(Seat(1), truth()) == {
        "ruleset": "some-game",
        "phase": {"kind": "bid", "seat": 1},
        "stock": 2,
        "loose": ({"card": "??", "known_to": None}, {"card": "R4", "known_to": 1}),
        "slots": ({"card": "R5"},),
        "top": None,
        "seats": ({"hand": ("??",), "won": 1}, {"hand": (), "won": 0}),
    }


def test_a_seat_finds_its_own_cards_in_its_view_and_a_spectator_none() -> None:
    assert wired(Seat(0), truth())["seats"][0] == {"hand": ("R6",), "won": 1}
    assert wired(None, truth())["seats"][0] == {"hand": ("??",), "won": 1}
    assert wired(None, truth())["loose"][1] == {"card": "??", "known_to": 1}


def test_the_outcome_stands_beside_the_view() -> None:
    assert wired(None, truth(Done("all passed")))["phase"] == {"kind": "over"}


def test_views_are_named_after_the_rule_set_and_their_class() -> None:
    names = {cls: view_name(cls, "SomeGame") for cls in (State, SeatState, Loose, Bid, Done)}
    assert names == {
        State: "SomeGameView",
        SeatState: "SomeGameSeat",
        Loose: "SomeGameLoose",
        Bid: "SomeGameBidPhase",
        Done: "SomeGameDonePhase",
    }
    assert view_type(State, "SomeGame").__name__ == "SomeGameView"
    assert view_type(State, "SomeGame").__doc__ == State.__doc__


def test_a_phase_in_a_view_has_room_for_when_it_began_and_the_last_one_has_not() -> None:
    assert view_type(Bid, "SomeGame").__struct_fields__ == ("seat", "since")
    assert view_type(Done, "SomeGame").__struct_fields__ == ()
    since = msgspec.structs.replace(view(None, truth()).phase, since=17)
    assert msgspec.to_builtins(since) == {"kind": "bid", "seat": 1, "since": 17}


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), None])
@pytest.mark.parametrize("phase", [Bid(Seat(0)), Done("all passed")])
def test_the_masked_state_comes_back_from_the_view_and_what_stands_beside_it(
    viewer: Seat | None, phase: Bid | Done
) -> None:
    seen = masked(truth(phase), viewer, "printed")
    body = msgspec.json.encode(view(viewer, truth(phase)))
    read = msgspec.json.decode(body, type=view_type(State, "SomeGame"))
    back = from_view(State, "SomeGame")(read, {"options": "printed", "outcome": "all passed"})
    assert back == seen
    assert back.stock == backs(2)
    assert back.rng == Rng.HIDDEN
    assert back.loose[0].card == HIDDEN


@pytest.mark.parametrize(("viewer", "hand"), [(0, ["AC", "AD", "AH"]), (1, ["AC", "??", "??"])])
def test_what_is_open_of_a_hand_is_in_the_view_and_comes_back_from_it(viewer: int, hand: list[str]) -> None:
    state = Drawing((Drawer((Card("AC"), Card("AD"), Card("AH")), 2), Drawer((Card("AS"),), 0)))
    seen = masked(state, Seat(viewer), None)
    body = msgspec.json.encode(to_view(Drawing, "Drawing")(seen))
    assert msgspec.json.decode(body) == {
        "ruleset": "drawing",
        "seats": [{"hand": hand, "new": 2}, {"hand": ["AS"], "new": 0}],
    }
    read = msgspec.json.decode(body, type=view_type(Drawing, "Drawing"))
    assert from_view(Drawing, "Drawing")(read, {}) == seen
