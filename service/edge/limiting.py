"""Rate limits: which call counts against which, of whom, and what the answers say about it.

The fields are those of draft-ietf-httpapi-ratelimit-headers-10. A limit is one moving window, so `moves` is
ten a second in the long run and at once a burst of sixty.
"""

import ipaddress
import logging
import time
from hashlib import sha256
from typing import Final

import msgspec
from flask import Response, g, request

from service import auth
from service.api import OPERATIONS
from service.api.call import bearer
from service.faults import RateLimited, Unauthenticated
from service.keys import Keys
from service.quota import Quota
from service.store import StoreUnavailable
from service.store.quotas import Quotas

log = logging.getLogger(__name__)

QUOTAS: Final = {"moves": Quota(60, 6), "tables": Quota(60, 60)}  # by policy
SAID: Final = {
    "moves": "At most {amount} moves are played in {seconds} s with one seat's token.",
    "tables": "At most {amount} games are made and seats taken in {seconds} s from one address.",
    "key": "At most {amount} games are made and seats taken in {seconds} s with this API key.",
}
_SILENCE: Final = 10.0  # seconds between two lines about a store that keeps no limits


class Counted(msgspec.Struct, frozen=True):
    """What a call counts against: a policy and its quota, a digest of the caller, the sentence about it."""

    policy: str
    quota: Quota
    caller: str
    said: str


class Limiting:
    """The limits of an application. Those of an API key may be its own; `defaults` are for tests."""

    def __init__(self, quotas: Quotas, keys: Keys | None, defaults: dict[str, Quota] = QUOTAS) -> None:
        self._quotas = quotas
        self._keys = keys
        self._defaults = defaults
        self._next_line = 0.0

    def count(self) -> None:
        """Counts the request that is being served. RateLimited if it is one too many."""
        operation = OPERATIONS.get(request.endpoint or "")
        if operation is None or operation.limit is None or request.method != operation.method:
            return
        counted = self._counted(operation.limit)
        if counted is None:
            return
        try:
            taken = self._quotas.take(counted.policy, counted.quota, counted.caller)
        except StoreUnavailable as failure:
            self._complain(failure)
            return
        parameters = f"q={counted.quota.amount};w={counted.quota.seconds}"
        if not taken.granted:
            detail = counted.said.format(amount=counted.quota.amount, seconds=counted.quota.seconds)
            raise RateLimited(detail, counted.policy, taken.reset, parameters)
        g.rate_limit = {
            "RateLimit-Policy": f'"{counted.policy}";{parameters}',
            "RateLimit": f'"{counted.policy}";r={taken.left};t={taken.reset}',
        }

    def tell(self, response: Response) -> Response:
        """Says in the answer what is left. A refusal says it by itself."""
        if "rate_limit" in g:
            response.headers.update(g.rate_limit)
        return response

    def _counted(self, policy: str) -> Counted | None:
        """None if the call counts against nothing: a move of no seat, which is refused anyhow."""
        sent = _sent()
        quota = self._defaults[policy]
        if policy == "moves":
            if sent is None or not _plays(sent):
                return None
            return Counted(policy, quota, _digest("seat", sent), SAID[policy])
        key = None if sent is None or self._keys is None else self._keys.find(auth.digest(sent))
        if key is not None:
            return Counted(policy, key.limits.get("tables", quota), _digest("key", key.name), SAID["key"])
        return Counted(policy, quota, _digest("address", network(request.remote_addr or "")), SAID[policy])

    def _complain(self, failure: StoreUnavailable) -> None:
        """One line, and silence for a while: the calls go on, and each of them would say the same."""
        now = time.monotonic()
        if now >= self._next_line:
            self._next_line = now + _SILENCE
            log.warning("rate limits are not kept: %s", failure)


def network(address: str) -> str:
    """What counts as one caller: an IPv4 address, or the /64 of an IPv6 one, of which a host has plenty."""
    text = address.strip()
    if text.startswith("["):  # as some proxies write it, with a port
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((found.packed, 64), strict=False))
    return str(found)


def _sent() -> str | None:
    """The token, None if there is none or the header is malformed, which the call itself refuses."""
    try:
        return bearer()
    except Unauthenticated:
        return None


def _plays(sent: str) -> bool:
    """Whether this has the form of a seat's token."""
    try:
        token = auth.parse(sent)
    except Unauthenticated:
        return False
    return token is not None and token.role == "seat"


def _digest(kind: str, caller: str) -> str:
    """Not the digest that games keep of tokens, and of nothing that could be read back."""
    return sha256(f"limit|{kind}|{caller}".encode()).hexdigest()[:32]
