"""getBoard: a game as a picture, for those who may see the game, as they see it."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.contract.recorder import Recorder, read
from tests.service.tables import OPEN, HttpTable, refused

ANA, BO = {"name": "Ana"}, {"name": "Bo"}
FIRST: dict[str, Any] = {"ruleset": "davinci-board", "options": {"first": 0}, "sandbox": {}}
SEES = {"public": {"nobody", "invite", "host"}, "invited": {"invite", "host"}, "none": set[str]()}


def table(client: Recorder, *seats: Any, **more: Any) -> HttpTable:
    """A board game in which seat 0 is to place the first piece."""
    return HttpTable(client, *(seats or (ANA, BO)), **{**FIRST, **more})


def board(game: HttpTable, token: str | None = None, **query: Any) -> Any:
    """The answer of getBoard."""
    return game.call("GET", "/board.svg", token, query_string=query)


def held(game: HttpTable, token: str | None = None) -> dict[str, str]:
    """The spaces with a piece in the picture, and whose it is."""
    answer = board(game, token)
    assert answer.status_code == 200, answer.text
    titles = re.findall(r"<title>([ot][0-9]{2}): ([^<]*)</title>", answer.text)
    return dict(titles)


def test_it_is_an_svg_of_the_position(client: Recorder) -> None:
    game = table(client)
    assert held(game) == {}
    game.play({"kind": "place", "space": "o45"})
    answer = board(game)
    assert answer.content_type == "image/svg+xml"
    assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
    assert held(game) == {"o45": "Ana"}
    assert "Bo is to place a piece" in answer.text
    assert len(answer.data) < 24_000


def test_it_may_be_shown_on_any_page_and_runs_and_loads_nothing(client: Recorder) -> None:
    headers = board(table(client)).headers
    assert headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "private, no-cache"
    assert headers["Vary"] == "Authorization, Accept-Language"


def test_nothing_is_sent_again_until_a_step_is_made(client: Recorder) -> None:
    game = table(client)
    tag = board(game, game.seats[1]).headers["ETag"]
    again = {"If-None-Match": tag}
    known = game.call("GET", "/board.svg", game.seats[1], headers=again)
    assert (known.status_code, known.data, known.headers["ETag"]) == (304, b"", tag)
    assert tag == read_tag(game)
    game.play({"kind": "place", "space": "o45"})
    fresh = game.call("GET", "/board.svg", game.seats[1], headers=again)
    assert fresh.status_code == 200
    assert fresh.headers["ETag"] != tag
    assert game.call("GET", "/board.svg", game.seats[1], headers={"If-None-Match": "*"}).status_code == 304
    assert game.call("HEAD", "/board.svg", game.seats[1]).data == b""


def read_tag(game: HttpTable) -> str:
    """The tag of the game itself, whose version and nonce the picture has too."""
    answer = game.call("GET", "", game.seats[1])
    assert answer.headers["ETag"].startswith(f'"{read(answer)["version"]}-')
    return str(answer.headers["ETag"])


def test_its_texts_are_in_a_language_that_the_game_speaks(client: Recorder) -> None:
    game = table(client)
    for query, header in (({}, "en"), ({"lang": "en"}, "fa"), ({"lang": "xx"}, "en"), ({}, "tlh, en;q=0.5")):
        answer = game.call("GET", "/board.svg", query_string=query, headers={"Accept-Language": header})
        assert answer.headers["Content-Language"] == "en"
        assert ElementTree.fromstring(answer.text).get("lang") == "en"


def test_names_of_seats_are_drawn_as_text(client: Recorder) -> None:
    game = table(client, {"name": '</text><a href="x">&'}, {"bot": "random"})
    root = ElementTree.fromstring(board(game).text)
    assert not list(root.iter("{http://www.w3.org/2000/svg}a"))
    assert '</text><a href="x">&' in (root.findtext("{http://www.w3.org/2000/svg}title") or "")


@pytest.mark.parametrize("policy", SEES)
def test_Q17_whoever_sees_the_game_sees_its_board(client: Recorder, policy: str) -> None:
    game = table(client, spectators=policy)
    game.play({"kind": "place", "space": "o45"})
    for token in game.seats:
        assert held(game, token) == {"o45": "Ana"}
    for who, token in (("nobody", None), ("invite", game.invite), ("host", game.host)):
        view = read(game.call("GET", "", token))["view"]
        assert (view is not None) == (who in SEES[policy])
        if who in SEES[policy]:
            assert held(game, token) == {"o45": "Ana"}
        elif token is None:
            problem = refused(board(game, token), 401, "unauthenticated")
            assert "o45" not in str(problem)
        else:
            refused(board(game, token), 403, "forbidden")
    assert game.call("DELETE", "", game.host).status_code == 200
    assert held(game) == {"o45": "Ana"}  # policies end with the game


def test_Q17_who_watches_with_a_delay_sees_the_board_so_many_steps_late(client: Recorder) -> None:
    game = table(client, ANA, OPEN, spectator_delay=2)
    sat = game.call("POST", "/seats", json={"invite": game.invite, "name": "Bo"})
    own, bo = game.seats[0], read(sat)["token"]
    refused(board(game), 409, "not-started")  # for whom the table is still open
    assert held(game, own) == {}
    for token, space in ((own, "o45"), (bo, "o01"), (own, "o90")):
        assert game.play({"kind": "place", "space": space}, token).status_code == 200
    assert held(game, own) == {"o45": "Ana", "o01": "Bo", "o90": "Ana"}
    for token in (None, game.invite, game.host):
        assert held(game, token) == {"o45": "Ana"}
        version = read(game.call("GET", "", token))["version"]
        assert version == read(game.call("GET", "", own))["version"] - 2
        assert board(game, token).headers["ETag"].startswith(f'"{version}-')
    refused(game.call("GET", "/board.svg?lang=EN"), 422, "invalid-request", ("query", "lang"))


def test_a_game_that_was_aborted_says_so(client: Recorder) -> None:
    game = table(client)
    game.call("DELETE", "", game.host)
    assert "Ended by the host" in board(game).text
    assert "is to place a piece" not in board(game).text


def test_an_open_table_has_no_board_yet(client: Recorder) -> None:
    game = table(client, ANA, OPEN)
    for token in (None, game.seats[0], game.host, game.invite):
        problem = refused(board(game, token), 409, "not-started")
        assert problem["version"] == game.version
    aborted = game.call("DELETE", "", game.host)
    assert aborted.status_code == 200
    refused(board(game), 404, "not-found")


def test_a_game_without_a_board_has_no_picture(client: Recorder) -> None:
    for game in (HttpTable(client), HttpTable(client, ANA, OPEN)):
        for token in (None, game.seats[0]):
            problem = refused(board(game, token), 404, "not-found")
            assert "without a board" in problem["detail"]


def test_tokens_are_judged_as_for_the_game(client: Recorder) -> None:
    game, other = table(client), table(client)
    refused(board(game, other.seats[0]), 403, "forbidden")
    refused(board(game, "fds_lost"), 401, "unauthenticated")
    refused(client.get("/v1/games/" + "0" * 22 + "/board.svg"), 404, "not-found")
    refused(board(game, labels="false"), 422, "invalid-request", ("query", "labels"))
    assert game.call("POST", "/board.svg").status_code == 405


def test_partners_and_house_bots_are_told_by_their_names(client: Recorder) -> None:
    game = table(client, ANA, BO, {"name": "Cy"}, {"bot": "random"})
    assert "Da Vinci&#39;s Challenge: Ana and Cy 0, Bo and Random 0" in board(game).text
