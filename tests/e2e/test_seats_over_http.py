"""Sitting down all at once, leaving, aborting, and who may read the record when."""

from concurrent.futures import ThreadPoolExecutor

from tests.e2e.player import Answer, Player, Seated

OPEN = {"open": True}


def takes(service: Player, game: str, invite: str, times: int) -> list[Answer]:
    """The answers to so many people who want a seat at once."""

    def take(number: int) -> Answer:
        body = {"invite": invite, "name": f"Guest {number}", "entropy": f"{number:02x}"}
        return service.ask("POST", f"/v1/games/{game}/seats", body)

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(take, range(times)))


def test_Q20_Q21_parallel_takes_of_the_last_seats_seat_each_once_and_deal_once(service: Player) -> None:
    for _ in range(4):
        made = service.create([{"name": "Ana"}, OPEN, OPEN, OPEN], options={"action_cards": False})
        id = made["game"]["id"]
        answers = takes(service, id, made["invite"], 12)
        seated = [answer.json for answer in answers if answer.status == 201]
        refused = [answer.json for answer in answers if answer.status == 409]
        assert (len(seated), len(refused)) == (3, 9)
        assert {said["code"] for said in refused} == {"seat-taken"}
        assert sorted(one["seat"] for one in seated) == [1, 2, 3]
        assert len({one["token"] for one in seated}) == 3
        steps = service.events(id)["steps"]
        kinds = [event["kind"] for step in steps for event in step["events"]]
        assert (kinds.count("game_started"), kinds.count("dealt"), kinds.count("seat_changed")) == (1, 1, 4)
        assert [step["version"] for step in steps] == list(range(1, len(steps) + 1))
        tokens = [made["seat_tokens"][0]] + [
            one["token"] for one in sorted(seated, key=lambda one: int(one["seat"]))
        ]
        views = [service.holding(token).see(id)["view"] for token in tokens]
        dealt = [card for seat, view in enumerate(views) for card in view["seats"][seat]["hand"]]
        dealt += [card["card"] for card in views[0]["loose"]]
        assert len(set(dealt)) == len(dealt) == 20, "four cards a seat and four to the table, each once"
        assert views[0]["stock"] == 74 - 20
        assert service.see(id)["fairness"]["entropies"] == 3


def test_Q21_parallel_takes_of_one_named_seat_seat_one(service: Player) -> None:
    made = service.create([{"name": "Ana"}, OPEN, OPEN])
    path = f"/v1/games/{made['game']['id']}/seats"
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda _: service.ask("POST", path, {"invite": made["invite"], "seat": 2}), range(8))
        )
    assert sorted(answer.status for answer in answers) == [201] + [409] * 7
    assert [seat["state"] for seat in service.see(made["game"]["id"])["seats"]] == ["taken", "open", "taken"]


def test_a_seat_is_taken_with_the_invite_and_nothing_else(service: Player) -> None:
    made = service.create([{"name": "Ana"}, OPEN])
    other = service.create([{"name": "Ana"}, OPEN])
    path = f"/v1/games/{made['game']['id']}/seats"
    for secret, status in [
        (made["host_token"], 403),
        (made["seat_tokens"][0], 403),
        (other["invite"], 403),
        ("fdi_nothing", 401),
        (f"fdi_{made['game']['id']}_{'0' * 43}", 401),
    ]:
        answer = service.ask("POST", path, {"invite": secret})
        assert answer.status == status, answer.body
        assert answer.json["version"] == 1
    assert service.see(made["game"]["id"])["version"] == 1


def test_moves_before_the_start_are_not_started(service: Player) -> None:
    made = service.create([{"name": "Ana"}, OPEN])
    ana = service.holding(made["seat_tokens"][0])
    answer = ana.try_move(made["game"]["id"], {"kind": "discard", "card": "R1"})
    assert (answer.status, answer.json["code"]) == (409, "not-started")
    assert ana.list(made["game"]["id"])["items"] == []


def test_leaving_before_the_game_opens_the_seat_again(service: Player) -> None:
    made = service.create([{"name": "Ana"}, OPEN, OPEN])
    id = made["game"]["id"]
    bo = service.sit(id, made["invite"], name="Bo")
    change = service.holding(bo["token"]).done("DELETE", f"/v1/games/{id}/seats/1")
    assert [seat["state"] for seat in change["game"]["seats"]] == ["taken", "open", "open"]
    assert service.holding(bo["token"]).ask("GET", f"/v1/games/{id}").status == 401, "the token is dead"
    assert service.sit(id, made["invite"], name="Cy")["seat"] == 1


def test_a_seat_that_is_left_is_played_on_and_the_game_ends_when_nobody_is_there(service: Player) -> None:
    table = Seated(service, 3, sandbox={})
    leaver = table.game["to_act"][0]
    change = table.hands[leaver].done("DELETE", f"{table.path}/seats/{leaver}")
    left = change["game"]["seats"][leaver]
    assert (left["state"], left["bot"]) == ("left", "random")
    assert change["game"]["status"] == "playing"
    assert leaver not in change["game"]["to_act"], "the bot has played its turn already"
    assert len(change["steps"]) >= 2
    gone = table.hands[leaver].try_move(table.id, {"kind": "accept"})
    assert (gone.status, gone.json["code"]) == (401, "unauthenticated")
    last = change
    for seat in {0, 1, 2} - {leaver}:
        last = table.hands[seat].done("DELETE", f"{table.path}/seats/{seat}")
    assert (last["game"]["status"], last["game"]["outcome"]) == ("aborted", None)
    ended = last["steps"][-1]["events"][-1]
    assert (ended["kind"], ended["reason"]) == ("game_ended", "abandoned")
    assert service.verify(table.public.record(table.id))["problem"] is None


def test_the_host_aborts_and_the_record_is_readable_from_then_on(service: Player) -> None:
    table = Seated(service)
    table.mover.play(table.id, table.move())
    for caller in (service, table.host, *table.hands):
        early = caller.ask("GET", f"{table.path}/record")
        assert (early.status, early.json["code"]) == (404, "not-found")
        assert early.json["version"] == table.version
    change = table.host.done("DELETE", table.path)
    assert (change["game"]["status"], change["game"]["to_act"]) == ("aborted", [])
    again = table.host.ask("DELETE", table.path)
    late = table.hands[0].try_move(table.id, {"kind": "discard", "card": "R1"})
    for answer in (again, late):
        assert (answer.status, answer.json["code"]) == (409, "game-over")
    record = service.record(table.id)
    assert record["outcome"] is None
    assert record["fairness"]["commitment"] == change["game"]["fairness"]["commitment"]
    verified = service.verify(record)
    assert (verified["commitment"], verified["moves"], verified["problem"]) == (True, True, None)
