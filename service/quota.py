"""How often something may be done."""

import msgspec


class Quota(msgspec.Struct, frozen=True):
    """At most `amount` calls in any `seconds`."""

    amount: int
    seconds: int
