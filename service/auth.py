"""Capabilities: tokens that name their table, of which only hashes are stored.

`fds_<game>_<secret>` plays a seat, `fdh_` hosts, `fdi_` sits. The game is 22 characters of base62, the secret
43 (256 bits). A secret is random, or HMAC-SHA256(the game's salt, role | seat | Idempotency-Key), so that a
retry of the request that made it is answered with the same token although nobody has kept it.
`fdk_<secret>` is an API key: it names no table, and hosts those that it made.
"""

import hashlib
import hmac
import re
import secrets
import string
from typing import Final, Literal

import msgspec

from service.faults import Unauthenticated

Role = Literal["seat", "host", "invite", "key"]

ALPHABET: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
GAME_LENGTH: Final = 22
SECRET_LENGTH: Final = 43
SALT_BYTES: Final = 32
PREFIX: Final[dict[Role, str]] = {"seat": "fds", "host": "fdh", "invite": "fdi", "key": "fdk"}
_GAME = re.compile(rf"[0-9A-Za-z]{{{GAME_LENGTH}}}")
_TOKEN = re.compile(rf"(fd[shi])_([0-9A-Za-z]{{{GAME_LENGTH}}})_([0-9A-Za-z]{{{SECRET_LENGTH}}})")
_KEY = re.compile(r"fdk_[0-9A-Za-z]{22,64}")


class Token(msgspec.Struct, frozen=True):
    """A token taken apart. Its text is not kept; `digest` is what is stored and compared.

    An API key is of no `game`.
    """

    role: Role
    game: str
    digest: str


def base62(data: bytes, length: int) -> str:
    """The bytes as a number in base 62, its last `length` digits."""
    number = int.from_bytes(data, "big")
    digits = []
    for _ in range(length):
        number, digit = divmod(number, len(ALPHABET))
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))


def random_text(length: int) -> str:
    """Random characters of base62."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def game_id(key: str | None, owner: str | None = None) -> str:
    """The id of a new game: random, or made from the Idempotency-Key and the name of the API key it came
    with, so that a retry finds the game."""
    if key is None:
        return random_text(GAME_LENGTH)
    return base62(hashlib.sha256(f"create|{owner or ''}|{key}".encode()).digest(), GAME_LENGTH)


def new_key() -> str:
    """A new API key."""
    return f"{PREFIX['key']}_{random_text(SECRET_LENGTH)}"


def is_game(text: str) -> bool:
    """Whether this can be the id of a game."""
    return _GAME.fullmatch(text) is not None


def make(role: Role, game: str, salt: bytes, key: str | None, seat: int | None = None) -> str:
    """A new token; the same again for the same salt and Idempotency-Key."""
    if key is None:
        secret = random_text(SECRET_LENGTH)
    else:
        said = f"{role}|{'' if seat is None else seat}|{key}"
        secret = base62(hmac.digest(salt, said.encode(), "sha256"), SECRET_LENGTH)
    return f"{PREFIX[role]}_{game}_{secret}"


def renewed(game: str, salt: bytes, key: str | None, seat: int, credential: str) -> str:
    """A seat's next token; the same again for the same Idempotency-Key of the same credential.

    The salt is one of its own, so no key of another request makes a token that was held before.
    """
    scoped = hmac.digest(salt, f"renew|{credential}".encode(), "sha256")
    return make("seat", game, scoped, key, seat)


def digest(token: str) -> str:
    """What is stored of a token. Its 256 bits need no slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()


def parse(bearer: str | None) -> Token | None:
    """The token, or None without one. Unauthenticated if it cannot be one."""
    if bearer is None:
        return None
    if _KEY.fullmatch(bearer) is not None:
        return Token("key", "", digest(bearer))
    found = _TOKEN.fullmatch(bearer)
    if found is None:
        raise Unauthenticated("This is not a token of this service.")
    role = next(role for role, prefix in PREFIX.items() if prefix == found[1])
    return Token(role, found[2], digest(bearer))


def same(one: str | None, other: str | None) -> bool:
    """Whether two digests are equal, in constant time; None is equal to nothing."""
    return one is not None and other is not None and hmac.compare_digest(one, other)


class Issued:
    """The secrets of a game that is being made, or, for a retry, made again: told once, stored as hashes."""

    def __init__(self, game: str, salt: bytes, key: str | None, seats: tuple[int, ...]) -> None:
        self.host = make("host", game, salt, key)
        self.invite = make("invite", game, salt, key)
        self.seats = {seat: make("seat", game, salt, key, seat) for seat in seats}
