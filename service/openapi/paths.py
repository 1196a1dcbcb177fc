"""The paths: each operation with its parameters, body, answers and every problem it can answer."""

from collections.abc import Iterator
from typing import Any, Final

from service.api.operation import Operation
from service.openapi.components import struct_fields
from service.openapi.unions import Schema, ref
from service.problems import PAGES

Examples = dict[str, Any]
JSON, PROBLEM = "application/json", "application/problem+json"

_REQUEST_HEADERS: Final[dict[str, Schema]] = {
    "Idempotency-Key": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": "Names this request, so that it may be sent again and count once. Where secrets are"
        " made it has 22 characters or more; a UUID will do.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    },
    "If-Match": {
        "name": "If-Match",
        "in": "header",
        "required": False,
        "description": 'The version you act on: an ETag of the game or its version in quotes, `"41"`. While'
        " several may act, any version since the phase began will do.",
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
_ANSWER_HEADERS: Final = {
    "X-Request-Id": "The id of the request, also in problems",
    "Content-Language": "The language of texts for people",
    "ETag": "Version, nonce and variant of what is answered",
    "Location": "The game",
    "Idempotent-Replayed": "`true` on the answer to a retry",
    "RateLimit-Policy": 'The limit that this call counts against, as in `"moves";q=60;w=6`: 60 calls in any 6'
    " seconds. Not sent where limits are off",
    "RateLimit": 'What is left of it, as in `"moves";r=59;t=6`: 59 calls, and more in 6 seconds',
    "Retry-After": "Seconds after which to try again",
    "WWW-Authenticate": "`Bearer`",
}
_LIMITS = ("RateLimit-Policy", "RateLimit")
_WITH_PROBLEM: Final[dict[int, tuple[str, ...]]] = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After", *_LIMITS),
    503: ("Retry-After",),
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
        **({} if operation.body is None else {"requestBody": _body(operation, examples)}),
        "responses": {
            **{str(status): _answer(operation, status, examples) for status in operation.answers},
            **_problems(operation, examples),
        },
    }
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
        found.append({"name": name, "in": "query", "required": required, **_in_query(schema)})
    wanted = {
        "Idempotency-Key": operation.idempotent,
        "If-Match": operation.if_match,
        "If-None-Match": 304 in operation.answers,
    }
    return found + [_REQUEST_HEADERS[name] for name, want in wanted.items() if want]


def _in_query(schema: Schema) -> Schema:
    """A parameter is given or not, and never null; an array is repeated; the description stands outside."""
    kind = schema["type"]
    inner = {key: part for key, part in schema.items() if key not in ("type", "description")}
    told = {"description": schema["description"]} if "description" in schema else {}
    if isinstance(kind, list):
        (kind,) = (one for one in kind if one != "null")
    how = {"style": "form", "explode": True} if kind == "array" else {}
    return {**told, **how, "schema": {"type": kind, **inner}}


def _body(operation: Operation, examples: Examples) -> Schema:
    name = operation.body if isinstance(operation.body, str) else _name(operation.body)
    return {"required": True, "content": {JSON: _content(name, examples["bodies"][operation.id])}}


def _content(component: str, example: Any) -> Schema:
    """A body. A record is long, and stands among the components once."""
    if component == "Record":
        return {"schema": ref(component), "examples": {"played": _example("record")}}
    return {"schema": ref(component), "example": example}


def _example(name: str) -> Schema:
    return {"$ref": f"#/components/examples/{name}"}


def shared_examples(examples: Examples) -> Schema:
    """What several operations show: the problems, and a record."""
    problems = {code: {"value": examples["problems"][code]} for code in PAGES}
    return {**dict(sorted(problems.items())), "record": {"value": examples["answers"]["getRecord"]["200"]}}


def _name(cls: type) -> str:
    return {"GameRecord": "Record"}.get(cls.__name__, cls.__name__)


def _answer(operation: Operation, status: int, examples: Examples) -> Schema:
    made: Schema = {"description": _STATUS[status], "headers": _headers(*_sent_with(operation, status))}
    body = operation.answers[status]
    if body is None:
        return made
    example = examples["answers"][operation.id][str(status)]
    if isinstance(body, str):
        made["content"] = {body: {"schema": {"type": "string"}, "example": example}}
    else:
        made["content"] = {JSON: _content(_name(body), example)}
    return made


def _sent_with(operation: Operation, status: int) -> Iterator[str]:
    if operation.query is not None and status != 304:  # which has no such header (RFC 9110, 15.4.5)
        yield "Content-Language"
    if operation.etag:
        yield "ETag"
    if status == 201:
        yield "Location"
    if operation.idempotent:
        yield "Idempotent-Replayed"
    if operation.limit is not None:
        yield from _LIMITS


def _headers(*names: str) -> Schema:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in ("X-Request-Id", *names)}


def shared_headers() -> Schema:
    """The headers of answers."""
    return {
        name: {"description": text, "schema": {"type": "string"}} for name, text in _ANSWER_HEADERS.items()
    }


def _problems(operation: Operation, examples: Examples) -> dict[str, Schema]:
    """One answer a status; where a status has several codes, an example of each, this operation's own if it
    has one."""
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(operation.problems):
        by_status.setdefault(PAGES[code].status, []).append(code)
    told, own = examples["problems"], examples["own"].get(operation.id, {})
    found = {}
    for status, codes in sorted(by_status.items()):
        shown = {
            code: _example(code) if own.get(code, told[code]) == told[code] else {"value": own[code]}
            for code in codes
        }
        headers = _WITH_PROBLEM.get(status, ())
        found[str(status)] = {
            "description": "; ".join(f"`{code}`: {PAGES[code].title}" for code in codes),
            "headers": _headers("Content-Language", *headers),
            "content": {PROBLEM: {"schema": ref("Problem"), "examples": shown}},
        }
    return found
