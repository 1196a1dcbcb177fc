"""Bots: only legal moves, the same again from the same draws, nothing from what their seat cannot see."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import pytest

from engine import RULESETS, Rng
from engine.bots import BOTS, Bot, search
from engine.core.moves import Move
from engine.core.rng import Draws
from engine.core.seats import Seat
from tests.engine.games import LOOK, MOST_STEPS, AnyRuleset
from tests.engine.renaming import cards_in, codes_of, renamed, stirred, twin

STEPS = 40  # of a search in these tests: its moves need to be legal here, not good
EVERY = 13  # positions of a game that are skipped between two looks
VANTAGE_CORNERS: list[dict[str, Any]] = [
    {},
    {"sums": "any", "sum_builds": True},
    {"discard": "free", "wild_suit": "declared"},
    {"reneging": "enforced", "sum_builds": True},
    {"action_cards": False, "open_hands": True},
]
CORNERS = {"vantage": VANTAGE_CORNERS}
GAMES = [
    (slug, corner, seats)
    for slug, ruleset in RULESETS.items()
    for number, corner in enumerate(CORNERS.get(slug, [{}]))
    for seats in {ruleset.seats[number % len(ruleset.seats)], ruleset.seats[-1 - number % 2]}
]


class At(NamedTuple):
    """A position, a seat that may act in it, and all events on the way to it, as they happened."""

    state: Any
    seat: Seat
    events: tuple[Any, ...]


def quick(bot: Bot) -> Bot:
    """The bot, with less of a search."""
    if bot.name != "search":
        return bot
    return Bot("search", True, partial(search.choose, steps=STEPS))


def stream(number: int) -> Draws:
    return Draws(Rng(number.to_bytes(32, "big")))


def positions(ruleset: AnyRuleset, options: Any, seats: int, every: int = EVERY) -> Iterator[At]:
    """Each `every`th position of a random game, for each seat that may act."""
    draws = stream(seats)
    step = ruleset.new(options, seats, Rng(bytes([seats]) * 32))
    events = step.events
    for count in range(MOST_STEPS):
        state = step.state
        if ruleset.outcome(state) is not None:
            return
        if count % every == 0:
            yield from (At(state, seat, events) for seat in ruleset.to_act(state))
        seat = draws.choice(ruleset.to_act(state))
        move = draws.choice(list(islice(ruleset.legal_moves(state, seat), LOOK)))
        step = ruleset.apply(state, seat, move)
        events = (*events, *step.events)


def chosen(bot: Bot, ruleset: AnyRuleset, at: At, number: int = 7) -> Move:
    """The move that the bot chooses there, told what its seat may know."""
    options = at.state.options
    seen = ruleset.seen(at.state, at.seat)
    return bot.choose(
        ruleset, seen, lambda: ruleset.events_for(at.events, at.seat, options), at.seat, stream(number)
    )


@pytest.mark.parametrize("bot", [quick(bot) for bot in BOTS.values()], ids=list(BOTS))
@pytest.mark.parametrize(("slug", "corner", "seats"), GAMES)
def test_Q38_bots_choose_listed_moves_and_the_same_again(
    bot: Bot, slug: str, corner: dict[str, Any], seats: int
) -> None:
    ruleset = RULESETS[slug]
    several = 0
    for at in positions(ruleset, ruleset.Options(**corner), seats):
        before = ruleset.to_json(at.state)
        move = chosen(bot, ruleset, at)
        listed = list(islice(ruleset.legal_moves(at.state, at.seat), LOOK))
        assert move in listed
        assert chosen(bot, ruleset, at) == move
        assert ruleset.to_json(at.state) == before
        several += len(listed) > 1
    assert several


@pytest.mark.parametrize("bot", [quick(bot) for bot in BOTS.values()], ids=list(BOTS))
@pytest.mark.parametrize("slug", RULESETS)
def test_law_3_Q9_bots_do_not_know_what_their_seat_cannot_see(bot: Bot, slug: str) -> None:
    """The same game with other cards where the seat has never seen them: the same move."""
    ruleset = RULESETS[slug]
    options = ruleset.Options()
    codes = codes_of(ruleset, options)
    draws = stream(3)
    differing = 0
    for at in positions(ruleset, options, ruleset.seats[-1]):
        shown = frozenset(cards_in(ruleset.events_for(at.events, at.seat, options), codes))
        alike = twin(ruleset, at.state, at.seat, draws, shown)
        other = stirred(alike.state, draws)
        differing += other != at.state
        told = renamed(at.events, alike.names)
        assert chosen(bot, ruleset, At(other, at.seat, told)) == chosen(bot, ruleset, at)
    assert differing


@pytest.mark.parametrize("slug", RULESETS)
def test_the_random_bot_never_asks_for_the_past_and_plays_every_listed_move(slug: str) -> None:
    ruleset = RULESETS[slug]
    state = ruleset.new(ruleset.Options(), ruleset.seats[0], Rng(bytes(32))).state
    seat = ruleset.to_act(state)[0]
    seen = ruleset.seen(state, seat)
    listed = list(islice(ruleset.moves(seen, seat), LOOK))
    assert len(listed) < LOOK  # all of them, so that each can be drawn

    def past() -> Any:
        raise AssertionError("the log was read")

    played = {
        BOTS["random"].choose(ruleset, seen, past, seat, stream(number)) for number in range(20 * len(listed))
    }
    assert played == set(listed)


def test_gears() -> None:
    assert {name: bot.slow for name, bot in BOTS.items()} == {"random": False, "search": True}
    assert all(name == bot.name for name, bot in BOTS.items())
