"""The paths: each operation with its parameters, body, answers and every problem it can answer."""

from typing import Any

from service.api.operation import Operation
from service.openapi.components import struct_fields
from service.openapi.unions import Schema, ref
from service.problems import PAGES

Examples = dict[str, Any]
JSON, PROBLEM = "application/json", "application/problem+json"

_HEADERS: dict[str, Schema] = {
    "Idempotency-Key": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": "Names this request, so that it may be sent again and count once. Where secrets are made it has"
        " 22 characters or more; a UUID will do.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    },
    "If-Match": {
        "name": "If-Match",
        "in": "header",
        "required": False,
        "description": 'The version you act on: an ETag of the game or its version in quotes, `"41"`. While several may'
        " act, any version since the phase began will do.",
        "schema": {"type": "string"},
    },
    "If-None-Match": {
        "name": "If-None-Match",
        "in": "header",
        "required": False,
        "description": "The ETag you have: 304 if nothing has changed.",
        "schema": {"type": "string"},
    },
}
_PATH = {
    "game": "Id of a game",
    "seat": "A seat, from 0",
    "slug": "Slug of a rule set",
    "code": "Code of a kind of problem",
}
_STATUS = {200: "As asked", 201: "Made", 204: "Legal", 304: "Nothing has changed"}


def path_item(operation: Operation, examples: Examples) -> Schema:
    """The operation object."""
    made: Schema = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
        "parameters": _parameters(operation),
        "responses": {
            **{str(status): _answer(operation, status, examples) for status in operation.answers},
            **_problems(operation, examples),
        },
    }
    if operation.body is not None:
        made["requestBody"] = _body(operation, examples)
    made["security"] = [{f"{role}Token": []} for role in operation.needs] + (
        [{}] if operation.optional else []
    )
    return made


def _parameters(operation: Operation) -> list[Schema]:
    parts = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    found: list[Schema] = [
        {
            "name": part,
            "in": "path",
            "required": True,
            "description": _PATH[part],
            "schema": {"type": "string"},
        }
        for part in parts
    ]
    for name, (schema, required) in (struct_fields(operation.query) if operation.query else {}).items():
        found.append(
            {"name": name, "in": "query", "required": required, "schema": schema, **_exploded(schema)}
        )
    wanted = {
        "Idempotency-Key": operation.idempotent,
        "If-Match": operation.if_match,
        "If-None-Match": 304 in operation.answers,
    }
    return found + [_HEADERS[name] for name, want in wanted.items() if want]


def _exploded(schema: Schema) -> Schema:
    return {"style": "form", "explode": True} if schema.get("type") == "array" else {}


def _body(operation: Operation, examples: Examples) -> Schema:
    name = operation.body if isinstance(operation.body, str) else _name(operation.body)
    content: Schema = {"schema": ref(name)}
    if (example := examples["bodies"].get(operation.id)) is not None:
        content["example"] = example
    return {"required": True, "content": {JSON: content}}


def _name(cls: type) -> str:
    return {"GameRecord": "Record"}.get(cls.__name__, cls.__name__)


def _answer(operation: Operation, status: int, examples: Examples) -> Schema:
    made: Schema = {"description": _STATUS[status], "headers": _answer_headers(operation, status)}
    body = operation.answers[status]
    if body is None:
        return made
    example = examples["answers"][operation.id][str(status)]
    if isinstance(body, str):
        made["content"] = {body: {"schema": {"type": "string"}, "example": example}}
    else:
        made["content"] = {JSON: {"schema": ref(_name(body)), "example": example}}
    return made


def _answer_headers(operation: Operation, status: int) -> Schema:
    found = {"X-Request-Id": "The id of the request, also in problems"}
    if operation.etag:
        found["ETag"] = "Version, nonce and variant of what is answered"
    if status == 201:
        found["Location"] = "The game"
    if operation.idempotent:
        found["Idempotent-Replayed"] = "`true` on the answer to a retry"
    return {name: {"description": text, "schema": {"type": "string"}} for name, text in found.items()}


def _problems(operation: Operation, examples: Examples) -> dict[str, Schema]:
    """One answer a status; where a status has several codes, an example of each."""
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(operation.problems):
        by_status.setdefault(PAGES[code].status, []).append(code)
    found = {}
    for status, codes in sorted(by_status.items()):
        content = {
            "schema": ref("Problem"),
            "examples": {code: {"value": examples["problems"][code]} for code in codes},
        }
        text = "; ".join(f"`{code}`: {PAGES[code].title}" for code in codes)
        found[str(status)] = {"description": text, "content": {PROBLEM: content}}
    return found
