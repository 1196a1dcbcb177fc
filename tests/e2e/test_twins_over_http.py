"""Deals that a viewer cannot tell apart, over a real server: what is told while he waits is the same too."""

import re
import threading
from typing import Any

import pytest
from msgspec import to_builtins

from engine import RULESETS
from tests.e2e.follower import EventStream
from tests.e2e.player import Answer, Player, Seated
from tests.service.leaks.dealing import Deals
from tests.service.leaks.test_dealing import STEPS, find

PATIENCE = 20  # seconds that a poll waits for a step
NEVER_THE_SAME = ("date", "x-request-id")  # headers


class Watched:
    """One of the two games, and what its viewer is told on the way."""

    def __init__(self, service: Player, found: Deals, which: int, seats: int, body: Any, viewer: Any) -> None:
        self.table = Seated(service, seats, sandbox={"stack": found.stacks[which]}, **body)
        self.plays = found.plays[which]
        self.hand = self.table.public if viewer is None else self.table.hands[viewer]
        self.version = int(self.hand.see(self.table.id)["version"])
        self.polled: list[tuple[int, dict[str, str], str]] = []
        self.stream = EventStream(service.root, f"{self.table.path}/stream", self.hand.token, moves=5)
        self.messages = iter(self.stream)
        self.followed = [self.stream.next("game")]

    def play(self, at: int) -> None:
        """The next move, while the viewer polls for it, and his stream up to the game after it."""
        seat, move = self.plays[at]
        waiting = threading.Thread(target=self._poll)
        waiting.start()
        self.version = int(self.table.hands[seat].play(self.table.id, to_builtins(move))["game"]["version"])
        waiting.join()
        for told in self.messages:
            if told.event != "comment":
                self.followed.append(told)
            if told.event == "game" and told.version == self.version:
                break

    def _poll(self) -> None:
        answer = self.hand.ask("GET", f"{self.table.path}/events?after={self.version}&wait={PATIENCE}")
        self.polled.append(self.normal(answer))

    def asked(self) -> list[tuple[int, dict[str, str], str]]:
        """What he is answered to everything that can be read, also on condition."""
        tag = self.hand.ask("GET", self.table.path).headers["etag"]
        calls: list[tuple[str, dict[str, str]]] = [
            *(
                (query, {})
                for query in ("", "?moves=30&lang=fa", "/moves?limit=50", "/record", "/events?as=0")
            ),
            ("", {"If-None-Match": tag}),
            ("/events?limit=500&texts=events", {"Accept-Language": "pt, en;q=0.5"}),
        ]
        return [
            self.normal(self.hand.ask("GET", self.table.path + path, headers=given)) for path, given in calls
        ]

    def normal(self, answer: Answer) -> tuple[int, dict[str, str], str]:
        """An answer without what differs from game to game by chance: ids, times, nonces."""
        headers = {name: text for name, text in answer.headers.items() if name not in NEVER_THE_SAME}
        if "etag" in headers:
            headers["etag"] = re.sub(r"-[0-9A-Za-z]{8}-", "-", headers["etag"])
        return answer.status, headers, self.plain(answer.body.decode())

    def plain(self, text: str) -> str:
        """The same of a text."""
        text = text.replace(self.table.id, "GAME")
        text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "TIME", text)
        return re.sub(r"\breq_[0-9a-f]{16}\b", "REQUEST", text)


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_Q9_Q16_deals_that_a_viewer_cannot_tell_apart_are_one_to_him_while_he_waits(
    service: Player, slug: str
) -> None:
    viewer = None if sorted(RULESETS).index(slug) % 2 else 0
    found, seats, options = find(slug, viewer, most=4)
    body = {"ruleset": slug, "options": options}
    pair = [Watched(service, found, which, seats, body, viewer) for which in (0, 1)]
    try:
        for at in range(min(STEPS, len(found.plays[0]))):
            for one in pair:
                one.play(at)
        assert pair[0].asked() == pair[1].asked()
        assert pair[0].polled == pair[1].polled
        followed = [one.plain(repr(one.followed)) for one in pair]
        assert followed[0] == followed[1]
        for one in pair:
            one.table.host.done("DELETE", one.table.path)
        assert pair[0].table.public.record(pair[0].table.id) != pair[1].table.public.record(pair[1].table.id)
    finally:
        for one in pair:
            one.stream.cut()
