"""The service with a leak: what it answers depends on what the caller may not see."""

import zlib
from contextlib import AbstractContextManager
from functools import partial
from typing import Any
from unittest.mock import patch

from flask import request
from msgspec.structs import replace

from engine import Fault, OutOfTurn, Ruleset
from service import app as application
from service import hosting, records, showing
from service.api import OPERATIONS, games
from service.api.call import etag, services, unless_known
from service.edge.preflights import answer_options
from service.hosting import Hosting
from service.tables import Meta

Mutant = AbstractContextManager[Any]


class Truthful:
    """A rule set in whose eyes nothing is hidden from anybody."""

    def __init__(self, ruleset: Any) -> None:
        self._ruleset = ruleset

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ruleset, name)

    def seen(self, state: Any, viewer: Any) -> Any:
        return state

    def judge(self, state: Any, seat: Any, move: Any) -> None:
        if seat not in state.phase.to_act:
            raise OutOfTurn("It is not this seat's turn.")
        self._ruleset.check(state, seat, move)


def _of_truth(original: Any, table: Any, *given: Any) -> Any:
    """The same, of a table at which nothing is hidden."""
    return original(replace(table, ruleset=Truthful(table.ruleset)), *given)


def number(state: Any) -> int:
    """Something that is another number in another state."""
    return zlib.crc32(repr(state).encode())


def truth() -> int:
    """The number of the state of the game in the path."""
    game = (request.view_args or {}).get("game")
    return 0 if game is None else number(services().hosting.door.open(game, None).state)


def masks_dropped_from_events() -> Mutant:
    return patch.object(Ruleset, "events_for", lambda self, events, viewer, options: tuple(events))


def view_of_the_truth() -> Mutant:
    return patch.object(Ruleset, "view", lambda self, state, viewer: self._to_view(state))


def list_from_the_truth() -> Mutant:
    return patch.object(hosting, "show_moves", partial(_of_truth, showing.show_moves))


def judged_by_the_truth() -> Mutant:
    return patch.object(hosting, "_judged", partial(_of_truth, hosting._judged))


def hidden_card_in_a_refusal() -> Mutant:
    original = hosting._judged

    def judged(table: Any, seat: Any, *given: Any) -> Any:
        try:
            return original(table, seat, *given)
        except Fault as fault:
            raise OutOfTurn(f"{fault.detail} Next comes {table.state.stock[0]}.") from None

    return patch.object(hosting, "_judged", judged)


def since_of_hidden_cards() -> Mutant:
    original = showing._view

    def view(table: Any) -> Any:
        made = original(table)
        return replace(made, phase=replace(made.phase, since=number(table.state) % 1000))

    return patch.object(showing, "_view", view)


def version_of_hidden_cards() -> Mutant:
    original = Hosting.standing
    return patch.object(Hosting, "standing", lambda *given: (original(*given) or 0) + truth() % 1000)


def nonce_of_the_state() -> Mutant:
    original = Hosting.see

    def see(*given: Any) -> Any:
        shown, _ = original(*given)
        return shown, f"{truth() % 10**8:08}"

    return patch.object(Hosting, "see", see)


def variant_of_the_state() -> Mutant:
    return patch.object(games, "etag", lambda *given: f'{etag(*given)[:-1]}{truth() % 10}"')


def header_of_the_state() -> Mutant:
    def finish(response: Any) -> Any:
        response.headers["Server-Timing"] = f"cards;dur={truth()}"
        return answer_options(response)

    return patch.object(application, "answer_options", finish)


def length_of_the_state() -> Mutant:
    def padded(tag: str, value: Any) -> Any:
        response = unless_known(tag, value)
        if response.status_code == 200:
            response.set_data(response.get_data() + b" " * (truth() % 97))
        return response

    return patch.object(games, "unless_known", padded)


def cursor_of_the_state() -> Mutant:
    original = showing._cursor
    return patch.object(
        showing, "_cursor", lambda table, *given: f"{original(table, *given)}{number(table.state)}"
    )


def everybody_hosts() -> Mutant:
    original = showing.show_game
    return patch.object(
        hosting, "show_game", lambda table, *given: original(replace(table, host=True), *given)
    )


def seed_for_its_hash() -> Mutant:
    return patch.object(Meta, "commitment", property(lambda self: self.seed.hex()))


def entropy_among_the_names() -> Mutant:
    return patch.object(Meta, "names", property(lambda self: tuple(seat.entropy for seat in self.seats)))


def record_before_the_end() -> Mutant:
    original = records.Records.record

    def record(self: Any, game: str, bearer: str | None) -> Any:
        with patch.object(Meta, "over", property(lambda self: True)):
            return original(self, game, bearer)

    return patch.object(records.Records, "record", record)


def open_eyes_before_the_end() -> Mutant:
    return patch.object(hosting, "through", lambda table, eyes: (table.as_seen(), eyes == "open"))


def sentences_of_the_truth() -> Mutant:
    original = showing._step

    def step(table: Any, version: int, row: Any, reader: Any, unmasked: bool) -> Any:
        told = original(table, version, row, reader, True).text
        return replace(original(table, version, row, reader, unmasked), text=told)

    return patch.object(showing, "_step", step)


MUTANTS: dict[Any, tuple[str, ...]] = {  # each with the operations that notice it, one by one
    masks_dropped_from_events: ("listEvents", "followGame", "followGames"),
    view_of_the_truth: ("getGame", "followGame", "followGames"),
    list_from_the_truth: ("listMoves",),
    judged_by_the_truth: ("checkMove", "playMove"),
    hidden_card_in_a_refusal: ("checkMove", "playMove"),
    since_of_hidden_cards: ("getGame", "followGame", "followGames"),
    version_of_hidden_cards: ("checkMove", "playMove", "getGame", "listMoves"),
    nonce_of_the_state: ("getGame",),
    variant_of_the_state: ("getGame",),
    header_of_the_state: tuple(one.id for one in OPERATIONS.values() if "{game}" in one.path),
    length_of_the_state: ("getGame",),
    cursor_of_the_state: ("listMoves",),
    everybody_hosts: ("getGame",),
    seed_for_its_hash: ("getGame", "followGame"),
    entropy_among_the_names: ("listEvents", "followGame", "listGames"),
    record_before_the_end: ("getRecord",),
    open_eyes_before_the_end: ("listEvents",),
    sentences_of_the_truth: ("listEvents", "followGame"),
}
