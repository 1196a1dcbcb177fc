"""What the store takes and answers: values, and one class for each way a script can end."""

import secrets

import msgspec

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NONCE_LENGTH = 8
_NONCES = 62**_NONCE_LENGTH


class Tag(msgspec.Struct, frozen=True):
    """Which commit a game stands at: how many steps its log has, and eight random base62 characters.

    The nonce tells two commits of one version apart, which exist when a store has gone back in time.
    """

    version: int
    nonce: str

    @classmethod
    def fresh(cls, version: int) -> "Tag":
        """The tag of a commit about to be made."""
        number = secrets.randbelow(_NONCES)
        nonce = ""
        for _ in range(_NONCE_LENGTH):
            number, digit = divmod(number, 62)
            nonce += _BASE62[digit]
        return cls(version, nonce)

    @classmethod
    def parse(cls, text: bytes) -> "Tag":
        """The tag that `str(tag)` wrote."""
        version, _, nonce = text.decode().partition("-")
        return cls(int(version), nonce)

    def __str__(self) -> str:
        return f"{self.version}-{self.nonce}"


class KeyRecord(msgspec.Struct, frozen=True, array_like=True):
    """What the request with an Idempotency-Key did: it is kept instead of the answer.

    `request` is a hash of the request, `first` and `last` the versions of the steps it made, `extra` a small
    text of the caller's (the seat that was given).
    """

    request: str
    first: int
    last: int
    extra: str = ""


class Stored(msgspec.Struct, frozen=True):
    """A game as one read found it; `key` is the record of the Idempotency-Key that was asked about."""

    tag: Tag
    state: bytes | None
    meta: bytes
    key: KeyRecord | None = None
    pace: bytes = b""


class Row(msgspec.Struct, frozen=True):
    """A step of the log: the version it led to, and its bytes."""

    version: int
    body: bytes


class Created(msgspec.Struct, frozen=True):
    """The game was made. `held`: as many replicas have it as are to."""

    held: bool = True


class Exists(msgspec.Struct, frozen=True):
    """A game of this id is there; nothing was written. `stored` has the record of the key that was given."""

    stored: Stored


class Committed(msgspec.Struct, frozen=True):
    """Written, and on its way to all who wait. `held`: as many replicas have it as are to; if not, it stands
    all the same, but must not be acknowledged: a failover may lose it."""

    held: bool = True


class Replayed(msgspec.Struct, frozen=True):
    """The Idempotency-Key has been used; nothing was written. `record` says what it did then."""

    record: KeyRecord


class Conflict(msgspec.Struct, frozen=True):
    """The game stands at `tag`: it moved on, or is not the one that was read. Nothing was written."""

    tag: Tag


class Missing(msgspec.Struct, frozen=True):
    """There is no such game (any more)."""
