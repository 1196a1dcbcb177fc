"""Da Vinci's Challenge: the tournament."""

from typing import Any

import pytest

from engine import BadSetup, Rng
from engine.core.events import Dealt, RoundEnded
from engine.core.seats import Seat
from engine.rulesets.davinci.deck import hand_order, pile
from engine.rulesets.davinci.rounds import peasant
from engine.rulesets.davinci.state import Lead, RoundResult
from tests.engine.games import Set, ended, positions
from tests.engine.rulesets.davinci.table import DAVINCI, after, kinds, play, position, turn

TOURNAMENT: dict[str, Any] = {"tournament": True}


def new(seats: int, **options: Any) -> Any:
    return DAVINCI.new(DAVINCI.Options(**options), seats, Rng(bytes(32))).state


def titles(state: Any) -> list[str | None]:
    return [own.title for own in state.seats]


def totals(state: Any) -> list[int]:
    return [own.points for own in state.seats]


@pytest.mark.parametrize(("seats", "rounds"), [(2, 3), (3, 4), (4, 5)])
def test_D29_one_round_for_each_player_plus_one(seats: int, rounds: int) -> None:
    assert new(seats, tournament=True).rounds == rounds


@pytest.mark.parametrize("rounds", [1, 2, 20])
def test_D29_option_rounds_names_another_number(rounds: int) -> None:
    assert new(3, tournament=True, rounds=rounds).rounds == rounds


def test_D29_option_rounds_is_for_tournaments_only() -> None:
    with pytest.raises(BadSetup) as fault:
        new(3, rounds=3)
    assert fault.value.pointer == "/options/rounds"
    assert new(3, rounds=None).rounds == 1


def test_D29_so_many_rounds_are_played() -> None:
    for seats, rounds in ((2, None), (3, 2), (4, 1)):
        made = Set(DAVINCI.Options(tournament=True, rounds=rounds), seats, bytes(32))
        state, _ = ended(DAVINCI, made)
        assert [result.round for result in state.results] == list(range(1, (rounds or seats + 1) + 1))
        assert turn(state) == "over rounds-played"


def test_example_a_master_a_peasant_who_deals_and_an_apprentice() -> None:
    state = position("gem", "eye cir leo", "tri star", table="2:gem", dealer=2, **TOURNAMENT)
    assert titles(state) == [None, None, None]
    state, events = play(state, "gem")
    assert kinds(events) == ["played", "round_ended", "dealt"]
    assert events[1] == RoundEnded(1, (0, 155, 11))
    assert state.results == (RoundResult(1, (0, 155, 11), (Seat(0),), Seat(1)),)
    assert titles(state) == ["master", "peasant", "apprentice"]
    assert totals(state) == [0, 155, 11]
    assert (state.round, state.dealer) == (2, 1)
    assert state.phase == Lead(Seat(2))


def test_record_the_total_points_of_the_cards_left_in_your_hand_a_leonardo_is_125() -> None:
    _, events = play(position("gem", "leo", "2com fol", table="2:gem", **TOURNAMENT), "gem")
    assert events[1] == RoundEnded(1, (0, 125, 275))


def test_the_points_are_added_up() -> None:
    state = position("gem", "leo", "2com", table="2:gem", points=(3, 20, 7), round=2, **TOURNAMENT)
    assert totals(after(state, "gem")) == [3, 145, 207]


def test_each_round_is_dealt_anew_from_the_seed_s_stream() -> None:
    state = position("gem", "eye cir leo", "tri star", table="2:gem", **TOURNAMENT)
    order, rng = state.rng.shuffled(pile(4).cards)
    state, events = play(state, "gem")
    assert state.rng == rng
    assert state.seats[2].hand == hand_order(order[0::3])  # left of the Peasant, who deals
    assert state.seats[0].hand == hand_order(order[1::3])
    assert state.seats[1].hand == hand_order(order[2::3])
    assert (state.pile, state.cleared) == ((), ())
    assert events[2] == Dealt(2, Seat(1), tuple(own.hand for own in state.seats), ())


def test_a_later_round_has_as_many_leonardos_as_the_first() -> None:
    state = after(position("gem", "eye cir leo", table="1:gem", leonardos=2, **TOURNAMENT), "gem")
    assert sum(own.hand.count("leonardo") for own in state.seats) == 2
    assert sum(len(own.hand) for own in state.seats) == 50


def test_D13_the_peasant_deals_and_not_the_next_in_turn() -> None:
    state = after(position("gem", "tri", "2com", "dia", table="3:gem", dealer=0, **TOURNAMENT), "gem")
    assert (state.dealer, turn(state)) == (2, "lead 3")


def test_D13_option_dealer_sets_the_first_deal_only() -> None:
    state = new(3, tournament=True, dealer=2)
    assert (state.dealer, turn(state)) == (2, "lead 0")
    made = Set(DAVINCI.Options(tournament=True, dealer=Seat(1)), 3, bytes(32))
    dealers = {}
    for at in positions(DAVINCI, made):
        dealers[at.state.round] = at.state.dealer
    last, _ = ended(DAVINCI, made)
    assert dealers[1] == 1
    assert [dealers[round] for round in (2, 3, 4)] == [result.peasant for result in last.results[:3]]


@pytest.mark.parametrize(
    ("scores", "dealer", "chosen"),
    [
        ((0, 5, 5), 0, 1),
        ((0, 5, 5), 1, 2),
        ((0, 5, 5), 2, 1),
        ((5, 0, 5), 0, 2),
        ((5, 5, 0, 5), 0, 1),
        ((5, 5, 0, 5), 1, 3),
        ((5, 5, 0, 5), 3, 0),
        ((5, 0, 0, 0), 0, 0),
        ((0, 0, 0), 1, 2),
    ],
)
def test_D26_of_several_the_first_to_the_left_of_the_old_dealer_is_the_peasant(
    scores: tuple[int, ...], dealer: int, chosen: int
) -> None:
    assert peasant(scores, Seat(dealer)) == chosen


def test_D26_the_old_dealer_comes_last() -> None:
    state = position("gem", "cir", "flo", table="2:gem", dealer=1, **TOURNAMENT)
    assert after(state, "gem").dealer == 2
    state = position("gem", "cir", "tri", table="2:gem", dealer=1, **TOURNAMENT)
    assert after(state, "gem").dealer == 1


def test_D26_when_all_share_a_round_the_same_order_decides_who_deals() -> None:
    state = position("leo", "leo", "leo", dealer=0, **TOURNAMENT)
    state, events = play(state, "pass", "pass", "pass")
    assert events[1] == RoundEnded(1, (0, 0, 0))
    assert state.results == (RoundResult(1, (0, 0, 0), (Seat(0), Seat(1), Seat(2)), Seat(1)),)
    assert titles(state) == ["master", "master", "master"]
    assert (state.dealer, turn(state)) == (1, "lead 2")


def test_D18_a_shared_round_has_several_masters() -> None:
    state = after(position("leo", "tri", "leo", out=(1,), dealer=2, **TOURNAMENT), "pass", "pass")
    assert state.results[0].masters == (0, 2)
    assert titles(state) == ["master", "peasant", "master"]
    assert totals(state) == [0, 1, 0]


def test_D20_elimination_lasts_for_the_round() -> None:
    state = position("gem", "com", "tri 2leo", table="2:gem", out=(1,), **TOURNAMENT)
    state = after(state, "gem")
    assert [own.state for own in state.seats] == ["in", "in", "in"]
    assert [own.passed for own in state.seats] == [False, False, False]
    assert totals(state) == [0, 100, 251]


def test_D20_a_seat_that_is_out_can_be_the_peasant() -> None:
    state = after(position("gem", "com", "tri", table="2:gem", out=(1,), **TOURNAMENT), "gem")
    assert state.dealer == 1
    assert titles(state) == ["master", "peasant", "apprentice"]


def test_D20_end_round_in_a_tournament_goes_on_with_the_next() -> None:
    state = position("eye com", "2gem star", "2star", table="2:gem", forgotten_call="end_round", **TOURNAMENT)
    state, events = play(state, "eye")
    assert kinds(events) == ["played", "eliminated", "round_ended", "dealt"]
    assert state.results == (RoundResult(1, (100, 0, 0), (Seat(1), Seat(2)), Seat(0)),)
    assert turn(state) == "lead 1"


def test_the_lowest_total_is_the_master_of_da_vinci_s_challenge() -> None:
    state = position("gem", "tri", "star", table="2:gem", round=4, points=(200, 30, 25), **TOURNAMENT)
    state, events = play(state, "gem")
    assert kinds(events) == ["played", "round_ended"]
    outcome = DAVINCI.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.scores) == ("rounds-played", (1,), (200, 31, 35))
    assert outcome.details.ended == "out-of-cards"  # type: ignore[attr-defined]  # an outcome of this game
    assert totals(state) == [200, 31, 35]
    assert len(state.results) == 1
    assert titles(state) == ["master", "apprentice", "peasant"]


def test_D27_equal_totals_share_the_win() -> None:
    state = position("gem", "tri", "star", table="2:gem", round=4, points=(200, 30, 21), **TOURNAMENT)
    outcome = DAVINCI.outcome(after(state, "gem"))
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1, 2), (200, 31, 31))


def test_D28_titles_do_nothing_but_that_the_peasant_deals() -> None:
    """The same position under other titles is played on just the same."""
    made = Set(DAVINCI.Options(tournament=True), 3, bytes([5]) * 32)
    seen = 0
    for at in positions(DAVINCI, made):
        if at.state.round < 2 or at.state.round == at.state.rounds:
            continue
        others = tuple(_untitled(own) for own in at.state.seats)
        other = type(at.state)(**{**_fields(at.state), "seats": others})
        assert list(DAVINCI.legal_moves(at.state, at.seat)) == list(DAVINCI.legal_moves(other, at.seat))
        move: Any = at.move
        assert DAVINCI.play(at.state, at.seat, move).events == DAVINCI.play(other, at.seat, move).events
        seen += 1
    assert seen > 50


def _untitled(own: Any) -> Any:
    return type(own)(**{**_fields(own), "title": None})


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def test_standing_is_the_total_and_what_the_hands_hold_now() -> None:
    state = position("gem tri", "cir", "2star", points=(200, 30, 21), round=2, **TOURNAMENT)
    assert DAVINCI.standing(state) == (206, 55, 41)
    assert DAVINCI.standing(position("gem tri", "cir")) == (6, 25)
    over = after(position("gem", "cir", table="1:gem", points=(200, 30), round=3, **TOURNAMENT), "gem")
    assert DAVINCI.standing(over) == (200, 55)
    assert DAVINCI.lowest_wins is True
