"""Looking: who sees what of a game, legal moves page by page, the log, and waiting for it."""

import threading
import time
from typing import Any

import pytest

from service.faults import Forbidden, InvalidRequest, StaleCursor, Unauthenticated
from service.schemas.answers import GameStep, MoveList
from service.schemas.reader import Reader
from service.schemas.requests import EventsQuery, MovesQuery, NewSeat
from tests.service.hosting.house import BOT, OPEN, READER, House, plain

ANA, BO, CY = (NewSeat(name=name) for name in ("Ana", "Bo", "Cy"))


def listed(house: House, game: str, token: str | None, **query: Any) -> MoveList:
    return house.hosting.legal(game, token, MovesQuery(**query), READER)[0]


def test_Q5_each_sees_his_own_hand_and_spectators_none(house: House) -> None:
    made = house.create(ANA, BO)
    game = made.game.id
    for at, token in enumerate(made.seat_tokens):
        shown = house.see(game, token)
        assert shown.you == at
        hands = [seat["hand"] for seat in plain(shown.view)["seats"]]
        assert "??" not in hands[at]
        assert set(hands[1 - at]) == {"??"}
    for token in (None, made.host_token, made.invite):
        shown = house.see(game, token)
        assert shown.you is None
        assert {card for seat in plain(shown.view)["seats"] for card in seat["hand"]} == {"??"}
        assert shown.moves is None


def test_unknown_tokens_and_those_of_other_games_see_nothing(house: House) -> None:
    made, other = house.create(ANA, BO), house.create(ANA, BO)
    game = made.game.id
    for role in ("fds", "fdh", "fdi"):
        with house.refuses(game, Unauthenticated):
            house.see(game, f"{role}_{game}_{'a' * 43}")
    for token in (other.host_token, other.invite, other.seat_tokens[0]):
        with house.refuses(game, Forbidden):
            house.see(game, token)
    for nonsense in ("", "fds_", "fdx_" + game + "_" + "a" * 43, str(made.host_token) + "\n", "é" * 70):
        with pytest.raises(Unauthenticated):
            house.see(game, nonsense)


def test_moves_stand_in_the_game_of_a_seat_that_asks(house: House) -> None:
    made = house.create(ANA, BO)
    game, seat = made.game.id, made.game.to_act[0]
    mine, other = (str(made.seat_tokens[at]) for at in (seat, 1 - seat))
    shown = house.see(game, mine, 3)
    assert shown.moves is not None
    assert len(shown.moves.items) == 3
    assert plain(shown.moves) == plain(listed(house, game, mine, limit=3))
    assert house.see(game, mine).moves is None
    waiting = house.see(game, other, 3).moves
    assert waiting is not None
    assert (waiting.items, waiting.kinds, waiting.complete) == ((), (), True)
    assert house.see(game, None, 3).moves is None


def test_Q4_a_list_needs_a_seat(house: House) -> None:
    made = house.create(ANA, OPEN)
    for token, fault in ((None, Unauthenticated), (made.host_token, Forbidden), (made.invite, Forbidden)):
        with house.refuses(made.game.id, fault) as refusal:
            listed(house, made.game.id, token)
        assert "fds_" in refusal.value.detail
    assert listed(house, made.game.id, made.seat_tokens[0]).items == ()


def test_pages_make_up_the_whole_list_and_kinds_are_always_whole(house: House) -> None:
    made = house.create(ANA, BO)
    game, token = made.game.id, made.seat_tokens[made.game.to_act[0]]
    whole = listed(house, game, token, limit=200)
    assert whole.complete
    found: list[Any] = []
    cursor = None
    while True:
        page = listed(house, game, token, limit=3, cursor=cursor)
        assert page.kinds == whole.kinds
        found += page.items
        cursor = page.next_cursor
        assert page.complete == (cursor is None)
        if cursor is None:
            break
        assert len(page.items) == 3
    assert found == list(whole.items)
    assert len(found) > 3


def test_lists_are_narrowed_by_kind_and_by_what_must_be_named(house: House) -> None:
    made = house.create(ANA, BO)
    game, token = made.game.id, made.seat_tokens[made.game.to_act[0]]
    whole = plain(listed(house, game, token, limit=200))
    for kind in whole["kinds"]:
        narrowed = plain(listed(house, game, token, limit=200, kind=kind))
        assert narrowed["kinds"] == whole["kinds"]
        assert narrowed["items"] == [item for item in whole["items"] if item["move"]["kind"] == kind]
    card = whole["items"][0]["move"]["card"]
    narrowed = plain(listed(house, game, token, limit=200, named=(card,)))
    assert narrowed["items"] == [item for item in whole["items"] if item["move"]["card"] == card]
    assert listed(house, game, token, named=("nothing",)).items == ()
    assert listed(house, game, token, kind="castle").items == ()


def test_a_cursor_is_of_one_version_and_one_list(house: House) -> None:
    made = house.create(ANA, BOT)
    game, token = made.game.id, str(made.seat_tokens[0])
    cursor = listed(house, game, token, limit=1).next_cursor
    assert cursor is not None
    with house.refuses(game, StaleCursor):
        listed(house, game, token, limit=1, cursor=cursor, kind="discard")
    house.play(game, token, house.first(game, token))
    with house.refuses(game, StaleCursor):
        listed(house, game, token, limit=1, cursor=cursor)
    for nonsense in ("", "x", "!!!!", "AAAA", "é", "MS4y", "Li4u"):
        with house.refuses(game, InvalidRequest) as refusal:
            listed(house, game, token, cursor=nonsense)
        assert refusal.value.places[0][:2] == ("query", "cursor")


def test_the_log_says_to_each_what_he_may_know(house: House) -> None:
    made = house.create(ANA, BO, CY)
    game, tokens = made.game.id, [str(token) for token in made.seat_tokens]
    house.finish(game, tokens)
    told = {token: plain(house.steps(game, token)) for token in (*tokens, None)}
    shapes = [
        [(step["version"], step["seat"], [event["kind"] for event in step["events"]]) for step in steps]
        for steps in told.values()
    ]
    assert all(shape == shapes[0] for shape in shapes)
    for at, token in enumerate(tokens):
        deal = next(event for event in told[token][1]["events"] if event["kind"] == "dealt")
        assert ["??" in hand for hand in deal["hands"]] == [seat != at for seat in range(3)]
    deal = next(event for event in told[None][1]["events"] if event["kind"] == "dealt")
    assert {card for hand in deal["hands"] for card in hand} == {"??"}


def test_the_log_comes_in_pages(house: House) -> None:
    made = house.create(ANA, BOT)
    game, token = made.game.id, str(made.seat_tokens[0])
    house.finish(game, [token], moves=4)
    version = house.see(game, token).version
    after = 0
    found: list[GameStep] = []
    while True:
        page = house.hosting.events(game, token, EventsQuery(after=after, limit=2), READER)
        found += page.steps
        assert page.version == version
        assert page.next_after == after + len(page.steps)
        after = page.next_after
        if not page.more:
            break
    assert [step.version for step in found] == list(range(1, version + 1))
    last = house.hosting.events(game, token, EventsQuery(after=version), READER)
    assert (last.steps, last.next_after, last.more) == ((), version, False)


def test_texts_are_left_out_or_given_for_each_event(house: House) -> None:
    made = house.create(ANA, BOT)
    game = made.game.id
    for reader, step_has, event_has in (
        (Reader(), True, False),
        (Reader(labels=False), False, False),
        (Reader(events=True), True, True),
    ):
        step = house.hosting.events(game, None, EventsQuery(after=1, limit=1), reader).steps[0]
        assert (step.text is not None) == step_has
        assert {event.text is not None for event in step.events} == {event_has}
    moves = house.hosting.legal(game, made.seat_tokens[0], MovesQuery(), Reader(labels=False))[0]
    assert {item.label for item in moves.items} == {None}


def test_a_wait_ends_with_the_next_step_or_with_the_time(house: House) -> None:
    made = house.create(ANA, BOT)
    game, token, version = made.game.id, str(made.seat_tokens[0]), made.game.version
    started = time.monotonic()
    page = house.hosting.events(game, None, EventsQuery(after=version, wait=1), READER)
    assert page.steps == ()
    assert 0.9 < time.monotonic() - started < 5
    move = house.first(game, token)
    timer = threading.Timer(0.2, lambda: house.play(game, token, move))
    timer.start()
    started = time.monotonic()
    page = house.hosting.events(game, None, EventsQuery(after=version, wait=20), READER)
    timer.join()
    assert page.steps[0].version == version + 1
    assert time.monotonic() - started < 10


def test_at_a_game_that_is_over_one_waits_for_its_rematch_and_for_nothing_after_it(house: House) -> None:
    made = house.create(ANA, BOT)
    over = house.hosting.abort(made.game.id, made.host_token, READER).game
    token = str(made.seat_tokens[0])
    timer = threading.Timer(0.2, house.hosting.rematch, [over.id, token, READER])
    timer.start()
    page = house.hosting.events(over.id, None, EventsQuery(after=over.version, wait=20), READER)
    timer.join()
    assert [event["kind"] for step in plain(page.steps) for event in step["events"]] == ["rematch_created"]
    started = time.monotonic()
    page = house.hosting.events(over.id, None, EventsQuery(after=over.version + 1, wait=20), READER)
    assert page.steps == ()
    assert time.monotonic() - started < 5
