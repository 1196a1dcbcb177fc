"""Work that takes long: it is done in a thread, so that the other requests of the worker go on."""

from collections.abc import Callable
from typing import TypeVar

from gevent import get_hub, monkey  # type: ignore[import-untyped]

T = TypeVar("T")


def aside(work: Callable[[], T]) -> T:
    """What the work gives or raises. It reads no store: connections belong to the worker's own thread.

    Where threads are threads (gevent has patched nothing) nobody is kept waiting, and it is done here.
    """
    if not monkey.is_module_patched("threading"):
        return work()

    def caught() -> tuple[list[T], Exception | None]:
        try:
            return [work()], None
        except Exception as fault:  # gevent would print it
            return [], fault

    done: list[T]
    done, fault = get_hub().threadpool.apply(caught)
    if fault is not None:
        raise fault
    return done[0]
