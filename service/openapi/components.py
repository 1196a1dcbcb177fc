"""The components: every shape that is sent or answered, under its public name."""

from typing import Any, get_type_hints

import msgspec

from engine import RULESETS, Ruleset
from engine.core.house import HOUSE_EVENTS
from engine.core.sight import nested
from service.api import OPERATIONS
from service.catalogue import phase_kinds
from service.openapi.shaping import answered, asked, camel, components_of
from service.openapi.unions import Schema, catch_all, ref, union
from service.schemas.answers import Problem
from service.schemas.requests import NewGame

AnyRuleset = Ruleset[Any, Any, Any]
TEXT: Schema = {"type": ["string", "null"]}


def components() -> dict[str, Schema]:
    """All schemas by name."""
    found: dict[str, Schema] = {"Stack": _stack(), "Metadata": _metadata()}
    told = {body for operation in OPERATIONS.values() for body in operation.answers.values()}
    for operation in OPERATIONS.values():
        if isinstance(operation.body, type) and operation.body not in told:
            _add(found, {name: asked(schema) for name, schema in components_of(operation.body).items()})
        for body in operation.answers.values():
            if isinstance(body, type):
                _add(found, {name: answered(schema) for name, schema in components_of(body).items()})
    _add(found, {name: answered(schema) for name, schema in components_of(Problem).items()})
    _add(found, _messages())
    _add(found, _moves())
    _add(found, _events())
    for ruleset in RULESETS.values():
        _add(found, _view(ruleset))
        _add(found, _options(ruleset))
        details = get_type_hints(ruleset.Outcome)["details"]
        made = components_of(details, f"{ruleset.prefix}OutcomeDetails")
        _add(found, {name: answered(schema) for name, schema in made.items()})
    _add(found, _by_ruleset("View", "A view of a rule set"))
    _add(found, _by_ruleset("Options", "Options of a rule set"))
    _add(found, _by_ruleset("OutcomeDetails", "Details of a rule set"))
    _add(found, _new_games())
    return {name: {"title": name, **found[name]} for name in sorted(found)}


def _add(found: dict[str, Schema], more: dict[str, Schema]) -> None:
    """Adds components; two shapes under one name would be a mistake here."""
    for name, schema in more.items():
        if found.setdefault(name, schema) != schema:
            raise ValueError(f"two shapes are called {name}")


def _stack() -> Schema:
    return {
        "type": "object",
        "description": "By pile, the cards on top of it, first drawn first; the rest follows by the seed.",
        "additionalProperties": {"type": "array", "items": {"type": "string"}},
    }


def _metadata() -> Schema:
    return {
        "type": "object",
        "description": "What the host wants to remember of a game: texts by name.",
        "maxProperties": 20,
        "propertyNames": {"minLength": 1, "maxLength": 40},
        "additionalProperties": {"type": "string", "maxLength": 500},
    }


def _tag(cls: Any) -> str:
    return str(cls.__struct_config__.tag)


def _moves() -> dict[str, Schema]:
    """Moves are the same where they are sent and answered; only answers may hold some that are not known
    here."""
    found: dict[str, Schema] = {}
    kinds = {}
    for cls in dict.fromkeys(cls for ruleset in RULESETS.values() for cls in ruleset.moves_of):
        name = f"{camel(_tag(cls))}Move"
        kinds[_tag(cls)] = name
        _add(found, components_of(cls, name))
        found[name]["properties"]["kind"]["default"] = _tag(cls)
    found["Move"] = union(kinds, "kind") | {"description": "A move to play, as it was listed."}
    found["AnyMove"] = union(kinds, "kind", "OtherMove") | {"description": "A move of any rule set."}
    found["OtherMove"] = catch_all("A move of a kind", "kind", list(kinds))
    return found


def _events() -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    kinds = {}
    known = (*HOUSE_EVENTS, *(cls for ruleset in RULESETS.values() for cls in ruleset.events_of))
    for cls in dict.fromkeys(known):
        name = f"{camel(_tag(cls))}Event"
        kinds[_tag(cls)] = name
        _add(found, {part: answered(schema) for part, schema in components_of(cls, name).items()})
    found["Event"] = union(kinds, "kind", "OtherEvent") | {
        "description": "What happened, as the caller may know it."
    }
    found["OtherEvent"] = catch_all("An event of a kind", "kind", list(kinds), {"text": TEXT})
    return found


def _messages() -> dict[str, Schema]:
    """The data of the messages that streams send."""
    found: dict[str, Schema] = {}
    kinds = {}
    sent = (cls for operation in OPERATIONS.values() for cls in operation.sends)
    for cls in dict.fromkeys(sent):
        made = components_of(cls)
        kinds[made[cls.__name__]["properties"]["event"]["const"]] = cls.__name__
        _add(found, {name: answered(schema) for name, schema in made.items()})
    found["StreamMessage"] = union(kinds, "event", "OtherMessage") | {
        "description": "The `data` of a message of a stream."
    }
    found["OtherMessage"] = catch_all("A message of an event", "event", list(kinds))
    return found


def _view(ruleset: AnyRuleset) -> dict[str, Schema]:
    """The view of a rule set; its phases are a union of their own."""
    prefix = ruleset.prefix
    found = {name: answered(schema) for name, schema in components_of(ruleset.view_type).items()}
    kinds = {kind: f"{prefix}{camel(kind)}Phase" for kind in phase_kinds(ruleset)}
    classes = nested(get_type_hints(ruleset.State)["phase"])
    assert len(classes) == len(kinds)
    found[f"{prefix}View"]["properties"]["phase"] = ref(f"{prefix}Phase")
    found[f"{prefix}Phase"] = union(kinds, "kind", f"{prefix}OtherPhase") | {
        "description": "What the game waits for. `since` is the version at which the phase began."
    }
    found[f"{prefix}OtherPhase"] = catch_all("A phase of a kind", "kind", list(kinds))
    return found


def _options(ruleset: AnyRuleset) -> dict[str, Schema]:
    told = components_of(ruleset.Options, f"{ruleset.prefix}Options")
    name = f"{ruleset.prefix}Options"
    schema = told[name]
    sent = {
        **schema,
        "required": [],
        "description": f"{schema['description']} What is left out has its default.",
    }
    plain = {
        field: {key: part for key, part in shape.items() if key != "default"}
        for field, shape in schema["properties"].items()
    }
    return {name: answered({**schema, "properties": plain}), f"{name}Input": asked(sent)}


def _by_ruleset(what: str, sentence: str) -> dict[str, Schema]:
    names = {slug: f"{ruleset.prefix}{what}" for slug, ruleset in RULESETS.items()}
    made = union(names, "ruleset", f"Other{what}") | {"description": f"{sentence}, tagged with its slug."}
    return {what: made, f"Other{what}": catch_all(sentence, "ruleset", list(names))}


def _new_games() -> dict[str, Schema]:
    """The body of createGame: for each rule set with its own options."""
    found: dict[str, Schema] = {}
    names = {}
    for slug, ruleset in RULESETS.items():
        name = f"New{ruleset.prefix}Game"
        names[slug] = name
        made = {part: asked(schema) for part, schema in components_of(NewGame, name).items()}
        made[name]["properties"]["ruleset"] = {"type": "string", "const": slug, "default": slug}
        made[name]["properties"]["options"] = ref(f"{ruleset.prefix}OptionsInput")
        _add(found, made)
    found["NewGame"] = union(names, "ruleset") | {"description": "A game to make."}
    return found


def struct_fields(cls: type[msgspec.Struct]) -> dict[str, tuple[Schema, bool]]:
    """The schema of each field of a flat Struct by its name on the wire, and whether it is required."""
    (schema,) = components_of(cls).values()
    return {name: (part, name in schema["required"]) for name, part in schema["properties"].items()}
