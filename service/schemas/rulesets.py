"""What the service tells of a rule set, so that a client need not know it: all of it with labels."""

from typing import Literal

import msgspec

from engine.core.board import BoardPattern, BoardSpace

Direction = Literal["ltr", "rtl"]
OptionType = Literal["boolean", "integer", "string", "seat"]


class SeatRange(msgspec.Struct, frozen=True):
    """How few and how many seats a table may have; `counts` are all numbers that will do."""

    min: int
    max: int
    counts: tuple[int, ...]


class Language(msgspec.Struct, frozen=True):
    """A language of the texts, and the direction it is written in."""

    code: str
    label: str
    direction: Direction


class OptionValue(msgspec.Struct, frozen=True):
    """A value that an option may have, as JSON writes it but without quotes."""

    value: str
    label: str


class Needed(msgspec.Struct, frozen=True):
    """The value that another option must have, or, as `seats`, the number of seats at the table."""

    option: str
    value: str


class OptionInfo(msgspec.Struct, frozen=True):
    """A table option. `default` is written like a value; null is none (a dealer is then drawn).

    `values` are all there are, else any whole number from `minimum` to `maximum`, or a seat, will do. Unless
    `only_with` is met, the option has no say and may have its default alone.
    """

    name: str
    label: str
    text: str
    type: OptionType
    default: str | None
    values: tuple[OptionValue, ...]
    minimum: int | None
    maximum: int | None
    only_with: Needed | None


class Labelled(msgspec.Struct, frozen=True):
    """A code with its label."""

    code: str
    label: str


class CardInfo(msgspec.Struct, frozen=True):
    """A card with its label, and its points where the rules give it some of its own."""

    code: str
    label: str
    points: int | None


class BoardInfo(msgspec.Struct, frozen=True):
    """The board of a game that is played on one: enough to draw it and to explain what is scored on it.

    `shapes` and `pattern_names` are the labels of what spaces and patterns refer to.
    """

    spaces: tuple[BoardSpace, ...]
    patterns: tuple[BoardPattern, ...]
    shapes: tuple[Labelled, ...]
    pattern_names: tuple[Labelled, ...]


class RulesetSummary(msgspec.Struct, frozen=True):
    """A rule set in a line."""

    slug: str
    name: str
    summary: str
    edition: int
    seats: SeatRange
    languages: tuple[Language, ...]


class RulesetList(msgspec.Struct, frozen=True):
    """The rule sets that are hosted here."""

    items: tuple[RulesetSummary, ...]


class RulesetInfo(msgspec.Struct, frozen=True):
    """All about a rule set: options, kinds of moves, phases and events, cards, outcomes.

    `notes` say what of it a player may not expect, such as a part that is a reconstruction.
    """

    slug: str
    name: str
    summary: str
    edition: int
    seats: SeatRange
    languages: tuple[Language, ...]
    options: tuple[OptionInfo, ...]
    moves: tuple[Labelled, ...]
    phases: tuple[Labelled, ...]
    events: tuple[str, ...]
    cards: tuple[CardInfo, ...]
    outcomes: tuple[Labelled, ...]
    notes: tuple[str, ...]
    board: BoardInfo | None
    rules_url: str


class Bot(msgspec.Struct, frozen=True):
    """A house bot that can sit at a table."""

    level: str
    name: str
    text: str


class BotList(msgspec.Struct, frozen=True):
    """The house bots."""

    items: tuple[Bot, ...]


class ProblemPage(msgspec.Struct, frozen=True):
    """What a kind of problem means and what to do about it."""

    code: str
    status: int
    title: str
    text: str


class ProblemList(msgspec.Struct, frozen=True):
    """Every kind of problem that any call can answer with."""

    items: tuple[ProblemPage, ...]


class Health(msgspec.Struct, frozen=True):
    """Whether the service is alive, or ready to play."""

    status: str
