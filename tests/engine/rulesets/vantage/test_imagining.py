"""What a seat imagines of Vantage agrees with all that it was shown, not only with what it sees now."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine import Rng
from engine.core.cards import HIDDEN
from engine.core.seats import Seat
from engine.rulesets.vantage.events import Built, CardPass, CardsPassed, ChallengeSettled, GuessFailed
from tests.engine.games import At, Set, positions
from tests.engine.rulesets.vantage.table import VANTAGE

GAMES = [
    Set(VANTAGE.Options(), 2, b"a" * 32),
    Set(VANTAGE.Options(), 3, b"b" * 32),
    Set(VANTAGE.Options(), 4, b"c" * 32),
    Set(VANTAGE.Options(wild_suit="declared", sums="any"), 3, b"d" * 32),
]


@pytest.fixture(params=GAMES, ids=lambda made: f"{made.seats}-{made.options.wild_suit}")
def made(request: pytest.FixtureRequest) -> Set:
    found = request.param
    assert isinstance(found, Set)
    return found


def imagined(made: Set, every: int = 5) -> Iterator[tuple[At, Seat, Any]]:
    """Now and then what each seat imagines, beside the truth."""
    for count, at in enumerate(positions(VANTAGE, made)):
        if count % every == 0:
            for viewer in range(made.seats):
                seat = Seat(viewer)
                seen = VANTAGE.seen(at.state, seat)
                yield at, seat, VANTAGE.imagine(seen, at.past[seat], seat, Rng(bytes([count % 256]) * 32))


def test_what_was_captured_before_all_eyes_is_remembered(made: Set) -> None:
    collected = 0
    for at, _, guess in imagined(made):
        for own, truth in zip(guess.seats, at.state.seats, strict=True):
            assert sorted(own.captured) == sorted(truth.captured)
            collected += len(own.captured)
    assert collected


def test_ids_go_on_where_they_stood_and_suits_named_before_all_eyes_stay(made: Set) -> None:
    for at, _, guess in imagined(made):
        assert (guess.loose_ids, guess.pile_ids) == (at.state.loose_ids, at.state.pile_ids)
        assert [suit is None for suit in guess.wild_suits] == [suit is None for suit in at.state.wild_suits]
    if made.options.wild_suit == "declared":  # none was discarded in secret in this game
        assert guess.wild_suits == at.state.wild_suits
        assert any(guess.wild_suits)


def test_V8_a_wild_discarded_in_secret_had_some_suit_named() -> None:
    """Seat 0 named G for W4 face down; when it is taken nobody else knows which, only that it has one."""
    made = Set(VANTAGE.Options(wild_suit="declared", discard="free"), 4, bytes([2, 20]) * 16)
    at = list(positions(VANTAGE, made))[-1]
    assert at.state.wild_suits == (None, "Y", "Y", "G")
    guesses = [
        VANTAGE.imagine(VANTAGE.seen(at.state, seat), at.past[seat], seat, Rng(bytes([n]) * 32)).wild_suits
        for seat in (Seat(1), Seat(0))
        for n in range(30)
    ]
    assert {suits[3] for suits in guesses[:30]} == {"R", "Y", "G", "B", "P"}
    assert set(guesses[30:]) == {at.state.wild_suits}


def test_V30_a_card_that_lay_face_up_is_remembered_face_down(made: Set) -> None:
    """Who looked knows it still: the deal, what a cards-up turned and what a wrong guess showed."""
    known = 0
    for at, seat, guess in imagined(made):
        shown = _shown(at, seat)
        for card, truth in zip(guess.loose, at.state.loose, strict=True):
            if truth.id in shown:
                assert card.card == truth.card == shown[truth.id]
                known += not truth.face_up
    assert known


def _shown(at: At, seat: Seat) -> dict[str, str]:
    """Faces by table id, from the events that show any."""
    faces: dict[str, str] = {}
    for event in at.past[seat]:
        for place in ("table", "loose"):
            for card in getattr(event, place, ()):
                if card.card != HIDDEN:
                    faces[card.id] = card.card
    return faces


def test_a_card_passed_on_is_in_the_hand_that_got_it_until_it_may_have_gone(made: Set) -> None:
    """The giver knows it: right after the pass it lies nowhere else."""
    for at in positions(VANTAGE, made):
        for seat in (Seat(0), Seat(1)):
            passed = _just_passed(at, seat)
            if passed is not None:
                seen = VANTAGE.seen(at.state, seat)
                guess = VANTAGE.imagine(seen, at.past[seat], seat, Rng(bytes(32)))
                assert passed.card in guess.seats[passed.receiver].hand


def _just_passed(at: At, seat: Seat) -> CardPass | None:
    """What the seat gave away, if a pass is the last thing that happened and the card is still hidden."""
    last = at.past[seat][-1] if at.past[seat] else None
    if not isinstance(last, CardsPassed):
        return None
    return next((one for one in last.passes if one.giver == seat), None)


def test_a_proven_renege_excludes_what_would_have_backed_the_call() -> None:
    """Seat 1 challenged: the builder holds no card of the called number and, where they back, no wild."""
    tried = 0
    for seed in range(8):
        for at in positions(VANTAGE, Set(VANTAGE.Options(), 2, bytes([seed]) * 32)):
            seat = at.seat
            settled = [event for event in at.past[seat][-3:] if isinstance(event, ChallengeSettled)]
            if not settled or settled[-1].honest or settled[-1].builder == seat:
                continue
            if any(type(event).__name__ in ("Dealt", "CardsPassed") for event in at.past[seat][-3:]):
                continue
            call = next(event.call for event in reversed(at.past[seat]) if isinstance(event, Built))
            seen = VANTAGE.seen(at.state, seat)
            guess = VANTAGE.imagine(seen, at.past[seat], seat, Rng(bytes(32)))
            for card in guess.seats[settled[-1].builder].hand:
                assert card[1:] != str(call)
                assert not card.startswith("W")
            tried += 1
    assert tried >= 5


def test_two_draws_differ_where_nothing_is_known() -> None:
    state = VANTAGE.new(VANTAGE.Options(), 3, Rng(bytes(32)))
    seat = Seat(0)
    past = VANTAGE.events_for(state.events, seat, state.state.options)
    seen = VANTAGE.seen(state.state, seat)
    one, two = (VANTAGE.imagine(seen, past, seat, Rng(bytes([n]) * 32)) for n in (1, 2))
    assert one.seats[0] == two.seats[0]
    assert one.seats[1] != two.seats[1]
    assert one.stock != two.stock
    assert one == VANTAGE.imagine(seen, past, seat, Rng(bytes([1]) * 32))


def test_without_a_past_all_that_is_hidden_is_drawn(made: Set) -> None:
    """A policy that remembers nothing still gets a whole state that looks right."""
    for at in positions(VANTAGE, made):
        if any(isinstance(event, GuessFailed) for event in at.past[None]):
            seen = VANTAGE.seen(at.state, at.seat)
            guess = VANTAGE.imagine(seen, (), at.seat, Rng(bytes(32)))
            assert VANTAGE.seen(guess, at.seat) == seen
