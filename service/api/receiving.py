"""The bytes of a body, as many as are taken and as long as they are waited for."""

from contextlib import AbstractContextManager, nullcontext

from flask import request
from gevent import Timeout, monkey  # type: ignore[import-untyped]
from gunicorn.http.errors import NoMoreData, ParseException
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from service.faults import MalformedBody


class _Late(Exception):
    """The time of a body is up."""


def received(most: int, patience: float) -> bytes:
    """What was sent. RequestEntityTooLarge if there are more than `most` bytes, of which one more is read;
    MalformedBody if it does not come to its end: within `patience` seconds, or at all."""
    request.max_content_length = most + 1  # where a body of unsaid length is cut off, and nothing raised
    try:
        with _no_longer_than(patience):
            data = request.get_data()
    except _Late:
        raise MalformedBody(f"It did not come whole within {patience} s.") from None
    except (ParseException, NoMoreData, ClientDisconnected):
        raise MalformedBody("It broke off, or its chunks are not as HTTP has them.") from None
    if len(data) > most:
        raise RequestEntityTooLarge
    if len(data) < (request.content_length or 0):  # incomplete, whatever may be read in it (RFC 9112, 8)
        raise MalformedBody("It broke off before its end.")
    return data


def _no_longer_than(seconds: float) -> AbstractContextManager[object]:
    """Raises _Late when the time is up; where gevent has patched nothing, nobody else is kept waiting."""
    if not monkey.is_module_patched("socket"):
        return nullcontext()
    limit: AbstractContextManager[object] = Timeout(seconds, _Late())
    return limit
