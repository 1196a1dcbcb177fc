"""Tallies say what looking at every pattern, one by one, says too."""

from collections.abc import Iterator

from engine import Rng
from engine.core.rng import Draws
from engine.rulesets.davinci_board.lattice import IDS, SHAPE
from engine.rulesets.davinci_board.patterns import INSTANCES
from engine.rulesets.davinci_board.tally import (
    BIT,
    NOTHING,
    SPACES,
    Tally,
    best_first,
    can_be_supplied,
    completed,
    held,
    nearly_whole,
    nearly_whole_and_free,
    still_possible,
    tally,
    touched,
)


def of(names: set[str]) -> Tally:
    """The tally of a side that holds these spaces."""
    ovals = tuple(sorted(name for name in names if SHAPE[name] == "oval"))
    return tally(ovals, tuple(sorted(name for name in names if SHAPE[name] == "triangle")))


def boards() -> Iterator[tuple[set[str], set[str]]]:
    """What two sides hold, at random, from nothing to everything."""
    draws = Draws(Rng(b"tallies".ljust(32)))
    for filled in (0, 20, 50, 80, 110, 130, 140, 144):
        for share in (2, 3, 12):
            order = draws.shuffled(IDS)[:filled]
            one = {name for name in order if draws.below(share)}
            yield one, set(order) - one


def chosen(bits: int) -> list[str]:
    """The ids of the patterns of the bits."""
    return [INSTANCES[at].id for at in best_first(bits)]


def test_a_tally_of_nothing_and_of_everything() -> None:
    assert of(set()) == NOTHING
    assert (held(NOTHING), touched(NOTHING), nearly_whole(NOTHING)) == (0, 0, 0)
    every = of(set(IDS))
    assert held(every) == (1 << 144) - 1
    assert still_possible(every, NOTHING) == nearly_whole(every) == 0
    assert len(chosen(touched(every))) == 402


def test_a_tally_knows_the_spaces_it_is_made_of() -> None:
    for one, _ in boards():
        assert held(of(one)) == sum(BIT[name] for name in one)


def test_completed_patterns_are_those_that_the_piece_makes_whole() -> None:
    for one, _ in boards():
        for name in set(IDS) - one:
            now = {*one, name}
            assert completed(of(one), name) == tuple(
                pattern for pattern in INSTANCES if name in pattern.spaces and now.issuperset(pattern.spaces)
            )


def test_nearly_whole_patterns_miss_one_piece_and_come_the_most_valuable_first() -> None:
    for one, other in boards():
        own, against = of(one), of(other)
        expected = [pattern for pattern in reversed(INSTANCES) if len(set(pattern.spaces) - one) == 1]
        assert chosen(nearly_whole(own)) == [pattern.id for pattern in expected]
        assert chosen(nearly_whole_and_free(own, against)) == [
            pattern.id for pattern in expected if other.isdisjoint(pattern.spaces)
        ]


def test_the_spaces_of_a_pattern() -> None:
    assert list(SPACES) == [sum(BIT[name] for name in pattern.spaces) for pattern in INSTANCES]


def test_possible_patterns_are_not_whole_and_hold_no_piece_of_the_other_side() -> None:
    for one, other in boards():
        assert chosen(still_possible(of(one), of(other))) == [
            pattern.id
            for pattern in reversed(INSTANCES)
            if not one.issuperset(pattern.spaces) and other.isdisjoint(pattern.spaces)
        ]


def test_supply_is_counted_shape_by_shape() -> None:
    for one, other in boards():
        own, patterns = of(one), still_possible(of(one), of(other))
        gaps = [
            set(pattern.spaces) - one
            for pattern in INSTANCES
            if not one.issuperset(pattern.spaces) and other.isdisjoint(pattern.spaces)
        ]
        needs = {
            (
                sum(SHAPE[name] == "oval" for name in gap),
                sum(SHAPE[name] == "triangle" for name in gap),
            )
            for gap in gaps
        }
        for ovals in range(10):
            for triangles in range(10):
                possible = any(need[0] <= ovals and need[1] <= triangles for need in needs)
                assert can_be_supplied(own, patterns, ovals, triangles) == possible
