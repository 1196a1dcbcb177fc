"""Rematches: one new game for all who ask, where old tokens sit, and of which the old game tells nothing."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace

from service.commits import Commits, Lost
from service.door import Retry
from service.faults import Forbidden, KeyReused, NotFound, NotOver, SeatTaken, Unauthenticated
from service.schemas.answers import Change, Created
from service.schemas.requests import NewSeat, TakeSeat
from service.store import StoreUnavailable
from service.tables import META, Meta
from tests.service.hosting.house import BOT, OPEN, READER, House, key, plain

ANA, BO, CY = NewSeat(name="Ana"), NewSeat(name="Bo"), NewSeat(name="Cy", player="u-17")


def over(house: House, *seats: NewSeat, **given: Any) -> Created:
    """A game that was aborted, which is over as any other."""
    made = house.create(*(seats or (ANA, BO, CY)), **given)
    house.hosting.abort(made.game.id, made.host_token, READER)
    return made


def again(house: House, made: Created, seat: int = 0, retry: Retry | None = None) -> Change:
    return house.hosting.rematch(made.game.id, made.seat_tokens[seat], READER, retry)[0]


def sit(house: House, game: str, token: str | None) -> Any:
    return house.hosting.sit(game, TakeSeat(), READER, None, token).answer


def stored(house: House, game: str) -> Meta:
    found = house.store.read(game)
    assert found is not None
    return META.decode(found.meta)


def test_everybody_sits_one_seat_further_and_bots_sit_already(house: House) -> None:
    made = over(house, ANA, BOT, CY)
    change = again(house, made)
    new = change.game
    assert (new.status, new.version, new.rematch) == ("open", 1, None)
    assert [seat.reserved for seat in new.seats] == [True, True, False]
    assert [(seat.state, seat.name, seat.bot) for seat in new.seats] == [
        ("open", "Cy", None),
        ("open", "Ana", None),
        ("bot", "Random", "random"),
    ]
    assert [step.version for step in change.steps] == [1]
    assert [event["reason"] for event in plain(change.steps)[0]["events"]] == ["bot"]
    assert new.you == 1, "the caller's seat"


def test_all_rules_and_settings_are_as_before(house: House) -> None:
    made = house.create(ANA, BO, options={"action_cards": False, "reneging": "enforced"}, seed=None)
    kept = {
        "listed": True,
        "spectators": "invited",
        "spectator_delay": 3,
        "turn_seconds": 60,
        "on_timeout": "move",
        "metadata": {"room": "lunch"},
        "owner": "acme",
    }
    house.write_meta(made.game.id, replace(stored(house, made.game.id), **kept))
    house.hosting.abort(made.game.id, made.host_token, READER)
    new = stored(house, again(house, made).game.id)
    old = stored(house, made.game.id)
    assert {name: getattr(new, name) for name in kept} == kept
    assert bytes(new.options) == bytes(old.options)
    assert (new.host, new.invite) == (old.host, old.invite)
    assert (new.started, new.ended, new.reason, new.rematch) == (None, None, None, None)


def test_the_old_game_tells_its_rematch_by_one_event_after_its_end(house: House) -> None:
    made = over(house)
    before = house.see(made.game.id, None)
    new = again(house, made).game.id
    after = house.see(made.game.id, None)
    assert (after.version, after.rematch, after.status) == (before.version + 1, new, "aborted")
    last = plain(house.steps(made.game.id, None))[-1]
    assert last["events"] == [{"kind": "rematch_created", "text": None, "game": new}]
    assert last["text"] == "A rematch is open"
    assert house.records.verify(house.records.record(made.game.id, None)).problem is None


def test_a_rematch_that_is_watched_late_is_open_to_all_and_late_from_its_own_deal_on(house: House) -> None:
    """The game before was dealt with its fifth step; nothing of that holds for the new table."""
    made = house.create(ANA, OPEN, OPEN, OPEN, spectator_delay=2)
    tokens = [made.seat_tokens[0], *(house.sit(made, name=name).token for name in ("Bo", "Cy", "Di"))]
    assert stored(house, made.game.id).dealt == 5
    house.hosting.abort(made.game.id, made.host_token, READER)
    new = again(house, made).game.id
    assert stored(house, new).dealt is None
    for seats, token in enumerate(tokens, 1):
        assert house.see(new, None).version == seats
        sit(house, new, token)
    assert house.see(new, tokens[0]).version == 6
    assert (house.see(new, None).version, house.see(new, None).status) == (5, "open")
    mover = tokens[house.seat_at(house.see(new, tokens[0]), [str(token) for token in tokens])]
    house.play(new, mover, house.first(new, str(mover)))
    assert house.see(new, None).version == 5


def test_a_record_is_the_same_before_and_after_the_rematch(house: House) -> None:
    made = over(house)
    before = house.records.record(made.game.id, None)
    again(house, made)
    assert house.records.record(made.game.id, None) == before
    assert house.records.verify(before).problem is None


def test_all_who_ask_are_told_the_same_game_and_the_first_made_it(house: House) -> None:
    made = over(house)
    told = [house.hosting.rematch(made.game.id, token, READER) for token in made.seat_tokens]
    assert [fresh for _, fresh, _ in told] == [True, False, False]
    assert len({change.game.id for change, _, _ in told}) == 1
    assert len({str(plain(change.steps)) for change, _, _ in told}) == 1
    assert [change.game.you for change, _, _ in told] == [1, 2, 0]


def test_fifty_at_once_make_one_game(house: House) -> None:
    made = over(house)
    tokens = [made.seat_tokens[at % 3] for at in range(50)]
    with ThreadPoolExecutor(50) as pool:
        told = list(pool.map(lambda token: house.hosting.rematch(made.game.id, token, READER), tokens))
    assert sum(fresh for _, fresh, _ in told) == 1
    assert len({change.game.id for change, _, _ in told}) == 1
    events = [event["kind"] for step in plain(house.steps(made.game.id, None)) for event in step["events"]]
    assert events.count("rematch_created") == 1
    assert house.see(told[0][0].game.id, None).version == 1


def test_a_crash_between_the_two_writes_is_healed_by_the_next_who_asks(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = over(house)
    game = made.game.id

    def dies(*_: Any, **__: Any) -> None:
        raise StoreUnavailable("gone")

    with monkeypatch.context() as broken:
        broken.setattr(Commits, "_commit", dies)
        with pytest.raises(StoreUnavailable):
            again(house, made)
    assert house.see(game, None).rematch is None
    change, fresh, _ = house.hosting.rematch(game, made.seat_tokens[1], READER)
    assert fresh is False, "it was made by the one who died"
    assert house.see(game, None).rematch == change.game.id
    assert sit(house, change.game.id, made.seat_tokens[0]).seat == 1


def test_who_made_it_is_told_so_also_if_another_wrote_it_down(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, commit = over(house), Commits._commit
    raced: list[Change] = []

    def loses(self: Commits, *given: Any) -> Any:
        if not raced:
            raced.append(Change((), made.game))
            house.hosting.rematch(made.game.id, made.seat_tokens[1], READER)
            raise Lost
        return commit(self, *given)

    monkeypatch.setattr(Commits, "_commit", loses)
    change, fresh, replayed = house.hosting.rematch(made.game.id, made.seat_tokens[0], READER)
    assert (fresh, replayed) == (True, False)
    assert house.see(made.game.id, None).rematch == change.game.id


def test_Q23_a_retry_has_the_status_of_the_first(house: House) -> None:
    made = over(house)
    game, ana, bo = made.game.id, made.seat_tokens[0], made.seat_tokens[1]
    one, two = Retry(key(), "request"), Retry(key(), "request")
    first = house.hosting.rematch(game, ana, READER, one)
    later = house.hosting.rematch(game, bo, READER, two)
    assert (first[1:], later[1:]) == ((True, False), (False, False))
    assert house.hosting.rematch(game, ana, READER, one)[1:] == (True, True)
    assert house.hosting.rematch(game, bo, READER, two)[1] is False
    with house.refuses(game, KeyReused):
        house.hosting.rematch(game, ana, READER, Retry(one.key, "another"))
    with house.refuses(first[0].game.id, KeyReused):
        house.hosting.sit(first[0].game.id, TakeSeat(), READER, Retry(one.key, "sits"), ana)


def test_a_running_or_waiting_game_has_no_rematch(house: House) -> None:
    for seats in ((ANA, BO), (ANA, OPEN)):
        made = house.create(*seats)
        with house.refuses(made.game.id, NotOver):
            again(house, made)


def test_Q4_only_seats_ask_for_a_rematch(house: House) -> None:
    made = over(house)
    for token, fault in (
        (None, Unauthenticated),
        (made.host_token, Forbidden),
        (made.invite, Forbidden),
        (house.create(ANA, BO).seat_tokens[0], Forbidden),
    ):
        with house.refuses(made.game.id, fault) as refusal:
            house.hosting.rematch(made.game.id, token, READER)
        assert "token" in refusal.value.detail


def test_each_old_token_opens_its_new_seat_and_the_last_starts(house: House) -> None:
    made = over(house)
    game = again(house, made).game.id
    for seat, token in enumerate(made.seat_tokens):
        sat = sit(house, game, token)
        assert (sat.seat, sat.token, sat.game.you) == ((seat + 1) % 3, token, (seat + 1) % 3)
    assert house.see(game, None).status == "playing"
    assert [seat.name for seat in house.see(game, None).seats] == ["Cy", "Ana", "Bo"]
    mover = house.seat_at(house.see(game, None), [str(token) for token in made.seat_tokens])
    token = str(made.seat_tokens[mover])
    assert house.play(game, token, house.first(game, token)).game.version > 5
    own = {seat.seat: seat.player for seat in house.see(game, made.seat_tokens[2]).seats}
    assert own == {0: "u-17", 1: None, 2: None}, "`player` is kept, and shown to the seat itself"


def test_the_old_host_hosts_and_the_old_invite_sits_in_free_seats(house: House) -> None:
    made = house.create(ANA, BO, CY)
    house.hosting.leave(made.game.id, made.seat_tokens[1], 1, READER)
    house.hosting.abort(made.game.id, made.host_token, READER)
    game = again(house, made).game.id
    with house.refuses(game, SeatTaken):
        house.hosting.sit(game, TakeSeat(made.invite, "Di", 0), READER)
    sat = house.hosting.sit(game, TakeSeat(made.invite, "Di"), READER).answer
    assert sat.seat == 2, "the seat of Bo, who left for good"
    sit(house, game, made.seat_tokens[0])
    change, _ = house.hosting.start(game, made.host_token, READER)
    assert [seat.name for seat in change.game.seats] == ["Ana", "Di"]
    with house.refuses(game, Forbidden):
        house.see(game, made.seat_tokens[2])


def test_tokens_of_the_new_game_do_not_open_the_old_one(house: House) -> None:
    made = over(house)
    game = again(house, made).game.id
    renewed = house.hosting.rotate(game, made.seat_tokens[0], 1, READER)[0]
    with house.refuses(made.game.id, Forbidden):
        house.see(made.game.id, renewed.token)
    with house.refuses(game, Forbidden) as refusal:
        house.see(game, made.seat_tokens[0])
    assert "of another game" in refusal.value.detail
    assert house.see(made.game.id, made.seat_tokens[0]).you == 0
    assert house.see(game, renewed.token).you == 1


def test_a_timed_out_player_asks_and_has_a_seat(house: House) -> None:
    made = house.create(ANA, BO, CY)
    meta = stored(house, made.game.id)
    away = replace(meta.seats[1], state="left", bot="random", forfeited=True)
    house.write_meta(made.game.id, replace(meta, seats=(meta.seats[0], away, meta.seats[2])))
    house.hosting.abort(made.game.id, made.host_token, READER)
    game = again(house, made, 1).game.id
    assert sit(house, game, made.seat_tokens[1]).seat == 2
    assert stored(house, game).seats[2].forfeited is False


def test_Q13_the_deal_of_a_rematch_is_drawn_anew(house: House) -> None:
    made = house.create(ANA, OPEN, seed=None)
    bo = house.sit(made, name="Bo", entropy="c0ffee")
    house.hosting.abort(made.game.id, made.host_token, READER)
    game = again(house, made).game.id
    old, new = stored(house, made.game.id), stored(house, game)
    assert new.server_seed not in (None, old.server_seed)
    assert new.salt != old.salt
    assert [seat.entropy for seat in new.seats] == [None, None]
    assert new.commitment != old.commitment
    for token in (made.seat_tokens[0], bo.token):
        sit(house, game, token)
    record = house.records.record(made.game.id, None)
    assert str(stored(house, game).seed.hex()) not in str(plain(record))


def test_Q13_the_rematch_of_a_sandbox_game_is_a_fair_one(house: House) -> None:
    made = over(house, ANA, BO, seed="11" * 32, stack=["R8", "W1"])
    game = again(house, made).game.id
    new = stored(house, game)
    assert (new.sandbox_seed, new.stack) == (None, None)
    assert new.server_seed is not None
    assert house.see(game, None).sandbox is False


def test_Q13_nobody_learns_in_a_rematch_what_he_cannot_see(house: House) -> None:
    """Each token sees the hand of its own new seat alone: not that of its old seat, not through the old game,
    and the host, the invite and those who watch see none."""
    made = over(house, seed=None)
    old, game = made.game.id, again(house, made).game.id
    for token in made.seat_tokens:
        sit(house, game, token)
    hands: dict[int, list[str]] = {}
    for seat, token in enumerate(made.seat_tokens):
        at = (seat + 1) % 3
        seen = plain(house.view(game, token))["seats"]
        hands[at] = seen[at]["hand"]
        assert "??" not in hands[at]
        assert all(set(seen[other]["hand"]) == {"??"} for other in range(3) if other != at)
    dealt = [card for hand in hands.values() for card in hand]
    assert len(set(dealt)) == len(dealt) == 12
    for token in (None, made.host_token, made.invite):
        assert all(set(seat["hand"]) == {"??"} for seat in plain(house.view(game, token))["seats"])
        steps = plain(house.steps(game, token))
        shown = [event for step in steps for event in step["events"] if event["kind"] == "dealt"]
        assert {card for hand in shown[0]["hands"] for card in hand} == {"??"}
    for token in (None, *made.seat_tokens):
        last = plain(house.steps(old, token))[-1]
        assert last["events"] == [{"kind": "rematch_created", "text": None, "game": game}]
    with house.refuses(game, NotFound):
        house.records.record(game, made.seat_tokens[0])


def test_a_rematch_of_a_rematch_is_a_game_of_its_own(house: House) -> None:
    made = over(house)
    second = again(house, made).game.id
    house.hosting.abort(second, made.host_token, READER)
    third = house.hosting.rematch(second, made.seat_tokens[0], READER)[0].game
    assert len({made.game.id, second, third.id}) == 3
    assert third.you == 2
    assert sit(house, third.id, made.seat_tokens[0]).seat == 2
