"""The board game with cards, set up and placing: pieces, patterns, points."""

from collections import Counter

from engine import Rng
from engine.core.seats import Seat
from engine.rulesets.davinci_board.events import CompletedPattern, Placed
from engine.rulesets.davinci_board.state import Card as CardPhase
from engine.rulesets.davinci_board.state import Last, Place
from tests.engine.rulesets.davinci_board.table import (
    BOARD,
    CLAIM,
    kinds,
    listed,
    made,
    place,
    play,
    position,
    refused,
    scores,
    whole,
)

SEED = bytes(range(32))
DECK = "eye gem gem star circle flower pyramid"  # enough for any placement here
# four outer ovals and both triangles of an eye; its shared oval is o45
EIGHTEEN = position("o35 o36 o53 o54 t24 t30", "o01 o02", deck=DECK)


def test_set_up_the_board_is_empty_and_each_side_has_45_ovals_and_27_triangles() -> None:
    for seats, sides in ((2, ((0,), (1,))), (4, ((0, 2), (1, 3)))):
        state = BOARD.new(BOARD.Options(), seats, Rng(SEED)).state
        assert tuple(side.seats for side in state.sides) == sides
        for side in state.sides:
            assert (side.ovals_left, side.triangles_left, side.score) == (45, 27, 0)
            assert (side.ovals, side.triangles) == ((), ())
        assert state.last is None


def test_E20_seed_of_life_flower_of_life_and_canon_of_man_are_set_aside() -> None:
    (pile,) = BOARD.piles(BOARD.Options())
    assert Counter(pile.cards) == {
        "triangle": 4,
        "diamond": 4,
        "gem": 4,
        "eye": 4,
        "pyramid": 4,
        "hourglass": 4,
        "star": 4,
        "circle": 4,
        "flower": 4,
        "leonardo": 4,
    }
    assert len(pile.cards) == 40


def test_set_up_the_remaining_cards_are_shuffled_and_lie_face_down() -> None:
    state = BOARD.new(BOARD.Options(), 2, Rng(SEED)).state
    (pile,) = BOARD.piles(BOARD.Options())
    assert sorted(state.deck) == sorted(pile.cards)
    assert state.deck != pile.cards
    assert set(BOARD.seen(state, Seat(0)).deck) == {"??"}
    assert state.returned == ()


def test_a_stack_lies_on_top_of_the_deck() -> None:
    state = BOARD.new(BOARD.Options(), 2, Rng(SEED), {"cards": ("star", "star", "eye")}).state  # type: ignore[dict-item]
    assert state.deck[:3] == ("star", "star", "eye")
    assert len(state.deck) == 40


def test_a_turn_is_one_piece_on_an_empty_space_and_then_the_other_seats() -> None:
    after, events = play(position(seat=0), place("o17"))
    assert after.sides[0].ovals == ("o17",)
    assert (after.sides[0].ovals_left, after.sides[0].triangles_left) == (44, 27)
    assert after.phase == Place(Seat(1), ("oval", "triangle"))
    assert after.last == Last("o17", 0)
    assert events == (Placed(Seat(0), 0, "o17", "place", None, (), 0),)
    assert play(after, place("t03"))[0].sides[1].triangles == ("t03",)


def test_a_piece_lies_on_a_space_of_its_shape() -> None:
    after, _ = play(position("o01", "t01"), place("t10"), place("o10"))
    assert [(side.ovals, side.triangles) for side in after.sides] == [
        (("o01",), ("t10",)),
        (("o10",), ("t01",)),
    ]
    assert [(side.ovals_left, side.triangles_left) for side in after.sides] == [(44, 26), (44, 26)]


def test_nothing_moves_or_is_captured() -> None:
    before = position(whole("circle-10", but="o63"), "o36 o37 o45", deck=DECK)
    after, _ = play(before, place("o63"))
    assert after.sides[1] == before.sides[1]
    assert set(after.sides[0].ovals) == {*before.sides[0].ovals, "o63"}


def test_the_example_the_shared_oval_of_an_eye_scores_18_and_its_claim_makes_19() -> None:
    after, events = play(EIGHTEEN, place("o45"))
    placed = events[0]
    assert placed == Placed(
        Seat(0),
        0,
        "o45",
        "place",
        None,
        (
            CompletedPattern("triangle-24", "triangle", 1),
            CompletedPattern("triangle-30", "triangle", 1),
            CompletedPattern("diamond-36", "diamond", 1),
            CompletedPattern("gem-24", "gem", 5),
            CompletedPattern("gem-30", "gem", 5),
            CompletedPattern("eye-36", "eye", 5),
        ),
        18,
    )
    assert kinds(events) == ["placed", "card_turned"]
    assert scores(after) == (18, 0)
    # six cards are owed, the first is an eye
    assert after.phase == CardPhase(Seat(0), "eye", ("triangle", "diamond", "gem", "eye"), 5)  # type: ignore[arg-type]
    after, _ = play(after, CLAIM)
    assert scores(after) == (19, 0)


def test_E1_a_pattern_is_of_one_colour() -> None:
    state = position("o35 o36", "o53 o54", deck=DECK)
    _, events = play(state, place("o45"))
    assert made(events) == ["triangle"]
    _, events = play(position("o35", "o36", deck=DECK), place("o45"))
    assert made(events) == []


def test_E1_every_pattern_that_a_piece_completes_scores_and_pieces_serve_in_many() -> None:
    state = position(whole("circle-10", "flower-10", but="o45"), deck=DECK)
    after, events = play(state, place("o45"))
    assert Counter(made(events)) == {"triangle": 2, "eye": 3, "flower": 1}
    assert scores(after) == (2 + 15 + 25, 0)
    # the ovals of the first flower serve again in the next pattern
    after, events = play(position(whole("flower-10"), deck=DECK), place("o35"))
    assert made(events) == ["triangle"]


def test_E1_a_pattern_that_was_whole_before_does_not_score_again() -> None:
    after, events = play(position(whole("flower-10"), deck=DECK), place("o01"))
    assert made(events) == []
    assert scores(after) == (0, 0)


def test_E18_the_engine_finds_every_pattern() -> None:
    for one in BOARD.board().patterns:
        last = one.spaces[-1]
        _, events = play(position(whole(one.id, but=last), deck=DECK), place(last))
        assert isinstance(events[0], Placed)
        assert one.id in [found.id for found in events[0].patterns]


def test_E15_without_a_piece_of_a_shape_the_other_is_played() -> None:
    state = play(position("", "", left=("45,27", "0,27"), seat=0), place("o17"))[0]
    assert state.phase == Place(Seat(1), ("triangle",))
    assert set(move[0] for move in listed(state)) == {"t"}
    assert refused(state, place("o18"), 1) == "piece-left"
    assert refused(state, place("t18"), 1) == ""


def test_E15_each_side_has_half_of_the_pieces_for_all_spaces() -> None:
    state, _ = play(EIGHTEEN, place("o45"), CLAIM)
    for side in state.sides:
        assert len(side.ovals) + side.ovals_left == 45
        assert len(side.triangles) + side.triangles_left == 27
