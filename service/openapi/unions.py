"""Unions of the document: a discriminator, and in answers a variant for what is newer than the document.

The catch-all excludes every known tag, so exactly one variant fits; generated clients then keep what they do
not know instead of failing.
"""

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def union(variants: Mapping[str, str], tag: str, other: str | None = None) -> Schema:
    """One of the components named by tag, and of `other` for any further tag."""
    names = [*variants.values(), *([other] if other else [])]
    mapping = {value: f"#/components/schemas/{name}" for value, name in variants.items()}
    if other is not None:
        mapping["other"] = f"#/components/schemas/{other}"
    return {
        "oneOf": [ref(name) for name in names],
        "discriminator": {"propertyName": tag, "mapping": mapping},
    }


def catch_all(what: str, tag: str, known: list[str], also: Mapping[str, Schema] | None = None) -> Schema:
    """The variant of a union for tags that this document does not know."""
    properties = {tag: {"type": "string", "not": {"enum": known}}, **(also or {})}
    return {
        "type": "object",
        "description": f"{what} newer than this document. Never sent with a {tag} listed here.",
        "required": list(properties),
        "properties": properties,
    }
