"""Few tables that together have every value of every option of a rule set, found from its metadata alone."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from service.schemas.rulesets import OptionInfo, RulesetInfo

# What a value of an option asks for beyond what the metadata tells: (slug, option, value) -> other options.
COMPANY: dict[tuple[str, str, Any], dict[str, Any]] = {
    ("advantage", "tiebreak", "date"): {"date_day": 16},
}


@dataclass
class Table:
    """What a game is made with: how many seats, None if any number will do, and what options it sets."""

    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def joined(self, other: "Table") -> "Table | None":
        """A table that has both, or None if they do not go together."""
        seats = self.seats if other.seats is None else other.seats
        shared = self.options.keys() & other.options.keys()
        if self.seats not in (None, seats) or any(
            self.options[name] != other.options[name] for name in shared
        ):
            return None
        return Table(seats, self.options | other.options)

    def told(self, info: RulesetInfo) -> dict[str, Any]:
        """All options of its game, as an answer shows them."""
        return {"ruleset": info.slug} | {one.name: default(one) for one in info.options} | self.options


def default(option: OptionInfo) -> Any:
    """The default of an option, as JSON has it."""
    return None if option.default is None else as_sent(option, option.default)


def as_sent(option: OptionInfo, value: str) -> Any:
    """A value that the metadata writes as text, as JSON has it."""
    if option.type == "boolean":
        return {"true": True, "false": False}[value]
    return value if option.type == "string" else int(value)


def values(info: RulesetInfo, option: OptionInfo) -> tuple[Any, ...]:
    """The values of an option to be tried: all there are; of many numbers the ends and the middle."""
    if option.values:
        return tuple(as_sent(option, value.value) for value in option.values)
    if option.type == "seat":
        return tuple(range(info.seats.max))
    least, most = option.minimum, option.maximum
    assert least is not None, f"{option.name} has no minimum"
    assert most is not None, f"{option.name} has no maximum"
    return least, (least + most) // 2, most


def needed(info: RulesetInfo, option: OptionInfo, value: Any) -> Table:
    """The smallest table where an option may have a value."""
    own = {option.name: value} | COMPANY.get((info.slug, option.name, value), {})
    if option.type == "seat":
        return Table(None if value in range(info.seats.min) else info.seats.max, own)
    if option.only_with is None or value == default(option):
        return Table(options=own)
    if option.only_with.option == "seats":
        return Table(int(option.only_with.value), own)
    other = next(one for one in info.options if one.name == option.only_with.option)
    around = needed(info, other, as_sent(other, option.only_with.value))
    return Table(around.seats, around.options | own)


def tables(info: RulesetInfo) -> Iterator[Table]:
    """Tables that together have every value of every option, each as many as go together."""
    left = [needed(info, option, value) for option in info.options for value in values(info, option)]
    while left:
        table, *others = left
        left = []
        for other in others:
            joined = table.joined(other)
            if joined is None:
                left.append(other)
            else:
                table = joined
        yield Table(table.seats or info.seats.max, table.options)
