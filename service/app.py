"""The application: routes from the operations, problems from exceptions, the headers of every answer."""

import re
from contextlib import suppress
from typing import Any

import msgspec
from flask import Flask, Response, g, request
from msgspec.structs import replace
from werkzeug.middleware.proxy_fix import ProxyFix

from engine import RULESETS
from service.api import OPERATIONS
from service.api.call import DEFAULT_LANGUAGE, Services, base_url, bearer, reader, services
from service.api.docs import docs
from service.background import Background
from service.commits import LIFETIME_MS
from service.config import Config
from service.edge.bodies import refuse_large
from service.edge.headers import REQUEST_ID, Edge
from service.edge.limiting import Limiting
from service.edge.preflights import answer_options
from service.faults import Unauthenticated
from service.hosting import Hosting
from service.live import Live
from service.problems import problem_of
from service.records import Records
from service.schemas.requests import TextQuery
from service.store import RedisStore, StoreUnavailable
from service.store.quotas import Quotas
from service.streams import Streams
from service.sweeper import Sweeper
from service.unspoken import unspoken

_LABEL = "[0-9A-Za-z_-]{1,63}"
_HOST = re.compile(rf"(?:{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9A-Fa-f:.]+\])(?::[0-9]{{1,5}})?")


class Service(Flask):
    """The application; what fails while a refusal is being written is logged like all else that fails."""

    def log_exception(self, exc_info: Any) -> None:
        """Where it was raised, and neither what it says nor the path that was asked for."""
        said = "request %s failed while it was refused"
        self.logger.error(said, request.headers.get(REQUEST_ID), exc_info=unspoken(exc_info[1]))


def create_app(config: Config, **hosted: Any) -> Flask:
    """The service over the store of the configuration. `hosted` goes to Hosting (a clock, for tests)."""
    if config.redis_url is None:
        raise ValueError("REDIS_URL is not set; `python -m service` brings a store of its own.")
    store = RedisStore(config.redis_url, LIFETIME_MS, replicas=config.replicas)
    live = Live(store)
    app = Service(__name__, static_folder=None)
    app.url_map.merge_slashes = False  # a path is right or not found, and never a redirection
    app.extensions["fairdeal-store"] = store
    app.extensions["fairdeal-live"] = live
    hosting = Hosting(store, live, keys=config.keys, **hosted)
    sweeper = Sweeper(store, hosting.next_look, hosting.now)
    app.extensions["fairdeal-background"] = Background(sweeper, hosting.gears, live)
    app.extensions["fairdeal"] = Services(
        hosting,
        Records(store, RULESETS, hosting.opened),
        Streams(store, live, hosting),
        config.base_url,
        config.client_seconds,
    )
    for operation in OPERATIONS.values():
        app.add_url_rule(operation.rule, operation.id, operation.view, methods=[operation.method])
    app.register_blueprint(docs)
    app.before_request(refuse_large)
    app.after_request(_finish)
    if config.limited:
        limit(app, Limiting(Quotas(config.redis_url), config.keys))
    app.register_error_handler(Exception, _refuse)
    app.wsgi_app = _edged(app.wsgi_app, config)  # type: ignore[method-assign]  # as Flask documents it
    return app


def limit(app: Flask, limiting: Limiting) -> None:
    """Keeps the limits in every call of the application. Where this is not called they cost nothing."""
    app.before_request(limiting.count)
    app.after_request(limiting.tell)


def _edged(wsgi: Any, config: Config) -> Any:
    """The layers around Flask. An address that a proxy names is believed of as many as are configured."""
    inner = _with_sound_host(wsgi)
    if config.trusted_proxies:
        count = config.trusted_proxies
        inner = ProxyFix(inner, x_for=count, x_proto=count, x_host=0)
    return Edge(inner, config.base_url)


def _with_sound_host(wsgi: Any) -> Any:
    """Serves by our own address when the Host header is no host: addresses in answers are made from it."""

    def serve(environ: dict[str, Any], start: Any) -> Any:
        if _HOST.fullmatch(environ.get("HTTP_HOST", "")[:300]) is None:
            environ.pop("HTTP_HOST", None)
        return wsgi(environ, start)

    return serve


def _finish(response: Response) -> Response:
    """Who may keep the answer, and in which language it is."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers["Vary"] = "Authorization, Accept-Language"
    if "lang" in g:
        response.headers["Content-Language"] = g.lang
    return answer_options(response)


def _refuse(fault: Exception) -> Response:
    """The problem document of whatever was raised."""
    if "lang" not in g:
        reader(TextQuery())
    found = problem_of(fault, base_url(), request.headers[REQUEST_ID], g.get("lang", DEFAULT_LANGUAGE))
    problem = found.problem
    if problem.version is None and problem.status < 500 and problem.status != 429:  # which is to cost little
        problem = replace(problem, version=_standing())
    response = Response(msgspec.json.encode(problem), problem.status, mimetype="application/problem+json")
    response.headers.update(found.headers)
    if request.method == "HEAD":
        response.set_data(b"")
    return response


def _standing() -> int | None:
    """The version of the game in the path that the caller may know: what is refused before anybody looks at
    the game says it too."""
    game = (request.view_args or {}).get("game", "")
    with suppress(StoreUnavailable):
        return services().hosting.standing(game, _token())
    return None


def _token() -> str | None:
    with suppress(Unauthenticated):
        return bearer()
    return None
