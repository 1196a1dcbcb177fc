"""Vintage: no coin is lost or made, and no card changes hands without an event, in whole random games."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.events import Scored
from engine.rulesets.vintage.deck import COINS, PURSE, worth
from engine.rulesets.vintage.events import AuctionEnded, Sold
from tests.engine.games import AnyRuleset, Set, positions, sets
from tests.engine.rulesets.vintage.table import VINTAGE, purses

RULESET: AnyRuleset = VINTAGE
GAMES = settings(max_examples=15, deadline=None)


@GAMES
@given(made=sets(VINTAGE).filter(lambda made: made.options.bank == "finite"))
def test_W15_seats_and_bank_have_40_coins_in_every_position(made: Set) -> None:
    for at in positions(VINTAGE, made):
        for state in (at.state, RULESET.apply(at.state, at.seat, at.move).state):
            assert state.bank is not None
            assert state.bank >= 0
            assert min(purses(state)) >= 0
            assert sum(purses(state)) + state.bank == COINS


@GAMES
@given(made=sets(VINTAGE), salt=st.integers(0, 9))
def test_W8_W16_purses_are_what_the_events_tell(made: Set, salt: int) -> None:
    """Three coins, and what was sold, less what was paid: with a bank of any kind."""
    for count, at in enumerate(positions(VINTAGE, made)):
        if count % 10 == salt:
            told: list[Any] = at.past[None]
            for seat, own in enumerate(at.state.seats):
                earned = sum(event.coins for event in told if isinstance(event, Sold) and event.seat == seat)
                bought = [event for event in told if isinstance(event, AuctionEnded) and event.seat == seat]
                assert own.coins == PURSE + earned - sum(event.paid for event in bought)
                assert own.bought == len(bought)
    assert at.state.turn <= made.options.max_turns


@GAMES
@given(made=sets(VINTAGE))
def test_5_7_prices_and_totals_add_up(made: Set) -> None:
    for at in positions(VINTAGE, made):
        step = RULESET.apply(at.state, at.seat, at.move)
        for event in step.events:
            if isinstance(event, Sold):
                assert event.coins == worth(event.cards)
            if isinstance(event, Scored):
                for seat, total in enumerate(event.totals):
                    assert total == sum(line.points for line in event.lines if line.seat == seat)
                assert event.totals == VINTAGE.standing(step.state)
