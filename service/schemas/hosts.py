"""What hosts send."""

from typing import Annotated

import msgspec

Level = Annotated[
    str, msgspec.Meta(min_length=1, max_length=40, description="A bot of `GET /v1/bots`, by its name")
]


class SeatBot(msgspec.Struct, frozen=True):
    """The house bot that a seat is given to."""

    bot: Level
