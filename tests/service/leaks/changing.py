"""What a caller may change of a game: scenarios of every such operation, each tried on a pair of twins."""

from collections.abc import Callable
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import Fault
from engine.core.rng import Draws
from service.tables import SeatMeta
from tests.engine.renaming import renamed
from tests.service.leaks.comparing import Caller, callers, same
from tests.service.leaks.hiding import another, private
from tests.service.leaks.positions import At, Played
from tests.service.leaks.universes import Call, Stand, Told

KEY = {"Idempotency-Key": "an-idempotency-key-of-a-test"}
MOVES = 4  # of each seat that are played

Change = Callable[[Played, At, Caller, Draws], int]


def after(played: Played, caller: Caller) -> None:
    """What the caller is told when it is done: the game, all that happened, a stream."""
    path = f"/v1/games/{played.tokens.game}"
    for call in (
        Call("GET", f"{path}?moves=50"),
        Call("GET", f"{path}/events?limit=500&texts=events"),
        Call("GET", f"{path}/stream?moves=5", headers={"Last-Event-ID": "1"}, stream=True),
    ):
        same(played, call, caller.token, changes=True)


def done(played: Played, caller: Caller, *calls: Call) -> Told:
    """What the last of the calls is answered, one after the other; the first, again, as a retry too."""
    told = [same(played, call, caller.token, changes=True) for call in calls]
    assert told[0][0] in (200, 201), told[0]
    after(played, caller)
    return told[-1]


def set_up(played: Played, at: At, caller: Caller, draws: Draws, **table: Any) -> None:
    """Twins of the position, at a table where this is so too."""
    stand = replace(at.stand, meta=replace(at.stand.meta, **table))
    other = another(played.ruleset, stand, caller.seat, draws, stir=False).stand
    if not caller.hosts:
        other = replace(other, meta=private(other.meta, caller.seat))
    played.write(stand, other)


def waiting(played: Played, at: At, caller: Caller) -> list[int]:
    """The seats that are not to act, and are not the caller's."""
    acting = played.ruleset.to_act(at.stand.state)
    return [seat for seat in range(len(played.tokens.seats)) if seat not in (*acting, caller.seat)]


def seat_with(at: At, seat: int, **given: Any) -> dict[str, tuple[SeatMeta, ...]]:
    """The seats of the table, one of them so."""
    seats = list(at.stand.meta.seats)
    seats[seat] = replace(seats[seat], **given)
    return {"seats": tuple(seats)}


def seen(played: Played, stand: Stand, viewer: Any, first: int) -> Any:
    """What the viewer may know of a stand, and of its steps from the `first` on."""
    ruleset = played.ruleset
    steps = [ruleset.events_for(row.events, viewer, stand.state.options) for row in stand.rows[first:]]
    return ruleset.view(stand.state, viewer), steps, ruleset.outcome(stand.state)


def play(played: Played, at: At, caller: Caller, draws: Draws) -> int:
    """The caller's own moves, with a retry; those after which the rules publish the same."""
    ruleset, seat = played.ruleset, caller.seat
    if seat is None or seat not in ruleset.to_act(at.stand.state):
        return 0
    tried, first = 0, len(at.stand.rows)
    for move in islice(ruleset.legal_moves(at.stand.state, seat), MOVES):
        twin = another(ruleset, at.stand, seat, draws, move.names(), stir=False).stand
        ends = [played.after(stand, seat, move) for stand in (at.stand, twin)]
        if seen(played, ends[0], seat, first) != seen(played, ends[1], seat, first):
            continue  # a guess, a draw: the move itself tells
        played.write(at.stand, replace(twin, meta=private(twin.meta, seat)))
        path, body = f"/v1/games/{played.tokens.game}/moves", msgspec.to_builtins(move)
        call = Call("POST", f"{path}?moves=20", json=body, headers=KEY)
        done(played, caller, call, call, Call("POST", f"{path}?lang=fa", json=body))
        tried += 1
    return tried


def others_play(played: Played, at: At, caller: Caller, draws: Draws) -> int:
    """The move of a seat that sees what the caller does not; in the twin it is made with what lies there."""
    ruleset, viewer, first = played.ruleset, caller.seat, len(at.stand.rows)
    if viewer == at.seat:
        return 0
    twin = another(ruleset, at.stand, viewer, draws, stir=False)
    other = renamed(at.move, twin.names)
    try:
        ruleset.judge(twin.stand.state, at.seat, other)
    except Fault:
        return 0
    ends = played.after(at.stand, at.seat, at.move), played.after(twin.stand, at.seat, other)
    if seen(played, ends[0], viewer, first) != seen(played, ends[1], viewer, first):
        return 0
    played.write(at.stand, twin.stand)
    token = played.tokens.seats[at.seat]
    for universe, move in zip(played.pair, (at.move, other), strict=True):
        call = Call("POST", f"/v1/games/{played.tokens.game}/moves", json=msgspec.to_builtins(move))
        assert universe.told(call, token)[0] == 200
    after(played, caller)
    return 1


def leave(played: Played, at: At, caller: Caller, draws: Draws) -> int:
    """Who is not to act leaves, or is removed by the host."""
    idle = waiting(played, at, replace(caller, seat=None))
    seats = idle if caller.hosts else [seat for seat in idle if seat == caller.seat]
    for seat in seats[:1]:
        set_up(played, at, caller, draws)
        done(played, caller, Call("DELETE", f"/v1/games/{played.tokens.game}/seats/{seat}"))
    return len(seats[:1])


def come_back(played: Played, at: At, caller: Caller, draws: Draws) -> int:
    if caller.seat is None or caller.seat in played.ruleset.to_act(at.stand.state):
        return 0
    set_up(played, at, caller, draws, **seat_with(at, caller.seat, state="left", bot="random"))
    call = Call("POST", f"/v1/games/{played.tokens.game}/seats", json={}, headers=KEY)
    done(played, caller, call, call)
    return 1


def seat_bot(played: Played, at: At, caller: Caller, draws: Draws) -> int:
    seats = waiting(played, at, caller) if caller.hosts else []
    for seat in seats[:1]:
        set_up(played, at, caller, draws, **seat_with(at, seat, state="left", bot="random"))
        path = f"/v1/games/{played.tokens.game}/seats/{seat}/bot"
        done(played, caller, Call("PUT", path, json={"bot": "search"}))
    return len(seats[:1])


def rotate(played: Played, at: At, caller: Caller, draws: Draws) -> int:
    """By the seat for itself, by the key for any: who has the new token sees the game from that seat."""
    if caller.seat is None and caller.name != "key":
        return 0
    seat = caller.seat or 0
    set_up(played, at, replace(caller, seat=seat), draws)
    call = Call("POST", f"/v1/games/{played.tokens.game}/seats/{seat}/token", headers=KEY)
    for _ in range(2):
        assert same(played, call, caller.token, changes=True)[0] == 200
    return 1


def abort(played: Played, at: At, caller: Caller, draws: Draws) -> int:
    if not caller.hosts:
        return 0
    set_up(played, at, caller, draws)
    done(played, caller, Call("DELETE", f"/v1/games/{played.tokens.game}"))
    return 1


def rematch(played: Played, at: At, caller: Caller, draws: Draws) -> int:
    """Of a game that was aborted: nobody has asked for its record."""
    if caller.seat is None:
        return 0
    for universe in played.pair:
        universe.raw.flushdb()  # another caller has made it already
    set_up(played, at, caller, draws, status="aborted", reason="aborted")
    call = Call("POST", f"/v1/games/{played.tokens.game}/rematch", headers=KEY)
    done(played, caller, call, call)
    return 1


CHANGES: dict[str, tuple[Change, ...]] = {
    "playMove": (play, others_play),
    "leaveSeat": (leave,),
    "takeSeat": (come_back,),
    "seatBot": (seat_bot,),
    "rotateToken": (rotate,),
    "abortGame": (abort,),
    "createRematch": (rematch,),
}
DEALING = ("createGame", "startGame")  # where cards come to be: twins of these are dealt
NOTHING = ("checkMove", "verifyRecord", "followGames")  # posted, and nothing is changed


def try_all(played: Played, at: At, operation: str, draws: Draws) -> int:
    """How often somebody could do it at this position. Leak."""
    return sum(
        change(played, at, caller, draws) for change in CHANGES[operation] for caller in callers(played)
    )
