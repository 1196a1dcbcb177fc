"""The board: how many spaces, where they lie, what borders on what."""

import math
from collections import Counter

from engine.rulesets.davinci_board.lattice import (
    CORNERS_OF,
    DIRECTIONS,
    ID_OF,
    IDS,
    INTERIOR,
    SHAPE,
    VERTICES,
    picture,
)
from engine.rulesets.davinci_board.patterns import BOARD

SPACES = {space.id: space for space in BOARD.spaces}


def test_37_vertices_of_which_19_are_interior() -> None:
    assert len(set(VERTICES)) == 37
    assert len(set(INTERIOR)) == 19
    assert all(max(abs(q), abs(r), abs(q + r)) <= 3 for q, r in VERTICES)
    assert all(max(abs(q), abs(r), abs(q + r)) <= 2 for q, r in INTERIOR)


def test_90_ovals_and_54_triangles() -> None:
    assert Counter(SHAPE.values()) == {"oval": 90, "triangle": 54}
    assert (*(f"o{n:02}" for n in range(1, 91)), *(f"t{n:02}" for n in range(1, 55))) == IDS
    assert [space.id for space in BOARD.spaces] == list(IDS)


def test_an_oval_is_an_edge_and_a_triangle_a_face_of_whole_vertices() -> None:
    for space in BOARD.spaces:
        assert len(space.vertices) == {"oval": 2, "triangle": 3}[space.shape]
        assert set(space.vertices) <= set(VERTICES)
        for one in space.vertices:
            for other in space.vertices:
                assert one == other or (other[0] - one[0], other[1] - one[1]) in DIRECTIONS
    assert len(set(ID_OF)) == len(set(CORNERS_OF.values())) == 144


def test_spaces_are_numbered_row_by_row_from_the_left() -> None:
    for shape in ("oval", "triangle"):
        # rows by the sum of the corners' r, as whole numbers, and then by x
        at = [(sum(r for _, r in space.vertices), space.x) for space in BOARD.spaces if space.shape == shape]
        assert at == sorted(at)
        assert len(set(at)) == len(at)


def test_a_space_lies_in_the_middle_of_its_vertices() -> None:
    assert picture((0, 0)) == (0, 0)
    assert picture((1, 0)) == (1, 0)
    assert picture((0, 2)) == (1, math.sqrt(3))
    for space in BOARD.spaces:
        corners = [picture(corner) for corner in space.vertices]
        assert math.isclose(space.x, sum(x for x, _ in corners) / len(corners), abs_tol=1e-6)
        assert math.isclose(space.y, sum(y for _, y in corners) / len(corners), abs_tol=1e-6)
        assert 0.5 - 1e-6 <= min(math.dist((space.x, space.y), corner) for corner in corners) < 0.6


def test_the_angle_is_that_of_the_edge_or_of_the_tip() -> None:
    assert Counter((space.shape, space.angle) for space in BOARD.spaces) == {
        ("oval", 0): 30,
        ("oval", 60): 30,
        ("oval", 120): 30,
        ("triangle", 90): 27,
        ("triangle", 270): 27,
    }
    for space in BOARD.spaces:
        way = math.radians(space.angle)
        far = 0.5 if space.shape == "oval" else 1 / math.sqrt(3)
        tip = (space.x + far * math.cos(way), space.y + far * math.sin(way))
        assert min(math.dist(tip, picture(corner)) for corner in space.vertices) < 1e-5


def test_an_oval_borders_on_two_triangles_or_one_at_the_rim_and_a_triangle_on_three_ovals() -> None:
    count = Counter((space.shape, len(space.neighbours)) for space in BOARD.spaces)
    assert count == {("oval", 2): 72, ("oval", 1): 18, ("triangle", 3): 54}
    for space in BOARD.spaces:
        for other in space.neighbours:
            assert space.id in SPACES[other].neighbours
            assert SPACES[other].shape != space.shape
