"""Options that depend on others, or on the table, and seats that are named or drawn."""

from typing import Annotated, Literal

import msgspec
import pytest

from engine import BadSetup, Rng
from engine.core.options import Only, Options, judge, only, seat_or_drawn
from engine.core.seats import Seat


class House(Options, frozen=True, tag="house"):
    """Options with every sort of need."""

    tournament: bool = False
    rounds: Annotated[Annotated[int, msgspec.Meta(ge=1, le=20)] | None, Only("tournament", True)] = None
    cup: Literal["none", "gold"] = "none"
    engraved: Annotated[bool, Only("cup", "gold")] = False
    long_deal: Annotated[Literal[0, 1, 2], Only("seats", 2)] = 0
    dealer: Seat | None = None
    host: Annotated[Seat | None, Only("tournament", True)] = None


def refusal(options: Options, seats: int) -> tuple[str, str]:
    with pytest.raises(BadSetup) as refused:
        judge(options, seats)
    return refused.value.detail, refused.value.pointer


@pytest.mark.parametrize(
    "options",
    [
        House(),
        House(tournament=True),
        House(tournament=True, rounds=4),
        House(cup="gold", engraved=True),
        House(long_deal=2),
        House(dealer=Seat(1)),
        House(tournament=True, dealer=Seat(0), host=Seat(1)),
    ],
)
def test_options_that_fit_are_let_in(options: House) -> None:
    judge(options, 2)


@pytest.mark.parametrize(
    ("options", "seats", "detail", "pointer"),
    [
        (House(rounds=4), 2, "rounds is only for games with tournament: true.", "/options/rounds"),
        (House(engraved=True), 2, 'engraved is only for games with cup: "gold".', "/options/engraved"),
        (House(long_deal=1), 3, "long_deal is only for tables of 2 seats.", "/options/long_deal"),
        (House(dealer=Seat(2)), 2, "There is no seat 2 at a table of 2.", "/options/dealer"),
        (House(dealer=Seat(-1)), 4, "There is no seat -1 at a table of 4.", "/options/dealer"),
        (House(host=Seat(1)), 2, "host is only for games with tournament: true.", "/options/host"),
        (House(tournament=True, host=Seat(4)), 4, "There is no seat 4 at a table of 4.", "/options/host"),
    ],
)
def test_an_option_without_a_say_may_have_its_default_alone(
    options: House, seats: int, detail: str, pointer: str
) -> None:
    assert refusal(options, seats) == (detail, pointer)


def test_what_an_option_depends_on_is_told() -> None:
    assert only(House, "rounds") == Only("tournament", True)
    assert only(House, "long_deal") == Only("seats", 2)
    assert only(House, "cup") is None


def test_hands_are_hidden_unless_a_game_says_otherwise() -> None:
    class Shown(Options, frozen=True, tag="shown"):
        @property
        def open_hands(self) -> bool:
            return True

    class Chosen(Options, frozen=True, tag="chosen"):
        open_hands: bool = False

    assert (House().open_hands, Shown().open_hands) == (False, True)
    assert (Chosen().open_hands, Chosen(open_hands=True).open_hands) == (False, True)


def test_a_seat_that_is_named_is_not_drawn() -> None:
    rng = Rng(bytes(32))
    assert seat_or_drawn(Seat(2), 3, rng) == (2, rng)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_seat_that_is_not_named_is_the_next_draw(seats: int) -> None:
    found = set()
    for seed in range(40):
        rng = Rng(bytes([seed]) * 32)
        assert seat_or_drawn(None, seats, rng) == rng.below(seats)
        found.add(seat_or_drawn(None, seats, rng)[0])
    assert found == set(range(seats))
