"""What a crowd is told to do."""

import msgspec


class Orders(msgspec.Struct, frozen=True):
    """So many `people` play at the service at `root`, each at one table after the other, at most so many
    `tables` in all, and `last` moves at each when it is over; `short` is the part of the tables that are
    cleared soon, and have a rematch. Then the ledger is written to its file.

    Files are signs: `begun` is made when the first tables are, as many as people; `over` is there when it is
    over, and `restored` as soon as the store may go back in time.
    """

    root: str
    seed: int
    people: int
    ledger: str
    begun: str
    over: str
    restored: str
    tables: int = 1_000_000
    last: int = 3
    short: float = 0.3
    slow_bots: bool = False
