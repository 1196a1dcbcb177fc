"""Law 3 over HTTP, the public way: sandbox games with deals that a viewer cannot tell apart, from the first
call to the last. Whoever makes, fills, starts or watches them is answered the same."""

from contextlib import suppress
from typing import Any

import pytest
from msgspec import to_builtins

from engine import RULESETS, BadSetup, Rng
from engine.core.rng import Draws
from tests.service.leaks.dealing import Deals, deals
from tests.service.leaks.test_looking import Pair, settings
from tests.service.leaks.universes import ACME, Call

STEPS = 14  # moves of a game
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Fo")
KEY = "an-idempotency-key-of-a-test"
RETRY = {"Idempotency-Key": KEY}
Json = dict[str, Any]


class Twins:
    """One game in each universe, and everybody's tokens, which are the same in both."""

    def __init__(self, pair: Pair, found: Deals, body: Any) -> None:
        self.pair = pair
        self.made = [
            universe.make(body | {"sandbox": {"stack": stack}}, KEY)
            for universe, stack in zip(pair, found.stacks, strict=True)
        ]
        one = self.made[0]
        assert self.made[1] == one  # also told to whoever made it
        self.path = f"/v1/games/{one['game']['id']}"
        self.tokens: list[str | None] = list(one["seat_tokens"])
        self.host, self.invite = one["host_token"], one["invite"]

    def both(self, call: Call, token: str | None) -> int:
        """The status of what both universes answer alike."""
        told = [universe.told(call, token, changes=True) for universe in self.pair]
        assert told[0] == told[1], call
        return told[0][0]

    def watch(self, token: str | None) -> None:
        """Everything that is told of the game to the holder of the token."""
        for query in ("?moves=20", "?lang=fa"):
            assert self.both(Call("GET", self.path + query), token) == 200
        for query in ("?limit=500&texts=events", "?after=3&limit=2&lang=fa"):
            assert self.both(Call("GET", f"{self.path}/events{query}"), token) == 200
        stream = Call("GET", f"{self.path}/stream", headers={"Last-Event-ID": "0"}, stream=True)
        assert self.both(stream, token) == 200
        for path in ("/moves?limit=60", "/record", "/events?as=open"):
            self.both(Call("GET", self.path + path), token)

    def play(self, found: Deals, at: int) -> None:
        """The next move, in each universe its own."""
        for universe, plays in zip(self.pair, found.plays, strict=True):
            seat, move = plays[at]
            call = Call("POST", f"{self.path}/moves", json=to_builtins(move))
            status, _, text = universe.told(call, self.tokens[seat])
            assert status == 200, text

    def records(self) -> list[Any]:
        """Both records, when the game has ended."""
        return [universe.client.get(f"{self.path}/record").json for universe in self.pair]


def fits(slug: str, options: Json, seats: int) -> bool:
    """Whether a game can be made so."""
    ruleset = RULESETS[slug]
    with suppress(BadSetup):
        ruleset.new(ruleset.Options(**options), seats, Rng(bytes(32)))
        return True
    return False


def find(slug: str, viewer: Any, most: int = 16, more: int = 0) -> tuple[Deals, int, Any]:
    """Deals of the first table, of so many seats at most, at which there are some that the viewer cannot tell
    apart; it can be made with `more` seats too."""
    ruleset = RULESETS[slug]
    for seed in range(4):
        for seats, options in settings(slug):
            seats = min(seats, most)
            if not fits(slug, options, seats) or not fits(slug, options, seats + more):
                continue
            draws = Draws(Rng(f"{slug} {viewer} {seed}".encode().ljust(32)))
            found = deals(ruleset, ruleset.Options(**options), seats, viewer, STEPS, draws)
            if found is not None and len(found.plays[0]) >= STEPS // 2:
                return found, seats, options
    raise AssertionError(f"no deals of {slug} are one to {viewer}")


def of(slug: str, options: Json, seats: int, **more: Any) -> Json:
    """The body of createGame."""
    people = [{"name": name} for name in NAMES[:seats]]
    return {"ruleset": slug, "options": options, "seats": people, **more}


def follow(table: Twins, found: Deals, tokens: list[str | None]) -> None:
    """Plays both games, and ends them, and is told the same all the while."""
    for at in range(len(found.plays[0])):
        table.watch(tokens[at % len(tokens)])
        table.play(found, at)
    for token in tokens:
        table.watch(token)
    assert table.both(Call("DELETE", table.path), table.host) == 200
    for token in tokens:
        assert table.both(Call("GET", table.path), token) == 200  # also then hands are not turned up
    records = table.records()
    assert records[0]["stack"] != records[1]["stack"]
    assert records[0]["moves"][0] == records[1]["moves"][0]


@pytest.mark.parametrize("slug", sorted(RULESETS))
@pytest.mark.parametrize("viewer", [None, 0])
def test_Q8_Q9_Q13_deals_that_a_viewer_cannot_tell_apart_are_one_to_him(
    pair: Pair, slug: str, viewer: int | None
) -> None:
    found, seats, options = find(slug, viewer)
    table = Twins(pair, found, of(slug, options, seats))
    follow(table, found, [table.tokens[0]] if viewer == 0 else [None, table.host, table.invite, ACME])


POLICIES = [("none", 0), ("invited", 1), ("public", 2), ("none", 3)]


@pytest.mark.parametrize(
    ("slug", "policy"), [(slug, POLICIES[at % len(POLICIES)]) for at, slug in enumerate(sorted(RULESETS))]
)
def test_Q9_Q17_also_where_watching_is_late_or_forbidden(
    pair: Pair, slug: str, policy: tuple[str, int]
) -> None:
    found, seats, options = find(slug, None)
    watching = {"spectators": policy[0], "spectator_delay": policy[1]}
    table = Twins(pair, found, of(slug, options, seats, **watching))
    follow(table, found, [None, table.host, table.invite, ACME])


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_Q9_Q20_whoever_takes_the_last_seat_is_dealt_his_own_cards_and_no_others(
    pair: Pair, slug: str
) -> None:
    seat = RULESETS[slug].seats[0] - 1
    for viewer in (None, seat):
        found, seats, options = find(slug, viewer, most=seat + 1)
        assert seats == seat + 1
        for universe in pair:
            universe.raw.flushdb()
        body = of(slug, options, seat)
        table = Twins(pair, found, body | {"seats": [*body["seats"], {"open": True}]})
        assert table.both(Call("GET", table.path), None) == 200
        sit = Call("POST", f"{table.path}/seats", json={"invite": table.invite}, headers=RETRY)
        if viewer is None:
            for universe in pair:
                assert universe.told(sit, None)[0] == 201
        else:
            assert table.both(sit, None) == 201
            assert table.both(sit, None) == 201  # a retry
        for token in (None, table.host, table.invite):
            table.watch(token)


@pytest.mark.parametrize("slug", [slug for slug in sorted(RULESETS) if len(RULESETS[slug].seats) > 1])
def test_Q9_a_host_who_starts_a_game_is_told_of_no_hand(pair: Pair, slug: str) -> None:
    more = RULESETS[slug].seats.step
    found, seats, options = find(slug, None, most=RULESETS[slug].seats[-1] - more, more=more)
    body = of(slug, options, seats)
    table = Twins(pair, found, body | {"seats": [*[{"open": True}] * more, *body["seats"]]})
    start = Call("POST", f"{table.path}/start", headers=RETRY)
    assert table.both(start, table.host) == 200
    assert table.both(start, table.host) == 200  # a retry
    for token in (None, table.host, table.invite, ACME):
        table.watch(token)
