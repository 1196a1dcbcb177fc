"""What the HTTP server refuses by itself, before there is a request, as a whole answer."""

import time
from email.utils import formatdate
from http import HTTPStatus

import msgspec

from service.edge.headers import ALWAYS, DATA_ONLY, REQUEST_ID
from service.problems import SERVER_PAGES
from service.schemas.answers import Problem


def refusal(status: int, code: str, detail: str, name: str) -> bytes:
    """The whole answer, as bytes."""
    page = SERVER_PAGES[code]
    problem = Problem(
        type=f"/v1/problems/{code}",
        code=code,
        title=page.title,
        status=status,
        detail=detail,
        instance=name,
        version=None,
        still_legal=None,
        rule=None,
        rule_url=None,
        errors=(),
    )
    body = msgspec.json.encode(problem)
    headers = [
        ("Date", formatdate(time.time(), usegmt=True)),
        ("Connection", "close"),
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        ("Content-Language", "en"),
        ("Cache-Control", "no-store"),
        *ALWAYS,
        DATA_ONLY,
        (REQUEST_ID, name),
    ]
    lines = "".join(f"{header}: {value}\r\n" for header, value in headers)
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{lines}\r\n".encode("latin-1") + body
