"""Old workers serve on until new ones do, over the processes that gunicorn forks."""

import os
from collections.abc import Callable

from service.handover import Handover


def in_a_worker(work: Callable[[], bool]) -> bool:
    """What is found in a process that is forked now."""
    worker = os.fork()
    if worker == 0:
        os._exit(work())
    return bool(os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]))


def serve(handover: Handover) -> bool:
    handover.serve()
    return handover.done


def done(handover: Handover) -> bool:
    """As it is now."""
    return handover.done


def test_nobody_is_waited_for_when_all_are_to_end() -> None:
    handover = Handover()
    assert in_a_worker(lambda: handover.done)
    handover.call()
    assert in_a_worker(lambda: serve(handover)), "also after a reload"


def test_an_old_worker_waits_until_one_of_the_new_serves() -> None:
    first = Handover()
    old, new = Handover.__new__(Handover), first
    old.__dict__.update(first.__dict__)  # as a process that was forked before the reload has it
    assert done(old)
    new.call()
    assert not done(old)
    assert in_a_worker(lambda: serve(new))
    assert done(old)
    assert done(new)


def test_one_that_was_started_anew_in_place_of_a_lost_one_does_not_take_over() -> None:
    handover = Handover()
    old = Handover.__new__(Handover)
    old.__dict__.update(handover.__dict__)
    handover.call()
    old.serve()
    assert not done(old)
