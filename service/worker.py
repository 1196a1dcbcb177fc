"""The worker of the HTTP server: no client holds it up, and what it refuses by itself is a problem too.

It is imported before gevent has patched its process, so it imports nothing that is to be patched.
"""

import errno
import secrets
import socket
import time
from contextlib import suppress
from typing import Any, Final

from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from service.config import Config

_FAREWELL: Final = 1.0  # seconds in which a client takes what it is refused with
_DRAINED: Final = 64 * 1024  # bytes of a refused request that are read, so that its answer is not lost

# What is refused before there is a request, and how it is told. Nothing of what was sent is repeated.
REFUSALS: Final[dict[type[BaseException], tuple[int, str, str]]] = {
    errors.LimitRequestLine: (414, "uri-too-long", "The address is too long: it has at most 8190 bytes."),
    errors.LimitRequestHeaders: (
        431,
        "headers-too-large",
        "There are too many headers, or one is too long: at most 100, of 8190 bytes each.",
    ),
    errors.ExpectationFailed: (417, "malformed-request", "Nothing but 100-continue can be expected."),
    errors.UnsupportedTransferCoding: (
        501,
        "malformed-request",
        "A body comes as it is or in chunks; no other transfer coding is understood.",
    ),
}
MALFORMED: Final = (400, "malformed-request", "This is not a well-formed HTTP request.")


class Worker(GeventWorker):
    """gunicorn's gevent worker, whose clients are given so much time and no more.

    The head of a request has to come within `keepalive` seconds; the body and the answer are waited for as
    long as something moves every CLIENT_SECONDS (and the application gives a body no more than that in all).
    """

    def init_process(self) -> None:
        """Begins to serve, and does not come back."""
        self.silence = float(Config.from_environ().client_seconds)
        super().init_process()

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        """Serves one request. A client that takes no answer is let go, which is nobody's mistake."""
        sock.settimeout(self.silence)  # gunicorn would wait for ever
        try:
            return bool(super().handle_request(listener_name, req, sock, addr))
        except OSError as fault:
            if isinstance(fault, TimeoutError) or fault.errno == errno.ETIMEDOUT:
                raise StopIteration from None
            raise
        finally:
            with suppress(OSError):
                sock.settimeout(None)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Refuses what is no request that the application could be given."""
        if not isinstance(exc, errors.ParseException):
            super().handle_error(req, client, addr, exc)
            return
        status, code, detail = next((row for cls, row in REFUSALS.items() if isinstance(exc, cls)), MALFORMED)
        name = f"req_{secrets.token_hex(8)}"
        self.log.warning("%s refused from ip=%s: %s %s", name, (addr or ("",))[0], status, type(exc).__name__)
        from service.edge.refusals import refusal  # not at the top: gevent patches only after this module

        _say_farewell(client, refusal(status, code, detail, name))


def _say_farewell(client: Any, answer: bytes) -> None:
    """Sends the answer, and reads what is still coming, for a moment: closed with unread bytes the
    connection is reset, and the answer lost."""
    with suppress(OSError):
        client.settimeout(_FAREWELL)
        client.sendall(answer)
        client.shutdown(socket.SHUT_WR)
        until, left = time.monotonic() + _FAREWELL, _DRAINED
        while left > 0 and time.monotonic() < until and (more := client.recv(8192)):
            left -= len(more)
