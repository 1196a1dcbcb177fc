"""How a crowd plays: whoever is to act plays a listed move, and sends it until it is answered."""

import random
import time
import uuid
from collections.abc import Callable
from typing import Any

from tests.fire.caller import Caller, Refused
from tests.fire.ledger import Acknowledged, Ledger
from tests.fire.sitting import Table, Together

LISTED = 12  # moves among which one is chosen
BURST = 4  # times that one request is sent at once
BURSTS = 0.05  # of the moves are sent so
WAIT = 5  # seconds for a bot's move

LATE = frozenset({"out-of-turn", "game-over", "stale-version", "rule-broken"})  # what who comes late is told


class Playing:
    """Plays at tables. `lost_time` says whether the store has gone back in time meanwhile."""

    def __init__(
        self, caller: Caller, ledger: Ledger, together: Together, lost_time: Callable[[], bool]
    ) -> None:
        self._caller = caller
        self._ledger = ledger
        self._together = together
        self._lost_time = lost_time

    def play(self, table: Table, rng: random.Random, until: Callable[[int], bool], rivals: bool) -> str:
        """Plays for all seats of people until the game is over or `until` holds of the number of moves that
        were answered: the status of the game, `gone` if it was lost with the store.

        With `rivals` others play the same seats meanwhile, and what is refused may be a move that comes late;
        as where a bot that thinks answers the same question. Else nothing may be refused, unless the store
        has gone back in time.
        """
        rivals = rivals or table.thinking
        played, game, you = 0, None, None
        try:
            while True:
                if game is None or (game["status"] == "playing" and you not in game["to_act"]):
                    game, you = self._turn(table, game, rng)
                if game["status"] != "playing" or until(played):
                    return str(game["status"])
                if you is None:
                    continue
                move = rng.choice(game["moves"]["items"])["move"]
                try:
                    game = self._move(table, you, move, game["version"], rng, rivals)
                    played += 1
                except Refused as refusal:
                    game = None
                    self._tolerate(refusal, rivals)
        except Refused as refusal:
            if not self._lost_time():
                self._ledger.strange.append(str(refusal))
            table.made.gone = True
            return "gone"

    def _turn(self, table: Table, game: Any, rng: random.Random) -> tuple[Any, int | None]:
        """The game as one of those sees it who hold a token and are to act; he knows nothing else [Q25]."""
        held = table.made.tokens
        if game is None:
            game = self._caller.get(table.path, None)
        acting = [seat for seat in game["to_act"] if seat in held]
        if game["status"] == "playing" and not acting:
            self._caller.get(f"{table.path}/events?after={game['version']}&wait={WAIT}&limit=1", None)
            return self._caller.get(table.path, None), None
        if not acting:
            return game, None
        you = rng.choice(acting)
        game = self._caller.get(f"{table.path}?moves={LISTED}", held[you])
        if game["you"] != you:
            self._ledger.strange.append(f"the token of seat {you} of {table.id} is of seat {game['you']}")
        return game, you if you in game["to_act"] else None

    def _move(self, table: Table, you: int, move: Any, version: int, rng: random.Random, rivals: bool) -> Any:
        """The game after the move, which is sent once, or several times at once with one key [Q19]."""
        key, token = str(uuid.uuid4()), table.made.tokens[you]
        if_match = rng.choice((None, version))
        path = f"{table.path}/moves?moves={LISTED}"
        begun = time.monotonic()

        def send() -> tuple[Any, int] | Refused:
            try:
                return self._caller.post(path, move, token, if_match, key)
            except Refused as refusal:
                return refusal

        times = BURST if not rivals and rng.random() < BURSTS else 1
        self._ledger.burst += times > 1
        answers = self._together([send] * times)
        took = time.monotonic() - begun
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        played = [answer for answer in answers if not isinstance(answer, Refused)]
        if not played:
            raise refused[0]
        change = played[0][0]
        alike = all(other["steps"] == change["steps"] for other, _ in played)
        if not self._lost_time() and (refused or not alike):
            self._ledger.strange.append(f"one move at {table.id} was answered in two ways: {refused}")
        own = [step["version"] for step in change["steps"] if step["seat"] == you]
        at = own[0] if own else 0
        self._ledger.moves.append(Acknowledged(table.id, you, at, move, begun, took, played[0][1]))
        return change["game"]

    def _tolerate(self, refusal: Refused, rivals: bool) -> None:
        if self._lost_time():
            if refusal.status not in (409, 412, 422):
                raise refusal
        elif not rivals or refusal.code not in LATE:
            self._ledger.strange.append(str(refusal))
