"""The picture of a position: pieces, the last one, what it completed, scores and the open card."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine import RULESETS, Rng
from engine.core.texts import languages, texts
from engine.rulesets.davinci_board.drawing import layout
from engine.rulesets.davinci_board.drawing.captions import fresh
from engine.rulesets.davinci_board.drawing.shapes import UNIT
from engine.rulesets.davinci_board.events import Placed
from engine.rulesets.davinci_board.state import Last
from tests.engine.games import Set, ended, everybody, positions
from tests.engine.rulesets.davinci_board.drawn import NAMES, Drawn, draw
from tests.engine.rulesets.davinci_board.table import BOARD, open_card, place, play, position, swap, whole

SEED = bytes(range(32))
EIGHTEEN = position(whole("eye-36", "diamond-36", but="o45"), "o01 t54", deck="eye star")
COMPLETED = "eye 5, 2 \u00d7 gem 5, diamond 1, 2 \u00d7 triangle 1"
LARGEST = 24_000  # bytes; a message takes it, and so does a cache
KINDS = {
    ("oval", 0): "o",
    ("oval", 60): "p",
    ("oval", 120): "q",
    ("triangle", 90): "v",
    ("triangle", 270): "n",
}


def test_every_space_is_drawn_once_by_its_shape_and_the_way_it_lies() -> None:
    drawn = Drawn(draw(position())).spaces
    assert drawn == {space.id: KINDS[space.shape, space.angle] for space in BOARD.board().spaces}


def test_pieces_of_both_sides_lie_on_their_spaces() -> None:
    drawn = Drawn(draw(position("o01 t02", "o90 t01"))).spaces
    pieces = {name: what for name, what in drawn.items() if what[-1] in "01"}
    assert pieces == {"o01": "o0", "t02": "v0", "o90": "o1", "t01": "v1"}
    assert len(drawn) == 144


def test_spaces_lie_where_the_metadata_say() -> None:
    picture = Drawn(draw(position("o01 t02", "o90 t01")))
    for space in BOARD.board().spaces:
        x, y = map(float, picture.middle(space.id).split())
        assert abs(x - space.x * UNIT) <= 0.06
        assert abs(y - space.y * UNIT) <= 0.06


def test_the_last_piece_is_marked_and_with_it_nothing_else() -> None:
    before = Drawn(draw(position("o01")))
    after = Drawn(draw(replace(position("o01"), last=Last("o01", 0))))
    marks = [circle for circle in after.all("circle") if circle.get("fill") == "#ffd23e"]
    assert [f"{mark.get('cx')} {mark.get('cy')}" for mark in marks] == [after.middle("o01")]
    assert not [circle for circle in before.all("circle") if circle.get("fill") == "#ffd23e"]
    assert after.golden == set()


def test_the_patterns_that_the_last_piece_completed_have_a_golden_rim() -> None:
    """The example: the shared oval of an eye completes six patterns of seven spaces."""
    after, _ = play(EIGHTEEN, place("o45"))
    picture = Drawn(draw(after))
    spaces = whole("eye-36", "diamond-36").split()
    assert len(spaces) == 7
    assert picture.golden == {picture.middle(name) for name in spaces}
    assert f"Ana +18: {COMPLETED}" in " ".join(picture.written)


@pytest.mark.parametrize("seats", [2, 4])
def test_what_shines_is_what_the_events_told(seats: int) -> None:
    """In every position of whole games: the last placement, with the patterns that it completed, until the
    next."""
    told: tuple[str, ...] = ()
    for at in positions(BOARD, Set(BOARD.Options(), seats, SEED)):
        assert tuple(one.id for one in fresh(at.state)) == told
        move: Any = at.move
        for event in BOARD.apply(at.state, at.seat, move).events:
            if isinstance(event, Placed):
                told = tuple(one.id for one in event.patterns)


def test_scores_names_and_pieces_left_stand_above_the_board() -> None:
    state = position("o01 o02 t01", "t02", scores=(18, 7))
    picture = Drawn(draw(state))
    assert picture.written[:8] == ["18", "Ana", "43", "26", "7", "Bo", "45", "26"]
    assert picture.written[8:] == ["Ana is to place a piece"]


def test_partners_stand_by_the_score_of_their_side() -> None:
    state = position(seats=4, scores=(18, 7))
    written = Drawn(draw(state)).written
    assert written[:10] == ["18", "Ana", "Cy", "45", "27", "7", "Bo", "Di", "45", "27"]
    assert written[10:] == ["Ana is to place an oval"]


@pytest.mark.parametrize(("seat", "says"), [(0, "Ana is to place an oval"), (3, "Di is to place a triangle")])
def test_who_is_to_place_which_shape_is_said(seat: int, says: str) -> None:
    assert Drawn(draw(position(seats=4, seat=seat))).written[-1] == says


def test_the_seat_to_act_has_a_mark_before_its_name() -> None:
    for seat in range(4):
        picture = Drawn(draw(position(seats=4, seat=seat)))
        (mark,) = [path for path in picture.all("path") if path.get("fill") == "#ffd23e"]
        x, y = mark.get("transform").removeprefix("translate(").removesuffix(")").split()
        assert (float(x) > layout.WIDTH / 2) == (seat % 2 == 1)
        assert (float(y) > layout.NAME[0]) == (seat > 1)


def test_the_open_card_lies_below_and_how_many_more_are_owed() -> None:
    shown = Drawn(draw(position("o01", phase=open_card("eye", "eye", seat=1, owed=2))))
    assert shown.written[-2:] == ["Bo draws: Eye", "2 more to draw"]
    assert len(list(shown.all("path"))) - len(list(Drawn(draw(position("o01"))).all("path"))) == 5
    last = Drawn(draw(position("o01", phase=open_card("eye", "eye", seat=1))))
    assert last.written[-1] == "Bo draws: Eye"


def test_every_card_has_a_face() -> None:
    faces = set()
    for card in {card for pile in BOARD.piles(BOARD.Options()) for card in pile.cards}:
        picture = Drawn(draw(position("o01", phase=open_card(card))))
        assert picture.written[-1] == f"Ana draws: {card.capitalize()}"
        (tile,) = [group for group in picture.all("g") if group.get("stroke-width") == "1.5"]
        faces.add("".join(path.get("d") for path in tile))
    assert len(faces) == 10


def test_a_swapped_piece_is_drawn_as_the_new_sides() -> None:
    state = position("o01", "o02", phase=open_card("leonardo", "eye"), deck="eye")
    after, _ = play(state, swap("o02"))
    assert Drawn(draw(after)).spaces["o02"] == "o0"
    assert Drawn(draw(state)).written[-1] == "Ana draws: Leonardo"


def test_a_game_that_is_over_says_who_won_and_why() -> None:
    state, _ = ended(BOARD, Set(BOARD.Options(), 2, SEED))
    outcome = BOARD.outcome(state)
    assert outcome is not None
    picture = Drawn(draw(state))
    (winner,) = outcome.winners
    assert f"{NAMES[winner]} wins with {max(outcome.scores)}" in picture.written
    assert picture.written[-1] == "The board is full"


def test_a_game_that_was_ended_waits_for_nobody() -> None:
    state, _ = ended(BOARD, Set(BOARD.Options(), 2, SEED))
    outcome = BOARD.outcome(state)
    assert outcome is not None
    aborted = replace(outcome, reason="aborted", winners=())
    picture = Drawn(draw(position("o01", phase=open_card("eye", owed=3)), outcome=aborted))
    assert "eye" not in picture.svg.lower()
    assert picture.written[-2:] == ["Nobody wins", "Ended by the host"]
    assert not [path for path in picture.all("path") if path.get("fill") == "#ffd23e"]


def test_title_and_description_say_in_words_what_there_is_to_see() -> None:
    after, _ = play(EIGHTEEN, place("o45"))
    picture = Drawn(draw(replace(after, phase=open_card("eye", "eye", owed=5))))
    assert picture.one("title") == "Da Vinci's Challenge: Ana 18, Bo 0"
    assert picture.one("desc") == (
        "Ana, points: 18; ovals on the board: 5, left: 40; triangles on the board: 2, left: 25. "
        "Bo, points: 0; ovals on the board: 1, left: 44; triangles on the board: 1, left: 26. "
        "The last piece lies on o45: Ana. "
        f"It completed patterns, for 18: {COMPLETED}. "
        "Ana draws: Eye. 5 more to draw"
    )
    assert "No piece lies on the board" in Drawn(draw(position())).one("desc")


def test_the_picture_is_named_by_its_title_and_description() -> None:
    root = Drawn(draw(position())).root
    title, description = (part.get("id") for part in root if part.tag.endswith(("title", "desc")))
    assert root.get("role") == "img"
    assert root.get("lang") == "en"
    assert root.get("aria-labelledby") == title
    assert root.get("aria-describedby") == description
    other = Drawn(draw(position("o01"))).root
    assert other.get("aria-labelledby") != root.get("aria-labelledby")  # two may stand in one page


def test_whole_games_can_be_drawn_and_pictures_stay_small() -> None:
    for seats in (2, 4):
        for at in positions(BOARD, Set(BOARD.Options(), seats, SEED)):
            assert len(draw(at.state).encode()) < LARGEST


@pytest.mark.parametrize("lang", languages(BOARD))
def test_the_picture_speaks_every_language_of_the_game(lang: str) -> None:
    said = texts(BOARD, lang)
    after, _ = play(EIGHTEEN, place("o45"))
    shown = (position(), after, position(seats=4, seat=2), position("o01", phase=open_card("leonardo")))
    for state in shown:
        picture = Drawn(draw(state, said=said))
        assert picture.root.get("lang") == lang
        for text in (picture.one("title"), picture.one("desc"), *picture.written):
            assert text
            assert "{" not in text
            assert "None" not in text


def test_nothing_of_the_deck_is_drawn() -> None:
    state = position("o01", phase=open_card("eye"), deck="star gem")
    assert draw(state) == draw(replace(state, deck=tuple(reversed(state.deck))))


def test_everybody_is_drawn_the_same() -> None:
    state = position("o01 o02", "o03", phase=open_card("eye"), deck="star gem")
    seen = [BOARD.seen(state, viewer) for viewer in everybody(2)]
    assert {BOARD.picture(one, texts(BOARD), NAMES, None) for one in seen} == {draw(state)}


def test_a_game_without_a_board_has_no_picture() -> None:
    for slug, ruleset in RULESETS.items():
        if slug != BOARD.slug:
            state = ruleset.new(ruleset.Options(), 2, Rng(SEED)).state
            assert ruleset.board() is None
            assert ruleset.picture(ruleset.seen(state, None), texts(ruleset), NAMES, None) is None
