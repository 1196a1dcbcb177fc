"""Texts for people: labels, sentences and rules, read from the `text/` folders, never written in code.

`text/<lang>.toml` holds tables of labels, and templates whose placeholders are the fields of the move or
event that they tell. A template with variants is a table: its keys are conditions (`card=??,reason=guess`;
a value is `null`, `true`, `false`, `[]`, `??` for a hidden card or one alone in a tuple, `*` for anything
there is, or the value itself), the first that fits is taken, `else` fits always. What all rule sets share
stands in `engine/core/text/`. `text/<lang>.md` holds the rules.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple, get_args, get_type_hints

from engine.core.cards import HIDDEN, Card
from engine.core.events import Event
from engine.core.moves import Move, Numbered
from engine.core.outcome import Outcome
from engine.core.ruleset import Ruleset
from engine.core.seats import Seat

DEFAULT = "en"
FIRST_STRONG, POP = (
    "\u2068",
    "\u2069",
)  # Unicode isolates around names and codes in right-to-left text
_HEADING = re.compile(r"^#{1,6} .*\{#([A-Za-z0-9_-]+)\}\s*$", re.MULTILINE)

Table = Mapping[str, Any]
AnyRuleset = Ruleset[Any, Any, Any]
Place = Callable[[str], str]  # how a table id reads


@cache
def languages(ruleset: AnyRuleset) -> tuple[str, ...]:
    """The languages that a rule set speaks, English first."""
    names = {file.name for file in _folder(type(ruleset).__module__).iterdir()}
    found = sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))
    return tuple(sorted(found, key=lambda lang: lang != DEFAULT))


@cache
def rules_text(ruleset: AnyRuleset, lang: str) -> str:
    """The rules and rulings as Markdown; heading ids are rule ids."""
    return str((_folder(type(ruleset).__module__) / f"{lang}.md").read_text(encoding="utf-8"))


def rule_ids(markdown: str) -> tuple[str, ...]:
    """The ids of the headings of a rules text."""
    return tuple(_HEADING.findall(markdown))


@cache
def texts(ruleset: AnyRuleset | None, lang: str = DEFAULT) -> "Texts":
    """The texts of a rule set with those of the house; of the house alone without one."""
    shared = _read("engine.core", lang)
    own = {} if ruleset is None else _read(type(ruleset).__module__, lang)
    return Texts(_merged(shared, own), lang)


def _folder(package: str) -> Any:
    return resources.files(package) / "text"


def _read(package: str, lang: str) -> Table:
    return tomllib.loads((_folder(package) / f"{lang}.toml").read_text(encoding="utf-8"))


def _merged(base: Table, more: Table) -> Table:
    both = dict(base)
    for key, value in more.items():
        both[key] = _merged(base[key], value) if isinstance(base.get(key), dict) else value
    return both


class Texts:
    """The texts of one rule set in one language.

    `names` below are those of the seats, None where one has none.
    """

    def __init__(self, table: Table, lang: str = DEFAULT) -> None:
        self.table = table
        self.lang = lang
        self.direction: str = self.label("language", "direction")
        self._isolate = self.direction == "rtl"
        self._digits = str.maketrans("0123456789", self.label("language", "digits"))
        self._named = table.get("card", {}).get("said") == "name"  # else a card reads by its code

    def label(self, *path: str) -> str:
        """The text at a path of keys. KeyError if there is none."""
        at: Any = self.table
        for key in path:
            at = at[key]
        return str(at)

    def card_label(self, card: Card) -> str:
        """The name of a card: its own, or made of its rank and suit, or of its suit and number."""
        own = self.table.get("cards", {}).get(card)
        if own is not None:
            return str(own)
        if "ranks" in self.table:
            rank, suit = self.table["ranks"][card[:-1]], self.table["suits"][card[-1:]]
            return self.label("card", "ranked").format(rank=rank, suit=suit)
        suit, number = card[:1], card[1:]
        kind = "suit" if suit in self.table.get("suits", {}) else "wild"
        return self.label("card", kind).format(
            suit=self.table.get("suits", {}).get(suit), number=self.number(number)
        )

    def rule(self, rule: str, facts: Mapping[str, object]) -> str:
        """The sentence of a rule that a move broke."""
        return self.label("rules", rule).format_map(_Facts(self._facts(facts)))

    def number(self, number: object) -> str:
        """A number in the digits of the language."""
        return str(number).translate(self._digits)

    def move(self, move: Move, on_table: Mapping[str, tuple[str, Mapping[str, object]]]) -> str:
        """The label of a legal move; `on_table` says what lies under each id, as `Ruleset.on_table` does."""

        def place(name: str) -> str:
            if name not in on_table:
                return name
            key, facts = on_table[name]
            return self.label("ids", key).format_map(self._facts(facts))

        return self._variant(
            self.table["moves"][move.__struct_config__.tag], move, _Said(self, move, (), place)
        )

    def event(self, event: Event, names: Sequence[str | None]) -> str:
        """The sentence that tells an event as it was masked; empty if it goes without saying."""
        template = self.table["events"][event.__struct_config__.tag]
        return self._variant(template, event, _Said(self, event, names, str))

    def step(self, events: Iterable[Event], names: Sequence[str | None]) -> str:
        """The sentences of a step's events, one after the other."""
        return self.label("language", "between").join(
            filter(None, (self.event(event, names) for event in events))
        )

    def outcome(self, outcome: Outcome, names: Sequence[str | None]) -> str:
        """The sentence that tells who won."""
        winners = [self.seat(seat, names) for seat in outcome.winners]
        score = max((outcome.scores[seat] for seat in outcome.winners), default=0)
        key = {0: "nobody", 1: "won"}.get(len(winners), "shared")
        if outcome.reason == "forfeit" and winners:
            key = "forfeit"
        return self.label("outcome", key).format(winners=self._listed(winners), score=self.number(score))

    def seat(self, seat: int, names: Sequence[str | None]) -> str:
        """The name of a seat."""
        name = names[seat] if seat < len(names) else None
        return self._apart(name or self.label("seats", "unnamed").format(number=self.number(seat + 1)))

    def _variant(self, template: Any, told: Any, said: Mapping[str, str]) -> str:
        if isinstance(template, str):
            return template.format_map(said)
        for condition, text in template.items():
            if condition == "else" or _fits(condition, told):
                return str(text).format_map(said)
        raise KeyError(f"no variant of {type(told).__name__} fits")

    def value(self, field: "_Field", value: Any, names: Sequence[str | None], place: Place) -> str:
        """A field of a move or an event as it reads in a sentence.

        A struct in it reads by the template that `parts` has for its class, else by its card or id.
        """
        if isinstance(value, tuple) and field.by_seat:
            told = (f"{self.seat(seat, names)} {self.number(points)}" for seat, points in enumerate(value))
            return self.label("language", "comma").join(told)
        if isinstance(value, tuple):
            return " + ".join(self.value(field, item, names, place) for item in value)
        if value is None:
            return ""
        if isinstance(value, int) and not isinstance(value, bool):
            if field.seats:
                return self.seat(value, names)
            return place(str(value)) if field.numbered else self.number(value)
        if isinstance(value, str) and field.cards and self._named:
            return self._card(value)
        if isinstance(value, str):
            labels = {} if field.cards else self.table.get(field.labels, {})
            label = labels.get(value)
            return str(label) if isinstance(label, str) else self._apart(place(value))
        part = self.table.get("parts", {}).get(type(value).__name__)
        if part is not None:
            return str(part).format_map(_Said(self, value, names, place))
        card = getattr(value, "card", None)
        return self._card(card) if card else self._apart(str(getattr(value, "id", value)))

    def _card(self, card: str) -> str:
        """A card in a sentence: its code, or its name where the texts have it so."""
        if not self._named:
            return self._apart(card)
        return self.label("card", "hidden") if card == HIDDEN else self.card_label(Card(card))

    def _listed(self, items: Sequence[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        comma, last = self.label("language", "comma"), self.label("language", "and")
        return f"{comma.join(items[:-1])} {last} {items[-1]}"

    def _facts(self, facts: Mapping[str, object]) -> dict[str, object]:
        """Facts as they read in a sentence: cards as cards, numbers in its digits, ids apart, structs as in
        the fields of an event."""
        return {name: self._fact(name, fact) for name, fact in facts.items()}

    def _fact(self, name: str, fact: object) -> str:
        if isinstance(fact, tuple):
            return self.value(_PLAIN, fact, (), str)
        if isinstance(fact, str):
            return self._card(fact) if name == "card" else self._apart(fact)
        return self.number(fact)

    def _apart(self, text: str) -> str:
        return f"{FIRST_STRONG}{text}{POP}" if self._isolate else text


class _Facts(dict[str, object]):
    """Facts of a refusal; a placeholder without one stays as it is."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


class _Field(NamedTuple):
    """What a field of a move or an event holds, and the table where its values have labels."""

    seats: bool
    cards: bool
    numbered: bool
    by_seat: bool
    labels: str


_PLAIN = _Field(seats=False, cards=False, numbered=False, by_seat=False, labels="")


@cache
def _field(cls: type, name: str) -> _Field:
    hint = get_type_hints(cls, include_extras=True)[name]
    by_seat = name in ("points", "totals")
    return _Field(_has(hint, Seat), _has(hint, Card), _has(hint, Numbered()), by_seat, f"{name}s")


class _Said(dict[str, str]):
    """The fields of a move or an event as they read in a sentence, each when a template names it."""

    def __init__(self, texts: Texts, told: Any, names: Sequence[str | None], place: Place) -> None:
        super().__init__()
        self._texts, self._told, self._names, self._place = texts, told, names, place

    def __missing__(self, field: str) -> str:
        cls: Any = type(self._told)
        return self._texts.value(_field(cls, field), getattr(self._told, field), self._names, self._place)


def _has(hint: Any, wanted: Any) -> bool:
    return hint is wanted or hint == wanted or any(_has(part, wanted) for part in get_args(hint))


def _fits(condition: str, told: Any) -> bool:
    return all(_is(getattr(told, field), wanted) for field, wanted in _parts(condition))


@cache
def _parts(condition: str) -> tuple[tuple[str, str], ...]:
    parts = (part.strip().partition("=") for part in condition.split(","))
    return tuple((field, wanted) for field, _, wanted in parts)


def _is(value: Any, wanted: str) -> bool:
    match wanted:
        case "null":
            return value is None
        case "true" | "false":
            return value is (wanted == "true")
        case "[]":
            return bool(value == ())
        case "??":
            return value in (HIDDEN, (HIDDEN,))
        case "*":
            return value is not None and bool(value != ())
        case _:
            return str(value) == wanted
