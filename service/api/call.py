"""A request as views read it, and answers as they write them."""

import hashlib
import re
from functools import lru_cache
from typing import Any, TypeVar, cast
from urllib.parse import parse_qsl

import msgspec
from flask import Response, current_app, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import parse_accept_header

from engine import RULESETS, Ruleset
from service.api.reading import canonical, read_object
from service.auth import base62
from service.catalogue import all_languages
from service.door import Retry
from service.faults import InvalidRequest, NotFound, Unauthenticated, UnsupportedMediaType
from service.hosting import Hosting, IfMatch
from service.records import Records
from service.schemas.derive import load, load_query
from service.schemas.reader import Reader
from service.schemas.requests import LangQuery, TextQuery
from service.streams import Streams

T = TypeVar("T")

_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_TAG = re.compile(r'"([0-9]{1,15})(?:-([0-9A-Za-z]{8})(?:-[0-9A-Za-z]+)?)?"')
_BEARER = re.compile(r"(?i:bearer) +([\x21-\x7e]+)")  # a scheme has no case (RFC 9110, 11.1)
DEFAULT_LANGUAGE = "en"
LARGEST_BODY = 64 * 1024  # bytes


class Services(msgspec.Struct, frozen=True):
    """What the views call."""

    hosting: Hosting
    records: Records
    streams: Streams
    base_url: str | None


def services() -> Services:
    """The services of this application."""
    return cast(Services, current_app.extensions["fairdeal"])


def base_url() -> str:
    """The address of the service, as configured or as the request says."""
    return services().base_url or request.host_url.rstrip("/")


def ruleset(slug: str) -> Ruleset[Any, Any, Any]:
    """The rule set of a path. NotFound."""
    if slug not in RULESETS:
        raise NotFound(f"There is no such rule set; there are: {', '.join(RULESETS)}.")
    return RULESETS[slug]


def bearer() -> str | None:
    """The token of the Authorization header (RFC 6750)."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    found = _BEARER.fullmatch(header.strip())
    if found is None:
        raise Unauthenticated("Send the token as `Authorization: Bearer …`.")
    return found[1]


def query(cls: type[T]) -> T:
    """The parameters of the query string."""
    return load_query(cls, request.args.to_dict(flat=False))


def raw_body(most: int = LARGEST_BODY) -> bytes:
    """The bytes of a JSON body. RequestEntityTooLarge if there are more than `most`."""
    if not request.is_json:
        raise UnsupportedMediaType("Send `Content-Type: application/json`.")
    request.max_content_length = most + 1  # where a body of unsaid length is cut off, and nothing raised
    data = request.get_data()
    if len(data) > most:
        raise RequestEntityTooLarge
    return data


def body() -> dict[str, Any]:
    """The JSON object that was sent, as plain values; read once a request."""
    sent: dict[str, Any] | None = g.get("body")
    if sent is None:
        sent = g.body = read_object(raw_body())
    return sent


def loaded(cls: type[T]) -> T:
    """The body as an instance of the Struct."""
    return load(cls, body())


def reader(asked: LangQuery, events: bool = False) -> Reader:
    """Who reads the answer: `?lang=`, else Accept-Language, else English (RFC 9110, 12.5.4)."""
    lang = asked.lang or _best_language(request.headers.get("Accept-Language", ""))
    g.lang = lang if lang in all_languages() else DEFAULT_LANGUAGE
    return Reader(g.lang, not isinstance(asked, TextQuery) or asked.labels, events)


@lru_cache(maxsize=256)
def _best_language(header: str) -> str:
    best = parse_accept_header(header, LanguageAccept).best_match(all_languages())
    return best or DEFAULT_LANGUAGE


def retry(of_body: bool = True) -> Retry | None:
    """The Idempotency-Key, with a hash of what makes this request the same when it is sent again.

    A call that takes no body is the same whatever body comes with it.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if _KEY.fullmatch(key) is None:
        raise InvalidRequest(("header", "Idempotency-Key", "It has 1 to 255 visible ASCII characters."))
    said = canonical((request.method, request.path, body() if of_body else None))
    return Retry(key, hashlib.sha256(said).hexdigest()[:32])


def if_match() -> IfMatch | None:
    """The version that the caller acts on: an ETag of the game, or a plain version in quotes."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    found = _TAG.fullmatch(header.strip())
    if found is None:
        raise InvalidRequest(
            ("header", "If-Match", 'Send an ETag of the game, or its version in quotes: "41".')
        )
    return IfMatch(int(found[1]), found[2])


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(value), status, headers, content_type="application/json")


def marked(replayed: bool) -> dict[str, str]:
    """The header that tells the answer to a retry from the first."""
    return {"Idempotent-Replayed": "true"} if replayed else {}


def etag(version: int, nonce: str, seat: int | None) -> str:
    """The strong ETag of a game for this seat, language and query."""
    return f'"{version}-{nonce}-{_variant(seat, g.get("lang"), request.query_string.decode("latin-1"))}"'


@lru_cache(maxsize=1024)
def _variant(seat: int | None, lang: str | None, query_string: str) -> str:
    said = msgspec.json.encode((seat, lang, sorted(parse_qsl(query_string, keep_blank_values=True))))
    return base62(hashlib.sha256(said).digest(), 6)


def unless_known(tag: str, value: Any) -> Response:
    """The JSON answer with its ETag, or 304 without a body if the caller has it."""
    return unchanged(tag) or answer(value, headers={"ETag": tag})


def unchanged(tag: str) -> Response | None:
    """304 if the caller has what the ETag names."""
    if request.if_none_match.contains_weak(tag.strip('"')):  # compared weakly (RFC 9110, 13.1.2)
        return Response(status=304, headers={"ETag": tag})
    return None
