"""A random game as text, step by step: what is committed, reviewed and compared when an engine changes.

The head is the sight table: every class of the state and of the events, and who sees each of its fields.
Then comes each step: its number, the seat, the move in notation, the events as the public sees them (what a
seat sees otherwise stands below in its own line), what the game waits for, and how many moves of each kind
the next seats have. Now and then follow the public view, what each seat sees more, and the digest of the
stored state, which is the same on every version of Python.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from engine.core.events import Event
from engine.core.rng import Draws, Rng, final_seed
from engine.core.ruleset import Ruleset
from engine.core.seats import Seat
from engine.core.sight import Declared, Sighted, declarations, nested

AnyRuleset = Ruleset[Any, Any, Any]
LOOK = 200  # moves of a list that are counted and drawn from
SHOWN = 5  # moves of a list that are written out
WHOLE = 12  # steps from one whole view to the next
CHOICES = b"the choices of a playthrough"  # entropy of the moves, so that they do not follow from the deal


def playthrough(ruleset: AnyRuleset, options: Any, seats: int, seed: bytes) -> str:
    """The text of the game that the seed deals and plays."""
    lines = [*_head(ruleset, options, seats, seed), "", *_game(ruleset, options, seats, seed)]
    return "\n".join(lines) + "\n"


def _head(ruleset: AnyRuleset, options: Any, seats: int, seed: bytes) -> Iterator[str]:
    yield f"ruleset   {ruleset.slug}, edition {ruleset.edition}"
    yield f"options   {_json(options)}"
    yield f"seats     {seats}"
    yield f"seed      {seed.hex()}"
    yield ""
    yield "Who sees what"
    for cls in _classes(ruleset):
        for field in declarations(cls):
            if (field.name, field.sight.kind) != ("text", "public"):  # the sentence that every event has
                yield f"  {cls.__qualname__ + '.' + field.name:<32} {_sight(field)}"


def _classes(ruleset: AnyRuleset) -> list[type]:
    """The state, then the events, each followed by what it is made of."""
    found: list[type] = []

    def add(cls: type) -> None:
        if issubclass(cls, Sighted) and cls not in found:
            found.append(cls)
            for field in declarations(cls):
                for part in nested(field.type):
                    add(part)

    for cls in (ruleset.State, *ruleset.events_of):
        add(cls)
    return found


def _sight(field: Declared) -> str:
    """A declaration in words: `owned by giver, receiver`, `owned unless options.open_hands`."""
    sight = field.sight
    words = sight.kind.replace("_", " ")
    if sight.to:
        words += f" {', '.join(sight.to)}"
    if sight.last is not None:
        words += f" last {sight.last}"
    return words if sight.unless is None else f"{words} unless {sight.unless}"


def _game(ruleset: AnyRuleset, options: Any, seats: int, seed: bytes) -> Iterator[str]:
    chooser = Draws(Rng(final_seed(seed, [CHOICES])))
    step = ruleset.new(options, seats, Rng(seed))
    yield "0  deal"
    version = 0
    while True:
        state = step.state
        lists = {
            seat: tuple(islice(ruleset.legal_moves(state, seat), LOOK)) for seat in ruleset.to_act(state)
        }
        yield from _after(ruleset, state, seats, step.events, lists)
        if version % WHOLE == 0 or not lists:
            yield from _views(ruleset, state, seats)
        if not lists:
            yield f"   outcome {_json(ruleset.outcome(state))}"
            return
        seat = chooser.choice(tuple(lists))
        move = chooser.choice(lists[seat])
        version += 1
        yield ""
        yield f"{version}  seat {seat}  {move}"
        step = ruleset.apply(state, seat, move)


def _after(
    ruleset: AnyRuleset,
    state: Any,
    seats: int,
    events: Sequence[Event],
    lists: dict[Seat, tuple[Any, ...]],
) -> Iterator[str]:
    """What a step told, what the game waits for now, and what may be done."""
    public = ruleset.events_for(events, None, state.options)
    told = {seat: ruleset.events_for(events, seat, state.options) for seat in _seats(seats)}
    for at, event in enumerate(public):
        told_to_all = msgspec.to_builtins(event)
        del told_to_all["text"]  # written when it is read
        yield f"   {_json(told_to_all)}"
        for seat, seen in told.items():
            if seen[at] != event:
                yield f"     to {seat}  {_json(_differing(seen[at], event))}"
    yield f"   -> {_json(state.phase) if lists else 'over'}"
    for seat, moves in lists.items():
        kinds = Counter(str(move.__struct_config__.tag) for move in moves)
        counted = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        more = " ..." if len(moves) > SHOWN else ""
        yield f"   seat {seat} may {counted}: {'  '.join(map(str, moves[:SHOWN]))}{more}"


def _views(ruleset: AnyRuleset, state: Any, seats: int) -> Iterator[str]:
    """The digest of the stored state, the public view, and of each seat's view what is not in it."""
    yield f"   state     SHA-256 {hashlib.sha256(ruleset.to_json(state)).hexdigest()}"
    public = ruleset.view(state, None)
    yield f"   view      {_json(public)}"
    for seat in _seats(seats):
        yield f"   view of {seat} {_json(_differing(ruleset.view(state, seat), public))}"


def _differing(one: msgspec.Struct, other: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct that are not as in another of its class; of tuples the items, by place."""
    found: dict[str, Any] = {}
    for name in one.__struct_fields__:
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine == theirs:
            continue
        if isinstance(mine, tuple) and len(mine) == len(theirs):
            found[name] = {
                str(at): item for at, (item, old) in enumerate(zip(mine, theirs, strict=True)) if item != old
            }
        else:
            found[name] = mine
    return found


def _seats(seats: int) -> tuple[Seat, ...]:
    return tuple(Seat(at) for at in range(seats))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
