"""The schemas that msgspec makes of Structs, in the form that generators of clients read best."""

from typing import Any

import msgspec

from service.openapi.unions import Schema, ref

RENAMED = {"OutcomeInfo": "Outcome", "GameStep": "Step", "GameRecord": "Record"}
_TEMPLATE = "#/components/schemas/{name}"
_TYPES = {str: "string", int: "integer", bool: "boolean", float: "number"}


def components_of(cls: type, name: str | None = None) -> dict[str, Schema]:
    """The component of a Struct class, under its public name, and those that it refers to."""
    (own,), found = msgspec.json.schema_components([cls], ref_template=_TEMPLATE)
    key = own["$ref"].rpartition("/")[2]
    names = {**RENAMED, **({key: name} if name else {})}
    return {names.get(old, old): _shaped(schema, names) for old, schema in found.items()}


def _shaped(schema: Any, names: dict[str, str]) -> Any:
    if isinstance(schema, list | tuple):
        return [_shaped(part, names) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        old = schema["$ref"].rpartition("/")[2]
        return ref(names.get(old, old))
    shaped = {key: _shaped(part, names) for key, part in schema.items() if key not in ("title", "properties")}
    if "properties" in schema:  # its keys are names of fields, one of which may be `title`
        shaped["properties"] = {field: _shaped(part, names) for field, part in schema["properties"].items()}
    if "description" in shaped:
        shaped["description"] = " ".join(shaped["description"].split("\n\n")[0].split())
    if shaped.get("default", 0) is None:
        del shaped["default"]
    if "enum" in shaped:
        shaped = _enumerated(shaped)
    if "anyOf" in shaped:
        shaped = _nullable(shaped)
    if isinstance(values := shaped.get("additionalProperties"), dict):
        return ref("Metadata" if values.get("type") == "string" else "Stack")
    return shaped


def _enumerated(schema: Schema) -> Schema:
    """A set of values has a type; a single value is a constant."""
    values = schema["enum"]
    rest = {key: part for key, part in schema.items() if key != "enum"}
    kind = {"type": _TYPES[type(values[0])]}
    return {**kind, "const": values[0], **rest} if len(values) == 1 else {**kind, "enum": values, **rest}


def _nullable(schema: Schema) -> Schema:
    """A type or null is written as two types; a reference and a set of values stay one of two schemas."""
    parts = [part for part in schema["anyOf"] if part != {"type": "null"}]
    plain = len(parts) == 1 and isinstance(parts[0].get("type"), str) and "enum" not in parts[0]
    if not plain or len(schema["anyOf"]) != 2:
        return {**schema, "anyOf": sorted(schema["anyOf"], key=lambda part: part == {"type": "null"})}
    rest = {key: part for key, part in schema.items() if key != "anyOf"}
    return {**parts[0], "type": [parts[0]["type"], "null"], **rest}


def answered(schema: Schema) -> Schema:
    """An object that is answered: every field is always there."""
    return {**schema, "required": list(schema["properties"])}


def asked(schema: Schema) -> Schema:
    """An object that is sent: unknown fields are refused."""
    return {**schema, "additionalProperties": False}


def camel(text: str) -> str:
    """A tag or slug in CamelCase."""
    return "".join(part.capitalize() for part in text.replace("-", "_").split("_"))
