"""Rule sets described: derived from their classes and their texts, written nowhere else."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from engine import RULESETS, Ruleset
from engine.core.house import HOUSE_EVENTS
from engine.core.options import only
from engine.core.seats import Seat
from engine.core.sight import nested
from engine.core.texts import Texts, languages, texts
from service.schemas.lobby import HouseRule
from service.schemas.rulesets import (
    BoardInfo,
    CardInfo,
    Labelled,
    Language,
    Needed,
    OptionInfo,
    OptionType,
    OptionValue,
    RulesetInfo,
    RulesetList,
    RulesetSummary,
    SeatRange,
)

AnyRuleset = Ruleset[Any, Any, Any]


@cache
def all_languages() -> tuple[str, ...]:
    """Every language that some rule set speaks."""
    return tuple(dict.fromkeys(lang for ruleset in RULESETS.values() for lang in languages(ruleset)))


def spoken(ruleset: AnyRuleset, lang: str) -> str:
    """The language if the rule set speaks it, else its first."""
    found = languages(ruleset)
    return lang if lang in found else found[0]


def rulesets(lang: str) -> RulesetList:
    """All rule sets in a line each."""
    return RulesetList(tuple(_summary(ruleset, lang) for ruleset in RULESETS.values()))


def _summary(ruleset: AnyRuleset, lang: str) -> RulesetSummary:
    said = texts(ruleset, spoken(ruleset, lang))
    return RulesetSummary(
        slug=ruleset.slug,
        name=said.label("ruleset", "name"),
        summary=said.label("ruleset", "summary"),
        edition=ruleset.edition,
        seats=SeatRange(ruleset.seats[0], ruleset.seats[-1], tuple(ruleset.seats)),
        languages=tuple(_language(texts(ruleset, code), code) for code in languages(ruleset)),
    )


def _language(said: Texts, code: str) -> Language:
    return Language(code, said.label("language", "label"), "rtl" if said.direction == "rtl" else "ltr")


@cache
def describe(ruleset: AnyRuleset, lang: str) -> RulesetInfo:
    """All about a rule set."""
    said = texts(ruleset, spoken(ruleset, lang))
    summary = _summary(ruleset, lang)
    codes = {card for pile in ruleset.piles(ruleset.Options()) for card in pile.cards}
    return RulesetInfo(
        **{field: getattr(summary, field) for field in summary.__struct_fields__},
        options=tuple(_options(ruleset, said)),
        moves=tuple(Labelled(kind, said.label("kinds", kind)) for kind in map(_tag, ruleset.moves_of)),
        phases=tuple(Labelled(kind, said.label("phases", kind)) for kind in phase_kinds(ruleset)),
        events=tuple(_tag(cls) for cls in (*HOUSE_EVENTS, *ruleset.events_of)),
        cards=tuple(
            CardInfo(card, said.card_label(card), ruleset.points_of(card))
            for card in _in_order(ruleset, codes)
        ),
        outcomes=tuple(Labelled(code, label) for code, label in said.table["outcomes"].items()),
        notes=tuple(said.table["ruleset"].get("notes", ())),
        board=_board(ruleset, said),
        rules_url=f"/v1/rulesets/{ruleset.slug}/rules",
    )


def _board(ruleset: AnyRuleset, said: Texts) -> BoardInfo | None:
    board = ruleset.board()
    if board is None:
        return None
    shapes = dict.fromkeys(space.shape for space in board.spaces)
    names = dict.fromkeys(pattern.pattern for pattern in board.patterns)
    return BoardInfo(
        board.spaces,
        board.patterns,
        tuple(Labelled(shape, said.label("shapes", shape)) for shape in shapes),
        tuple(Labelled(name, said.label("patterns", name)) for name in names),
    )


def _in_order(ruleset: AnyRuleset, codes: set[Any]) -> list[Any]:
    order = [card for pile in ruleset.piles(ruleset.Options()) for card in pile.cards]
    return [card for card in dict.fromkeys(order) if card in codes]


def phase_kinds(ruleset: AnyRuleset) -> tuple[str, ...]:
    """The kinds of phases, in the order of their declaration."""
    return tuple(_tag(cls) for cls in nested(get_type_hints(ruleset.State)["phase"]))


def _tag(cls: Any) -> str:
    return str(cls.__struct_config__.tag)


def _options(ruleset: AnyRuleset, said: Texts) -> Iterator[OptionInfo]:
    hints = get_type_hints(ruleset.Options)
    full = get_type_hints(ruleset.Options, include_extras=True)
    for field in msgspec.structs.fields(ruleset.Options):
        hint = hints[field.name]
        kind, values = _values(hint)
        default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
        yield OptionInfo(
            name=field.name,
            label=said.label("options", field.name, "label"),
            text=said.label("options", field.name, "text"),
            type=kind,
            default=None if default is None else _json(default),
            values=tuple(
                OptionValue(_json(value), said.label("options", field.name, "values", _json(value)))
                for value in values
            ),
            minimum=_bound(full[field.name], "ge"),
            maximum=_bound(full[field.name], "le"),
            only_with=_needed(ruleset, field.name),
        )


def _values(hint: Any) -> tuple[OptionType, tuple[Any, ...]]:
    if hint is bool:
        return "boolean", (True, False)
    if get_origin(hint) is Literal:
        values = get_args(hint)
        return ("integer" if type(values[0]) is int else "string"), values
    if Seat in get_args(hint):
        return "seat", ()
    return "integer", ()


def _bound(hint: Any, end: str) -> int | None:
    """The least (`ge`) or greatest (`le`) whole number that an option may be."""
    own = (getattr(mark, end, None) for mark in getattr(hint, "__metadata__", ()))
    inner = (_bound(part, end) for part in get_args(hint))
    return next((bound for bound in (*own, *inner) if bound is not None), None)


def _needed(ruleset: AnyRuleset, name: str) -> Needed | None:
    needed = only(ruleset.Options, name)
    return None if needed is None else Needed(needed.option, _json(needed.value))


def _json(value: Any) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(maxsize=1024)  # most tables play by few sets of rules
def house_rules(ruleset: AnyRuleset, options: bytes, lang: str, labels: bool) -> tuple[HouseRule, ...]:
    """The stored options that are not the defaults, in the order of their declaration.

    None for options of an edition that is no more.
    """
    try:
        given = msgspec.json.decode(options, type=ruleset.Options)
    except msgspec.ValidationError:
        return ()
    plain, said = ruleset.Options(), texts(ruleset, spoken(ruleset, lang))
    hints = get_type_hints(ruleset.Options)
    return tuple(
        HouseRule(name, _json(value), _told(said, name, hints[name], value) if labels else None)
        for name in ruleset.Options.__struct_fields__
        if (value := getattr(given, name)) != getattr(plain, name)
    )


def _told(said: Texts, option: str, hint: Any, value: Any) -> str:
    """What is played: the option and its value, since many a value ("no") says nothing alone."""
    named = value in _values(hint)[1]
    shown = said.label("options", option, "values", _json(value)) if named else _json(value)
    return f"{said.label('options', option, 'label')}: {shown}"
