"""What a caller may ask of a game without changing it: requests of every operation, right and wrong."""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec import to_builtins as plain

from engine import Fault, Rng
from engine.core.rng import Draws
from service.catalogue import all_languages
from tests.engine.inventing import invented, nearly
from tests.engine.renaming import cards_in, codes_of
from tests.service.leaks.hiding import AnyRuleset
from tests.service.leaks.universes import NONCE, Call, Stand

SEEDED = b"what is asked".ljust(32)
CARDS = 4  # cards that lists are narrowed by
LISTED = 400  # of a list, the end of which are guesses
MOVES = 8  # of each sort that are judged


class Asker(msgspec.Struct, frozen=True):
    """Somebody who asks about a game that stands so; `viewer` is his seat. He knows much that he should not:
    the cards of both games go into his guesses."""

    ruleset: AnyRuleset
    game: str
    stand: Stand
    viewer: Any
    token: str | None
    cards: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game}"

    @property
    def version(self) -> int:
        return len(self.stand.rows)

    @property
    def draws(self) -> Draws:
        return Draws(Rng(SEEDED))

    def moves(self) -> list[Any]:
        """Moves: legal ones, guesses too, others that are close to them, and any that are well formed."""
        ruleset, state, draws = self.ruleset, self.stand.state, self.draws
        actors = ruleset.to_act(state)
        listed = list(islice(ruleset.legal_moves(state, actors[0]), LISTED)) if actors else []
        some = [*listed[:1], *draws.shuffled(listed)[:MOVES]]
        close = [nearly(ruleset, state, draws.choice(some), draws) for _ in range(MOVES)] if some else []
        return list(dict.fromkeys([*some, *close, *(invented(ruleset, state, draws) for _ in range(MOVES))]))

    def is_refused(self, move: Any) -> bool:
        """Whether it is no legal move of the caller."""
        try:
            self.ruleset.judge(self.stand.state, self.viewer, move)
        except Fault:
            return True
        return False


Asks = Callable[[Asker], Iterator[Call]]


def see(who: Asker) -> Iterator[Call]:
    for query in ("", "?moves=200", "?moves=1&labels=false", "?moves=0", "?lang=EN", "?nothing=1"):
        yield Call("GET", who.path + query)
    yield Call("HEAD", who.path)
    for lang in all_languages():
        yield Call("GET", f"{who.path}?moves=20&lang={lang}")
        yield Call("GET", who.path, headers={"Accept-Language": lang})
    for known in (f'"{who.version}-{NONCE}-000000"', f'"{who.version}"', "*", 'W/"1-x"', "nonsense"):
        yield Call("GET", who.path, headers={"If-None-Match": known})
    yield Call("OPTIONS", who.path)
    yield Call("PUT", who.path)


def moves(who: Asker) -> Iterator[Call]:
    path = f"{who.path}/moves"
    for query in (
        "",
        "?limit=200",
        "?limit=1",
        "?limit=0",
        "?labels=false&limit=9",
        "?cursor=MS4xLjAwMDAwMDAw",
    ):
        yield Call("GET", path + query)
    yield Call("HEAD", path)
    for lang in all_languages():
        yield Call("GET", f"{path}?lang={lang}&limit=20")
    for cls in who.ruleset.moves_of:
        yield Call("GET", f"{path}?kind={cls.__struct_config__.tag}&limit=30")
    for card in who.cards[:CARDS]:
        yield Call("GET", f"{path}?with={card}&limit=30")
        yield Call("GET", f"{path}?with={card}&with={who.cards[-1]}&limit=30")
    for place in (*list(who.ruleset.on_table(who.stand.state))[:CARDS], "t99", "1"):
        yield Call("GET", f"{path}?with={place}&limit=30")
    yield Call("GET", path, headers={"If-None-Match": "*"})


def play_wrongly(who: Asker) -> Iterator[Call]:
    """Moves that are refused, and all moves with a version that has passed, so that none is made."""
    path, old = f"{who.path}/moves", {"If-Match": '"0"'}
    for move in who.moves():
        if who.viewer is None or who.is_refused(move):
            yield Call("POST", path, json=plain(move))
        yield Call("POST", path, json=plain(move), headers=old)
    yield Call("POST", path, json=plain(who.moves()[0]), headers={"If-Match": f'"{who.version}-otherOne"'})
    yield from _nonsense(path)


def check(who: Asker) -> Iterator[Call]:
    path = f"{who.path}/moves/check"
    for move in who.moves():
        yield Call("POST", path, json=plain(move))
    for lang in all_languages():
        yield Call("POST", f"{path}?lang={lang}", json=plain(who.moves()[-1]))
    yield Call("POST", path, json=plain(who.moves()[0]), headers={"If-Match": '"1"'})
    yield from _nonsense(path)


def _nonsense(path: str) -> Iterator[Call]:
    for body in (b"{", b"[]", b'{"kind": "castle"}', b'{"kind": 5}', b"{}"):
        yield Call("POST", path, data=body)
    yield Call("POST", path, json={}, headers={"If-Match": "nonsense", "Idempotency-Key": "a"})


def events(who: Asker) -> Iterator[Call]:
    path, last = f"{who.path}/events", who.version
    for query in (
        "?limit=500",
        "?limit=500&texts=events",
        "?limit=500&labels=false",
        "?limit=2",
        f"?after={last - 1}&limit=1&wait=5&texts=events",
        f"?after={last}",
        f"?after={last + 9}",
        "?as=open",
        "?as=public",
        "?as=0",
        "?as=99",
        "?wait=31",
    ):
        yield Call("GET", path + query)
    for lang in all_languages():
        yield Call("GET", f"{path}?limit=500&texts=events&lang={lang}")
    yield Call("HEAD", path)


def follow(who: Asker) -> Iterator[Call]:
    path = f"{who.path}/stream"
    for query in ("", "?moves=50", "?texts=events&lang=fa", "?steps=false", "?labels=false"):
        yield Call("GET", path + query, headers={"Last-Event-ID": "0"}, stream=True)
    yield Call("GET", path + "?moves=5", stream=True)
    yield Call("GET", path + "?steps=false&snapshots=false")
    yield Call("GET", path, headers={"Last-Event-ID": "x"})


def follow_many(who: Asker) -> Iterator[Call]:
    entry: dict[str, Any] = {"game": who.game, "after": 0}
    if who.token is not None:
        entry["token"] = who.token
    for more in ({}, {"steps": False, "moves": 9}):
        yield Call("POST", "/v1/stream?texts=events", json={"follow": [entry], **more}, stream=True)
    wrong = {"follow": [{"game": who.game, "token": f"fds_{who.game}_{'a' * 43}"}]}
    yield Call("POST", "/v1/stream", json=wrong, stream=True)
    yield Call("POST", "/v1/stream", json={"follow": [{}]}, stream=True)


def record(who: Asker) -> Iterator[Call]:
    for query in ("", "?lang=fa", "?lang=1"):
        yield Call("GET", f"{who.path}/record{query}")
    yield Call("HEAD", f"{who.path}/record")


def board(who: Asker) -> Iterator[Call]:
    path = f"{who.path}/board.svg"
    yield Call("GET", path)
    for lang in all_languages():
        yield Call("GET", f"{path}?lang={lang}")
    for known in (f'"{who.version}-{NONCE}-000000"', "*"):
        yield Call("GET", path, headers={"If-None-Match": known})
    yield Call("GET", f"{path}?lang=1")
    yield Call("HEAD", path)


def lobby(who: Asker) -> Iterator[Call]:
    for query in (
        "",
        "?limit=1",
        "?open=true",
        "?open=false",
        f"?ruleset={who.ruleset.slug}&lang=fa",
        "?status=playing",
        "?status=finished",
        "?player=u-0",
        "?metadata=room:x",
        "?cursor=nonsense",
        "?labels=false",
    ):
        yield Call("GET", f"/v1/games{query}")


def sit_wrongly(who: Asker) -> Iterator[Call]:
    path = f"{who.path}/seats"
    for body in ({}, {"invite": "x"}, {"seat": 0}, {"seat": 15, "name": "Ada"}, {"invite": 5}, {"seat": 99}):
        yield Call("POST", path, json=body)
    yield Call("POST", path, data=b"{")


def leave_wrongly(who: Asker) -> Iterator[Call]:
    for seat in ("9", "99", "x", "-1"):
        yield Call("DELETE", f"{who.path}/seats/{seat}")
    yield Call("DELETE", f"{who.path}/seats/9?lang=1")


def seat_bot_wrongly(who: Asker) -> Iterator[Call]:
    for seat, level in (("0", "random"), ("0", "nobody"), ("9", "random")):
        yield Call("PUT", f"{who.path}/seats/{seat}/bot", json={"bot": level})
    yield Call("PUT", f"{who.path}/seats/0/bot", data=b"[]")


def rotate_wrongly(who: Asker) -> Iterator[Call]:
    for seat in ("9", "x"):
        yield Call("POST", f"{who.path}/seats/{seat}/token")
    yield Call("POST", f"{who.path}/seats/0/token", headers={"Idempotency-Key": "short"})


def start_wrongly(who: Asker) -> Iterator[Call]:
    yield Call("POST", f"{who.path}/start")
    yield Call("POST", f"{who.path}/start?lang=1")


def abort_wrongly(who: Asker) -> Iterator[Call]:
    yield Call("DELETE", f"{who.path}?lang=1")
    yield Call("DELETE", f"{who.path}x")


def rematch_wrongly(who: Asker) -> Iterator[Call]:
    yield Call("POST", f"{who.path}/rematch")


def create_wrongly(who: Asker) -> Iterator[Call]:
    for body in ({}, {"ruleset": who.ruleset.slug, "seats": []}, {"ruleset": "x", "seats": [{"open": True}]}):
        yield Call("POST", "/v1/games", json=body)


def verify(who: Asker) -> Iterator[Call]:
    """A record that he makes up of what he sees: nothing of it is looked up."""
    yield Call("POST", "/v1/verifications", data=json.dumps({"game": who.game}).encode())


def fixed(*paths: str) -> Asks:
    """Of calls that no game has a say in."""

    def ask(who: Asker) -> Iterator[Call]:
        for path in paths:
            yield Call("GET", path.format(slug=who.ruleset.slug))

    return ask


ASKS: dict[str, Asks] = {
    "getGame": see,
    "getBoard": board,
    "listMoves": moves,
    "playMove": play_wrongly,
    "checkMove": check,
    "listEvents": events,
    "followGame": follow,
    "followGames": follow_many,
    "getRecord": record,
    "listGames": lobby,
    "takeSeat": sit_wrongly,
    "leaveSeat": leave_wrongly,
    "seatBot": seat_bot_wrongly,
    "rotateToken": rotate_wrongly,
    "startGame": start_wrongly,
    "abortGame": abort_wrongly,
    "createRematch": rematch_wrongly,
    "createGame": create_wrongly,
    "verifyRecord": verify,
    "listRulesets": fixed("/v1/rulesets", "/v1/rulesets?lang=fa"),
    "getRuleset": fixed("/v1/rulesets/{slug}", "/v1/rulesets/{slug}x"),
    "getRules": fixed("/v1/rulesets/{slug}/rules"),
    "listBots": fixed("/v1/bots"),
    "listProblems": fixed("/v1/problems"),
    "getProblem": fixed("/v1/problems/not-found", "/v1/problems/x"),
    "getLiveness": fixed("/livez"),
    "getReadiness": fixed("/readyz"),
}


def guessed(ruleset: AnyRuleset, stand: Stand, exchanged: frozenset[str]) -> tuple[str, ...]:
    """Cards to ask for, those that lie elsewhere in the other game first, and one that lies open."""
    codes = codes_of(ruleset, stand.state.options)
    open_ones = list(dict.fromkeys(cards_in(ruleset.seen(stand.state, None), codes)))
    return (*sorted(exchanged), *open_ones, *sorted(codes)[:1])
