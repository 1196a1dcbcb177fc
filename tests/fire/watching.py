"""A viewer who follows a game to its end, however often his connection breaks."""

import http.client
import time
from collections.abc import Callable

from tests.e2e.follower import EventStream
from tests.fire.caller import PAUSE
from tests.fire.ledger import Ledger, Watched

STREAM = "text/event-stream"


def watch(root: str, ledger: Ledger, game: str, token: str | None, lost_time: Callable[[], bool]) -> None:
    """Writes down each step once it has come whole, and goes on after the last version he knows."""
    notes = Watched(game, token)
    ledger.watched.append(notes)
    last = 0
    while notes.ended is None:
        notes.connections += 1
        try:
            stream = EventStream(root, f"/v1/games/{game}/stream", token, last)
        except (OSError, http.client.HTTPException):
            time.sleep(PAUSE)
            continue
        try:
            if stream.status in (429, 503):
                time.sleep(int(stream.headers.get("retry-after", "1")))
                continue
            if stream.status != 200:
                if not lost_time():
                    ledger.strange.append(f"a stream of {game} was refused: {stream.status}")
                return
            if not stream.headers.get("content-type", "").startswith(STREAM):
                continue  # its head was cut off
            for told in stream:
                if told.event == "end" and told.data["reason"] != "restart":
                    notes.ended = told.data
                    break
                if told.event == "step":
                    notes.steps.append(told.data["step"])
                    last = int(told.id or 0)
                elif told.event == "game":
                    notes.last = told.data["game"]
                    last = int(told.id or 0)
        except (OSError, http.client.HTTPException, ValueError):
            pass  # cut off in the middle of a message, which is not noted
        finally:
            stream.cut()
