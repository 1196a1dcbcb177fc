"""What a crowd is told to do."""

import msgspec


class Orders(msgspec.Struct, frozen=True):
    """So many `people` play at the service at `root`, each at one table after the other, at most so many
    `tables` in all, for some `seconds`; the ledger is written to a file. The file `restored` is there as soon
    as the store may go back in time."""

    root: str
    seed: int
    people: int
    seconds: float
    ledger: str
    restored: str
    tables: int = 1_000_000
    last: int = 3
    slow_bots: bool = False
