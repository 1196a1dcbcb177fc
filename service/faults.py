"""Every way the service refuses, as one tree beside the engine's.

    ServiceFault
    ├── MalformedBody      a body that is not a JSON object
    ├── UnsupportedMediaType
    ├── NotFound           no such rule set, game or seat; a record that is not public yet
    ├── Unauthenticated    no token where one is needed, or one that nobody holds
    ├── Forbidden          a token without the right to do this
    ├── SeatTaken          the seat, or the whole table, is taken
    ├── NotStarted         seats are still open
    ├── NotOver            this can be had when the game is over
    ├── StaleVersion       If-Match names a version that the game has left
    ├── StaleCursor        a cursor of another version
    ├── KeyReused          an Idempotency-Key that did something else
    ├── RateLimited        more calls, or streams, than one caller is given
    └── InvalidRequest     something in the request that the schemas cannot see

`version` is where the game stands, when a game is known.
"""

from typing import ClassVar

Place = tuple[str, str, str]  # in (body, query, path, header), pointer or name, what is wrong


class ServiceFault(Exception):
    """The root. `detail` is a sentence in English; it holds no token, seed or card."""

    code: ClassVar[str] = "fault"

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.version: int | None = None


class MalformedBody(ServiceFault):
    """The body is not JSON (RFC 8259), or not an object."""

    code = "malformed-body"


class UnsupportedMediaType(ServiceFault):
    """The body is not said to be JSON."""

    code = "unsupported-media-type"


class NotFound(ServiceFault):
    """No such thing, or not for the public yet."""

    code = "not-found"


class Unauthenticated(ServiceFault):
    """No token where one is needed, or one that nobody holds. The detail names the credential."""

    code = "unauthenticated"


class Forbidden(ServiceFault):
    """A known token that does not give this right. The detail names the credential that would."""

    code = "forbidden"


class SeatTaken(ServiceFault):
    """The seat that was asked for, or every seat, is taken."""

    code = "seat-taken"


class NotStarted(ServiceFault):
    """Seats are still open: there is nothing to play yet."""

    code = "not-started"


class NotOver(ServiceFault):
    """This can be had only when the game is over."""

    code = "not-over"


class StaleVersion(ServiceFault):
    """If-Match names a version that the game has left. `still_legal`: whether the move could be made now."""

    code = "stale-version"

    def __init__(self, named: int, version: int, still_legal: bool | None) -> None:
        super().__init__(f"You acted on version {named}, the game is at {version}.")
        self.version = version
        self.still_legal = still_legal


class StaleCursor(ServiceFault):
    """A cursor of another version of the game, or of another list."""

    code = "stale-cursor"


class KeyReused(ServiceFault):
    """The Idempotency-Key was used for another request."""

    code = "key-reused"


class RateLimited(ServiceFault):
    """More than a limit allows. `policy` names the limit (`moves`), the detail says it to people.

    `retry_after`: whole seconds, 1 or more, after which the same call is let through (RFC 9110, 10.2.3).
    `quota`: how the limit is announced in RateLimit-Policy: `q=60;w=6`, or of things that last, like streams,
    `q=8;qu="concurrent-requests"`.
    """

    code = "rate-limited"

    def __init__(self, detail: str, policy: str, retry_after: int, quota: str | None = None) -> None:
        super().__init__(detail)
        self.policy = policy
        self.quota = quota
        self.retry_after = max(1, retry_after)


class InvalidRequest(ServiceFault):
    """Something in the request that the schemas cannot see; `places` say where and what."""

    code = "invalid-request"

    def __init__(self, *places: Place) -> None:
        super().__init__("The request is not valid.")
        self.places = places
