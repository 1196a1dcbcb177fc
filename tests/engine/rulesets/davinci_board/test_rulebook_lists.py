"""The board game: what is listed, in which order, under which label, and what is played when time is up."""

from engine.core.seats import Seat
from engine.core.texts import texts
from tests.engine.rulesets.davinci_board.table import (
    BOARD,
    CLAIM,
    DECLINE,
    bonus,
    listed,
    open_card,
    place,
    play,
    position,
    swap,
    whole,
)

SAID = texts(BOARD)
NAMES = ("Ana", "Bo")


def narrowed(state: object, *named: str, kind: str | None = None) -> list[str]:
    return [str(move) for move in BOARD.legal_moves(state, Seat(0), kind, frozenset(named))]  # type: ignore[arg-type]


def test_on_an_empty_board_all_144_spaces_are_listed_the_most_crossed_first() -> None:
    state = position()
    found = listed(state)
    assert len(set(found)) == len(found) == 144
    worth = [sum(one.points for one in BOARD.board().patterns if name in one.spaces) for name in found]
    assert worth == sorted(worth, reverse=True)


def test_spaces_come_first_where_the_seat_completes_a_pattern_then_where_the_other_side_does() -> None:
    own = f"{whole('circle-10', but='o63')} {whole('triangle-1', but='o01')}"
    other = f"{whole('circle-19', but='o90')} {whole('triangle-3', but='o03')}"
    assert listed(position(own, other))[:4] == ["o63", "o01", "o90", "o03"]


def test_one_of_each_kind_comes_first_and_nothing_twice() -> None:
    held = "o35 o36 o01 o06"  # two triangles miss one oval each
    state = position(held, "", phase=open_card("triangle", "triangle"))
    assert listed(state) == ["claim", "+o45", "decline", "+o05"]
    state = position(held, "o45 o90 o05", phase=open_card("leonardo"), leonardo="optional")
    assert listed(state) == ["xo45", "decline", "xo05", "xo90"]


def test_lists_are_narrowed_by_kind_and_by_space() -> None:
    state = position("o35 o36", "o90")
    assert narrowed(state, "o45") == ["o45"]
    assert narrowed(state, "o90") == narrowed(state, "o35") == narrowed(state, "o45", "o46") == []
    assert narrowed(state, "o45", kind="bonus") == narrowed(state, "x1") == []
    state = position("o35 o36", "o90", phase=open_card("triangle", "triangle"))
    assert narrowed(state, "o45") == narrowed(state, kind="bonus") == ["+o45"]
    assert narrowed(state, kind="claim") == ["claim"]
    assert narrowed(state, kind="decline") == ["decline"]
    assert narrowed(state, kind="swap") == narrowed(state, "o46") == []
    state = position("o35 o36", "o90", phase=open_card("leonardo"), leonardo="optional")
    assert narrowed(state, "o90") == narrowed(state, kind="swap") == ["xo90"]
    assert narrowed(state, kind="decline") == ["decline"]
    assert narrowed(state, kind="place") == narrowed(state, "o45") == []


def test_notation() -> None:
    moves = (place("o17"), CLAIM, bonus("o17"), swap("t03"), DECLINE)
    assert [str(move) for move in moves] == ["o17", "claim", "+o17", "xt03", "decline"]


def label(state: object, move: object) -> str:
    return SAID.move(move, BOARD.on_table(BOARD.seen(state, Seat(0))))  # type: ignore[arg-type]


def test_the_label_of_a_move_says_what_it_would_complete() -> None:
    state = position("o35 o36 o53 o54 t24 t30", "o90")
    assert label(state, place("o46")) == "Place a piece on o46"
    assert (
        label(state, place("o45"))
        == "Place a piece on o45 for 18: triangle 1 + triangle 1 + diamond 1 + gem 5 + gem 5 + eye 5"
    )
    state = position("o35 o36", "o90", phase=open_card("triangle"))
    assert label(state, bonus("o45")) == "Place a bonus piece on o45 for 1: triangle 1"
    state = position("o35 o36", "o45", phase=open_card("leonardo"))
    assert label(state, swap("o45")) == "Swap the piece on o45 for 1: triangle 1"


def test_what_a_label_promises_is_what_the_event_tells() -> None:
    state = position("o35 o36 o53 o54 t24 t30", "o90", deck="star star star star star star")
    _, events = play(state, place("o45"))
    assert (
        SAID.step(events, NAMES)
        == "Ana places a piece on o45 for 18: triangle 1 + triangle 1 + diamond 1 + gem 5 + gem 5 + eye 5."
        " Ana draws a card: Star"
    )
    _, events = play(position("o01"), place("o90"))
    assert SAID.step(events, NAMES) == "Ana places a piece on o90"


def test_cards_and_answers_are_told() -> None:
    told = []
    for card, move in (("triangle", CLAIM), ("triangle", bonus("o45")), ("star", DECLINE)):
        state = position(
            "o35 o36",
            "o90 o45" if move is CLAIM else "o90",
            phase=open_card(card, "triangle"),
            deck="leonardo",
        )
        told.append(SAID.step(play(state, move)[1], NAMES))
    assert told == [
        "Ana claims the card for 1",
        "Ana places a bonus piece on o45 for 1: triangle 1. Ana draws a Leonardo",
        "Ana declines the card",
    ]
    state = position("o35 o36", "o90", phase=open_card("leonardo"))
    assert SAID.step(play(state, swap("o90"))[1], NAMES) == "Ana swaps the piece on o90"
    state = position("", "", left=("9,2", "0,0"))
    assert (
        SAID.step(play(state, place("o10"))[1], NAMES)
        == "Ana places a piece on o10. Bo cannot place a piece and is passed over"
    )


def test_when_time_is_up_a_card_is_claimed_or_declined_and_costs_no_piece() -> None:
    held = "o35 o36"
    for state, move in (
        (position(held, phase=open_card("triangle", "triangle")), CLAIM),
        (position(held, phase=open_card("triangle", "gem")), DECLINE),
        (position(held, "o90", phase=open_card("leonardo"), leonardo="optional"), DECLINE),
        (position(held, "o90", phase=open_card("leonardo")), swap("o90")),
        (position(held, "o90"), place("o45")),
    ):
        assert BOARD.default_move(BOARD.seen(state, Seat(0)), Seat(0)) == move


def test_a_card_is_worth_what_its_pattern_scores() -> None:
    (pile,) = BOARD.piles(BOARD.Options())
    assert {card: BOARD.points_of(card) for card in pile.cards} == {
        "triangle": 1,
        "diamond": 1,
        "gem": 5,
        "eye": 5,
        "pyramid": 10,
        "hourglass": 10,
        "star": 10,
        "circle": 25,
        "flower": 25,
        "leonardo": None,
    }


def test_the_standing_is_the_score_so_far() -> None:
    assert BOARD.standing(position(scores=(7, 3))) == (7, 3)
    assert BOARD.standing(position(seats=4, scores=(7, 3))) == (7, 3, 7, 3)
