"""Each law catches a rule set that breaks it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from engine import RuleBroken, Step
from engine.core.events import SeatSkipped
from engine.rulesets.vantage import Vantage
from tests.engine import laws
from tests.engine.games import Set

GAMES = [Set(Vantage.Options(), 3, bytes([seed]) * 32) for seed in range(4)]


def broken(law: Callable[[Any, Set], Any], ruleset: Any) -> None:
    """The law fails in one of a few games."""
    with pytest.raises((AssertionError, RuleBroken)):
        _try_all(law, ruleset)


def _try_all(law: Callable[[Any, Set], Any], ruleset: Any) -> None:
    for made in GAMES:
        law(ruleset, made)


class Endless(Vantage):
    """A seat now and then has no legal move."""

    def moves(self, seen: Any, seat: Any, kind: Any = None, named: Any = frozenset()) -> Iterator[Any]:
        return iter(()) if len(seen.stock) < 40 else super().moves(seen, seat, kind, named)


class Losing(Vantage):
    """A captured card disappears."""

    def play(self, state: Any, seat: Any, move: Any) -> Any:
        step = super().play(state, seat, move)
        seats = tuple(replace(own, captured=own.captured[:5]) for own in step.state.seats)
        return Step(replace(step.state, seats=seats), step.events)


class Burning(Vantage):
    """A used action card is gone for good."""

    def play(self, state: Any, seat: Any, move: Any) -> Any:
        step = super().play(state, seat, move)
        return Step(replace(step.state, actions_used=step.state.actions_used[-1:]), step.events)


class Peeking(Vantage):
    """Lists are made from the truth."""

    def legal_moves(self, state: Any, seat: Any, kind: Any = None, named: Any = frozenset()) -> Iterator[Any]:  # type: ignore[misc]  # breaks the contract on purpose
        if seat not in state.phase.to_act:
            return iter(())
        return self.moves(state, seat, kind, named)


class Telling(Vantage):
    """Refusals are judged by the truth."""

    def judge(self, state: Any, seat: Any, move: Any) -> None:  # type: ignore[misc]  # breaks the contract on purpose
        if seat in state.phase.to_act:
            self.check(state, seat, move)


class Showing(Vantage):
    """The view shows the first card of the stock to everybody."""

    def view(self, state: Any, viewer: Any) -> Any:  # type: ignore[misc]  # breaks the contract on purpose
        view = super().view(state, viewer)
        return replace(view, dealer=len(state.stock[0]) if state.stock else 0)


class Whispering(Vantage):
    """A public event tells the suit of the card that lies on top of the stock."""

    def play(self, state: Any, seat: Any, move: Any) -> Any:
        step = super().play(state, seat, move)
        suit = state.stock[0][0] if state.stock else ""
        return Step(step.state, (*step.events, SeatSkipped(seat, suit)))


class Shuffling(Vantage):
    """The view shows how the name of the next action card is written, a pile that no renaming touches."""

    def view(self, state: Any, viewer: Any) -> Any:  # type: ignore[misc]  # breaks the contract on purpose
        return replace(super().view(state, viewer), dealer=len(state.actions[0]) if state.actions else 0)


class Numbering(Vantage):
    """The view shows something of what is sealed."""

    def view(self, state: Any, viewer: Any) -> Any:  # type: ignore[misc]  # breaks the contract on purpose
        return replace(super().view(state, viewer), dealer=state.rng.drawn)


class Remembering(Vantage):
    """What is shown after a step depends on what was hidden before it."""

    def play(self, state: Any, seat: Any, move: Any) -> Any:
        step = super().play(state, seat, move)
        wilds = sum(card.startswith("W") for own in step.state.seats for card in own.hand)
        return Step(replace(step.state, last_collector=wilds), step.events)


class Silent(Vantage):
    """Legal discards are missing from the list."""

    def moves(self, seen: Any, seat: Any, kind: Any = None, named: Any = frozenset()) -> Iterator[Any]:
        listed = super().moves(seen, seat, kind, named)
        return (move for move in listed if type(move).__name__ != "Discard")


class Strict(Vantage):
    """A listed move is refused."""

    def check(self, seen: Any, seat: Any, move: Any) -> None:
        super().check(seen, seat, move)
        if getattr(move, "call", 0) == 7:
            raise RuleBroken("build-worth")


class Doubling(Vantage):
    """What is imagined has a card twice, where the seat does not see it."""

    def imagine(self, seen: Any, past: Any, seat: Any, rng: Any) -> Any:
        imagined = super().imagine(seen, past, seat, rng)
        return replace(imagined, stock=imagined.stock[:1] * len(imagined.stock))


class Dreaming(Vantage):
    """What is imagined is not what is seen."""

    def imagine(self, seen: Any, past: Any, seat: Any, rng: Any) -> Any:
        imagined = super().imagine(seen, past, seat, rng)
        return replace(imagined, round=imagined.round + 1)


class Discreet(Vantage):
    """An event is kept from the others instead of being masked."""

    def events_for(self, events: Any, viewer: Any, options: Any) -> Any:  # type: ignore[misc]  # breaks the contract on purpose
        told = super().events_for(events, viewer, options)
        return tuple(event for event in told if viewer is None or type(event).__name__ != "CardChosen")


@pytest.mark.parametrize(
    ("law", "ruleset"),
    [
        (laws.law_1_play_ends, Endless()),
        (laws.law_2_codec_replay_conservation, Losing()),
        (laws.law_2_codec_replay_conservation, Burning()),
        (laws.law_3_nobody_learns_what_he_cannot_see, Peeking()),
        (laws.law_3_nobody_learns_what_he_cannot_see, Telling()),
        (laws.law_3_nobody_learns_what_he_cannot_see, Showing()),
        (laws.law_3_nobody_learns_what_he_cannot_see, Whispering()),
        (laws.law_3_nobody_learns_what_he_cannot_see, Shuffling()),
        (laws.law_3_nobody_learns_what_he_cannot_see, Numbering()),
        (laws.law_3_nobody_learns_what_he_cannot_see, Remembering()),
        (laws.law_4_lists_and_judgement_agree, Silent()),
        (laws.law_4_lists_and_judgement_agree, Strict()),
        (laws.law_5_views_and_imagination, Dreaming()),
        (laws.law_5_views_and_imagination, Doubling()),
        (laws.law_6_steps_look_alike, Discreet()),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_a_law_catches_who_breaks_it(law: Any, ruleset: Any) -> None:
    broken(law, ruleset)
