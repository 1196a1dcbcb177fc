"""What clients do, rightly or not, and what each answer must be by what is stored."""

from collections import Counter
from typing import Any

from werkzeug.test import TestResponse

from engine import RULESETS
from tests.service.mixing.crowd import OWNERS, Asked, Crowd, Json, Party, read

TURN = 60  # seconds
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Fay")
ACME, OTHER = OWNERS
OPEN: Json = {"open": True}
BOT: Json = {"bot": "random"}
POLICIES = ("bot", "move", "forfeit", "abort")
ALL_SPECTATORS = ("public", "public", "invited", "none")
MUTATING = (
    "POST /moves",
    "POST /start",
    "PUT /bot",
    "DELETE /seat",
    "POST /token",
    "POST /rematch",
    "DELETE",
)


class Acts:
    """Chosen by numbers, counted round, so that a shorter list of them is a simpler story."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.counted: Counter[str] = Counter()
        self._moves: dict[str, list[Json]] = {}

    def _count(self, name: str, answer: TestResponse) -> TestResponse:
        self.counted[f"{name} {answer.status_code}"] += 1
        return answer

    def _party(self, which: int) -> Party:
        return self.crowd.parties[which % len(self.crowd.parties)]

    def _playing(self, which: int) -> Party:
        """A game at which somebody is to act, if there is one."""
        playing = [party for party in self.crowd.parties if self.crowd.meta(party.id).status == "playing"]
        return playing[which % len(playing)] if playing else self._party(which)

    def _anybody(self, who: int) -> str | None:
        everybody = list(self.crowd.everybody())
        return everybody[who % len(everybody)]

    def _owner(self, party: Party) -> str | None:
        owner = self.crowd.meta(party.id).owner
        return next((key for key, name in OWNERS.items() if name == owner), None)

    # --- tables ---

    def create(self, slug: int, shape: int, more: int, keyed: bool, with_key: bool) -> None:
        """A new game, with a person at least; half of them full at once."""
        ruleset = list(RULESETS.values())[slug % len(RULESETS)]
        size = ruleset.seats[shape % len(ruleset.seats)]
        seats: list[Json] = [{"name": NAMES[0], "player": "u-0"}]
        for at in range(1, size):
            kind = (shape >> at) % 8
            seats.append(OPEN if kind in (0, 3, 5) else BOT if kind == 1 else {"name": NAMES[at]})
        body: Json = {
            "ruleset": ruleset.slug,
            "seats": seats,
            "listed": bool(more & 1),
            "turn_seconds": TURN if more & 2 else None,
            "on_timeout": POLICIES[(more >> 2) & 3],
            "spectators": ALL_SPECTATORS[(more >> 4) & 3],
            "spectator_delay": 3 if more & 64 else 0,
            "metadata": {"room": "1"} if more & 128 else None,
        }
        key = self.crowd.key("create") if with_key else None
        token = (ACME, OTHER)[more & 1] if keyed else None
        answer = self.crowd.ask(None, "POST", "/v1/games", token, body, keyed=keyed, key=key, tells=True)
        self._count("create", answer)
        assert answer.status_code == 201, answer.text
        made = read(answer)
        party = Party(made["game"]["id"], ruleset.slug, made["host_token"], made["invite"], keyed)
        party.tokens = [found for found in made["seat_tokens"] if found is not None]
        self.crowd.meets(party)

    def sit(self, which: int, who: int, seat: int, with_key: bool) -> None:
        """Somebody sits down: with the invite, with any token, or with nothing."""
        party = self._party(which)
        token = (None, None, self._anybody(who))[who % 3]
        invited = token is None and who % 2 == 0
        body: Json = {"name": NAMES[seat % len(NAMES)], "entropy": f"{seat:02x}"}
        if invited:
            body["invite"] = party.invite
        if seat % 3 == 0:
            body["seat"] = seat % 5
        key = self.crowd.key("sit") if with_key else None
        meta = self.crowd.meta(party.id)
        own = self.crowd.is_seat(party, token)
        answer = self.crowd.ask(party, "POST", "/seats", token, body, key=key, tells=True)
        self._count("sit", answer)
        if answer.status_code < 300:
            assert invited or own is not None or meta.listed or token == party.invite, "sat without a right"
            told = read(answer)
            assert told["game"]["you"] == told["seat"]
            self.crowd.hears(party, told["token"])

    def leave(self, which: int, who: int, seat: int) -> None:
        """Somebody gives up a seat, his own or not, or removes who sits there."""
        party = self._party(which)
        own = [party.host, self._owner(party), *party.tokens]
        token = self._anybody(who) if who % 4 == 0 else own[who % len(own)]
        at = seat % len(self.crowd.meta(party.id).seats)
        may = self.crowd.is_host(party, token) or self.crowd.is_seat(party, token) == at
        answer = self._count("leave", self.crowd.ask(party, "DELETE", f"/seats/{at}", token))
        self._rightly(answer, may)

    def start(self, which: int, with_key: bool) -> None:
        """The host starts with fewer."""
        party = self._party(which)
        key = self.crowd.key("start") if with_key else None
        self._count("start", self.crowd.ask(party, "POST", "/start", party.host, key=key))

    def seat_bot(self, which: int, seat: int, bot: int) -> None:
        """The host seats a house bot."""
        party = self._party(which)
        body = {"bot": ("random", "random", "random", "nobody")[bot % 4]}
        at = seat % len(self.crowd.meta(party.id).seats)
        self._count("bot", self.crowd.ask(party, "PUT", f"/seats/{at}/bot", party.host, body))

    def renew(self, which: int, seat: int, by_key: bool, with_key: bool) -> None:
        """A seat's token is renewed; the old one is dead at once."""
        party = self._party(which)
        meta = self.crowd.meta(party.id)
        at = seat % len(meta.seats)
        if by_key:
            token = self._owner(party) or party.host
        elif party.tokens:
            token = party.tokens[seat % len(party.tokens)]
        else:
            token = party.invite
        own = self.crowd.is_seat(party, token)
        may = own == at or self.crowd.is_owner(party, token)
        key = self.crowd.key("renew") if with_key else None
        answer = self.crowd.ask(party, "POST", f"/seats/{at}/token", token, key=key, tells=True)
        self._count("renew", answer)
        self._rightly(answer, may)
        if answer.status_code == 200:
            self.crowd.hears(party, read(answer)["token"])
            assert own is None or self.crowd.is_seat(party, token) is None, "the old token is alive"

    def abort(self, which: int) -> None:
        """The host ends it, not too often."""
        party = self._party(which // 4)
        if which % 4:
            return
        self._count("abort", self.crowd.ask(party, "DELETE", "", party.host))

    def rematch(self, which: int, who: int, with_key: bool) -> None:
        """Somebody wants to play again."""
        over = [party for party in self.crowd.parties if party.ended is not None]
        party = over[which % len(over)] if over else self._party(which)
        token = party.tokens[who % len(party.tokens)] if party.tokens else party.host
        key = self.crowd.key("rematch") if with_key else None
        may = self.crowd.is_seat(party, token) is not None
        answer = self._count("rematch", self.crowd.ask(party, "POST", "/rematch", token, key=key))
        self._rightly(answer, may)
        if answer.status_code < 300:
            self.crowd.plays_again(party, read(answer)["game"]["id"])

    def _rightly(self, answer: TestResponse, may: bool) -> None:
        """What succeeded was done by somebody who may, and who may is told something else than that."""
        if answer.status_code < 300:
            assert may, answer.text
        elif may:
            assert answer.status_code not in (401, 403), answer.text

    # --- the play ---

    def _mover(self, party: Party) -> tuple[str, Json] | None:
        """A token that is to act, and the game as it sees it."""
        for token in list(party.tokens):
            game = read(self.crowd.ask(party, "GET", "?moves=50", token))
            if game["you"] is not None and game["moves"] is not None and game["moves"]["items"]:
                return token, game
        return None

    def play(self, which: int, choice: int, named: int, with_key: bool) -> None:
        """A listed move: it is played, unless its If-Match names a version that has passed."""
        party = self._playing(which)
        found = self._mover(party)
        if found is None:
            return
        token, game = found
        items = game["moves"]["items"]
        move = items[choice % len(items)]["move"]
        self._moves.setdefault(party.slug, []).append(move)
        version = game["version"]
        headers = {0: {"If-Match": f'"{version}"'}, 1: {"If-Match": '"0"'}}.get(named % 4, {})
        key = self.crowd.key("play") if with_key else None
        checked = self.crowd.ask(party, "POST", "/moves/check", token, move, headers=headers)
        answer = self.crowd.ask(party, "POST", "/moves", token, move, key=key, headers=headers)
        self._count("play", answer)
        stale = named % 4 == 1
        assert (checked.status_code, answer.status_code) == ((412, 412) if stale else (204, 200)), answer.text
        if not stale:
            change = read(answer)
            first = change["steps"][0]["version"]
            assert [step["version"] for step in change["steps"]] == list(
                range(version + 1, change["game"]["version"] + 1)
            )
            assert first == version + 1

    def play_on(self, which: int, times: int) -> None:
        """The first listed moves, so many, or to the end."""
        party = self._playing(which)
        client = self.crowd.quick(party.keyed)
        for _ in range(times):
            found = self._mover_fast(party)
            if found is None:
                return
            token, move = found
            answer = client.post(
                f"{party.path}/moves", json=move, headers={"Authorization": f"Bearer {token}"}
            )
            assert answer.status_code == 200, answer.text
            self.counted["play_on 200"] += 1

    def _mover_fast(self, party: Party) -> tuple[str, Json] | None:
        client = self.crowd.quick(party.keyed)
        for token in party.tokens:
            sent = {"Authorization": f"Bearer {token}"}
            listed = read(client.get(f"{party.path}/moves?limit=1&labels=false", headers=sent))
            if listed.get("items"):
                return token, listed["items"][0]["move"]
        return None

    def play_anything(self, which: int, who: int, move: int) -> None:
        """A move that was listed for somebody at some time, by anybody: checking and playing say the same."""
        party = self._playing(which)
        known = [found for found in self._moves.get(party.slug, []) if found] or [{"kind": "pass"}]
        body = known[move % len(known)]
        seated = party.tokens or [party.invite]
        token = self._anybody(who) if who % 3 == 0 else seated[who % len(seated)]
        may = self.crowd.is_seat(party, token) is not None
        checked = self.crowd.ask(party, "POST", "/moves/check", token, body)
        answer = self._count("anything", self.crowd.ask(party, "POST", "/moves", token, body))
        self._rightly(answer, may)
        if checked.status_code == 204:
            assert answer.status_code == 200, answer.text
        else:
            told, again = read(checked), read(answer)
            told.pop("instance"), again.pop("instance")
            assert told == again

    def look_around(self, which: int, who: int) -> None:
        """Anybody looks at everything."""
        party, token = self._party(which), self._anybody(who)
        known = (
            self.crowd.is_seat(party, token) is not None
            or self.crowd.is_host(party, token)
            or token in (None, party.invite)
        )
        for path in ("", "/events", "/moves", "/record", "/events?as=0"):
            answer = self._count("look", self.crowd.ask(party, "GET", path, token, quick=path != ""))
            if not known:
                assert answer.status_code in (401, 403), answer.text

    def try_anything(self, which: int, who: int, call: int, seat: int) -> None:
        """Anybody tries any change: it is made only by somebody who may make it."""
        party, token = self._party(which), self._anybody(who)
        at = seat % len(self.crowd.meta(party.id).seats)
        own, host = self.crowd.is_seat(party, token), self.crowd.is_host(party, token)
        name = MUTATING[call % len(MUTATING)]
        method, path, body, may = {
            "POST /moves": ("POST", "/moves", {"kind": "pass"}, own is not None),
            "POST /start": ("POST", "/start", None, host),
            "PUT /bot": ("PUT", f"/seats/{at}/bot", BOT, host),
            "DELETE /seat": ("DELETE", f"/seats/{at}", None, host or own == at),
            "POST /token": (
                "POST",
                f"/seats/{at}/token",
                None,
                own == at or self.crowd.is_owner(party, token),
            ),
            "POST /rematch": ("POST", "/rematch", None, own is not None),
            "DELETE": ("DELETE", "", None, host),
        }[name]
        answer = self._count("try", self.crowd.ask(party, method, path, token, body, tells="token" in path))
        self._rightly(answer, may)
        if answer.status_code < 300 and name == "POST /token":
            self.crowd.hears(party, read(answer)["token"])
        if answer.status_code < 300 and name == "POST /rematch":
            self.crowd.plays_again(party, read(answer)["game"]["id"])

    # --- requests that are sent again ---

    def again(self, which: int) -> None:
        """A request that was done is sent again: the same answer, and nothing happens."""
        if not self.crowd.asked:
            return
        done = self.crowd.asked[which % len(self.crowd.asked)]
        before = self.crowd.standing()
        answer = self._count("again", self._sent(done, done.token, done.body))
        assert self.crowd.standing() == before or self.crowd.late(before), "a retry changed something"
        first = read(done.first)
        if answer.status_code in (
            401,
            403,
        ):  # the token is dead, and the call is not one that a retry explains
            assert done.token is not None
            assert done.token in {token for party in self.crowd.parties for token in party.dead}
            return
        assert answer.status_code == done.first.status_code, answer.text
        assert answer.headers["Idempotent-Replayed"] == "true"
        told = read(answer)
        for name in ("host_token", "invite", "seat_tokens", "token"):
            assert told.get(name) == first.get(name)
        dead = {token for party in self.crowd.parties for token in party.dead}
        if not dead & {done.token, first.get("token")}:  # whoever left sees the hand no more
            assert [step["version"] for step in told["steps"]] == [step["version"] for step in first["steps"]]
            assert [_untexted(step) for step in told["steps"]] == [_untexted(step) for step in first["steps"]]
        assert told["game"]["id"] == first["game"]["id"]

    def _sent(self, done: Asked, token: str | None, body: Any) -> TestResponse:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if done.key is not None:
            headers["Idempotency-Key"] = done.key
        return self.crowd.client(done.keyed).open(done.path, method=done.method, json=body, headers=headers)

    def key_of_another(self, which: int, who: int) -> None:
        """The key of somebody's request, with another body, or in another's hand: nobody gets what it got."""
        if not self.crowd.asked:
            return
        done = self.crowd.asked[which % len(self.crowd.asked)]
        if done.body is not None and done.path.endswith("/moves"):
            answer = self._count("reused", self._sent(done, done.token, {"kind": "nothing"}))
            assert answer.status_code in (401, 403, 422), answer.text
            if answer.status_code == 422:
                assert read(answer)["code"] == "key-reused"
        token = self._anybody(who)
        if token == done.token or done.party is None or done.method != "POST" or done.path.endswith("/seats"):
            return
        if self.crowd.is_owner(done.party, token):
            return
        before = self.crowd.standing()
        answer = self._count("stolen", self._sent(done, token, done.body))
        assert "Idempotent-Replayed" not in answer.headers, answer.text
        first = read(done.first)
        if "token" in first:
            assert first["token"] not in answer.text
        if answer.status_code < 300:  # it was his right, and is his own effect
            self.crowd.catches_up(done.party, answer)
        else:
            assert self.crowd.standing() == before or self.crowd.late(before)


def _untexted(step: Json) -> Json:
    """A step without its sentences."""
    return step | {"text": None, "events": [event | {"text": None} for event in step["events"]]}
