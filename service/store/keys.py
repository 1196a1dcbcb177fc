"""Every key, field and channel that the service keeps in Redis, with its type and lifetime.

A game `<id>` has two keys. The braces make both hash to one slot of a cluster, so a script may touch both.

    g:{<id>}        hash    the game as it is now
        tag         `<version>-<nonce>`: how many steps the log has, and the random mark of the last commit
        state       the rule set's state, opaque here; absent until the game has started
        meta        what hosting keeps beside it (seats, token hashes, options), opaque here
        pace        what of that changes with each move (times, when the phase began), opaque here
        key:<key>   what the request with this Idempotency-Key did: JSON [request, first, last, extra]
    g:{<id>}:log    stream  one entry a step: id `<version>-0`, one field `step`, opaque here

    g:{<id>}:bots   string  there while a worker moves the game's slow bots; none else does; ends by itself

    g:{<id>}:held   string  there for a second after a retry of a change was asked for, where replicas are to
                            have what is acknowledged: the write that they are asked about

    due             sorted  the games that the house has to look at, each with the time (ms since 1970) by
                    set     which it has to: a deadline, or anything else; others are not here
    due:lease       string  there while a worker looks at them; none else does

    limits:<policy>/<caller>/<amount>/<seconds>/second
                    list    the times of the caller's last calls under this rate limit, newest first;
                            `<caller>` is a digest: no token and no address stands in a key
    streams:<token> zset    the open streams of a token, over all workers: a random name each, by the time
                            (ms) at which it lapses unless its worker has said by then that it is still
                            open; `<token>` is the start of the token's digest

    g:{<id>}        channel each commit publishes the new version here, after it has written

The lists of the lobby, each in a slot of its own. An entry is `<created, ms, 15 digits>|<game>`; all scores
are 0, so that a list is in the order of its entries.

    i:{open}        zset    listed games that have not started
    i:{listed}      zset    listed games that are not over
    i:{key/<name>}  zset    games made with the API key of that name
    i:{key/<name>/<digest>}
                    zset    those of them in which a seat has this `player`

Lifetime: each commit sets both keys to end at one same instant, the store's `lifetime_ms` after it; reading
does not lengthen it. The records of the Idempotency-Keys are fields and so live as long as their game. A list
ends `lifetime_ms` and a day after an entry was last noted in it; the index `due` ends `lifetime_ms` after its
last change: it only makes prompt what any access does as well, and `python -m service.sweep` makes it anew.
The list of a rate limit ends `<seconds>` after the last call that it counted, the streams of a token with the
last that lapses, a lease by itself. There is no key without a lifetime. A channel is not stored.

A cluster keeps the keys with one `{...}` in one slot, and each other key in a slot of its own. Scripts and
commands touch one slot; so does each list, the index and each limit.

Nothing here needs more than Redis 7.0: no field lifetimes (HEXPIRE), no WAITAOF, no functions.
"""

import hashlib

TAG = "tag"
STATE = "state"
META = "meta"
PACE = "pace"
STEP = b"step"
DUE = "due"
DUE_LEASE = "due:lease"
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


def game_at(key: bytes) -> str:
    """The game whose hash this is."""
    return key[3:-1].decode(errors="replace")


def key_field(key: str) -> str:
    """The field of an Idempotency-Key's record. `key` is short: the caller passes a digest."""
    return f"key:{key}"


def bots_key(game: str) -> str:
    """The key of the lease of whoever moves the game's slow bots."""
    return f"g:{{{game}}}:bots"


def barrier_key(game: str) -> str:
    """The key that is written to ask replicas whether they have the game as it is."""
    return f"g:{{{game}}}:held"


def streams_key(digest: str) -> str:
    """The key of the open streams of the token with this digest."""
    return f"streams:{digest[:32]}"


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
