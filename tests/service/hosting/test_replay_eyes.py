"""After the end the log is read as any seat saw it, as the public did, or open-handed."""

from typing import Any

import pytest

from service.faults import Forbidden, InvalidRequest, NotOver, Unauthenticated
from service.schemas.reader import Reader
from service.schemas.requests import EventsQuery, NewSeat
from tests.service.hosting.house import BOT, OPEN, READER, House, plain
from tests.service.hosting.watched import ANA, BO, Watched

EYES = ("0", "1", "public", "open")


def steps(table: Watched, token: str | None, eyes: str | None = None) -> Any:
    return plain(table.events(token, eyes=eyes).steps)


def hands(told: Any) -> Any:
    """The hands of every deal."""
    return [event["hands"] for step in told for event in step["events"] if event["kind"] == "dealt"]


@pytest.mark.parametrize("policy", ["public", "none"])
def test_Q18_each_pair_of_eyes_sees_what_it_saw(house: House, policy: str) -> None:
    """Exactly what was told to it while the game went on."""
    table = Watched(house, spectators=policy, fair=True)
    saw: dict[str, Any] = {"0": [], "1": [], "public": []}
    tokens = {"0": table.tokens[0], "1": table.tokens[1], "public": None}
    while table.see(table.tokens[0]).status == "playing":
        for eyes, token in tokens.items():
            saw[eyes] += steps_after(table, token, len(saw[eyes]))
        table.move()
    for eyes, token in tokens.items():
        saw[eyes] += steps_after(table, token, len(saw[eyes]))
        lent = steps(table, None, eyes)
        if eyes != "public" or policy == "public":
            assert lent == saw[eyes]
        assert lent == steps(table, token)
        for anybody in (*table.tokens, *table.outside.values()):
            assert steps(table, anybody, eyes) == lent


def steps_after(table: Watched, token: str | None, after: int) -> Any:
    return plain(table.events(token, after=after).steps)


def test_Q18_open_handed_nothing_is_hidden(house: House) -> None:
    table = Watched(house, fair=True)
    house.finish(table.id, table.tokens)
    told = steps(table, None, "open")
    hidden = [event for step in told for event in step["events"] if "??" in str(event)]
    assert {(event["kind"], event["face_up"]) for event in hidden} <= {("turned", False)}  # to nobody, ever
    dealt = [hands(steps(table, None, eyes)) for eyes in ("0", "1")]
    assert hands(told) == [[one[0], other[1]] for one, other in zip(*dealt, strict=True)]
    assert len(hands(told)) >= 3
    shapes = [
        [
            (step["version"], step["seat"], step["at"], [event["kind"] for event in step["events"]])
            for step in seen
        ]
        for seen in (steps(table, None, eyes) for eyes in EYES)
    ]
    assert all(shape == shapes[0] for shape in shapes)
    assert {card for deal in hands(steps(table, None, "public")) for hand in deal for card in hand} == {"??"}


def test_Q18_the_eyes_lent_are_no_seat(house: House) -> None:
    """They come in pages and languages like one's own, and give the right to nothing."""
    table = Watched(house)
    house.finish(table.id, table.tokens)
    page = table.events(None, eyes="1", after=2, limit=3)
    assert plain(page.steps) == steps(table, None, "1")[2:5]
    assert (page.next_after, page.more) == (5, True)
    said = house.hosting.events(table.id, None, EventsQuery(eyes="open"), Reader(events=True)).steps
    assert all(event.text for event in said[2].events)
    bare = house.hosting.events(table.id, None, EventsQuery(eyes="open"), Reader(labels=False)).steps
    assert {step.text for step in bare} == {None}
    assert table.see(None).you is None


def test_Q18_nobody_lends_his_eyes_before_the_end(house: House) -> None:
    for given in ({}, {"spectators": "none"}, {"spectator_delay": 3}):
        table = Watched(house, **given)
        table.move(5)
        for token in (*table.tokens, *table.outside.values()):
            for eyes in (*EYES, "7"):
                with pytest.raises(NotOver) as refusal:
                    table.events(token, eyes=eyes)
                assert refusal.value.version == table.see(token).version
    lobby = Watched(house, NewSeat(name="Ana"), OPEN)
    with house.refuses(lobby.id, NotOver):
        lobby.events(lobby.tokens[0], eyes="open")


def test_Q18_an_aborted_game_is_read_through_any_eyes(house: House) -> None:
    table = Watched(house, ANA, BO, BOT, fair=True, spectators="none", spectator_delay=9)
    table.move(4)
    table.abort()
    assert "??" not in str(hands(steps(table, None, "open")))
    dealt = hands(steps(table, None, "2"))[0]
    assert ["??" in hand for hand in dealt] == [True, True, False]
    lobby = Watched(house, NewSeat(name="Ana"), OPEN)
    lobby.abort()
    assert len(steps(lobby, None, "1")) == 2


def test_Q18_there_are_only_the_eyes_of_seats_at_the_table(house: House) -> None:
    table = Watched(house)
    table.abort()
    for eyes in ("2", "15", "99"):
        with house.refuses(table.id, InvalidRequest) as refusal:
            table.events(None, eyes=eyes)
        assert refusal.value.places[0][:2] == ("query", "as")
    other = Watched(house)
    with house.refuses(table.id, Unauthenticated):
        table.events(f"fds_{table.id}_{'a' * 43}", eyes="open")
    with house.refuses(table.id, Forbidden):
        table.events(other.tokens[0], eyes="open")
    assert house.hosting.events(table.id, None, EventsQuery(eyes="1"), READER).steps
