"""A stored game as an answer: masked for whoever asked, with texts in his language."""

import base64
import hashlib
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core.house import SeatChanged
from engine.core.phases import Over
from engine.core.rng import ALGORITHM
from engine.core.seats import Seat
from engine.core.texts import Texts, languages, texts
from service.faults import InvalidRequest, StaleCursor
from service.log import Row
from service.outcomes import outcome_at
from service.schemas.answers import (
    Fairness,
    Game,
    GameStep,
    MoveChoice,
    MoveList,
    OutcomeInfo,
    SeatInfo,
)
from service.schemas.reader import Reader
from service.schemas.requests import MovesQuery
from service.tables import Table
from service.watching import lobby_facts

MOST_LISTED = 2000  # a list ends here: clients narrow it instead


@lru_cache(maxsize=4096)  # a game is shown with the same times again and again
def time_text(ms: int) -> str:
    """RFC 3339 in UTC with milliseconds."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def show_game(table: Table, reader: Reader, lifetime_ms: int, moves: int | None = None) -> Game:
    """The game as the caller sees it, with his first `moves` legal moves if he asks for them."""
    table = table.as_seen()
    meta, state = table.meta, table.state
    playing = meta.status == "playing" and state is not None
    return Game(
        id=table.id,
        ruleset=meta.ruleset,
        edition=meta.edition,
        status=meta.status,
        version=table.tag.version,
        you=table.you,
        to_act=table.ruleset.to_act(state) if playing else (),
        deadline=None if table.pace.deadline is None else time_text(table.pace.deadline),
        seats=tuple(
            SeatInfo(
                Seat(at),
                seat.state,
                seat.name,
                seat.player if table.host or at == table.you else None,
                seat.bot,
                seat.reserved,
                seat.forfeited,
            )
            for at, seat in enumerate(meta.seats)
        ),
        options=table.options if meta.edition == table.ruleset.edition else meta.options,
        view=None if state is None or table.shut_out else _view(table),
        moves=None
        if moves is None or table.you is None or not playing
        else show_moves(table, MovesQuery(limit=moves), reader),
        outcome=None if state is None else _outcome(table, reader),
        fairness=Fairness(ALGORITHM, meta.commitment, sum(seat.entropy is not None for seat in meta.seats)),
        sandbox=meta.sandbox_seed is not None,
        listed=meta.listed,
        spectators=meta.spectators,
        spectator_delay=meta.spectator_delay,
        turn_seconds=meta.turn_seconds,
        on_timeout=meta.on_timeout,
        metadata=meta.metadata if table.host else None,
        rematch=meta.rematch,
        created_at=time_text(meta.created),
        started_at=None if meta.started is None else time_text(meta.started),
        ended_at=None if meta.ended is None else time_text(meta.ended),
        expires_at=time_text(table.pace.touched + lifetime_ms),
    )


def _view(table: Table) -> Any:
    view = table.ruleset.view(table.state, table.you)
    if isinstance(table.state.phase, Over):
        return view
    return replace(view, phase=replace(view.phase, since=table.pace.since))


def _outcome(table: Table, reader: Reader) -> OutcomeInfo | None:
    outcome: Any = outcome_at(table)
    if outcome is None:
        return None
    text = _texts(table, reader).outcome(outcome, table.meta.names) if reader.labels else None
    return OutcomeInfo(outcome.reason, outcome.winners, outcome.scores, text, outcome.details)


def _texts(table: Table, reader: Reader) -> Texts:
    spoken = languages(table.ruleset)
    return texts(table.ruleset, reader.lang if reader.lang in spoken else spoken[0])


def show_steps(
    table: Table, first: int, rows: list[Row], reader: Reader, unmasked: bool = False
) -> tuple[GameStep, ...]:
    """Steps of the log from version `first` on, as the caller may see them, or with every card face up.

    Who watches with a delay gets those that have reached him. Who is shut out gets them without what happened
    in the play: of most steps only that they were made is left.
    """
    known = rows[: max(0, table.shown - first + 1)] if table.late else rows
    if not known:
        return ()
    table = table.as_seen()
    told = map(lobby_facts, known) if table.shut_out else known
    return tuple(_step(table, at, row, reader, unmasked) for at, row in enumerate(told, first))


def _step(table: Table, version: int, row: Row, reader: Reader, unmasked: bool) -> GameStep:
    events = row.events if unmasked else table.ruleset.events_for(row.events, table.you, table.options)
    text = None
    if reader.labels and events:
        said, names = _texts(table, reader), _names(table, row)
        text = said.step(events, names)
        if reader.events:
            events = tuple(replace(event, text=said.event(event, names)) for event in events)
    return GameStep(version, time_text(row.at), row.seat, text, events)


def _names(table: Table, row: Row) -> list[str | None]:
    """The names for the text of a step: who changes seats is called as the event calls him, whoever has the
    seat by now."""
    names = list(table.meta.names)
    for event in row.events:
        if isinstance(event, SeatChanged):
            names += [None] * (event.seat + 1 - len(names))
            names[event.seat] = event.name
    return names


def show_moves(table: Table, query: MovesQuery, reader: Reader) -> MoveList:
    """A page of the legal moves of the caller's seat; empty if it has nothing to do."""
    assert table.you is not None
    start = _start(table, query)
    ruleset, seat, seen = table.ruleset, table.you, None
    kinds: list[str] = []
    found: list[Any] = []
    if table.meta.status == "playing" and seat in ruleset.to_act(table.state):
        seen = ruleset.seen(table.state, seat)
        kinds = _kinds(ruleset.moves(seen, seat))
        listed = islice(ruleset.moves(seen, seat, query.kind, frozenset(query.named)), MOST_LISTED)
        found = list(islice(listed, start, start + query.limit + 1))
    said = _texts(table, reader) if reader.labels else None
    there = ruleset.on_table(seen) if seen is not None else {}
    page = found[: query.limit]
    more = len(found) > query.limit
    return MoveList(
        version=table.tag.version,
        seat=seat,
        kinds=tuple(kinds),
        items=tuple(MoveChoice(move, said.move(move, there) if said else None) for move in page),
        complete=not more and start + len(page) < MOST_LISTED,
        next_cursor=_cursor(table, query, start + query.limit) if more else None,
    )


def _kinds(moves: Any) -> list[str]:
    """The legal kinds: lists begin with one move of each."""
    kinds: list[str] = []
    for move in moves:
        kind = str(move.__struct_config__.tag)
        if kind in kinds:
            break
        kinds.append(kind)
    return kinds


def _filter(query: MovesQuery) -> str:
    return hashlib.sha256(msgspec.json.encode((query.kind, sorted(query.named)))).hexdigest()[:8]


def _cursor(table: Table, query: MovesQuery, start: int) -> str:
    text = f"{table.tag.version}.{start}.{_filter(query)}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _start(table: Table, query: MovesQuery) -> int:
    """Where a page begins. StaleCursor if the cursor is of another version or list."""
    if query.cursor is None:
        return 0
    try:
        padded = query.cursor + "=" * (-len(query.cursor) % 4)
        version, start, narrowed = base64.urlsafe_b64decode(padded.encode()).decode().split(".")
        at = (int(version), int(start))
    except ValueError:
        raise InvalidRequest(("query", "cursor", "This is not a cursor of this list.")) from None
    if at[0] != table.tag.version or narrowed != _filter(query) or not 0 <= at[1] <= MOST_LISTED:
        raise StaleCursor("The cursor is of another version of the game or of another list; start anew.")
    return at[1]
