"""The picture of a board as the service sends it, in pages of another origin: shown, and harmless."""

import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from engine.rulesets.davinci_board.drawing import layout
from engine.rulesets.davinci_board.drawing.colours import DARK, LIGHT
from tests.browser import chromium
from tests.browser.pages import sampled
from tests.contract.recorder import Recorder
from tests.service.tables import HttpTable

pytestmark = pytest.mark.browser

BARE = (30, 300)  # nothing but the card is here
LOADED = """
const frame = document.querySelector("iframe");
await new Promise((done) => { frame.onload = done; frame.src = frame.dataset.src; });
return true;
"""


class Quiet(WSGIRequestHandler):
    """Writes no log."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Nothing."""


class Stricter:
    """The application, and below `/strict` the same with a policy that allows no styles."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if not environ["PATH_INFO"].startswith("/strict/"):
            return self._app(environ, start)
        environ["PATH_INFO"] = environ["PATH_INFO"].removeprefix("/strict")

        def stricter(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            kept = [header for header in headers if header[0] != "Content-Security-Policy"]
            return start(status, [*kept, ("Content-Security-Policy", "default-src 'none'")], *more)

        return self._app(environ, stricter)


@pytest.fixture
def served(app: Flask) -> Iterator[str]:
    """The address of the application, which answers over HTTP."""
    server = make_server("127.0.0.1", 0, Stricter(app.wsgi_app), threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def board(client: Recorder) -> str:
    """The path of the picture of a game."""
    return HttpTable(client, ruleset="davinci-board", sandbox={}).path + "/board.svg"


def test_an_image_on_a_page_of_another_origin_shows_and_may_be_read(
    served: str, board: str, tmp_path: Path
) -> None:
    for scheme, theme in ((chromium.LIGHT, LIGHT), (chromium.DARK, DARK)):
        found = sampled(tmp_path, {"board": (served + board, [BARE])}, scheme)["board"]
        assert found["size"] == [layout.WIDTH, layout.HEIGHT]
        assert "#" + bytes(found["colours"][0][:3]).hex() == theme.card


def test_opened_by_itself_it_has_its_styles_and_breaks_no_policy(
    served: str, board: str, tmp_path: Path
) -> None:
    frame = '<iframe width="320" height="420" data-src="{}"></iframe>'
    assert chromium.look(tmp_path, frame.format(served + board), LOADED)
    with pytest.raises(chromium.Complaint, match="inline style"):
        chromium.look(tmp_path, frame.format(f"{served}/strict{board}"), LOADED)
