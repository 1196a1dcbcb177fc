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

The lists of the lobby, each in a slot of its own. An entry is `<created, ms, 15 digits>|<game>`; all scores
are 0, so that a list is in the order of its entries.

    i:{open}        zset    listed games that have not started
    i:{listed}      zset    listed games that are not over
    i:{key/<name>}  zset    games made with the API key of that name
    i:{key/<name>/<digest>}
                    zset    those of them in which a seat has this `player`

Lifetime: each commit sets both keys to end at one same instant, the store's `lifetime_ms` after it; reading
does not lengthen it. The records of the Idempotency-Keys are fields and so live as long as their game. The
list of a rate limit ends `<seconds>` after the last call that it counted. A list of the lobby ends
`lifetime_ms` and a day after an entry was last noted in it. There is no key without a lifetime. A channel is
not stored.

Nothing here needs more than Redis 7.0: no field lifetimes (HEXPIRE), no WAITAOF, no functions.
"""

import hashlib

TAG = "tag"
STATE = "state"
META = "meta"
PACE = "pace"
STEP = b"step"
LIMITS = "limits"  # the prefix of the keys of rate limits, which the library `limits` makes
CHANNELS = "g:{*}"  # the pattern of all channels, and of the hashes of all games
LISTS = "i:{*}"  # the pattern of all lists of the lobby
OPEN = "open"
LISTED = "listed"


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


def of_owner(owner: str, player: str | None = None) -> str:
    """The name of the list of an API key's games, or of those in which its user has a seat. What the key
    calls its user does not stand in it."""
    if player is None:
        return f"key/{owner}"
    return f"key/{owner}/{hashlib.sha256(player.encode()).hexdigest()[:32]}"


def list_key(name: str) -> str:
    """The key of a list of the lobby."""
    return f"i:{{{name}}}"


def list_of(key: bytes) -> str:
    """The name of the list with this key."""
    return key[3:-1].decode(errors="replace")
