"""OPTIONS: what a path can be asked for, told to everybody and to browsers (the CORS protocol of Fetch)."""

from typing import Final

from flask import Response, request

ALLOWED_HEADERS: Final = (
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Accept-Language, Last-Event-ID"
)
MAX_AGE: Final = "86400"  # seconds that a browser may keep the answer
_EVERY_METHOD: Final = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"


def answer_options(response: Response) -> Response:
    """204 with the methods of the path, instead of the framework's answer to OPTIONS.

    A browser asks before nearly every call (Authorization makes it so), and shows no answer to a call that
    it may not make. So a preflight for a path that is not there is let through: the call itself says 404.
    """
    if request.method != "OPTIONS":
        return response
    if response.status_code == 200:
        methods = ", ".join(sorted(response.allow))
        response.headers["Allow"] = methods
    elif response.status_code == 404 and "Access-Control-Request-Method" in request.headers:
        methods = _EVERY_METHOD
        response.set_data(b"")
    else:
        return response
    response.status_code = 204
    for name in ("Content-Type", "Content-Length", "Content-Language"):
        response.headers.pop(name, None)
    response.headers["Access-Control-Allow-Methods"] = methods
    response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
    response.headers["Access-Control-Max-Age"] = MAX_AGE
    return response
