"""Who may watch: everybody, whoever was invited, nobody; until the game is over."""

import pytest

from service.faults import NotFound
from service.schemas.reader import Reader
from service.schemas.requests import EventsQuery, NewSeat
from tests.service.hosting.house import BOT, OPEN, READER, House, plain
from tests.service.hosting.watched import ANA, BO, HOUSE_KINDS, Watched, happened, kinds

SEES = {
    "public": {"nobody", "invite", "host"},
    "invited": {"invite", "host"},
    "none": set[str](),
}


@pytest.mark.parametrize("policy", SEES)
def test_Q17_the_policy_says_who_sees_the_view(house: House, policy: str) -> None:
    table = Watched(house, spectators=policy)
    table.move(4)
    for who, token in table.outside.items():
        shown = table.see(token)
        assert (shown.view is not None) == (who in SEES[policy]), who
        assert shown.spectators == policy
        assert (shown.you, shown.moves, shown.outcome) == (None, None, None)
    for at, token in enumerate(table.tokens):
        shown = table.see(token)
        assert shown.you == at
        assert "??" not in plain(shown.view)["seats"][at]["hand"]


@pytest.mark.parametrize("policy", SEES)
def test_Q17_whoever_is_shut_out_knows_what_a_lobby_knows(house: House, policy: str) -> None:
    table = Watched(house, spectators=policy)
    table.move(3)
    seat = plain(table.see(table.tokens[1]))
    for who, token in table.outside.items():
        shown = plain(table.see(token))
        differs = {name for name in shown if shown[name] != seat[name]} - {"seats", "you", "view"}
        assert differs == set(), who
        players = [own["player"] for own in shown["seats"]]
        assert players == (["u-1", "u-2"] if who == "host" else [None, None])
        named = [[own[name] for name in ("seat", "state", "name", "bot")] for own in shown["seats"]]
        assert named == [[own[name] for name in ("seat", "state", "name", "bot")] for own in seat["seats"]]


def test_Q17_whoever_is_shut_out_is_told_nothing_of_the_play(house: House) -> None:
    table = Watched(house, ANA, BO, BOT, spectators="none")
    table.move(3)
    own = kinds(table.events(table.tokens[0]))
    assert own[1][1][:2] == ["game_started", "dealt"]
    assert len(own) >= 5
    for token in table.outside.values():
        page = table.events(token)
        assert happened(page) == [(1, ["seat_changed"] * 3), (2, ["game_started"])]
        assert [step.version for step in page.steps] == list(range(1, table.version + 1))
        assert (page.version, page.next_after, page.more) == (table.version, table.version, False)
        assert page.steps[1].text == "The game begins"
        said = house.hosting.events(table.id, token, EventsQuery(), Reader(events=True)).steps
        assert [event.text for event in said[1].events] == ["The game begins"]


def test_Q17_the_shut_out_reads_in_pages_as_everybody_does(house: House) -> None:
    table = Watched(house, ANA, BO, BOT, spectators="none")
    table.move(4)
    house.hosting.leave(table.id, table.tokens[1], 1, READER)
    found, after = [], 0
    while True:
        page = table.events(None, after=after, limit=2)
        assert len(page.steps) == page.next_after - after <= 2
        found += happened(page)
        after = page.next_after
        if not page.more:
            break
    assert after == table.version
    assert found == happened(table.events(None))
    assert [told for _, told in found] == [["seat_changed"] * 3, ["game_started"], ["seat_changed"]]


def test_Q17_a_wait_of_the_shut_out_ends_with_a_step_of_which_he_is_told_nothing(house: House) -> None:
    table = Watched(house, spectators="none")
    before = table.version
    table.move()
    page = table.events(None, after=before, wait=20)
    assert (kinds(page), page.next_after, page.version) == ([(before + 1, [])], before + 1, before + 1)


@pytest.mark.parametrize("policy", SEES)
def test_Q17_when_the_game_is_over_everybody_sees_it(house: House, policy: str) -> None:
    table = Watched(house, spectators=policy)
    table.house.finish(table.id, table.tokens)
    own = plain(table.see(table.tokens[0]))
    assert own["status"] == "finished"
    for token in table.outside.values():
        shown = plain(table.see(token))
        assert shown["view"] is not None
        assert shown["outcome"] == own["outcome"]
        assert kinds(table.events(token)) == kinds(table.events(table.tokens[0]))
    assert house.records.record(table.id, None).outcome is not None


def test_Q17_before_the_end_nobody_reads_the_record_whatever_the_policy(house: House) -> None:
    for policy in SEES:
        table = Watched(house, spectators=policy)
        for token in (*table.outside.values(), *table.tokens):
            with house.refuses(table.id, NotFound):
                house.records.record(table.id, token)


def test_Q17_an_aborted_game_is_over_too(house: House) -> None:
    table = Watched(house, spectators="none")
    table.move(2)
    assert table.see(None).view is None
    change = table.abort()
    assert change.game.view is not None  # of the host, who was shut out till then
    assert [event["kind"] for event in plain(change.steps)[-1]["events"]] == ["game_ended"]
    assert table.see(None).view is not None
    assert len(table.events(None).steps) == table.version


def test_Q17_who_makes_a_game_is_its_host_and_sees_as_much(house: House) -> None:
    for policy in SEES:
        made = Watched(house, ANA, BO, spectators=policy).made
        shown = plain(made)
        assert (shown["game"]["view"] is not None) == ("host" in SEES[policy])
        assert [seat["player"] for seat in shown["game"]["seats"]] == ["u-1", "u-2"]
        told = {event["kind"] for step in shown["steps"] for event in step["events"]}
        assert (told <= HOUSE_KINDS) == (policy == "none")


def test_Q17_an_open_table_is_a_lobby_to_all(house: House) -> None:
    table = Watched(house, NewSeat(name="Ana"), OPEN, spectators="none")
    for token in (*table.outside.values(), table.tokens[0]):
        shown = table.see(token)
        assert (shown.status, shown.view, shown.version) == ("open", None, 1)
        assert [seat.state for seat in shown.seats] == ["taken", "open"]
        assert kinds(table.events(token)) == [(1, ["seat_changed"])]
    seated = house.sit(table.made, name="Bo")
    assert seated.game.view is not None  # with the invite he took a seat
    assert happened(house.hosting.events(table.id, None, EventsQuery(after=1), READER)) == [
        (2, ["seat_changed"]),
        (3, ["game_started"]),
    ]


def test_Q17_by_default_everybody_with_the_id_watches_at_once_and_sees_no_hidden_card(house: House) -> None:
    table = Watched(house)
    assert (table.made.game.spectators, table.made.game.spectator_delay) == ("public", 0)
    for _ in range(30):
        for token in table.outside.values():
            shown = plain(table.see(token))
            assert shown["version"] == table.version
            assert {card for seat in shown["view"]["seats"] for card in seat["hand"]} <= {"??"}
        table.move()
