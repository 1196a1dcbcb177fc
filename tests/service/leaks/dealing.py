"""Deals that a viewer cannot tell apart by anything that he ever saw, and the games that they lead to."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from engine import Fault, Rng
from engine.core.cards import Card
from engine.core.moves import Move
from engine.core.rng import Draws
from engine.core.seats import Seat
from tests.engine.renaming import renamed
from tests.service.leaks.hiding import AnyRuleset

LOOK = 40  # moves of a list that one is drawn from
TRIES = 300  # exchanges that are tried for one that the viewer does not notice
Stack = dict[str, list[Card]]
Plays = list[tuple[Seat, Move]]


class Deals(msgspec.Struct, frozen=True):
    """Two deals in which two cards have changed places, and the moves of the games, in step."""

    stacks: tuple[Stack, Stack]
    plays: tuple[Plays, Plays]


def deals(
    ruleset: AnyRuleset, options: Any, seats: int, viewer: Any, steps: int, draws: Draws
) -> Deals | None:
    """Deals and so many moves of two games that are one to the viewer; None if none was found."""
    piles = ruleset.piles(options)
    stack: Stack = {pile.name: draws.shuffled(pile.cards) for pile in piles}
    first = piles[0]
    plays, told = _random(ruleset, options, seats, viewer, stack, steps, draws)
    order, places = stack[first.name], range(len(stack[first.name]))
    alike: Deals | None = None
    for _ in range(TRIES):
        one, other = draws.below(len(order) // 2), draws.choice(places)
        cards = order[one], order[other]
        if cards[0] == cards[1]:
            continue
        swapped = list(order)
        swapped[one], swapped[other] = cards[1], cards[0]
        twin = stack | {first.name: swapped}
        names: dict[str, str] = (
            {cards[0]: cards[1], cards[1]: cards[0]} if len(set(order)) == len(order) else {}
        )
        again = [(seat, renamed(move, names)) for seat, move in plays]
        if list(_told(ruleset, options, seats, viewer, twin, again, told)) == told:
            alike = Deals((stack, twin), (plays, again))
            if _hands(ruleset, options, seats, stack) != _hands(ruleset, options, seats, twin):
                return alike
    return alike  # the hands lie open in this game, and only the pile is hidden


def _hands(ruleset: AnyRuleset, options: Any, seats: int, stack: Stack) -> list[Any]:
    """The hands that are dealt; none where nobody holds cards."""
    state = ruleset.new(options, seats, Rng(bytes(32)), stack).state
    return [own.hand for own in getattr(state, "seats", ())]


def _random(
    ruleset: AnyRuleset, options: Any, seats: int, viewer: Any, stack: Any, steps: int, draws: Draws
) -> tuple[Plays, list[Any]]:
    """A game of so many moves, and all that the viewer is told of it."""
    state = ruleset.new(options, seats, Rng(bytes(32)), stack).state
    plays: Plays = []
    while len(plays) < steps and ruleset.outcome(state) is None:
        seat = draws.choice(ruleset.to_act(state))
        move = draws.choice(list(islice(ruleset.legal_moves(state, seat), LOOK)))
        following = ruleset.apply(state, seat, move).state
        if ruleset.outcome(following) is not None:
            break  # what a game ends with is told to all
        plays.append((seat, move))
        state = following
    return plays, list(_told(ruleset, options, seats, viewer, stack, plays))


def _told(
    ruleset: AnyRuleset,
    options: Any,
    seats: int,
    viewer: Any,
    stack: Any,
    plays: Plays,
    wanted: list[Any] | None = None,
) -> Iterator[Any]:
    """All that the viewer is told of a game, as far as it can be played and is as wanted."""
    step = ruleset.new(options, seats, Rng(bytes(32)), stack)
    for at, (seat, move) in enumerate([*plays, (None, None)]):
        told = (ruleset.view(step.state, viewer), ruleset.events_for(step.events, viewer, options))
        yield told
        if seat is None or move is None or (wanted is not None and told != wanted[at]):
            return
        try:
            step = ruleset.apply(step.state, seat, move)
        except Fault:
            return
