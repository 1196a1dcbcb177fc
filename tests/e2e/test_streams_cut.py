"""Streams that are cut off, through whole games: nothing is left out and nothing comes twice."""

import random
import threading
import time
from typing import Any

import pytest

from service.embedded import Embedded
from tests.e2e.follower import EventStream, Notebook
from tests.e2e.player import Player, play_on
from tests.e2e.serving import Served

ANA, BO, CY = ({"name": name} for name in ("Ana", "Bo", "Cy"))
BOT = {"bot": "random"}
FINISHED = {"event": "end", "index": None, "reason": "finished"}
BOUND = 60.0  # seconds


class Reading(threading.Thread):
    """A viewer who follows a game to its end in a thread."""

    def __init__(self, notes: Notebook, chance: random.Random | None = None) -> None:
        super().__init__(daemon=True)
        self.notes = notes
        self._chance = chance
        self._end: Any = None
        self.start()

    def run(self) -> None:
        self._end = self.notes.follow(self._chance)

    def end(self) -> Any:
        """The data of the last message, when it has come."""
        self.join(BOUND)
        assert not self.is_alive(), f"stuck after version {self.notes.last}"
        return self._end


def all_steps(player: Player, game: str) -> list[Any]:
    steps: list[Any] = []
    while True:
        page = player.events(game, after=len(steps), limit=500)
        steps += page["steps"]
        if not page["more"]:
            return steps


def check_notes(reading: Reading, player: Player, game: str) -> None:
    """The viewer was told every step once, in order, as listEvents shows it to him, and the last game."""
    notes = reading.notes
    assert reading.end() == FINISHED | {"game_id": game}
    shown = all_steps(player, game)
    assert [step["version"] for step in notes.steps] == list(range(1, len(shown) + 1))
    assert notes.steps == shown
    assert notes.games[-1] == player.see(game)
    versions = [game["version"] for game in notes.games]
    assert versions == sorted(versions)


@pytest.mark.parametrize("seats", [[ANA, BO], [ANA, BOT, BO]], ids=["2", "2-bot"])
def test_Q28_Q32_a_game_followed_over_cut_connections_is_told_whole_and_once(
    wide: Served, seats: list[dict[str, Any]]
) -> None:
    """For both seats and a spectator, each cut off after one to eight messages again and again."""
    service = Player(wide.address)
    created = service.create(seats, options={"action_cards": False})
    game, tokens = created["game"]["id"], created["seat_tokens"]
    viewers = [service, *(service.holding(token) for token in tokens if token)]
    readings = [
        Reading(Notebook(wide.address, game, viewer.token), random.Random(at))
        for at, viewer in enumerate(viewers)
    ]
    play_on(service, created["game"], tokens, random.Random(len(seats)).choice)
    for reading, viewer in zip(readings, viewers, strict=True):
        check_notes(reading, viewer, game)
        assert reading.notes.connections > 10


def test_Q28_streams_outlive_the_store_and_tell_the_whole_game(wide: Served, wide_store: Embedded) -> None:
    """The store is stopped and started again under open streams. They are not cut off, and a stream that
    cannot be opened is 503."""
    service = Player(wide.address)
    created = service.create([ANA, BO], options={"action_cards": False})
    game, tokens = created["game"]["id"], created["seat_tokens"]
    viewers = [service, service.holding(tokens[0]), service.holding(tokens[1])]
    readings = [Reading(Notebook(wide.address, game, viewer.token)) for viewer in viewers for _ in range(3)]
    shown = _play_some(service, created["game"], tokens, 10)
    wide_store.stop()
    refused = EventStream(wide.address, f"/v1/games/{game}/stream", tokens[0])
    assert (refused.status, refused.refusal["code"]) == (503, "store-unavailable")
    assert refused.headers["retry-after"] == "1"
    many = EventStream(wide.address, "/v1/stream", body={"follow": [{"game": game}]})
    assert (many.status, many.refusal["code"]) == (503, "store-unavailable")
    time.sleep(0.5)
    wide_store.start()
    _play_on_after(service, game, tokens, shown["version"])
    for reading, viewer in zip(readings, [viewer for viewer in viewers for _ in range(3)], strict=True):
        check_notes(reading, viewer, game)
        assert reading.notes.connections == 1


def _play_some(service: Player, game: dict[str, Any], tokens: list[Any], moves: int) -> dict[str, Any]:
    for _ in range(moves):
        hand = service.holding(tokens[game["to_act"][0]])
        game = hand.play(game["id"], hand.list(game["id"])["items"][0]["move"])["game"]
    return game


def _play_on_after(service: Player, game: str, tokens: list[Any], version: int) -> None:
    """Plays the game to its end, as soon as the store answers again."""
    until = time.monotonic() + BOUND
    while (answer := service.ask("GET", f"/v1/games/{game}")).status != 200:
        assert answer.status == 503
        assert time.monotonic() < until
        time.sleep(0.05)
    assert answer.json["version"] == version
    play_on(service, answer.json, tokens, random.Random(7).choice)
