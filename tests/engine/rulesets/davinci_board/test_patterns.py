"""The patterns: the counts of the rules, what each is made of, and that no place of the board is left out."""

from collections import Counter
from itertools import combinations

import pytest

from engine.core.board import Board
from engine.rulesets.davinci_board.lattice import CORNERS_OF, ID_OF, IDS, SHAPE, Corners, Vertex
from engine.rulesets.davinci_board.patterns import BOARD, CONTAINING, INSTANCES, PATTERNS
from tests.engine.rulesets.davinci_board.table import BOARD as RULES

# pattern: points, ovals, triangles, places on the board
TABLE = {
    "triangle": (1, 3, 0, 54),
    "diamond": (1, 1, 2, 72),
    "gem": (5, 3, 1, 54),
    "eye": (5, 5, 0, 72),
    "pyramid": (10, 0, 4, 36),
    "hourglass": (10, 6, 2, 57),
    "star": (10, 0, 6, 19),
    "circle": (25, 6, 0, 19),
    "flower": (25, 6, 0, 19),
}


@pytest.mark.parametrize("pattern", TABLE)
def test_each_pattern_has_its_points_pieces_and_places(pattern: str) -> None:
    points, ovals, triangles, places = TABLE[pattern]
    found = [one for one in INSTANCES if one.pattern == pattern]
    assert [one.id for one in found] == [f"{pattern}-{n}" for n in range(1, places + 1)]
    assert {one.points for one in found} == {points}
    for one in found:
        assert Counter(SHAPE[name] for name in one.spaces) == Counter(oval=ovals, triangle=triangles)
    assert len({one.spaces for one in found}) == places


def test_402_places_worth_2826_points() -> None:
    assert tuple(TABLE) == PATTERNS
    assert len(INSTANCES) == 402
    assert sum(one.points for one in INSTANCES) == 2826
    assert len({(one.pattern, one.spaces) for one in INSTANCES}) == 402


def test_an_oval_lies_in_6_to_20_of_them_and_a_triangle_in_6_to_14() -> None:
    for shape, least, most in (("oval", 6, 20), ("triangle", 6, 14)):
        counts = [len(CONTAINING[name]) for name in IDS if SHAPE[name] == shape]
        assert (min(counts), max(counts)) == (least, most)
    for name in IDS:
        assert CONTAINING[name] == tuple(one for one in INSTANCES if name in one.spaces)


def turned(vertex: Vertex) -> Vertex:
    """A vertex after a sixth of a turn."""
    q, r = vertex
    return -r, q + r


def mirrored(vertex: Vertex) -> Vertex:
    return vertex[1], vertex[0]


def symmetries() -> list[dict[str, str]]:
    """The twelve symmetries of the hexagon: where each takes each space."""
    found = []
    for mirror in (False, True):
        moved = {name: frozenset(map(mirrored, at)) if mirror else at for name, at in CORNERS_OF.items()}
        for _ in range(6):
            moved = {name: frozenset(map(turned, at)) for name, at in moved.items()}
            found.append({name: ID_OF[at] for name, at in moved.items()})
    return found


def test_the_patterns_are_the_same_under_the_12_symmetries_of_the_hexagon() -> None:
    taken = symmetries()
    assert len({tuple(moved.values()) for moved in taken}) == 12
    whole = {(one.pattern, frozenset(one.spaces)) for one in INSTANCES}
    for moved in taken:
        assert {(pattern, frozenset(moved[name] for name in spaces)) for pattern, spaces in whole} == whole


def around(name: str) -> set[str]:
    """A triangle and its ovals."""
    return {name, *next(space.neighbours for space in BOARD.spaces if space.id == name)}


def vertices_of(name: str) -> Corners:
    return CORNERS_OF[name]


OVALS = [name for name in IDS if SHAPE[name] == "oval"]
TRIANGLES = [name for name in IDS if SHAPE[name] == "triangle"]


def places(pattern: str) -> set[frozenset[str]]:
    return {frozenset(one.spaces) for one in INSTANCES if one.pattern == pattern}


def pairs(shared: int) -> list[tuple[str, str]]:
    """The pairs of triangles that share so many corners."""
    return [
        (one, other)
        for one, other in combinations(TRIANGLES, 2)
        if len(vertices_of(one) & vertices_of(other)) == shared
    ]


def test_triangles_and_gems_are_ovals_around_a_triangle_without_and_with_it() -> None:
    assert places("triangle") == {frozenset(around(name) - {name}) for name in TRIANGLES}
    assert places("gem") == {frozenset(around(name)) for name in TRIANGLES}


def test_diamonds_and_eyes_are_about_two_triangles_side_by_side() -> None:
    beside = pairs(shared=2)
    assert places("eye") == {frozenset((around(one) | around(other)) - {one, other}) for one, other in beside}
    assert places("diamond") == {
        frozenset({one, other} | (around(one) & around(other))) for one, other in beside
    }


def test_a_pyramid_is_a_triangle_with_three_beside_it() -> None:
    beside = {name: {name} for name in TRIANGLES}
    for one, other in pairs(shared=2):
        beside[one].add(other)
        beside[other].add(one)
    assert places("pyramid") == {frozenset(group) for group in beside.values() if len(group) == 4}


def test_an_hourglass_is_two_gems_that_face_each_other_across_an_inner_point() -> None:
    facing = []
    for one, other in pairs(shared=1):
        ((q, r),) = vertices_of(one) & vertices_of(other)
        if {(2 * q - x, 2 * r - y) for x, y in vertices_of(one)} == vertices_of(other):
            facing.append(frozenset(around(one) | around(other)))
    assert places("hourglass") == set(facing)


def test_star_flower_and_circle_lie_around_the_19_inner_points() -> None:
    stars, flowers, circles = set(), set(), set()
    for vertex in {corner for name in OVALS for corner in vertices_of(name)}:
        star = {name for name in TRIANGLES if vertex in vertices_of(name)}
        flower = {name for name in OVALS if vertex in vertices_of(name)}
        if len(star) == 6:
            stars.add(frozenset(star))
            flowers.add(frozenset(flower))
            circles.add(frozenset(set().union(*map(around, star)) - star - flower))
    assert (places("star"), places("flower"), places("circle")) == (stars, flowers, circles)


def test_clients_are_told_all_of_it() -> None:
    assert RULES.board() == BOARD
    assert isinstance(BOARD, Board)
    assert BOARD.patterns == INSTANCES
    assert [space.id for space in BOARD.spaces] == list(IDS)
