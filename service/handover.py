"""Whether the workers that come after a reload have taken over from those that are to go.

gunicorn tells the old workers to end as soon as it has started the new ones, which need a second or two until
they answer. An old worker serves on until then.
"""

import mmap
import struct
from typing import Final

PATIENCE: Final = 3.0  # seconds that an old worker waits for a new one; its streams have to end within five
_NUMBER: Final = struct.Struct("=I")
_CALLED, _READY = 0, _NUMBER.size  # where it stands: the generation last called, and the last that serves


class Handover:
    """Generations of workers, counted by gunicorn's first process and known to all that it forks."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 2 * _NUMBER.size)
        self._own = 0

    def call(self) -> None:
        """In the first process: workers of a new generation are going to be started."""
        self._own += 1
        _NUMBER.pack_into(self._shared, _CALLED, self._own)

    def serve(self) -> None:
        """In a worker: it is ready to serve."""
        _NUMBER.pack_into(self._shared, _READY, max(self._own, self._read(_READY)))

    @property
    def done(self) -> bool:
        """In a worker that is told to end: nobody comes after it, or one that does is ready."""
        return self._read(_CALLED) <= self._own or self._read(_READY) > self._own

    def _read(self, place: int) -> int:
        return int(_NUMBER.unpack_from(self._shared, place)[0])


HANDOVER: Final = Handover()  # one for all readings of gunicorn's settings, of which a reload makes another
