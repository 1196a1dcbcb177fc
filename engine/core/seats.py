"""Seats at a table: 0-based positions, play going to the left, which is the next higher seat."""

from functools import cache
from typing import NewType

Seat = NewType("Seat", int)
Viewer = Seat | None  # None is a spectator, who sees what is public


def left_of(seat: int, seats: int) -> Seat:
    """The seat to the left of `seat` at a table of `seats`."""
    return Seat((seat + 1) % seats)


def right_of(seat: int, seats: int) -> Seat:
    """The seat to the right of `seat` at a table of `seats`."""
    return Seat((seat - 1) % seats)


@cache
def from_left_of(seat: int, seats: int) -> tuple[Seat, ...]:
    """All seats in turn, starting to the left of `seat` and ending with it."""
    return tuple(Seat((seat + step) % seats) for step in range(1, seats + 1))
