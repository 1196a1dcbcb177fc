"""Taking seats: free ones, reserved ones, and those that somebody comes back to."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace

from engine import GameOver
from service.door import Retry
from service.faults import Forbidden, InvalidRequest, KeyReused, SeatTaken, ServiceFault, Unauthenticated
from service.schemas.answers import Created
from service.schemas.hosts import SeatBot
from service.schemas.requests import NewSeat, TakeSeat
from service.seating import Sat
from service.tables import META, SeatMeta
from tests.service.hosting.house import OPEN, READER, House, key, plain

ANA, BO, CY = NewSeat(name="Ana"), NewSeat(name="Bo"), NewSeat(name="Cy")


def sit(house: House, game: str, bearer: str | None, retry: Retry | None = None, **body: Any) -> Sat:
    return house.hosting.sit(game, TakeSeat(**body), READER, retry, bearer)


def change_seat(house: House, game: str, seat: int, **given: Any) -> SeatMeta:
    """Makes the stored seat another one."""
    stored = house.store.read(game)
    assert stored is not None
    meta = META.decode(stored.meta)
    own = replace(meta.seats[seat], **given)
    house.write_meta(game, replace(meta, seats=(*meta.seats[:seat], own, *meta.seats[seat + 1 :])))
    return own


def list_game(house: House, made: Created) -> str:
    """The game, listed."""
    stored = house.store.read(made.game.id)
    assert stored is not None
    house.write_meta(made.game.id, replace(META.decode(stored.meta), listed=True))
    return made.game.id


def test_a_listed_game_asks_for_no_invite(house: House) -> None:
    game = list_game(house, house.create(ANA, OPEN, OPEN))
    sat = sit(house, game, None, name="Bo")
    assert (sat.answer.seat, sat.fresh, sat.answer.game.you) == (1, True, 1)


def test_Q4_an_unlisted_game_asks_for_the_invite_and_says_so(house: House) -> None:
    made = house.create(ANA, OPEN)
    game = made.game.id
    with house.refuses(game, Unauthenticated) as refusal:
        sit(house, game, None)
    assert "invite (`fdi_…`)" in refusal.value.detail
    with house.refuses(game, Forbidden):
        sit(house, game, made.host_token)
    assert sit(house, game, made.invite).answer.seat == 1


def test_an_invite_that_is_sent_must_be_right_even_where_none_is_needed(house: House) -> None:
    made, other = house.create(ANA, OPEN), house.create(ANA, OPEN)
    game = list_game(house, made)
    for invite, fault in (
        (other.invite, Forbidden),
        (made.host_token, Forbidden),
        (f"fdi_{game}_{'a' * 43}", Unauthenticated),
    ):
        for bearer in (None, made.host_token):
            with house.refuses(game, fault):
                sit(house, game, bearer, invite=invite)
    assert sit(house, game, made.host_token, invite=made.invite).answer.seat == 1


def test_Q23_a_retried_take_in_a_listed_game_is_the_same_seat(house: House) -> None:
    game, retry = list_game(house, house.create(ANA, OPEN, OPEN)), Retry(key(), "request")
    first = sit(house, game, None, retry, name="Bo")
    again = sit(house, game, None, retry, name="Bo")
    assert (again.replayed, again.answer.token, again.answer.seat) == (True, first.answer.token, 1)


def test_who_sits_already_is_told_so_and_nothing_is_changed(house: House) -> None:
    made = house.create(ANA, OPEN)
    game, ana = made.game.id, made.seat_tokens[0]
    before = house.stored(game)
    sat = sit(house, game, ana, name="Anna", entropy="ff")
    assert (sat.fresh, sat.answer.steps, sat.answer.seat, sat.answer.token) == (False, (), 0, ana)
    assert sat.answer.game.seats[0].name == "Ana"
    assert house.stored(game) == before
    with house.refuses(game, InvalidRequest) as refusal:
        sit(house, game, ana, seat=1)
    assert refusal.value.places == (("body", "/seat", "Your token is of seat 0."),)


def test_a_reserved_seat_is_for_who_holds_its_token(house: House) -> None:
    made = house.create(ANA, BO, OPEN)
    game, bo = made.game.id, made.seat_tokens[1]
    change_seat(house, game, 1, state="open")
    house.sit(made, name="Cy", seat=2)
    for wanted in (None, 1):
        with house.refuses(game, SeatTaken) as refusal:
            house.sit(made, name="Di", seat=wanted)
        assert "reserved" in refusal.value.detail
    sat = sit(house, game, bo, entropy="abcd")
    assert (sat.fresh, sat.answer.seat, sat.answer.token) == (True, 1, bo)
    assert sat.answer.game.status == "playing"
    assert sat.answer.game.fairness.entropies == 1
    event = plain(sat.answer.steps)[0]["events"][0]
    assert (event["kind"], event["state"], event["name"], event["reason"]) == (
        "seat_changed",
        "taken",
        "Bo",
        "taken",
    )


def test_Q23_a_retried_take_of_a_reserved_seat_is_answered_the_same(house: House) -> None:
    made = house.create(ANA, BO, OPEN)
    game, bo, retry = made.game.id, made.seat_tokens[1], Retry(key(), "request")
    change_seat(house, game, 1, state="open")
    first = sit(house, game, bo, retry, name="Bobby")
    house.sit(made, name="Cy")
    again = sit(house, game, bo, retry, name="Bobby")
    assert (again.replayed, again.fresh) == (True, True)
    assert (again.answer.token, again.answer.seat) == (bo, 1)
    assert plain(again.answer.steps) == plain(first.answer.steps)
    assert again.answer.game.seats[1].name == "Bobby"
    with house.refuses(game, KeyReused):
        sit(house, game, bo, Retry(retry.key, "another"))


def test_a_reserved_seat_is_given_up_by_its_holder_or_the_host(house: House) -> None:
    for by_host in (False, True):
        made = house.create(ANA, BO, OPEN)
        game, bo = made.game.id, made.seat_tokens[1]
        change_seat(house, game, 1, state="open")
        change = house.hosting.leave(game, made.host_token if by_host else bo, 1, READER)
        event = plain(change.steps)[0]["events"][0]
        assert (event["state"], event["reason"]) == ("open", "kicked" if by_host else "left")
        with house.refuses(game, Unauthenticated):
            sit(house, game, bo)
        assert house.sit(made, name="Di").seat == 1


def test_a_bot_in_a_reserved_seat_takes_it_from_who_had_it(house: House) -> None:
    made = house.create(ANA, BO, OPEN)
    game = made.game.id
    change_seat(house, game, 1, state="open")
    house.hosting.seat_bot(game, made.host_token, 1, SeatBot("random"), READER)
    with house.refuses(game, Unauthenticated):
        sit(house, game, made.seat_tokens[1])


def test_reserved_seats_that_nobody_took_leave_the_table_at_the_start(house: House) -> None:
    made = house.create(ANA, BO, CY, OPEN)
    game = made.game.id
    change_seat(house, game, 1, state="open")
    change, _ = house.hosting.start(game, made.host_token, READER)
    assert [seat.name for seat in change.game.seats] == ["Ana", "Cy"]
    with house.refuses(game, Unauthenticated):
        house.see(game, made.seat_tokens[1])


@pytest.fixture
def away(house: House) -> tuple[Created, int]:
    """A running game, and a seat whose player let his time pass."""
    made = house.create(ANA, BO, CY)
    seat = next(at for at in range(3) if at not in made.game.to_act)
    change_seat(house, made.game.id, seat, state="left", bot="random")
    return made, seat


def test_who_let_his_time_pass_returns_with_his_token(house: House, away: tuple[Created, int]) -> None:
    made, seat = away
    game, token = made.game.id, made.seat_tokens[seat]
    retry = Retry(key(), "request")
    sat = sit(house, game, token, retry)
    assert (sat.fresh, sat.answer.seat, sat.answer.token) == (False, seat, token)
    assert [[event["reason"] for event in step["events"]] for step in plain(sat.answer.steps)] == [
        ["returned"]
    ]
    shown = plain(sat.answer.game.seats[seat])
    assert (shown["state"], shown["bot"], shown["name"]) == ("taken", None, ("Ana", "Bo", "Cy")[seat])
    again = sit(house, game, token, retry)
    assert (again.replayed, again.fresh) == (True, False)
    assert plain(again.answer.steps) == plain(sat.answer.steps)
    assert sit(house, game, token).answer.steps == ()


def test_who_leaves_while_he_is_away_returns_no_more(house: House, away: tuple[Created, int]) -> None:
    made, seat = away
    game, token = made.game.id, made.seat_tokens[seat]
    change = house.hosting.leave(game, token, seat, READER)
    assert plain(change.steps)[0]["events"][0]["reason"] == "left"
    with house.refuses(game, Unauthenticated):
        sit(house, game, token)


def test_a_bot_in_his_seat_ends_the_return(house: House, away: tuple[Created, int]) -> None:
    made, seat = away
    house.hosting.seat_bot(made.game.id, made.host_token, seat, SeatBot("random"), READER)
    with house.refuses(made.game.id, Unauthenticated):
        sit(house, made.game.id, made.seat_tokens[seat])


def test_a_forfeited_seat_is_not_returned_to(house: House, away: tuple[Created, int]) -> None:
    made, seat = away
    change_seat(house, made.game.id, seat, forfeited=True)
    with house.refuses(made.game.id, SeatTaken) as refusal:
        sit(house, made.game.id, made.seat_tokens[seat])
    assert "forfeited" in refusal.value.detail


def test_nobody_sits_where_the_game_is_over(house: House, away: tuple[Created, int]) -> None:
    made, seat = away
    house.hosting.abort(made.game.id, made.host_token, READER)
    for token in (made.seat_tokens[seat], made.invite):
        with house.refuses(made.game.id, GameOver):
            sit(house, made.game.id, token)


def test_Q20_parallel_start_take_and_removal_deal_once_and_keep_every_token(house: House) -> None:
    """Whatever order they come in: who is told a token holds a seat until he is removed, nobody has two, and
    the cards are dealt once."""
    for _ in range(4):
        made = house.create(ANA, BO, OPEN, OPEN, seed=None)
        game, host = made.game.id, made.host_token
        calls: list[Any] = [
            lambda game=game, made=made: house.sit(made, name="Cy"),
            lambda game=game, made=made: house.sit(made, name="Di"),
            lambda game=game, made=made: house.sit(made, name="Ed"),
            lambda game=game, host=host: house.hosting.start(game, host, READER)[0],
            lambda game=game, host=host: house.hosting.leave(game, host, 1, READER),
            lambda game=game, host=host: house.hosting.seat_bot(game, host, 3, SeatBot("random"), READER),
        ]

        def attempt(call: Any) -> Any:
            try:
                return call()
            except (ServiceFault, GameOver) as fault:
                return fault

        with ThreadPoolExecutor(len(calls)) as pool:
            results = list(pool.map(attempt, calls))
        shown = house.see(game, None)
        events = [event for step in plain(house.steps(game, None)) for event in step["events"]]
        kinds = [event["kind"] for event in events]
        started = shown.status == "playing"
        assert kinds.count("game_started") == kinds.count("dealt") == int(started), results
        told = [made.seat_tokens[0], *(one.token for one in results[:3] if hasattr(one, "token"))]
        held = []
        for token in told:
            try:
                held.append(house.see(game, token).you)
            except Unauthenticated:
                held.append(None)
        seats = [at for at in held if at is not None]
        assert len(set(seats)) == len(seats)
        assert len(told) - len(seats) <= 1, "one removal kills one token at most"
        with_people = [seat.seat for seat in shown.seats if seat.state == "taken"]
        if started:
            view = plain(house.view(game, told[0]))
            hands = sum(len(seat["hand"]) for seat in view["seats"])
            assert view["stock"] + hands + len(view["loose"]) + _elsewhere(view) == 74
        bo = _seat_of(house, game, made.seat_tokens[1])
        assert sorted(seats + ([] if bo is None else [bo])) == with_people


def _elsewhere(view: dict[str, Any]) -> int:
    captured = sum(int(seat["captured"]) for seat in view["seats"])
    return captured + sum(len(pile["cards"]) for pile in view["piles"])


def _seat_of(house: House, game: str, token: str | None) -> int | None:
    try:
        return house.see(game, token).you
    except Unauthenticated:
        return None
