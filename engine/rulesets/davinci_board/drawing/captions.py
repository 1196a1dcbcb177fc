"""What the picture says in words: scores, whose turn it is, what the last piece completed."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.core.board import BoardPattern
from engine.core.outcome import Outcome
from engine.core.phases import Over
from engine.core.texts import Texts
from engine.rulesets.davinci_board.drawing.lettering import apart, clean, fitted
from engine.rulesets.davinci_board.patterns import CONTAINING, PATTERNS
from engine.rulesets.davinci_board.patterns import points as points_of
from engine.rulesets.davinci_board.state import Card, Place, Side, State, Swap

Names = Sequence[str | None]
SHORT: Final = 8.0  # how wide a name in the line under the board is at most, in parts of the size of its font


class Captions(NamedTuple):
    """The words of one picture: a title, a description of all there is to see, the line under the board, and
    what stands below it."""

    title: str
    description: str
    status: str
    fresh: list[str]
    note: str


def fresh(seen: State) -> tuple[BoardPattern, ...]:
    """The patterns that the last piece completed, the least valuable first: those that contain it and are
    wholly of its side."""
    if seen.last is None:
        return ()
    side = seen.sides[seen.last.side]
    held = {*side.ovals, *side.triangles}
    return tuple(one for one in CONTAINING[seen.last.space] if held.issuperset(one.spaces))


def plain(names: Names) -> list[str | None]:
    """The names of the seats as they may be drawn; None where nothing is left of one."""
    return [None if name is None else clean(name) or None for name in names]


def captions(seen: State, said: Texts, names: Names, outcome: Outcome | None) -> Captions:
    """The words; `names` are plain ones, `outcome` tells how the game ended, if it has."""
    told = [named(side, said, names) for side in seen.sides]
    short = [None if name is None else fitted(name, SHORT, 1) for name in names]
    comma, between = said.label("language", "comma"), said.label("language", "between")
    sides = comma.join(
        _say(said, "side", names=name, score=said.number(side.score))
        for name, side in zip(told, seen.sides, strict=True)
    )
    status = _status(seen, said, [None if name is None else apart(name) for name in short], outcome)
    note = _note(seen, said, outcome)
    held = [_held(side, name, said) for name, side in zip(told, seen.sides, strict=True)]
    parts: list[str] = []
    if seen.last is None:
        held.append(_say(said, "empty"))
    else:
        held.append(_say(said, "last", space=seen.last.space, names=told[seen.last.side]))
        if completed := fresh(seen):
            parts = _counted(completed, said)
            points = said.number(sum(one.points for one in completed))
            held.append(_say(said, "fresh", patterns=comma.join(parts), points=points))
            who = named(seen.sides[seen.last.side], said, short)
            parts[0] = _say(said, "completed", names=who, points=points, patterns=parts[0])
    everything = between.join(filter(None, (*held, status, note)))
    return Captions(_say(said, "title", sides=sides), everything, status, parts, note)


def _say(said: Texts, key: str, **facts: object) -> str:
    return said.label("picture", key).format_map(facts)


def named(side: Side, said: Texts, names: Names) -> str:
    """The names of a side: of the one, or of both partners."""
    kept = [None if name is None else apart(name) for name in names]
    return said.label("picture", "with").join(said.seat(seat, kept) for seat in side.seats)


def _held(side: Side, name: str, said: Texts) -> str:
    return _say(
        said,
        "held",
        names=name,
        score=said.number(side.score),
        ovals=said.number(len(side.ovals)),
        triangles=said.number(len(side.triangles)),
        ovals_left=said.number(side.ovals_left),
        triangles_left=said.number(side.triangles_left),
    )


def _counted(completed: tuple[BoardPattern, ...], said: Texts) -> list[str]:
    """Each pattern with its points, and how often; the most valuable first."""
    counts = Counter(one.pattern for one in completed)
    return [
        _say(
            said,
            "pattern" if counts[pattern] == 1 else "patterns",
            count=said.number(counts[pattern]),
            pattern=said.label("patterns", pattern),
            points=said.number(points_of(pattern)),
        )
        for pattern in reversed(PATTERNS)
        if counts[pattern]
    ]


def _status(seen: State, said: Texts, names: Names, outcome: Outcome | None) -> str:
    """How the game ended, or what it waits for."""
    if outcome is not None:
        return said.outcome(outcome, names)
    match seen.phase:
        case Place(seat, shapes):
            key = shapes[0] if len(shapes) == 1 else "place"
            return said.label("picture", "turn", key).format(seat=said.seat(seat, names))
        case Card(seat, card) | Swap(seat, card):
            return said.label("picture", "turn", "card").format(
                seat=said.seat(seat, names), card=said.card_label(card)
            )
        case Over():
            return said.label("phases", "over")


def _note(seen: State, said: Texts, outcome: Outcome | None) -> str:
    """Why the game ended, or how many cards are still to come."""
    if outcome is not None:
        return said.label("outcomes", outcome.reason)
    if isinstance(seen.phase, Card | Swap) and seen.phase.owed:
        return said.label("picture", "turn", "more").format(count=said.number(seen.phase.owed))
    return ""
