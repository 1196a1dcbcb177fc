"""The application: routes from the operations, problems from exceptions, the headers of every answer."""

import re
import secrets
from contextlib import suppress
from typing import Any

import msgspec
from flask import Flask, Response, current_app, g, request
from msgspec.structs import replace

from engine import RULESETS
from service import auth
from service.api import OPERATIONS
from service.api.call import DEFAULT_LANGUAGE, Services, base_url, reader
from service.api.docs import docs
from service.commits import LIFETIME_MS
from service.config import Config
from service.hosting import Hosting
from service.live import Live
from service.problems import problem_of
from service.records import Records
from service.schemas.requests import TextQuery
from service.store import RedisStore, StoreUnavailable
from service.streams import Streams

_LABEL = "[0-9A-Za-z_-]{1,63}"
_HOST = re.compile(rf"(?:{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9A-Fa-f:.]+\])(?::[0-9]{{1,5}})?")


def create_app(config: Config, **hosted: Any) -> Flask:
    """The service over the store of the configuration. `hosted` goes to Hosting (a clock, for tests)."""
    if config.redis_url is None:
        raise ValueError("REDIS_URL is not set; `python -m service` brings a store of its own.")
    store = RedisStore(config.redis_url, LIFETIME_MS)
    live = Live(store)
    app = Flask(__name__, static_folder=None)
    app.url_map.merge_slashes = False  # a path is right or not found, and never a redirection
    app.extensions["fairdeal-store"] = store
    app.extensions["fairdeal-live"] = live
    hosting = Hosting(store, live, **hosted)
    app.extensions["fairdeal"] = Services(
        hosting, Records(store, RULESETS), Streams(store, live, hosting), config.base_url
    )
    for operation in OPERATIONS.values():
        app.add_url_rule(operation.rule, operation.id, operation.view, methods=[operation.method])
    app.register_blueprint(docs)
    app.before_request(_begin)
    app.after_request(_finish)
    app.register_error_handler(Exception, _refuse)
    app.wsgi_app = _with_sound_host(app.wsgi_app)  # type: ignore[method-assign]  # as Flask documents it
    return app


def _with_sound_host(wsgi: Any) -> Any:
    """Serves by our own address when the Host header is no host: addresses in answers are made from it."""

    def serve(environ: dict[str, Any], start: Any) -> Any:
        if _HOST.fullmatch(environ.get("HTTP_HOST", "")[:300]) is None:
            environ.pop("HTTP_HOST", None)
        return wsgi(environ, start)

    return serve


def _begin() -> None:
    g.request_id = f"req_{secrets.token_hex(8)}"


def _finish(response: Response) -> Response:
    """Who may keep the answer, in which language it is, and by which name it is logged."""
    response.headers["X-Request-Id"] = g.get("request_id", "")
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers["Vary"] = "Authorization, Accept-Language"
    if "lang" in g:
        response.headers["Content-Language"] = g.lang
    response.headers["X-Content-Type-Options"] = "nosniff"
    if request.method == "OPTIONS" and response.status_code == 200:
        response.status_code = 204
        response.headers["Allow"] = ", ".join(sorted(response.allow))
        response.headers.pop("Content-Type", None)
    return response


def _refuse(fault: Exception) -> Response:
    """The problem document of whatever was raised."""
    if "lang" not in g:
        reader(TextQuery())
    found = problem_of(fault, base_url(), g.request_id, g.get("lang", DEFAULT_LANGUAGE))
    problem = found.problem
    if problem.version is None and problem.status < 500:
        problem = replace(problem, version=_standing())
    response = Response(msgspec.json.encode(problem), problem.status, mimetype="application/problem+json")
    response.headers.update(found.headers)
    if request.method == "HEAD":
        response.set_data(b"")
    return response


def _standing() -> int | None:
    """The version of the game in the path: what is refused before anybody looks at the game says it too."""
    game = (request.view_args or {}).get("game", "")
    if auth.is_game(game):
        with suppress(StoreUnavailable):
            tag = current_app.extensions["fairdeal-store"].tag(game)
            return None if tag is None else int(tag.version)
    return None
