"""What the house does at a table when its time has come, whoever looks, and whenever.

All of it follows from what is stored, and happens with the time at which it was due. So it does not matter
when or how often anybody looks: the log is the same.
"""

from msgspec.structs import replace

from engine.core.events import Event
from engine.core.house import SeatChanged, TurnTimedOut
from engine.core.seats import Seat
from service.housebots import ABANDONED_BY
from service.progress import MOST_STEPS, Progress
from service.tables import Meta, Pace


def overdue(meta: Meta, pace: Pace, now: int) -> bool:
    """Whether the house has something to do by now."""
    return meta.status == "playing" and pace.due is not None and pace.due <= now


def catch_up(progress: Progress) -> None:
    """The steps of all that is due by the time of the commit, as many as it has room for."""
    now = progress.pace.touched
    most_of_one = 1 + len(progress.meta.seats)
    while overdue(progress.meta, progress.pace, now) and len(progress.rows) + most_of_one <= MOST_STEPS:
        assert progress.pace.due is not None
        progress.at(progress.pace.due)
        if progress.pace.owed is None:
            _time_out(progress)
        progress.let_bots_play()
        if progress.pace.owed is not None:
            return  # the commit is full


def _time_out(progress: Progress) -> None:
    """One step of the house with all whose time is up, and what was agreed to follow from it [Q37]."""
    late = progress.waits_for
    told = [TurnTimedOut(seat) for seat in late]
    progress.pace = replace(progress.pace, deadline=None)
    match progress.meta.on_timeout:
        case "abort":
            progress.abort("timed-out", *told)
        case "move":
            progress.house(*told)
            _play_defaults(progress, late)
        case "bot":
            progress.house(*told, *(_leaves(progress, seat, forfeits=False) for seat in late))
        case "forfeit":
            left = [_leaves(progress, seat, forfeits=True) for seat in late]
            progress.house(*told, *left, *progress.ending())


def _leaves(progress: Progress, seat: Seat, forfeits: bool) -> Event:
    """A bot plays on for the seat, for good if it forfeits, else until its player is back."""
    own = progress.meta.seats[seat]
    progress.seat(seat, replace(own, state="left", bot=ABANDONED_BY, forfeited=forfeits))
    return SeatChanged(seat, "left", own.name, ABANDONED_BY, "timeout")


def _play_defaults(progress: Progress, late: tuple[Seat, ...]) -> None:
    """The default move of each seat, as long as the question they let pass is the one that is asked."""
    asked = progress.pace.since
    for seat in late:
        if progress.pace.since == asked and seat in progress.waits_for:
            seen = progress.ruleset.seen(progress.state, seat)
            progress.play(seat, progress.ruleset.default_move(seen, seat), "timeout")
