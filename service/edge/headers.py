"""The outermost layer: the id of each request, and the headers of every answer, also of those that failed."""

import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from werkzeug.wsgi import get_current_url

from service.problems import problem_of

REQUEST_ID: Final = "X-Request-Id"
_IN_ENVIRON: Final = "HTTP_X_REQUEST_ID"

# There are no cookies, so any page may ask, and what it may see depends on the token that it sends.
ANY_ORIGIN: Final = ("Access-Control-Allow-Origin", "*")
EXPOSED: Final = (
    "Access-Control-Expose-Headers",
    "ETag, Location, Date, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, X-Request-Id,"
    " Content-Language, Deprecation, Sunset",
)

# An answer of the API is data: shown as a page it runs, loads and frames nothing, and its address, which may
# name a game, is told to no other site. A view that answers a page says its own policy.
POLICY: Final = "Content-Security-Policy"
DATA_ONLY: Final = (POLICY, "default-src 'none'; frame-ancestors 'none'")
ALWAYS: Final = (
    ANY_ORIGIN,
    EXPOSED,
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
)

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Edge:
    """An application that gives each request its id, and each answer of another application its headers.

    The id is always made here, and never taken over from the request: the log is found by it, so no caller
    may choose the name of another's request, or one name for many.
    """

    def __init__(self, inner: Wsgi, base_url: str | None) -> None:
        self._inner = inner
        self._base_url = base_url

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answers; what the inner application raises becomes a problem document too."""
        made = f"req_{secrets.token_hex(8)}"
        begun = False
        environ[_IN_ENVIRON] = made  # where views read it, in place of any that came

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            nonlocal begun
            begun = True
            more = [*ALWAYS, (REQUEST_ID, made)]
            if POLICY not in dict(headers):
                more.append(DATA_ONLY)
            return start_response(status, headers + more, exc_info)

        try:
            return self._inner(environ, start)
        except Exception as fault:
            if begun:  # nothing can be taken back: the server cuts it off
                raise
            return self._failed(fault, environ, start)

    def _failed(self, fault: Exception, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        base = self._base_url or get_current_url(environ, host_only=True).rstrip("/")
        found = problem_of(fault, base, environ[_IN_ENVIRON], "en")
        body = msgspec.json.encode(found.problem)
        headers = [
            ("Content-Type", "application/problem+json"),
            ("Content-Length", str(len(body))),
            ("Content-Language", "en"),
            ("Cache-Control", "no-store"),
            *found.headers.items(),
        ]
        start(f"{found.problem.status} {found.problem.title}", headers)
        return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]
