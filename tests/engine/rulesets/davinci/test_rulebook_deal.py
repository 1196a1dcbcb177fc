"""Da Vinci's Challenge: the deck, the deal, the order of a hand, the goal."""

from collections import Counter
from typing import Any

import pytest

from engine import BadSetup, Rng
from engine.core.cards import Card
from engine.core.events import Dealt
from engine.core.seats import Seat
from engine.core.texts import rules_text, texts
from engine.rulesets.davinci.deck import pile
from engine.rulesets.davinci.state import Lead
from engine.rulesets.symbols import POINTS
from tests.engine.rulesets.davinci.table import DAVINCI, kinds, play, position, scores, turn, winners

SEED = Rng(bytes(32))


def new(seats: int, stack: Any = None, **options: Any) -> Any:
    return DAVINCI.new(DAVINCI.Options(**options), seats, SEED, stack)


def test_D1_thirteen_symbols_four_of_each_from_1_point_to_leonardo_s_125() -> None:
    assert len(POINTS) == 13
    assert Counter(pile(4).cards) == dict.fromkeys(POINTS, 4)
    assert list(POINTS.values()) == [1, 1, 5, 5, 10, 10, 10, 25, 25, 50, 75, 100, 125]
    assert [DAVINCI.points_of(card) for card in POINTS] == list(POINTS.values())
    assert DAVINCI.points_of(Card("R8")) is None


def test_D1_the_symbols_that_are_set_aside_for_the_board_are_worth_50_75_and_100() -> None:
    assert [POINTS[Card(code)] for code in ("seed-of-life", "flower-of-life", "canon-of-man")] == [
        50,
        75,
        100,
    ]


def test_D1_that_the_deck_is_a_reconstruction_is_said_in_the_notes_and_in_the_ruling() -> None:
    notes = texts(DAVINCI).table["ruleset"]["notes"]
    assert any("reconstruction" in note for note in notes)
    ruling = rules_text(DAVINCI, "en").partition("{#D1}")[2].partition("###")[0]
    assert "reconstruction" in ruling
    assert "four of a kind" in ruling


@pytest.mark.parametrize("leonardos", [1, 2, 3, 4])
def test_D1_leonardos_says_how_many_leonardos_there_are(leonardos: int) -> None:
    state = new(3, leonardos=leonardos).state
    dealt = Counter(card for own in state.seats for card in own.hand)
    assert dealt.pop(Card("leonardo")) == leonardos
    assert set(dealt.values()) == {4}
    assert len(dealt) == 12


def test_deal_out_all_the_cards_one_at_a_time_from_the_left_of_the_dealer() -> None:
    order = pile(4).cards
    state = new(2, {"cards": order}, dealer=0).state
    assert state.seats[1].hand == order[0::2]
    assert state.seats[0].hand == order[1::2]
    assert (state.pile, state.cleared) == ((), ())


@pytest.mark.parametrize(
    ("seats", "options", "counts"),
    [
        (2, {"dealer": 0}, (26, 26)),
        (3, {"dealer": 2}, (18, 17, 17)),
        (3, {"dealer": 0}, (17, 18, 17)),
        (3, {"dealer": 2, "leonardos": 3}, (17, 17, 17)),
        (3, {"dealer": 2, "leonardos": 2}, (17, 17, 16)),
        (4, {"dealer": 1}, (13, 13, 13, 13)),
        (4, {"dealer": 1, "leonardos": 3}, (13, 12, 13, 13)),
        (4, {"dealer": 1, "leonardos": 1}, (12, 12, 13, 12)),
        (2, {"dealer": 1, "leonardos": 1}, (25, 24)),
    ],
)
def test_D2_seats_left_of_the_dealer_get_the_extra_cards(
    seats: int, options: dict[str, Any], counts: tuple[int, ...]
) -> None:
    assert tuple(len(own.hand) for own in new(seats, **options).state.seats) == counts


def test_D3_two_to_four_play() -> None:
    assert DAVINCI.seats == range(2, 5)
    for seats in (1, 5):
        with pytest.raises(BadSetup, match="2 to 4"):
            new(seats)


def test_organize_the_cards_from_lowest_to_highest() -> None:
    for own in new(4).state.seats:
        places = [list(POINTS).index(card) for card in own.hand]
        assert places == sorted(places)


def test_the_player_to_the_left_of_the_dealer_begins() -> None:
    for dealer in range(3):
        step = new(3, dealer=dealer)
        assert step.state.dealer == dealer
        assert step.state.phase == Lead(Seat((dealer + 1) % 3))


def test_option_dealer_null_is_drawn_before_the_cards_a_named_one_is_not() -> None:
    drawn, rng = SEED.below(3)
    order, after = rng.shuffled(pile(4).cards)
    state = new(3).state
    assert (state.dealer, state.rng) == (drawn, after)
    assert state.seats[(drawn + 1) % 3].hand[0] in order[0::3]
    order, after = SEED.shuffled(pile(4).cards)
    state = new(3, dealer=1).state
    assert (state.dealer, state.rng) == (1, after)
    assert sorted(state.seats[2].hand) == sorted(order[0::3])


def test_option_dealer_names_a_seat_that_is_there() -> None:
    with pytest.raises(BadSetup) as fault:
        new(3, dealer=3)
    assert fault.value.pointer == "/options/dealer"


def test_the_deal_is_told_with_no_card_on_the_table() -> None:
    step = new(3, dealer=2)
    assert kinds(step.events) == ["dealt"]
    hands = tuple(own.hand for own in step.state.seats)
    assert step.events == (Dealt(1, Seat(2), hands, ()),)


def test_the_stack_is_dealt_first_and_names_copies() -> None:
    top = (Card("eye"), Card("eye"), Card("leonardo"))
    state = new(3, {"cards": top}, dealer=2).state
    assert [card in own.hand for card, own in zip(top, state.seats, strict=True)] == [True, True, True]
    with pytest.raises(BadSetup) as fault:
        new(3, {"cards": (Card("leonardo"),) * 3}, leonardos=2)
    assert fault.value.pointer == "/sandbox/stack/cards/2"


def test_the_game_is_over_when_one_is_out_of_cards_and_that_one_is_the_master() -> None:
    state, events = play(position("eye", "2star leo", "tri", table="2:gem"), "eye")
    assert turn(state) == "over out-of-cards"
    assert kinds(events) == ["played", "round_ended"]
    assert winners(state) == (0,)
    assert scores(state) == (0, 145, 1)
    assert state.seats[0].state == "out"


def test_a_single_round_has_one_round_no_titles_and_no_results() -> None:
    state, _ = play(position("eye", "2star leo", table="1:gem"), "eye")
    assert (state.round, state.rounds, state.results) == (1, 1, ())
    assert [(own.title, own.points) for own in state.seats] == [(None, 0), (None, 0)]
