"""The board game: every value of every option that is not tried elsewhere, and the plain board game."""

from engine import Rng
from engine.core.rng import Draws
from engine.core.seats import Seat
from engine.rulesets.davinci_board.state import Place
from tests.engine.games import Set, positions
from tests.engine.rulesets.davinci_board.table import (
    BOARD,
    CLAIM,
    kinds,
    listed,
    made,
    place,
    play,
    position,
    scores,
)

SEED = bytes(range(32))


def test_the_defaults() -> None:
    options = BOARD.Options()
    assert (options.cards, options.draws, options.match_bonus) == (True, "per_pattern", "one")
    assert (options.leonardo, options.team_shapes, options.end) == (
        "compulsory",
        "split",
        "no_pattern_possible",
    )
    assert options.first is None


def test_without_cards_it_is_the_plain_board_game() -> None:
    state = BOARD.new(BOARD.Options(cards=False), 2, Rng(SEED)).state
    assert (state.deck, state.returned, BOARD.piles(state.options)) == ((), (), ())
    state, events = play(position("o35 o36 o53 o54 t24 t30", cards=False), place("o45"))
    assert kinds(events) == ["placed"]
    assert made(events) == ["triangle", "triangle", "diamond", "gem", "gem", "eye"]
    assert scores(state) == (18, 0)
    assert state.phase == Place(Seat(1), ("oval", "triangle"))


def test_without_cards_a_game_has_only_placements() -> None:
    kinds_played = set()
    for at in positions(BOARD, Set(BOARD.Options(cards=False), 4, SEED)):
        kinds_played.add(str(at.move.__struct_config__.tag))
        assert at.state.deck == at.state.returned == ()
    assert kinds_played == {"place"}


def test_E19_the_first_seat_is_named_by_the_option() -> None:
    for seats in (2, 4):
        for first in range(seats):
            state = BOARD.new(BOARD.Options(first=Seat(first)), seats, Rng(SEED)).state
            assert BOARD.to_act(state) == (first,)


def test_E19_or_else_drawn_from_the_seed_before_the_cards_are_shuffled() -> None:
    found = set()
    for seed in range(20):
        rng = Rng(bytes([seed]) * 32)
        state = BOARD.new(BOARD.Options(), 4, rng).state
        draws = Draws(rng)
        first = draws.below(4)
        (pile,) = BOARD.piles(state.options)
        assert BOARD.to_act(state) == (first,)
        assert state.deck == tuple(draws.shuffled(pile.cards))
        found.add(first)
    assert found == {0, 1, 2, 3}


def test_a_stack_and_a_first_seat_make_a_game_that_can_be_told_beforehand() -> None:
    stack = {"cards": ("eye", "star")}
    state = BOARD.new(BOARD.Options(first=Seat(0)), 2, Rng(SEED), stack).state  # type: ignore[arg-type]
    moves = ["o35", "o01", "o36", "o90", "o53", "o10", "o54", "o11", "t24", "t01", "t30", "o20", "o45"]
    state, events = play(state, *map(place, moves))
    assert kinds(events) == ["placed", "card_turned"]
    assert listed(state) == ["claim", "decline"]
    assert scores(play(state, CLAIM)[0]) == (19, 0)
