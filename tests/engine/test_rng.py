"""The stream of draws against its definition, written out here on its own, and the published test vectors."""

import hashlib
import hmac

import pytest

from engine.core.rng import Draws, Rng, commitment, final_seed

ZEROS = bytes(32)
COUNTING = bytes(range(32))

VECTOR_ZEROS = [
    "f375180aba928884",
    "01f1919be4a8715a",
    "62763b65c1c10e1d",
    "0858e81d4d6f9fd2",
    "a4a11ce5fbe8f96b",
]
VECTOR_SIXES = [5, 4, 5, 1, 3, 0, 3, 4, 4, 4, 3, 3, 5, 5, 1, 0, 5, 1, 0, 3]
VECTOR_SHUFFLE = (2, 0, 8, 6, 9, 3, 4, 1, 7, 5)
VECTOR_SEED = "f877d20ad917d91129bc1f811ba987e13cf843facde29024c306e75274aa01c6"


def draws_by_definition(seed: bytes, count: int) -> list[int]:
    """Block i is HMAC-SHA256(seed, i as u64 big-endian): four u64 big-endian draws."""
    found: list[int] = []
    block = 0
    while len(found) < count:
        digest = hmac.new(seed, block.to_bytes(8, "big"), hashlib.sha256).digest()
        found += [int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24)]
        block += 1
    return found[:count]


def below_by_definition(seed: bytes, n: int, count: int) -> list[int]:
    limit = 2**64 - 2**64 % n
    return [draw % n for draw in draws_by_definition(seed, count * 8) if draw < limit][:count]


@pytest.mark.parametrize("seed", [ZEROS, COUNTING])
@pytest.mark.parametrize("n", [1, 2, 6, 74, 2**63 + 1])
def test_Q43_below_is_as_defined(seed: bytes, n: int) -> None:
    draws = Draws(Rng(seed))
    assert [draws.below(n) for _ in range(20)] == below_by_definition(seed, n, 20)


def test_Q43_published_vectors() -> None:
    """Anybody who implements `fairdeal-1` can start from these."""
    assert [f"{draw:016x}" for draw in draws_by_definition(ZEROS, 5)] == VECTOR_ZEROS
    draws = Draws(Rng(COUNTING))
    assert [draws.below(6) for _ in range(20)] == VECTOR_SIXES
    assert Rng(COUNTING).shuffled(range(10))[0] == VECTOR_SHUFFLE
    assert commitment(ZEROS) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert final_seed(ZEROS, [b"", b"\xc0\xff\xee"]).hex() == VECTOR_SEED


def test_Q43_the_final_seed_is_as_defined() -> None:
    given = [b"", b"\xc0\xff\xee", bytes(32)]
    said = b"\x00" + b"\x03\xc0\xff\xee" + b"\x20" + bytes(32)
    assert final_seed(COUNTING, given) == hmac.new(COUNTING, said, hashlib.sha256).digest()
    assert final_seed(COUNTING, [b"\x00"]) != final_seed(COUNTING, [b"", b""])


def test_Q43_a_shuffle_is_fisher_yates_from_the_end() -> None:
    order = list(range(30))
    numbers = iter(draws_by_definition(COUNTING, 60))
    for last in range(29, 0, -1):
        limit = 2**64 - 2**64 % (last + 1)
        draw = next(number for number in numbers if number < limit)
        other = draw % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert Rng(COUNTING).shuffled(range(30))[0] == tuple(order)


def test_Q43_all_orders_are_as_likely() -> None:
    """Chi-square over the 24 orders of four cards in 24,000 shuffles of a fixed seed."""
    counts: dict[tuple[int, ...], int] = {}
    rng = Rng(COUNTING)
    for _ in range(24_000):
        order, rng = rng.shuffled(range(4))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 49.7  # 23 degrees of freedom: once in a thousand streams; this one is always the same


def test_a_place_in_the_stream_is_a_value() -> None:
    rng = Rng(COUNTING)
    first, after = rng.below(100)
    assert rng.below(100) == (first, after)
    assert after.drawn >= 1
    assert after.below(100) == Rng(COUNTING, after.drawn).below(100)
