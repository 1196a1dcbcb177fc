"""A client of the board game that knows no geometry: it draws the board, and tells what a piece completes, by
what the metadata of the rule set say."""

import math
import re
from collections import Counter
from itertools import count
from typing import Any

import pytest

from tests.e2e.player import Player, Seated, some

Json = dict[str, Any]
Point = tuple[float, float]

MOVES = 70  # of a game that is followed


class Board:
    """The board as the metadata tell it."""

    def __init__(self, told: Json) -> None:
        board = told["board"]
        self.spaces: dict[str, Json] = {space["id"]: space for space in board["spaces"]}
        self.patterns: list[Json] = board["patterns"]
        self.names = {name["code"]: name["label"] for name in board["pattern_names"]}

    def completed(self, held: set[str], space: str) -> list[Json]:
        """The patterns that a piece on the space makes whole, beside those on the spaces that are held."""
        after = held | {space}
        return [one for one in self.patterns if space in one["spaces"] and after.issuperset(one["spaces"])]


@pytest.fixture(scope="module")
def board(root: str) -> Board:
    return Board(Player(root).done("GET", "/v1/rulesets/davinci-board"))


def tips(space: Json) -> list[Point]:
    """Where the tips of a space are drawn: those of an oval of length 1 along its angle, or of a triangle
    with sides of length 1, one of whose tips the angle shows."""
    turns, reach = ((0, 180), 0.5) if space["shape"] == "oval" else ((0, 120, 240), 1 / math.sqrt(3))
    ways = [math.radians(space["angle"] + turn) for turn in turns]
    return [
        (round(space["x"] + reach * math.cos(way), 3), round(space["y"] + reach * math.sin(way), 3))
        for way in ways
    ]


def test_the_metadata_are_enough_to_draw_the_board(board: Board) -> None:
    """Shapes put down by place and angle meet tip to tip, at the 37 corners that the vertices name."""
    drawn: dict[tuple[int, ...], set[Point]] = {}
    for space in board.spaces.values():
        corners = {tuple(vertex) for vertex in space["vertices"]}
        assert len(corners) == len(tips(space)) == {"oval": 2, "triangle": 3}[space["shape"]]
        for corner in corners:
            drawn[corner] = drawn.get(corner, set(tips(space))) & set(tips(space))
    assert Counter(map(len, drawn.values())) == {1: 37}
    assert len({point for points in drawn.values() for point in points}) == 37
    middle = [math.hypot(space["x"], space["y"]) for space in board.spaces.values()]
    assert max(middle) < 3


def test_the_metadata_say_which_spaces_border_on_each_other(board: Board) -> None:
    for space in board.spaces.values():
        own = set(tips(space))
        bordering = {
            other["id"]
            for other in board.spaces.values()
            if other["shape"] != space["shape"] and len(own & set(tips(other))) == 2
        }
        assert bordering == set(space["neighbours"])


def held_by(game: Json, side: int) -> set[str]:
    view = game["view"]["sides"][side]
    return {*view["ovals"], *view["triangles"]}


def label(board: Board, move: Json, patterns: list[Json]) -> str:
    """What the label of a placement must say, in the words of the metadata."""
    said = {"place": "Place a piece on", "bonus": "Place a bonus piece on", "swap": "Swap the piece on"}
    told = " + ".join(f"{board.names[one['pattern']]} {one['points']}" for one in patterns)
    points = sum(one["points"] for one in patterns)
    return f"{said[move['kind']]} {move['space']}" + (f" for {points}: {told}" if patterns else "")


@pytest.mark.parametrize("seats", [2, 4])
def test_labels_events_and_scores_tell_what_the_metadata_say_is_completed(
    service: Player, board: Board, seats: int
) -> None:
    stack = {"cards": ["triangle", "leonardo", "gem"]}
    table = Seated(service, seats, ruleset="davinci-board", sandbox={"stack": stack})
    choose = some(7)
    game = table.game
    completed: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for number in count():
        if game["status"] != "playing" or number == MOVES:
            break
        seat = game["to_act"][0]
        own, other = held_by(game, seat % 2), held_by(game, 1 - seat % 2)
        listed = table.hands[seat].list(table.id, limit=40)["items"]
        for item in listed:
            if "space" in item["move"]:
                patterns = board.completed(own, item["move"]["space"])
                assert item["label"] == label(board, item["move"], patterns)
        likely = [item for item in listed if item["move"]["kind"] in ("bonus", "swap")] or listed
        chosen = choose(likely[:3])["move"]
        score = game["view"]["sides"][seat % 2]["score"]
        step = table.hands[seat].play(table.id, chosen)
        events, game = step["steps"][0]["events"], step["game"]
        kinds[chosen["kind"]] += 1
        earned = sum(event.get("points", 0) for event in events if event["kind"] == "card_used")
        if "space" in chosen:
            (placed,) = [event for event in events if event["kind"] == "placed"]
            patterns = board.completed(own, chosen["space"])
            assert placed["patterns"] == [
                {"id": one["id"], "pattern": one["pattern"], "points": one["points"]} for one in patterns
            ]
            assert placed["removed"] == (1 - seat % 2 if chosen["space"] in other else None)
            assert placed["points"] == sum(one["points"] for one in patterns)
            earned += placed["points"]
            completed.update(one["pattern"] for one in patterns)
        assert game["view"]["sides"][seat % 2]["score"] == score + earned
    assert len(completed) > 1
    assert {"place", "bonus", "swap"} <= set(kinds)


def test_the_picture_shows_the_pieces_of_the_view(service: Player) -> None:
    table = Seated(service, ruleset="davinci-board", sandbox={})
    for _ in range(12):
        table.mover.play(table.id, table.move())
    answer = service.ask("GET", f"{table.path}/board.svg")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/svg+xml")
    drawn = dict(re.findall(r"<title>([ot]\d\d): (\w+)</title>", answer.body.decode()))
    view = table.game
    assert {name for name, who in drawn.items() if who == "Ana"} == held_by(view, 0)
    assert {name for name, who in drawn.items() if who == "Bo"} == held_by(view, 1)
    again = service.ask("GET", f"{table.path}/board.svg", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
