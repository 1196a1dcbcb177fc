"""What everybody calls: a game is made, judged, played and shown through the same few methods."""

from itertools import islice
from typing import Any

import msgspec
import pytest

from engine import RULESETS, BadSetup, GameOver, OutOfTurn, Rng
from engine.core.cards import Card, Pile
from engine.core.phases import Over
from engine.core.ruleset import shuffled
from engine.core.seats import Seat, from_left_of, left_of, right_of
from tests.engine.games import Set, ended

SEED = bytes(range(32))


@pytest.fixture(params=sorted(RULESETS))
def ruleset(request: pytest.FixtureRequest) -> Any:
    return RULESETS[str(request.param)]


def start(ruleset: Any, **options: Any) -> Any:
    return ruleset.new(ruleset.Options(**options), ruleset.seats[0], Rng(SEED)).state


def test_play_goes_to_the_left_which_is_the_next_higher_seat() -> None:
    assert (left_of(2, 3), right_of(0, 3)) == (0, 2)
    assert from_left_of(1, 4) == (2, 3, 0, 1)


def test_a_rule_set_is_registered_under_its_slug(ruleset: Any) -> None:
    assert RULESETS[ruleset.slug] is ruleset
    assert ruleset.Options.__struct_config__.tag == ruleset.slug
    assert ruleset.State.__struct_config__.tag == ruleset.slug
    assert ruleset.edition >= 1


def test_every_option_has_a_default_and_the_defaults_make_a_game_with_any_seats(ruleset: Any) -> None:
    for seats in ruleset.seats:
        state = ruleset.new(ruleset.Options(), seats, Rng(SEED)).state
        assert ruleset.to_act(state)
        assert ruleset.outcome(state) is None


def test_the_same_seed_gives_the_same_deal_and_another_one_another(ruleset: Any) -> None:
    assert start(ruleset) == start(ruleset)
    other = ruleset.new(ruleset.Options(), ruleset.seats[0], Rng(bytes(32))).state
    assert ruleset.to_json(start(ruleset)) != ruleset.to_json(other)


def test_seats_that_no_table_has_are_refused_at_their_place(ruleset: Any) -> None:
    for seats in (0, ruleset.seats.start - 1, ruleset.seats.stop):
        with pytest.raises(BadSetup, match=r"This game has \d (to|or) \d seats, not \d") as fault:
            ruleset.new(ruleset.Options(), seats, Rng(SEED))
        assert fault.value.pointer == "/seats"


def test_a_stack_comes_up_first_and_the_rest_in_the_order_of_the_seed(ruleset: Any) -> None:
    for pile in ruleset.piles(ruleset.Options()):
        top = pile.cards[5:2:-1]
        order, after = shuffled(pile, Rng(SEED), {pile.name: top})
        plain, same = shuffled(pile, Rng(SEED), None)
        assert order[:3] == top
        assert sorted(order) == sorted(plain)
        assert after == same  # a stack takes no draws and saves none
        rest = list(plain)
        for card in top:
            rest.remove(card)
        assert order[3:] == tuple(rest)


@pytest.mark.parametrize(
    ("stack", "place"),
    [
        ({"tea/cups~": ()}, "/sandbox/stack/tea~1cups~0"),
        ({"cards": ("R1", "X9")}, "/sandbox/stack/cards/1"),
        ({"cards": ("R1", "R2", "R1")}, "/sandbox/stack/cards/2"),
        ({"cards": ("cards-up",)}, "/sandbox/stack/cards/0"),
    ],
)
def test_a_stack_that_the_piles_do_not_hold_is_refused_at_its_place(stack: Any, place: str) -> None:
    vantage = RULESETS["vantage"]
    with pytest.raises(BadSetup) as fault:
        vantage.new(vantage.Options(), 2, Rng(SEED), stack)
    assert fault.value.pointer == place


def test_shuffled_leaves_a_pile_as_it_is() -> None:
    pile = Pile("cards", tuple(Card(code) for code in ("R1", "R1", "R2")))
    order, _ = shuffled(pile, Rng(SEED), {"cards": (Card("R1"), Card("R2"))})
    assert order == ("R1", "R2", "R1")
    assert pile.cards == ("R1", "R1", "R2")


def test_who_may_not_act_has_no_moves_and_is_out_of_turn(ruleset: Any) -> None:
    state = ruleset.new(ruleset.Options(), ruleset.seats[-1], Rng(SEED)).state
    mover = ruleset.to_act(state)[0]
    move = next(ruleset.legal_moves(state, mover))
    for seat in range(ruleset.seats[-1]):
        if seat not in ruleset.to_act(state):
            assert list(ruleset.legal_moves(state, Seat(seat))) == []
            with pytest.raises(OutOfTurn):
                ruleset.apply(state, Seat(seat), move)


def test_Q6_after_the_end_nothing_may_be_done(ruleset: Any) -> None:
    state, moves = ended(ruleset, Set(ruleset.Options(), ruleset.seats[0], SEED))
    assert isinstance(state.phase, Over)
    for seat in range(ruleset.seats[0]):
        assert list(ruleset.legal_moves(state, Seat(seat))) == []
        with pytest.raises(GameOver):
            ruleset.judge(state, Seat(seat), moves[0][1])


def test_lists_are_lazy_in_a_fixed_order_and_narrowed_by_kind_and_names(ruleset: Any) -> None:
    state = start(ruleset)
    seat = ruleset.to_act(state)[0]
    listed = list(islice(ruleset.legal_moves(state, seat), 200))
    assert list(islice(ruleset.legal_moves(state, seat), 200)) == listed
    kinds = list(dict.fromkeys(str(move.__struct_config__.tag) for move in listed))
    assert [str(move.__struct_config__.tag) for move in listed[: len(kinds)]] == kinds  # one of each first
    for kind in kinds:
        narrowed = list(islice(ruleset.legal_moves(state, seat, kind), 200))
        assert narrowed
        assert {move.__struct_config__.tag for move in narrowed} == {kind}
    for move in listed[:40]:
        assert move in list(ruleset.legal_moves(state, seat, None, move.names()))
        one = frozenset(sorted(move.names())[:1])
        assert all(one <= other.names() for other in islice(ruleset.legal_moves(state, seat, None, one), 50))
    assert list(ruleset.legal_moves(state, seat, "no-such-kind")) == []
    assert list(ruleset.legal_moves(state, seat, None, frozenset({"z999"}))) == []


def test_Q35_what_is_played_for_a_seat_whose_time_is_up_is_legal(ruleset: Any) -> None:
    state = start(ruleset)
    while ruleset.outcome(state) is None:
        seat = ruleset.to_act(state)[-1]
        move = ruleset.default_move(ruleset.seen(state, seat), seat)
        state = ruleset.apply(state, seat, move).state
    assert ruleset.to_act(state) == ()


def test_everything_on_the_table_that_a_move_can_name_is_told_what_it_is(ruleset: Any) -> None:
    state = start(ruleset)
    seat = ruleset.to_act(state)[0]
    there = ruleset.on_table(ruleset.seen(state, seat))
    codes = {card for pile in ruleset.piles(state.options) for card in pile.cards}
    for move in islice(ruleset.legal_moves(state, seat), 200):
        assert move.names() - codes <= set(there)


def test_a_board_is_told_whole_where_there_is_one(ruleset: Any) -> None:
    board = ruleset.board()
    if board is None:
        return
    spaces = {space.id: space for space in board.spaces}
    assert len(spaces) == len(board.spaces)
    assert len({one.id for one in board.patterns}) == len(board.patterns)
    for space in board.spaces:
        assert all(space.id in spaces[other].neighbours for other in space.neighbours)
    for one in board.patterns:
        assert set(one.spaces) <= set(spaces)
    state = start(ruleset)
    assert set(spaces) <= set(ruleset.on_table(ruleset.seen(state, ruleset.to_act(state)[0])))


def test_a_state_of_another_edition_does_not_decode(ruleset: Any) -> None:
    whole = msgspec.json.decode(ruleset.to_json(start(ruleset)))
    for name in ruleset.State.__struct_fields__:
        without = {key: value for key, value in whole.items() if key != name}
        with pytest.raises(msgspec.ValidationError):
            ruleset.from_json(msgspec.json.encode(without))
    with pytest.raises(msgspec.ValidationError):
        ruleset.from_json(msgspec.json.encode(whole | {"ruleset": "another"}))


def test_events_are_masked_and_never_dropped(ruleset: Any) -> None:
    step = ruleset.new(ruleset.Options(), ruleset.seats[0], Rng(SEED))
    for viewer in (Seat(0), Seat(1), None):
        told = ruleset.events_for(step.events, viewer, step.state.options)
        assert [type(event) for event in told] == [type(event) for event in step.events]
        # of a deal only hands are hidden, and a game without hands deals nothing
        assert (told == step.events) == (step.state.options.open_hands or not step.events)
