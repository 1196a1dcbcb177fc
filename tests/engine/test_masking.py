"""Each declaration hides what it says from whom it says, and leaves the rest as it is."""

from typing import Annotated, Literal

import msgspec
import pytest

from engine.core.cards import HIDDEN, Card, backs
from engine.core.masking import masked
from engine.core.rng import Rng
from engine.core.seats import Seat, Viewer
from engine.core.sight import (
    Apart,
    Counted,
    Owned,
    Public,
    Sealed,
    Seated,
    Sighted,
    owned,
    owned_by,
)

Cards = tuple[Card, ...]


class Told(Sighted, frozen=True):
    """A card that one seat knows."""

    seat: Public[Seat | None]
    card: Annotated[Card, owned_by("seat")]


class Chosen(msgspec.Struct, frozen=True):
    """Options with a flag that opens hands."""

    open_hands: bool = False


class Player(Seated, frozen=True):
    """What stands once a seat."""

    hand: Annotated[Cards, owned("options.open_hands")]
    chosen: Owned[Card | None]
    bid: Owned[int | None]
    won: Counted[Cards]


class Drawer(Seated, frozen=True):
    """A hand that lies open but for the cards just drawn, and one that a flag opens too."""

    hand: Annotated[Cards, owned(last="new")]
    new: Public[int]
    kept: Annotated[Cards, owned("options.open_hands", last="fresh")]
    fresh: Public[int]


class Drawers(Sighted, frozen=True):
    """A table of them."""

    seats: Public[tuple[Drawer, ...]]


class Seeded(Sighted, frozen=True):
    """Every sealed type."""

    number: Sealed[int]
    words: Sealed[tuple[str, ...]]
    rng: Sealed[Rng]


class Lying(Sighted, frozen=True):
    """A card that some seats know, or all."""

    card: Annotated[Card, owned_by("seat", "partners", unless="up")]
    mark: Annotated[Literal["x", "y"] | None, owned_by("seat", unless="up")]
    seat: Public[Seat | None]
    partners: Public[tuple[Seat, ...]]
    up: Public[bool]


class Keeper(Seated, frozen=True):
    """A hand beside cards that others may know, and it may not."""

    hand: Owned[Cards]
    kept: Public[tuple[Lying, ...]]


class Keepers(Sighted, frozen=True):
    """A table of them."""

    seats: Public[tuple[Keeper, ...]]


class Whole(Sighted, frozen=True):
    """A state with a field of every sort."""

    options: Apart[str]
    top: Public[Lying | None]
    mixed: Public[tuple[Lying | Told | None, ...]]
    seats: Public[tuple[Player, ...]]
    hands: Owned[tuple[Cards, ...]]
    stock: Counted[Cards]
    secrets: Public[Seeded]


def cards(text: str) -> Cards:
    return tuple(Card(code) for code in text.split())


def lying(seat: int | None, *partners: int, up: bool = False) -> Lying:
    known = None if seat is None else Seat(seat)
    return Lying(Card("R1"), "x", known, tuple(Seat(partner) for partner in partners), up)


PLAYERS = (
    Player(cards("R1 R2"), Card("R1"), 7, cards("G1 G2 G3")),
    Player(cards("Y1"), None, None, ()),
    Player(cards("B1 B2 B3"), Card("B2"), 0, cards("P1")),
)


def whole() -> Whole:
    return Whole(
        options="printed",
        top=lying(1),
        mixed=(lying(0), Told(Seat(2), Card("G5")), None),
        seats=PLAYERS,
        hands=(cards("R3"), cards("Y3 Y4"), ()),
        stock=cards("W1 W2 W3"),
        secrets=Seeded(41, ("R", "P"), Rng(bytes(32), 9)),
    )


def test_Q12_a_hidden_card_has_no_identity_and_a_hidden_pile_only_a_count() -> None:
    assert HIDDEN == "??"
    assert backs(3) == ("??", "??", "??")
    assert masked(whole(), None, Chosen()).stock == backs(3)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_owned_stands_open_to_its_own_seat_alone(viewer: Viewer) -> None:
    seen = masked(whole(), viewer, Chosen())
    for at, (own, shown) in enumerate(zip(PLAYERS, seen.seats, strict=True)):
        if at == viewer:
            assert (shown.hand, shown.chosen, shown.bid) == (own.hand, own.chosen, own.bid)
        else:
            assert shown.hand == backs(len(own.hand))
            assert shown.chosen == (None if own.chosen is None else HIDDEN)  # whether it is chosen is public
            assert shown.bid is None
        assert shown.won == backs(len(own.won))
    hands = whole().hands
    assert seen.hands == tuple(hand if at == viewer else backs(len(hand)) for at, hand in enumerate(hands))


def test_a_flag_of_the_options_opens_what_names_it_and_nothing_else() -> None:
    seen = masked(whole(), None, Chosen(open_hands=True))
    assert [player.hand for player in seen.seats] == [player.hand for player in PLAYERS]
    assert [player.chosen for player in seen.seats] == [HIDDEN, None, HIDDEN]
    assert seen.hands == (backs(1), backs(2), ())


@pytest.mark.parametrize(
    ("new", "seen"), [(0, "AC AD AH"), (1, "AC AD ??"), (2, "AC ?? ??"), (3, "?? ?? ??")]
)
def test_the_last_cards_of_an_open_hand_are_its_own_seats_alone(new: int, seen: str) -> None:
    hand = cards("AC AD AH")
    table = Drawers((Drawer(hand, new, (), 0), Drawer((), 0, (), 0)))
    assert masked(table, Seat(0), Chosen()).seats[0].hand == hand
    for viewer in (Seat(1), None):
        shown = masked(table, viewer, Chosen())
        assert shown.seats[0].hand == cards(seen)
        assert shown.seats[0].new == new
        assert shown.seats[1] == table.seats[1]


def test_a_flag_opens_the_last_cards_too() -> None:
    table = Drawers((Drawer((), 0, cards("AC AD"), 1), Drawer(cards("AH AS"), 1, (), 0)))
    assert masked(table, None, Chosen()).seats[0].kept == cards("AC ??")
    opened = masked(table, None, Chosen(open_hands=True))
    assert opened.seats[0].kept == cards("AC AD")
    assert opened.seats[1].hand == cards("AH ??"), "the flag is not of this hand"


SHOWN = [
    (lying(1), {1}, {1}),
    (lying(None), set(), set()),
    (lying(0), {0}, {0}),
    (lying(1, 2), {1, 2}, {1}),
    (lying(None, 0, 2), {0, 2}, set()),
    (lying(None, up=True), {0, 1, 2, None}, {0, 1, 2, None}),
]


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
@pytest.mark.parametrize(("truth", "card", "mark"), SHOWN)
def test_owned_by_stands_open_to_the_seats_that_are_named(
    truth: Lying, card: set[Viewer], mark: set[Viewer], viewer: Viewer
) -> None:
    seen = masked(truth, viewer, Chosen())
    assert seen.card == (truth.card if viewer in card else HIDDEN)
    assert seen.mark == (truth.mark if viewer in mark else None)
    assert (seen.seat, seen.partners, seen.up) == (truth.seat, truth.partners, truth.up)


def test_structs_are_masked_wherever_they_stand() -> None:
    seen = masked(whole(), Seat(2), Chosen())
    assert seen.top is not None
    assert seen.top.card == HIDDEN
    assert [None if one is None else one.card for one in seen.mixed] == [HIDDEN, "G5", None]
    assert masked(msgspec.structs.replace(whole(), top=None), None, Chosen()).top is None


def test_what_opens_to_a_seat_opens_no_secret_of_another_in_it() -> None:
    table = Keepers((Keeper(cards("R2"), (lying(0), lying(1))), Keeper(cards("R3"), (lying(1),))))
    mine, yours = masked(table, Seat(0), Chosen()).seats
    assert (mine.hand, [one.card for one in mine.kept]) == (cards("R2"), ["R1", HIDDEN])
    assert (yours.hand, [one.card for one in yours.kept]) == (backs(1), [HIDDEN])


def test_a_kind_of_a_declared_class_is_masked_as_its_own_class() -> None:
    class Deeper(Lying, frozen=True):
        under: Counted[Cards]

    deeper = Deeper(Card("R1"), "x", None, (), False, cards("R2 R3"))
    seen = masked(msgspec.structs.replace(whole(), top=deeper), None, Chosen())
    assert seen.top == Deeper(HIDDEN, None, None, (), False, backs(2))


def test_Q11_what_is_sealed_leaves_nothing_behind() -> None:
    one = masked(whole(), Seat(0), Chosen()).secrets
    assert one == Seeded(0, (), Rng(b""))
    assert masked(Seeded(7, (), Rng(bytes(range(32)))), None, Chosen()) == one


def test_masking_what_is_masked_changes_nothing() -> None:
    for viewer in (Seat(0), Seat(1), None):
        seen = masked(whole(), viewer, Chosen())
        assert masked(seen, viewer, Chosen()) == seen


def test_the_truth_is_left_alone() -> None:
    truth = whole()
    masked(truth, None, Chosen())
    assert truth == whole()
