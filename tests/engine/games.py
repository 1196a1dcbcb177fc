"""Random games of any rule set: options, seats and seeds drawn by hypothesis, play by a seeded stream."""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from engine import BadSetup, Rng, Ruleset
from engine.core.events import Event
from engine.core.moves import Move
from engine.core.rng import Draws
from engine.core.seats import Seat

AnyRuleset = Ruleset[Any, Any, Any]
LOOK = 200  # moves of a list that are looked at
MOST_STEPS = 2000  # no game of cards takes longer


class Set(msgspec.Struct, frozen=True):
    """What a game is made of."""

    options: Any
    seats: int
    seed: bytes

    def rng(self) -> Rng:
        return Rng(self.seed)


class At(msgspec.Struct, frozen=True):
    """A position in a game, the move that is about to be made in it, and what each viewer saw on the way."""

    state: Any
    seat: Seat
    move: Move
    past: dict[Any, list[Event]]


def options(ruleset: AnyRuleset) -> st.SearchStrategy[Any]:
    """Any combination of option values, also such as do not fit each other."""
    hints = get_type_hints(ruleset.Options, include_extras=True)
    made = {name: _values(hints[name]) for name in ruleset.Options.__struct_fields__}
    return st.fixed_dictionaries({}, optional=made).map(lambda given: ruleset.Options(**given))


def _values(hint: Any) -> st.SearchStrategy[Any]:
    marks: tuple[Any, ...] = ()
    while hasattr(hint, "__metadata__"):
        hint, marks = hint.__origin__, (*marks, *hint.__metadata__)
    if hint is bool:
        return st.booleans()
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    if Seat in get_args(hint):
        return st.none() | st.integers(0, 1)
    if type(None) in get_args(hint):
        return st.none() | _values(next(part for part in get_args(hint) if part is not type(None)))
    low = int(next((m.ge for m in marks if isinstance(m, msgspec.Meta) and m.ge is not None), 0))
    return st.integers(low, low + 3)


def sets(ruleset: AnyRuleset) -> st.SearchStrategy[Set]:
    """Games that can be made."""
    drawn = st.builds(
        Set, options(ruleset), st.sampled_from(ruleset.seats), st.binary(min_size=32, max_size=32)
    )
    return drawn.filter(lambda made: _possible(ruleset, made))


def _possible(ruleset: AnyRuleset, made: Set) -> bool:
    try:
        ruleset.new(made.options, made.seats, made.rng())
    except BadSetup:
        return False
    return True


def everybody(seats: int) -> list[Any]:
    """Every seat of a table, and a spectator."""
    return [*(Seat(at) for at in range(seats)), None]


def viewers(state: Any) -> list[Any]:
    """Everybody at a table whose state has something for each seat."""
    return everybody(len(state.seats))


def positions(ruleset: AnyRuleset, made: Set) -> Iterator[At]:
    """Every position of a random game with the move chosen in it, from the start to the end."""
    draws = Draws(Rng(hashlib.sha256(made.seed).digest()))
    step = ruleset.new(made.options, made.seats, made.rng())
    past: dict[Any, list[Event]] = {viewer: [] for viewer in everybody(made.seats)}
    for _ in range(MOST_STEPS):
        for viewer, seen in past.items():
            seen += ruleset.events_for(step.events, viewer, made.options)
        state = step.state
        if ruleset.outcome(state) is not None:
            return
        seat = draws.choice(ruleset.to_act(state))
        listed = list(islice(ruleset.legal_moves(state, seat), LOOK))
        assert listed, f"a dead end after {told(made, past)}"
        move = draws.choice(listed)
        yield At(state, seat, move, past)
        step = ruleset.apply(state, seat, move)
    raise AssertionError(f"no end after {MOST_STEPS} steps of {told(made, past)}")


def told(made: Set, past: dict[Any, list[Event]]) -> str:
    """Enough to play the game again."""
    return f"options {made.options}, {made.seats} seats, seed {made.seed.hex()}, {len(past[None])} events"


def record(ruleset: AnyRuleset, made: Set) -> str:
    """The game as far as it can be played, in a form to read and to play again."""
    moves = []
    with suppress(Exception):
        for at in positions(ruleset, made):
            moves.append(f"{at.seat}:{at.move}")
    head = f"{ruleset.slug}, {made.seats} seats, seed {made.seed.hex()}, {made.options}"
    return f"{head}\nmoves {' '.join(moves)}"


def ended(ruleset: AnyRuleset, made: Set) -> tuple[Any, list[tuple[Seat, Move]]]:
    """The last state of a random game, and its moves."""
    moves = []
    state = ruleset.new(made.options, made.seats, made.rng()).state
    for at in positions(ruleset, made):
        moves.append((at.seat, at.move))
        state = ruleset.apply(at.state, at.seat, at.move).state
    return state, moves
