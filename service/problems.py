"""Every refusal as a problem document (RFC 9457): one table from exception to row, a page for each row."""

import logging
from typing import Any, Final

import msgspec
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge

from engine import RULESETS, BadNotation, BadSetup, Fault, GameOver, OutOfTurn, RuleBroken
from engine.core.texts import texts
from service import faults
from service.catalogue import spoken
from service.schemas.answers import Problem, ProblemError
from service.schemas.derive import clean
from service.schemas.rulesets import ProblemPage
from service.store import StoreUnavailable
from service.unspoken import unspoken

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 1  # seconds after which the store may be back

_IN_THE_BODY = (BadSetup, BadNotation, RuleBroken)  # a place there is at fault, if only the whole


def _page(code: str, status: int, title: str, text: str) -> ProblemPage:
    return ProblemPage(code, status, title, " ".join(text.split()))


INVALID = _page(
    "invalid-request",
    422,
    "The request is not valid",
    """Something in the body, the query, a header or the path is not as the contract says. `errors` names each
    place and what is wrong there. Nothing was changed; mend the request and send it again.""",
)
INTERNAL = _page(
    "internal-error",
    500,
    "Something went wrong here",
    """The service failed; it is not your request's fault. `instance` is the id under which it was logged. A
    change sent with an Idempotency-Key may be sent again with the same key.""",
)
ROWS: Final[dict[type[BaseException], ProblemPage]] = {
    faults.MalformedBody: _page(
        "malformed-body",
        400,
        "The body is not JSON",
        "The body could not be read as a JSON object (RFC 8259). The detail says where reading stopped.",
    ),
    faults.Unauthenticated: _page(
        "unauthenticated",
        401,
        "A token is needed",
        """This call needs a token, or the one sent is held by nobody any more. The detail names the
        credential: send it as `Authorization: Bearer …`, never in a URL.""",
    ),
    faults.Forbidden: _page(
        "forbidden",
        403,
        "This token does not give the right",
        """The token is good for something else, or for another game. The detail names the credential that is
        needed.""",
    ),
    faults.NotFound: _page(
        "not-found",
        404,
        "There is no such thing",
        """The rule set, game, seat or page does not exist, a game has expired, or a record is not public
        before its game has ended.""",
    ),
    MethodNotAllowed: _page(
        "method-not-allowed",
        405,
        "This method is not allowed here",
        "The path exists, but not with this method. The `Allow` header lists those that are.",
    ),
    OutOfTurn: _page(
        "out-of-turn",
        409,
        "It is not your turn",
        """Another seat is to act, or the game waits for another kind of move. `to_act` and `view.phase` of
        the game say what it waits for.""",
    ),
    GameOver: _page(
        "game-over", 409, "The game is over", "Nothing more can be played; read the outcome or the record."
    ),
    faults.NotStarted: _page(
        "not-started",
        409,
        "The game has not started",
        "Seats are still open. It starts when the last one is taken.",
    ),
    faults.AlreadyStarted: _page(
        "already-started",
        409,
        "The game has started",
        "The game has been dealt. What is for before the start comes too late.",
    ),
    faults.NotOver: _page(
        "not-over",
        409,
        "The game is not over",
        "What was asked for can be had when the game has ended; `status` of the game says when that is.",
    ),
    faults.SeatTaken: _page(
        "seat-taken", 409, "The seat is taken", "The seat that was asked for, or every seat, is taken."
    ),
    faults.StaleCursor: _page(
        "stale-cursor",
        409,
        "The list has changed",
        "The game has moved on since the cursor was given; list anew.",
    ),
    faults.StaleVersion: _page(
        "stale-version",
        412,
        "The game has moved on",
        """If-Match named a version that the game has left. `version` is where it stands; `still_legal` says
        whether the move could be made now. Look again before you decide.""",
    ),
    RequestEntityTooLarge: _page(
        "too-large",
        413,
        "The body is too large",
        "A body has at most 64 KiB, a record to verify at most 4 MiB.",
    ),
    faults.UnsupportedMediaType: _page(
        "unsupported-media-type", 415, "The body must be JSON", "Send `Content-Type: application/json`."
    ),
    faults.InvalidRequest: INVALID,
    BadSetup: INVALID,
    BadNotation: INVALID,
    RuleBroken: _page(
        "rule-broken",
        422,
        "A rule forbids this move",
        """The move is well formed and it is your turn, but a rule of the game forbids it. `rule` is the id of
        that rule, `rule_url` where it stands. A seat is only refused for a reason that it can see.""",
    ),
    faults.KeyReused: _page(
        "key-reused",
        422,
        "The Idempotency-Key was used for another request",
        "A key stands for one request with one body. Take a new one for a new request.",
    ),
    faults.RateLimited: _page(
        "rate-limited",
        429,
        "Too many requests",
        """One caller is given so much and no more; the detail names the limit. Wait the seconds of
        `Retry-After` and send the same again: it was not judged, and nothing was changed. Answers within a
        limit say in `RateLimit` what is left of it.""",
    ),
    StoreUnavailable: _page(
        "store-unavailable",
        503,
        "The store is away",
        """Nothing can be read or written for the moment. Try again after `Retry-After` seconds; a change sent
        with an Idempotency-Key counts once however often it is sent.""",
    ),
}
PAGES: Final = {page.code: page for page in (*ROWS.values(), INTERNAL)}

# What the HTTP server refuses before there is a request: any path may be answered so, and no operation.
SERVER_PAGES: Final = {
    page.code: page
    for page in (
        _page(
            "malformed-request",
            400,
            "This is no HTTP request",
            """What came is not HTTP (RFC 9112), or may be read in two ways, like a body with two lengths. The
            connection is closed; nothing was done.""",
        ),
        _page("uri-too-long", 414, "The address is too long", "An address has at most 8190 bytes."),
        _page(
            "headers-too-large",
            431,
            "The headers are too large",
            "There are at most 100 headers, of at most 8190 bytes each.",
        ),
    )
}
EVERY_PAGE: Final = PAGES | SERVER_PAGES


class Answer(msgspec.Struct, frozen=True):
    """A problem, and the headers that go with it."""

    problem: Problem
    headers: dict[str, str]


def problem_of(fault: BaseException, base: str, request_id: str, lang: str) -> Answer:
    """The problem document of an exception; one that nobody foresaw is logged, and told nothing of."""
    page = _row(fault)
    if page is INTERNAL:
        log.error("request %s failed", request_id, exc_info=unspoken(fault))
    rule = fault.rule if isinstance(fault, RuleBroken) else None
    slug = fault.ruleset if isinstance(fault, RuleBroken) else None
    detail = _detail(fault, page, lang)
    problem = Problem(
        type=f"{base}/v1/problems/{page.code}",
        code=page.code,
        title=page.title,
        status=page.status,
        detail=detail,
        instance=request_id,
        version=getattr(fault, "version", None),
        still_legal=getattr(fault, "still_legal", None),
        rule=rule,
        rule_url=None if slug is None else f"{base}/v1/rulesets/{slug}/rules#{rule}",
        errors=tuple(_errors(fault, detail)),
    )
    return Answer(problem, _headers(fault, page))


def _row(fault: BaseException) -> ProblemPage:
    for cls in type(fault).__mro__:
        if cls in ROWS:
            return ROWS[cls]
    if isinstance(fault, NotFound):
        return PAGES["not-found"]
    if isinstance(fault, HTTPException) and fault.code == 400:
        return PAGES["malformed-body"]
    return INTERNAL


def _detail(fault: BaseException, page: ProblemPage, lang: str) -> str:
    if isinstance(fault, RuleBroken) and fault.ruleset is not None:
        ruleset = RULESETS[fault.ruleset]
        return texts(ruleset, spoken(ruleset, lang)).rule(fault.rule, fault.facts)
    if page is INTERNAL:
        return f"{page.title}."
    if isinstance(fault, HTTPException):
        return _path_detail(fault, page)
    return clean(str(getattr(fault, "detail", page.title)))


def _path_detail(fault: HTTPException, page: ProblemPage) -> str:
    """What to say of a request that came to no view."""
    if isinstance(fault, NotFound):
        return "There is nothing at this path."
    if isinstance(fault, MethodNotAllowed):
        return f"Allowed here: {_allowed(fault)}."
    return page.text


def _allowed(fault: MethodNotAllowed) -> str:
    return ", ".join(sorted(fault.valid_methods or ()))


def _errors(fault: BaseException, detail: str) -> list[ProblemError]:
    places: Any = ()
    if isinstance(fault, faults.InvalidRequest):
        places = fault.places
    elif isinstance(fault, Fault) and (fault.pointer or isinstance(fault, _IN_THE_BODY)):
        places = [("body", fault.pointer, detail)]
    return [ProblemError(where, clean(pointer), clean(what)) for where, pointer, what in places]


def _headers(fault: BaseException, page: ProblemPage) -> dict[str, str]:
    headers = {}
    if page.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if page.status == 503:
        headers["Retry-After"] = str(RETRY_AFTER)
    if isinstance(fault, faults.RateLimited):
        headers["Retry-After"] = str(fault.retry_after)
        headers["RateLimit"] = f'"{fault.policy}";r=0;t={fault.retry_after}'
        if fault.quota is not None:
            headers["RateLimit-Policy"] = f'"{fault.policy}";{fault.quota}'
    if isinstance(fault, MethodNotAllowed):
        headers["Allow"] = _allowed(fault)
    return headers
