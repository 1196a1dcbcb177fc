"""Hearing what is published, on one server."""

from collections.abc import Callable, Generator
from time import monotonic
from typing import Any, Final

import msgspec
from redis import Redis, exceptions

from service.store.pool import Pool

GLANCE: Final = 1.0  # seconds, at most, after which it is asked whether this is still the place to hear


class Silence(exceptions.TimeoutError):
    """A server that was asked whether it is there has not answered."""


class Place(msgspec.Struct, frozen=True):
    """A server where all that is published is heard.

    `moved` says whether it has become another server since. `lossy`: what others publish is passed on to it
    without a promise.
    """

    server: Pool
    moved: Callable[[], bool]
    lossy: bool = False


def hear(place: Place, pattern: str, silence: float) -> Generator[bytes | None, None, None]:
    """What is published on the channels of the pattern, without end: the channel of each message.

    None says that some may have been missed: when the hearing begins; also after `silence` seconds without
    any, when the connection is tried; and where some get lost, each `silence` seconds. ConnectionError when
    the connection is lost or not answered, and when this is no more the place to hear. Holds one connection.
    """
    pubsub: Any = Redis(connection_pool=place.server).pubsub()  # its methods are partly untyped
    try:
        pubsub.psubscribe(pattern)
        asked = False  # whether the server is there
        until = again = monotonic() + silence
        while True:
            heard = pubsub.get_message(timeout=max(0.0, min(GLANCE, until - monotonic())))
            if place.moved():
                raise exceptions.ConnectionError("news are published elsewhere")
            now = monotonic()
            if heard is not None:
                asked, until = False, now + silence
                if heard["type"] == "psubscribe":
                    yield None
                elif heard["type"] == "pmessage":
                    yield heard["channel"]
                if place.lossy and now >= again:
                    again = now + silence
                    yield None
            elif now >= until:
                if asked:
                    raise Silence
                pubsub.ping()
                asked, until = True, now + silence
                again = until
                yield None
    finally:
        pubsub.close()
