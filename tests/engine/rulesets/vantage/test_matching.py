"""Vantage: the mixes that are worth a number, against every mix there could be."""

import random
from collections import Counter
from itertools import combinations

import pytest

from engine.rulesets.vantage.matching import Worth, counts, fits, mix_of, splits
from tests.engine.rulesets.vantage.test_rulebook_lists import any_value

Value = int | None


def drawn(chance: random.Random) -> list[Value]:
    """A few cards of a few values, now and then one worth anything."""
    among: list[Value] = [*chance.sample(range(1, 15), 4), None]
    return chance.choices(among, (3, 3, 3, 3, 1), k=chance.randint(1, 7))


def by_trial(
    cards: list[Value], number: int, size: int, part: int, need: list[Value], any_sums: bool
) -> set[int]:
    """Mixes of so many of the cards that hold what is needed and split, together with the part."""
    whole, longest = (part,) if part else (), 99 if any_sums else 2
    return {
        mix_of(some)
        for some in combinations(cards, size)
        if not Counter(need) - Counter(some) and any_value((*some, *whole), number, longest)
    }


@pytest.mark.parametrize("any_sums", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_V3_V10_mixes_are_those_that_split_each_found_once(seed: int, any_sums: bool) -> None:
    chance = random.Random(seed)
    cards = drawn(chance)
    need = chance.sample(cards, chance.choice([0, 0, min(2, len(cards))]))
    found = Worth(mix_of(cards), any_sums, mix_of(need))
    for number in range(1, 15):
        for part in (0, *range(1, number)):
            for size in range(len(cards) + 1):
                mixes = found.of_size(number, size, part)
                assert len(mixes) == len(set(mixes))
                assert set(mixes) == by_trial(cards, number, size, part, need, any_sums)
                assert not (size and mixes) or size <= found.most(number, part)


@pytest.mark.parametrize("any_sums", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_V6_whether_there_is_any_is_told_exactly(seed: int, any_sums: bool) -> None:
    cards = drawn(random.Random(seed))
    found = Worth(mix_of(cards), any_sums)
    for number in range(1, 15):
        for part in (0, *range(1, number)):
            sizes = range(1, len(cards) + 1)
            there = any(by_trial(cards, number, size, part, [], any_sums) for size in sizes)
            assert found.possible(number, part) == there


@pytest.mark.parametrize(("more", "whole"), [([], False), ([7], True), ([None], True), ([6], False)])
@pytest.mark.parametrize("any_sums", [False, True])
def test_V3_a_table_full_of_cards_is_judged_as_well(any_sums: bool, more: list[Value], whole: bool) -> None:
    """Five cards of each value below 14 make 32 pairs and a 7."""
    assert splits([*(value for value in range(1, 14) for _ in range(5)), *more], 14, any_sums) == whole


def test_a_mix_counts_the_cards_of_each_value() -> None:
    mix = mix_of([3, None, 14, 3, None])
    assert list(counts(mix)) == [2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert fits(mix, mix)
    assert fits(mix_of([3, None]), mix)
    for more in ([3, 3, 3], [14, 14], [None] * 3, [1], [2, 3], [13, 14]):
        assert not fits(mix_of(more), mix)


def test_sums_come_before_what_a_wild_fills() -> None:
    found = Worth(mix_of([5, 3, 8, None]), any_sums=False)
    assert found.of_size(8, 1) == [mix_of([8]), mix_of([None])]
    assert found.of_size(8, 2) == [mix_of([8, None]), mix_of([5, 3]), mix_of([3, None]), mix_of([5, None])]
