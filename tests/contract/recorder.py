"""A test client that holds every answer against the document: status, headers, body and code of the problem.

It uses a strict copy of the document: objects take no further fields, and unions no variant that is unknown.
The published answers stay open; only the service itself is held to what it has published.
"""

import copy
import json
import re
from functools import cache, cached_property
from typing import Any
from xml.etree import ElementTree

from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from werkzeug.test import TestResponse

from service.openapi import build

Schema = dict[str, Any]

PROBLEM = "application/problem+json"
UNLISTED = {"/openapi.json", "/docs"}  # where the document itself stands
SOMETIMES = {"Idempotent-Replayed", "RateLimit-Policy", "RateLimit"}  # on a retry; where limits are on
WITH_PROBLEM = {401: "WWW-Authenticate", 405: "Allow", 429: "Retry-After", 503: "Retry-After"}
MESSAGE = "StreamMessage"
SVG = "image/svg+xml"
TEXTS = ("text/markdown", "text/event-stream", SVG)  # bodies that are no JSON
_DOCUMENT = "urn:fairdeal"


class Undocumented(AssertionError):
    """An answer that the document does not allow."""


class Contract:
    """A document that answers are held against."""

    def __init__(self, document: Schema) -> None:
        self.document = document
        self._paths = [
            (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), item)
            for path, item in sorted(self.document["paths"].items(), key=lambda pair: "{" in pair[0])
        ]
        self._validators: dict[str, Draft202012Validator] = {}

    @cached_property
    def _registry(self) -> Registry[Any]:
        resource = Resource.from_contents(self.document, default_specification=DRAFT202012)
        made: Registry[Any] = Registry().with_resource(_DOCUMENT, resource)
        return made

    def errors(self, schema: Schema, value: Any) -> list[str]:
        """What keeps the value from being an instance of the schema, each with its place."""
        key = repr(schema)
        if key not in self._validators:
            absolute = {"$id": _DOCUMENT + ":part", **_absolute(schema)}
            self._validators[key] = Draft202012Validator(absolute, registry=self._registry)
        found = self._validators[key].iter_errors(value)
        return [f"{error.json_path}: {error.message}"[:400] for error in found]

    def methods_at(self, path: str) -> dict[str, Schema] | None:
        """The operations of the path by lower-case method, None where the document knows no path."""
        for pattern, item in self._paths:
            if pattern.fullmatch(path):
                found: dict[str, Schema] = item
                return found
        return None

    def check(self, method: str, path: str, answer: TestResponse) -> None:
        """Undocumented, unless the document allows this answer here."""
        said = f"{method} {path[:80]} answered {answer.status_code}"
        if re.fullmatch(r"req_[0-9a-f]{16}", answer.headers.get("X-Request-Id", "")) is None:
            raise Undocumented(f"{said} without an X-Request-Id")
        if answer.mimetype == PROBLEM and method != "HEAD":
            self._check_problem(said, answer)
        operations = self.methods_at(path)
        if operations is None:
            if (
                path not in UNLISTED
                and not path.startswith("/docs/")
                and answer.status_code not in (404, 405)
            ):
                raise Undocumented(f"{said}, and the document has no such path")
            return
        wanted = "get" if method == "HEAD" else method.lower()
        if wanted not in operations:
            if answer.status_code != (204 if method == "OPTIONS" else 405) or "Allow" not in answer.headers:
                raise Undocumented(f"{said}, and the document has no such method")
            return
        self._check_answer(said, operations[wanted], answer, bodiless=method == "HEAD")

    def _check_problem(self, said: str, answer: TestResponse) -> None:
        problem = read(answer)
        found = self.errors({"$ref": "#/components/schemas/Problem"}, problem)
        if problem["status"] != answer.status_code:
            found.append(f"its status says {problem['status']}")
        if not problem["type"].endswith(f"/v1/problems/{problem['code']}"):
            found.append(f"type {problem['type']}")
        if problem["instance"] != answer.headers["X-Request-Id"]:
            found.append("instance is not X-Request-Id")
        header = WITH_PROBLEM.get(answer.status_code)
        if header is not None and header not in answer.headers:
            found.append(f"no {header}")
        if found:
            raise Undocumented(f"{said}: {'; '.join(found)}")

    def _check_answer(self, said: str, operation: Schema, answer: TestResponse, bodiless: bool) -> None:
        said = f"{said} ({operation['operationId']})"
        documented = operation["responses"].get(str(answer.status_code))
        if documented is None:
            raise Undocumented(f"{said}, which is not documented: {answer.text[:400]}")
        for name in documented.get("headers", {}):
            if name not in answer.headers and name not in SOMETIMES:
                raise Undocumented(f"{said} without the header {name}")
        if bodiless or "content" not in documented:
            if answer.data:
                raise Undocumented(f"{said} with a body")
            return
        content = documented["content"].get(answer.mimetype)
        if content is None:
            raise Undocumented(f"{said} as {answer.mimetype}")
        if answer.mimetype == PROBLEM and read(answer)["code"] not in content["examples"]:
            raise Undocumented(f"{said} with the undocumented code {read(answer)['code']}")
        if answer.mimetype == "text/event-stream":
            for data in messages(answer.text):
                if found := self.errors({"$ref": f"#/components/schemas/{MESSAGE}"}, data):
                    raise Undocumented(f"{said} with a bad message {data['event']}: {'; '.join(found)}")
        if answer.mimetype == SVG:
            ElementTree.fromstring(answer.text)  # raises what is wrong with it
        value = answer.text if answer.mimetype in TEXTS else read(answer)
        if found := self.errors(content["schema"], value):
            raise Undocumented(f"{said}: {'; '.join(found)}")


def strict(document: Schema) -> Schema:
    """A copy in which objects are closed and no union has a variant for what is unknown."""
    made = copy.deepcopy(document)
    for schema in made["components"]["schemas"].values():
        if schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
        if "discriminator" in schema and "other" in schema["discriminator"]["mapping"]:
            other = schema["discriminator"]["mapping"].pop("other")
            schema["oneOf"].remove({"$ref": other})
    return made


def _absolute(schema: Any) -> Any:
    """The schema with its references leading into the document, wherever it stands."""
    if isinstance(schema, list):
        return [_absolute(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _absolute(part) for key, part in schema.items()}
    if "$ref" in made:
        made["$ref"] = _DOCUMENT + made["$ref"]
    return made


@cache
def strict_contract() -> Contract:
    """The document, with nothing in it that is unknown."""
    return Contract(strict(build()))


@cache
def published_contract() -> Contract:
    """The document as it is published, open to what is new."""
    return Contract(build())


class Recorder(FlaskClient):
    """A client that fails on the first answer that is not as documented (Q10, Q49)."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        strict_contract().check(answer.request.method, answer.request.path, answer)
        return answer


def read(answer: TestResponse) -> Any:
    """The JSON of an answer."""
    return json.loads(answer.text)


def messages(text: str) -> list[Any]:
    """The data of the messages of an event stream. AssertionError if one is not named by its event, or has an
    id that is not its version."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" not in lines:
            assert set(lines) <= {"retry"}, block[:200]
            continue
        data = json.loads(lines["data"])
        assert data["event"] == lines["event"]
        said = data.get(data["event"], {})
        version = said["version"] if data["event"] in ("step", "game") and data["index"] is None else None
        assert lines.get("id") == (None if version is None else str(version))
        found.append(data)
    return found


def check_messages(text: str) -> int:
    """How many messages of the event stream are as documented. AssertionError if one is not."""
    for data in messages(text):
        check(MESSAGE, data)
    return len(messages(text))


def check(name: str, value: Any) -> None:
    """AssertionError unless the value is an instance of the component, with nothing in it that is unknown."""
    found = strict_contract().errors({"$ref": f"#/components/schemas/{name}"}, value)
    assert not found, f"{name}: {found}"


def check_published(name: str, value: Any) -> None:
    """AssertionError unless the value is an instance of the component as it is published."""
    found = published_contract().errors({"$ref": f"#/components/schemas/{name}"}, value)
    assert not found, f"{name}: {found}"
