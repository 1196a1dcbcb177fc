"""The lobby as use cases: what a page shows to whom, and when a game is in which list."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from redis import Redis

from engine.core.moves import Move
from service.faults import Forbidden, Unauthenticated
from service.schemas.lobby import GameSummary, HouseRule
from service.schemas.reader import Reader
from service.schemas.requests import TakeSeat
from tests.service.hosting.hall import ACME, ANA, BO, OTHER, Hall
from tests.service.hosting.house import BOT, OPEN, READER, VANTAGE


def test_Q53_newest_first_with_exactly_the_fields_of_the_contract(hall: Hall) -> None:
    options = {"reneging": "enforced", "remove_cards_up": 2, "dealer": 1}
    made = hall.make(ANA, OPEN, BOT, listed=True, options=options, turn_seconds=86400)
    other = hall.make(listed=True)
    page = hall.page()
    assert page.next_cursor is None
    assert [item.id for item in page.items] == [other.game.id, made.game.id]
    assert page.items[1] == GameSummary(
        id=made.game.id,
        ruleset="vantage",
        edition=VANTAGE.edition,
        status="open",
        seats=3,
        open_seats=1,
        names=("Ana", None, "Random"),
        house_rules=(
            HouseRule("remove_cards_up", "2", "Cards-up cards removed: Two"),
            HouseRule("reneging", "enforced", "Reneging: No bluffing builds"),
            HouseRule("dealer", "1", "First dealer: 1"),
        ),
        turn_seconds=86400,
        sandbox=False,
        created_at="2026-11-30T12:00:01.000Z",
    )
    assert page.items[0].house_rules == ()


def test_texts_are_left_out_when_they_are_not_wanted(hall: Hall) -> None:
    hall.make(listed=True, options={"open_hands": True})
    page = hall.page(reader=Reader(labels=False))
    assert page.items[0].house_rules == (HouseRule("open_hands", "true", None),)


def test_a_game_that_is_not_listed_is_nowhere_and_costs_nothing(hall: Hall, raw: Redis) -> None:
    made = hall.make(ANA, BO)
    hall.free.abort(made.game.id, made.host_token, READER)
    assert hall.listed() == []
    assert list(raw.scan_iter("i:*")) == []


def test_a_listed_game_leaves_the_open_list_when_it_starts_and_the_other_when_it_ends(hall: Hall) -> None:
    made = hall.make(listed=True)
    game = made.game.id
    assert hall.listed(open=True) == hall.listed(status="open") == hall.listed() == [game]
    hall.free.sit(game, TakeSeat(made.invite, "Bo"), READER)
    assert hall.listed(open=True) == hall.listed(status="open") == []
    assert hall.listed(status="playing") == hall.listed(open=False) == hall.listed() == [game]
    hall.free.abort(game, made.host_token, READER)
    assert hall.listed() == hall.listed(status="aborted") == []
    assert list(hall.store.index.lists()) == []


def test_the_move_that_ends_a_game_takes_it_out_of_the_lobby(
    hall: Hall, raw: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = hall.make(ANA, BOT, listed=True)
    game, token = made.game.id, made.seat_tokens[0]
    noted: list[Any] = []
    note = hall.store.index.note

    def count(*given: Any) -> None:
        noted.append(given)
        note(*given)

    monkeypatch.setattr(hall.store.index, "note", count)
    while (shown := hall.free.see(game, token, READER, 1)[0]).status == "playing":
        assert hall.listed() == [game]
        assert shown.moves is not None
        hall.free.play(game, token, partial(_the_move, shown.moves.items[0].move), READER)
    assert hall.listed() == []
    assert len(noted) == 1, "plain moves write nothing"
    assert raw.exists("i:{listed}") == 0


def _the_move(move: Move, ruleset: object) -> Move:
    return move


def test_a_key_sees_all_its_games_and_only_those(hall: Hall) -> None:
    public = hall.make(listed=True).game.id
    mine = [hall.make(bearer=ACME, listed=listed).game.id for listed in (True, False)]
    others = hall.make(bearer=OTHER).game.id
    assert hall.listed(ACME) == mine[::-1]
    assert hall.listed(OTHER) == [others]
    assert hall.listed() == [mine[0], public], "what is listed is for everybody, whoever made it"
    assert hall.listed(hall.make().host_token) == [mine[0], public]
    hall.keyed.abort(mine[1], ACME, READER)
    assert hall.listed(ACME) == mine[::-1], "also when they are over"
    assert hall.listed(ACME, status="aborted") == [mine[1]]


def test_player_and_metadata_find_the_keys_own_games(hall: Hall) -> None:
    lunch = {"room": "lunch-42", "a:b": "c:d"}
    one = hall.make(ANA, BO, bearer=ACME, metadata=lunch).game.id
    two = hall.make(ANA, OPEN, bearer=ACME, metadata={"room": "lunch-4"}).game.id
    hall.make(ANA, BO, bearer=OTHER, metadata=lunch, listed=True)
    assert hall.listed(ACME, player="u-17") == [two, one]
    assert hall.listed(ACME, player="u-42") == [one]
    assert hall.listed(ACME, player="u-1") == []
    assert hall.listed(ACME, player="u-17", status="playing") == [one]
    assert hall.listed(ACME, metadata=("room:lunch-42",)) == [one]
    assert hall.listed(ACME, metadata=("room:lunch-4",)) == [two]
    assert hall.listed(ACME, metadata=("a:b:c:d", "room:lunch-42")) == [one]
    assert hall.listed(ACME, metadata=("a:b:c:d", "room:lunch-4")) == []
    assert hall.listed(ACME, metadata=("room:",)) == []


@pytest.mark.parametrize("query", [{"player": "u-17"}, {"metadata": ("room:lunch-42",)}])
def test_Q4_player_and_metadata_need_a_key_and_say_so(hall: Hall, query: dict[str, Any]) -> None:
    made = hall.make(listed=True)
    with pytest.raises(Unauthenticated, match="Send an API key"):
        hall.page(None, **query)
    for token in (made.host_token, made.seat_tokens[0]):
        with pytest.raises(Forbidden, match="Send an API key"):
            hall.page(token, **query)


def test_a_seat_that_is_kept_is_not_open(hall: Hall) -> None:
    made = hall.make(ANA, OPEN, OPEN, listed=True)
    table = hall.free._open(made.game.id, None)
    progress = hall.free._progress(table)
    for seat in (1, 2):
        progress.seat(seat, replace(table.meta.seats[seat], name="Kept", token="0" * 64))  # type: ignore[arg-type]
        progress.house()
        hall.free._commit(table, progress)
        (shown,) = hall.page().items
        assert (shown.open_seats, shown.names[seat]) == (2 - seat, "Kept")
        assert hall.listed(open=True) == ([made.game.id] if seat == 1 else [])
        assert hall.listed(open=False) == ([] if seat == 1 else [made.game.id])
        table = hall.free._open(made.game.id, None)
        progress = hall.free._progress(table)
    assert hall.listed(status="open") == [made.game.id]
