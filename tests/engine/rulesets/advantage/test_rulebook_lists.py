"""Lists of legal moves: one of each kind first, then in the order of the hand and of the piles."""

from engine.core.seats import Seat
from engine.rulesets.advantage.state import State
from tests.engine.rulesets.advantage.table import (
    ADVANTAGE,
    DONE,
    DRAW,
    PASS,
    drop,
    dropping,
    listed,
    pair,
    pairing,
    pick,
    picking,
    played,
    position,
)

OTHER = "2H 3H JD"


def narrowed(state: State, *named: str, kind: str | None = None) -> list[str]:
    moves = ADVANTAGE.legal_moves(state, Seat(0), kind, frozenset(named))
    return [str(move) for move in moves]


def test_drops_come_in_the_order_of_the_hand_then_of_the_piles() -> None:
    state = position("5C KD 2C", OTHER, piles="9C / 5D / KS", stock=3)
    assert listed(state) == ["5C>0", "5C>1", "KD>2", "2C>0"]


def test_after_a_drop_done_is_second() -> None:
    state = position("5C KD 4C", OTHER, piles="9C / 5D / KS", stock=3, phase=dropping(0, 1))
    assert listed(state) == ["5C>0", "done", "5C>1", "KD>2", "4C>0"]


def test_when_stuck_a_draw_comes_before_a_pass() -> None:
    for phase in (dropping(), picking()):
        assert listed(position("2C 3C", OTHER, piles="KS / QS / JS", stock=3, phase=phase)) == [
            "draw",
            "pass",
        ]


def test_picks_come_in_the_order_of_the_hand_then_of_the_piles() -> None:
    state = position("5C KD 2C", OTHER, piles="9C / 5D / KS", stock=3, phase=picking())
    assert listed(state) == ["5Cx0", "pass", "5Cx1", "KDx2", "2Cx0"]


def test_pairs_come_in_the_order_of_the_hand() -> None:
    state = position("9H KD 9C KS 9D", OTHER, stock=3, phase=pairing(left=None))
    assert listed(state) == ["9C+9H", "done", "9D+9H", "KD+KS", "9C+9D"]


def test_lists_are_narrowed_by_kind() -> None:
    state = position("5C KD 4C", OTHER, piles="9C / 5D / KS", stock=3, phase=dropping(0, 1))
    assert narrowed(state, kind="done") == ["done"]
    assert narrowed(state, kind="drop") == ["5C>0", "5C>1", "KD>2", "4C>0"]
    assert narrowed(state, kind="pass") == []


def test_lists_are_narrowed_by_cards_and_by_the_numbers_of_piles() -> None:
    state = position("5C KD 4C", OTHER, piles="9C / 5D / KS", stock=3, phase=dropping(0, 1))
    assert narrowed(state, "5C") == ["5C>0", "5C>1"]
    assert narrowed(state, "0") == ["5C>0", "4C>0"]
    assert narrowed(state, "2", "KD") == ["KD>2"]
    assert narrowed(state, "2", "5C") == []
    paired = position("9H KD 9C KS 9D", OTHER, stock=3, phase=pairing(left=None))
    assert narrowed(paired, "9D") == ["9D+9H", "9C+9D"]
    assert narrowed(paired, "9D", "9H") == ["9D+9H"]


def test_what_a_move_names() -> None:
    assert drop("9H", 1).names() == {"9H", "1"}
    assert pick("9H", 2).names() == {"9H", "2"}
    assert pair("9H", "9C").names() == {"9C", "9H"}
    assert DONE.names() == DRAW.names() == PASS.names() == frozenset()


def test_the_numbers_of_the_piles_are_told_with_their_tops() -> None:
    state = position("5C KD 4C", OTHER, piles="9C 8C / 5D / KS", stock=3)
    assert ADVANTAGE.on_table(state) == {
        "0": ("pile", {"number": 0, "top": "8C"}),
        "1": ("pile", {"number": 1, "top": "5D"}),
        "2": ("pile", {"number": 2, "top": "KS"}),
    }


def default(state: State) -> str:
    seen = ADVANTAGE.seen(state, Seat(0))
    return str(ADVANTAGE.default_move(seen, Seat(0)))


def test_when_time_is_up_the_least_is_played_but_pairs_are_scored() -> None:
    piles = "9C / 5D / KS"
    assert default(position("5C KD 4C", OTHER, piles=piles, stock=3)) == "5C>0"
    assert default(position("5C KD 4C", OTHER, piles=piles, stock=3, phase=dropping(0, 1))) == "done"
    assert default(position("5C KD 4C", OTHER, piles=piles, stock=3, phase=picking())) == "pass"
    stuck = position("5C 4C", OTHER, piles="QS / JS / KS", stock=3)
    assert default(stuck) == "pass"
    assert default(played(stuck, DRAW)) == "pass"
    forced = position("5C 4C", OTHER, piles="QS / JS / KS", stock=3, stuck_draw="forced")
    assert default(forced) == "draw"
    paired = position("9H KD 9C KS", OTHER, stock=3, phase=pairing(left=None))
    assert default(paired) == "9C+9H"


def test_standing_is_the_number_of_pairs() -> None:
    assert ADVANTAGE.standing(position("5C", OTHER, pairs=("9C9D 8C8D", ""))) == (2, 0)
