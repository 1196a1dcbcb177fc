"""What must hold of a game after each call, whoever made it and whatever came of it."""

from itertools import pairwise
from typing import Any

import msgspec

from engine import RULESETS
from engine.core.phases import Over
from service import auth
from service.log import Row, RowCodec
from service.store import keys
from service.tables import Meta, options_of
from service.watching import replayed
from tests.service.hosting.house import plain
from tests.service.mixing.crowd import OWNERS, Crowd, Party, read

MOST = 500  # steps of a page


def check(crowd: Crowd, party: Party) -> None:
    """All of it."""
    client = crowd.quick(party.keyed)
    client.get(party.path)  # what is due happens now, whoever looks
    stored, log = crowd.stored(party.id), crowd.log(party.id)
    meta, version = crowd.meta(party.id), len(log)
    assert [name for name, _ in log] == [b"%d-0" % at for at in range(1, version + 1)]
    assert stored[b"tag"].startswith(b"%d-" % version), "the version is the number of steps"
    _lifetimes(crowd, party)
    _no_secret(crowd, stored, log)
    codec = RowCodec(RULESETS[meta.ruleset])
    rows = [codec.decode(body) for _, body in log]
    state = _state(meta, rows)
    assert (stored.get(b"state")) == (None if state is None else RULESETS[meta.ruleset].to_json(state))
    _seats(crowd, party, meta)
    for token in (None, party.invite, party.host, *party.tokens):
        _looks_right(crowd, party, token, meta, version, state)
    _dead(crowd, party)
    _effects(party, stored)
    _ended(crowd, party, meta, stored, log)


def _lifetimes(crowd: Crowd, party: Party) -> None:
    """[Q26] Both keys end, and at one instant."""
    ends: Any = [crowd.raw.pexpiretime(key) for key in (keys.game_key(party.id), keys.log_key(party.id))]
    assert ends[0] == ends[1] > 0


def _no_secret(crowd: Crowd, stored: Any, log: Any) -> None:
    """[Q56] No token is stored, only hashes; in the log not even those."""
    text = repr((stored, log))
    for party in crowd.parties:
        for token in (party.host, party.invite, *party.tokens, *party.dead):
            assert token not in text
            assert token.rpartition("_")[2] not in text
            assert auth.digest(token) not in repr(log)


def _state(meta: Meta, rows: list[Row]) -> Any:
    """The state that the log leads to."""
    if meta.started is None:
        return None
    return replayed(RULESETS[meta.ruleset], meta, iter(rows))


def _seats(crowd: Crowd, party: Party, meta: Meta) -> None:
    """Every seat is of the kind it says, and each token that is held opens exactly one."""
    for seat in meta.seats:
        match seat.state:
            case "taken":
                assert seat.token is not None
                assert seat.bot is None
            case "bot":
                assert (seat.token, seat.bot is not None) == (None, True)
            case "left":
                assert seat.bot is not None
                assert meta.status != "open"
            case "open":
                assert seat.bot is None
                assert meta.status != "playing"
    held = [seat.token for seat in meta.seats if seat.token is not None]
    assert len(set(held)) == len(held)
    known = {auth.digest(token) for token in party.tokens}
    assert set(held) <= known, "somebody holds a seat whom nobody told"
    for token in list(party.tokens):
        if auth.digest(token) not in held:  # left, was removed, or renewed
            party.tokens.remove(token)
            party.dead.add(token)


def _looks_right(crowd: Crowd, party: Party, token: str | None, meta: Meta, version: int, state: Any) -> None:
    """The game as the token sees it is that of the log, and its steps are those that led there."""
    client = crowd.quick(party.keyed)
    sent = {} if token is None else {"Authorization": f"Bearer {token}"}
    answer = client.get(party.path, query_string={"moves": 3}, headers=sent)
    assert answer.status_code == 200, answer.text
    game = read(answer)
    seat = None if token is None else meta.seat_of(auth.digest(token))
    assert game["you"] == seat
    late = seat is None and meta.spectator_delay and meta.status == "playing"
    assert game["version"] <= version if late else game["version"] == version
    steps = _steps(client, party, sent)
    assert [step["version"] for step in steps] == list(range(1, game["version"] + 1))
    _told(game, steps)
    again = client.get(
        party.path, query_string={"moves": 3}, headers=sent | {"If-None-Match": answer.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
    if late:
        return
    assert game["status"] == meta.status
    ruleset = RULESETS[meta.ruleset]
    shut = (
        seat is None
        and not meta.over
        and (
            meta.spectators == "none"
            or (meta.spectators == "invited" and token not in (party.invite, party.host))
        )
    )
    assert (game["view"] is None) == (state is None or shut)
    if game["view"] is not None:
        view = game["view"]
        if not isinstance(state.phase, Over):
            assert 1 <= view["phase"].pop("since") <= version
        expected = plain(ruleset.view(state, seat))
        expected["phase"].pop("since", None)
        assert view == expected
    assert game["options"] == plain(options_of(meta))
    if meta.status == "playing":
        assert game["to_act"] == list(ruleset.to_act(state))
        if seat is not None:
            assert bool(game["moves"]["items"]) == (seat in game["to_act"])
    else:
        assert game["to_act"] == []


def _steps(client: Any, party: Party, sent: dict[str, str]) -> list[Any]:
    found: list[Any] = []
    while True:
        page = read(
            client.get(
                f"{party.path}/events", query_string={"after": len(found), "limit": MOST}, headers=sent
            )
        )
        found += page["steps"]
        assert page["next_after"] == len(found)
        if not page["more"]:
            return found


def _told(game: Any, steps: list[Any]) -> None:
    """What the house told of seats, start and end is how the game stands."""
    events = [event for step in steps for event in step["events"]]
    sits = {event["seat"]: event for event in events if event["kind"] == "seat_changed"}
    for seat in game["seats"]:
        told = sits.get(seat["seat"])
        if told is None:
            assert seat["state"] == "open"
        else:
            assert [seat[name] for name in ("state", "name", "bot")] == [
                told[name] for name in ("state", "name", "bot")
            ]
    kinds = [event["kind"] for event in events]
    ends = [event for event in events if event["kind"] == "game_ended"]
    started = "game_started" in kinds
    match ends:
        case []:
            assert game["status"] == ("playing" if started else "open")
        case [end] if end["outcome"] is None:
            assert game["status"] == "aborted"
        case [end]:
            assert game["status"] == "finished"
            assert game["outcome"]["winners"] == end["outcome"]["winners"]
            assert game["outcome"]["scores"] == end["outcome"]["scores"]
        case _:
            raise AssertionError("it ended twice")
    assert kinds.count("game_started") <= 1


def _dead(crowd: Crowd, party: Party) -> None:
    """[Q56] A token that nobody holds any more opens nothing."""
    for token in sorted(party.dead)[:2]:
        for path in ("", "/moves", "/events"):
            answer = crowd.quick(party.keyed).get(
                party.path + path, headers={"Authorization": f"Bearer {token}"}
            )
            assert answer.status_code in (401, 403), answer.text


def _effects(party: Party, stored: Any) -> None:
    """What an Idempotency-Key did stays what it did."""
    found = {name: value for name, value in stored.items() if name.startswith(b"key:")}
    assert party.effects.items() <= found.items()
    spans = [_span(value) for value in found.values()]
    assert all(first <= last + 1 for first, last in spans)
    made = sorted(span for span in spans if span[0] <= span[1])
    assert all(one[1] < other[0] for one, other in pairwise(made)), "one step, two keys"
    party.effects = found


def _span(record: bytes) -> tuple[int, int]:
    """The first and the last version of what a key did."""
    _, first, last, _ = msgspec.json.decode(record)
    return first, last


def _ended(crowd: Crowd, party: Party, meta: Meta, stored: Any, log: Any) -> None:
    """An ended game is not changed any more; its record can be read then, and not before."""
    record = crowd.quick(party.keyed).get(f"{party.path}/record")
    if not meta.over:
        assert record.status_code == 404
        return
    crowd.seeds.pop(party.id, None)
    assert record.status_code == 200
    told = read(record)
    bodies = [body for _, body in log]
    if party.ended is None:
        party.ended = (stored.get(b"state", b""), bodies, told)
    state, before, kept = party.ended
    assert stored.get(b"state", b"") == state
    assert bodies[: len(before)] == before
    assert len(bodies) <= len(before) + (meta.rematch is not None)
    assert told == kept


def lobby(crowd: Crowd) -> None:
    """Lists are those of the games, newest first: for all those listed and not over, for a key its own."""
    metas = {game: crowd.meta(game) for game in crowd.games()}
    for key, name in ((None, None), *OWNERS.items()):
        sent = {} if key is None else {"Authorization": f"Bearer {key}"}
        page = read(crowd.quick(True).get("/v1/games", query_string={"limit": 200}, headers=sent))
        wanted = [
            (meta.created, game)
            for game, meta in metas.items()
            if (meta.listed and not meta.over if name is None else meta.owner == name)
        ]
        assert [item["id"] for item in page["items"]] == [game for _, game in sorted(wanted, reverse=True)]
        for item in page["items"]:
            assert item["status"] == metas[item["id"]].status
