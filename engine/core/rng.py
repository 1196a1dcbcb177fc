"""Chance that anybody can check: a stream of draws made from a 32-byte seed (algorithm `fairdeal-1`).

Block i is HMAC-SHA256(seed, i as a big-endian u64): four big-endian u64 draws. `below(n)` refuses draws of
2^64 - (2^64 mod n) or more and takes the rest mod n. A shuffle swaps, for i from the last place down to 1,
places i and below(i + 1) (Fisher and Yates). The same seed gives the same deal in any language; the test
vectors stand in the tests and in the documents.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeVar

import msgspec

T = TypeVar("T")

ALGORITHM = "fairdeal-1"
SEED_BYTES = 32
ENTROPY_BYTES = range(1, 33)
_WORD = 1 << 64
_BLOCK = struct.Struct(">4Q")


class Rng(msgspec.Struct, frozen=True, gc=False):
    """A place in the stream of a seed: `drawn` draws have been taken."""

    seed: bytes
    drawn: int = 0

    HIDDEN: ClassVar["Rng"]

    def below(self, n: int) -> tuple[int, "Rng"]:
        """A number from 0 to n - 1, each as likely, and the stream after it."""
        limit = _WORD - _WORD % n
        drawn = self.drawn
        while True:
            draw = _draw(self.seed, drawn)
            drawn += 1
            if draw < limit:
                return draw % n, Rng(self.seed, drawn)

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Rng"]:
        """The items in an order drawn from the stream, each order as likely, and the stream after it."""
        order = list(items)
        draws = _draws(self.seed, self.drawn)
        drawn = self.drawn
        for last in range(len(order) - 1, 0, -1):
            limit = _WORD - _WORD % (last + 1)
            draw = _WORD
            while draw >= limit:
                draw = next(draws)
                drawn += 1
            other = draw % (last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order), Rng(self.seed, drawn)


Rng.HIDDEN = Rng(b"")


def _draw(seed: bytes, index: int) -> int:
    return next(_draws(seed, index))


def _draws(seed: bytes, index: int) -> Iterator[int]:
    """The stream from a draw on, a block at a time."""
    while True:
        block = hmac.digest(seed, (index // 4).to_bytes(8, "big"), "sha256")
        yield from _BLOCK.unpack(block)[index % 4 :]
        index += 4 - index % 4


def commitment(server_seed: bytes) -> str:
    """What is published before anybody sits: SHA-256 of the server seed, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def final_seed(server_seed: bytes, entropies: Sequence[bytes]) -> bytes:
    """The seed of the deal: HMAC-SHA256(server seed, for each seat one length byte and its entropy)."""
    given = b"".join(bytes([len(entropy)]) + entropy for entropy in entropies)
    return hmac.digest(server_seed, given, "sha256")


class Draws:
    """A cursor over a stream, for what draws much and has no state to keep it in: bots, imagining, tests."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        number, self.rng = self.rng.below(n)
        return number

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a drawn order."""
        order, self.rng = self.rng.shuffled(items)
        return list(order)
