"""How many streams a token has open, counted over all workers, so that a limit can be kept."""

from collections.abc import Sequence
from typing import Final

from redis import exceptions

from service.store import keys
from service.store.server import Script, Server

_WHATEVER: Final = 2**31  # a stream that is open is counted on, however many there are
LAPSE_MS = 45_000  # a stream counts so long after its worker last said that it is open


class Holds:
    """The open streams of tokens. A token is named by its digest, a stream by a random name of its own.

    Every method may raise `StoreUnavailable`.
    """

    def __init__(self, server: Server, lapse_ms: int = LAPSE_MS) -> None:
        self._server = server
        self._lapse = lapse_ms
        self._hold = Script("hold")

    def take(self, token: str, stream: str, most: int) -> bool:
        """Counts the stream, or counts it on; False if the token has `most` others open, and it does not."""
        return bool(
            self._server.run(self._hold, [keys.streams_key(token)], [stream, str(most), str(self._lapse)])
        )

    def renew(self, held: Sequence[tuple[str, str]]) -> None:
        """Counts streams on, each named by token and stream; all in one round trip."""
        script, more = self._hold, (str(_WHATEVER), str(self._lapse))
        try:
            self._server.all(
                [("EVALSHA", script.sha, 1, keys.streams_key(token), stream, *more) for token, stream in held]
            )
        except exceptions.NoScriptError:  # a server that has forgotten it learns it with the first
            for token, stream in held:
                self.take(token, stream, _WHATEVER)

    def release(self, token: str, stream: str) -> None:
        """Counts the stream no more."""
        self._server.do("ZREM", keys.streams_key(token), stream)
