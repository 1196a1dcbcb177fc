"""Every key, field and channel that the service keeps in Redis, with its type and lifetime.

A game `<id>` has two keys. The braces make both hash to one slot of a cluster, so a script may touch both.

    g:{<id>}        hash    the game as it is now
        tag         `<version>-<nonce>`: how many steps the log has, and the random mark of the last commit
        state       the rule set's state, opaque here; absent until the game has started
        meta        what hosting keeps beside it (seats, token hashes, options), opaque here
        pace        what of that changes with each move (times, when the phase began), opaque here
        key:<key>   what the request with this Idempotency-Key did: JSON [request, first, last, extra]
    g:{<id>}:log    stream  one entry a step: id `<version>-0`, one field `step`, opaque here

    limits:<policy>/<caller>/<amount>/<seconds>/second
                    list    the times of the caller's last calls under this rate limit, newest first;
                            `<caller>` is a digest: no token and no address stands in a key

    g:{<id>}        channel each commit publishes the new version here, after it has written

Lifetime: each commit sets both keys to end at one same instant, the store's `lifetime_ms` after it; reading
does not lengthen it. The records of the Idempotency-Keys are fields and so live as long as their game. The
list of a rate limit ends `<seconds>` after the last call that it counted. There is no key without a lifetime.
A channel is not stored.

Nothing here needs more than Redis 7.0: no field lifetimes (HEXPIRE), no WAITAOF, no functions.
"""

TAG = "tag"
STATE = "state"
META = "meta"
PACE = "pace"
STEP = b"step"
LIMITS = "limits"  # the prefix of the keys of rate limits, which the library `limits` makes
CHANNELS = "g:{*}"  # the pattern of all channels


def game_key(game: str) -> str:
    """The key of the game's hash."""
    return f"g:{{{game}}}"


def log_key(game: str) -> str:
    """The key of the game's log."""
    return f"g:{{{game}}}:log"


def key_field(key: str) -> str:
    """The field of an Idempotency-Key's record. `key` is short: the caller passes a digest."""
    return f"key:{key}"


def channel(game: str) -> str:
    """The channel that hears of the game's commits."""
    return game_key(game)


def game_of(channel: bytes) -> str:
    """The game whose channel this is; no game of ours when somebody else publishes under our pattern."""
    return channel[3:-1].decode(errors="replace")
