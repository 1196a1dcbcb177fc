"""Guessing: a token that is nearly right is told nothing else than one that is quite wrong."""

import ast
import string
from pathlib import Path
from typing import Any

import pytest

from service import auth
from tests.contract.recorder import Recorder, read
from tests.service.tables import OPEN, HttpTable

ROOT = Path(__file__).resolve().parents[2]
AT_THE_START = "key.digest == other.digest"  # the lines of the key file with one another
WAYS = [
    ("GET", ""),
    ("GET", "/moves"),
    ("GET", "/events"),
    ("POST", "/moves"),
    ("POST", "/start"),
    ("POST", "/seats"),
]


def near(token: str) -> list[str]:
    """Tokens of the right form that are wrong in one place, or not in their case, or in the wrong hands."""
    prefix, game, secret = token.split("_")
    other = {letter: "A" if letter != "A" else "B" for letter in string.printable}
    places = [
        f"{prefix}_{game}_{secret[:at]}{other[secret[at]]}{secret[at + 1 :]}" for at in range(len(secret))
    ]
    roles = [f"{role}_{game}_{secret}" for role in ("fds", "fdh", "fdi") if role != prefix]
    return [*places, f"{prefix}_{game}_{secret.swapcase()}", f"{prefix}_{game}_{secret[::-1]}", *roles]


def told(answer: Any) -> tuple[int, Any]:
    """The answer without what is different in every answer."""
    return answer.status_code, read(answer) | {"instance": ""}


@pytest.mark.parametrize("role", ["seat", "host", "invite"])
def test_Q4_a_token_that_is_wrong_in_one_place_is_told_what_any_wrong_one_is(
    client: Recorder, role: str
) -> None:
    table = HttpTable(client, {"name": "Ana"}, OPEN)
    token = str({"seat": table.seats[0], "host": table.host, "invite": table.invite}[role])
    wrong = f"{token[:3]}_{table.game}_{'0' * 43}"
    for method, path in WAYS:
        body = {"json": {"kind": "pass"} if path == "/moves" else {}} if method == "POST" else {}
        expected = told(table.call(method, path, wrong, **body))
        assert expected[0] == 401
        for guess in near(token):
            assert told(table.call(method, path, guess, **body)) == expected
    assert table.call("GET", "", token).status_code == 200


def test_a_token_says_nothing_of_another_game_whether_it_is_right_there_or_not(client: Recorder) -> None:
    """Else a game could be asked whether somebody holds a token of another."""
    table, other = (HttpTable(client, {"name": "Ana"}, OPEN) for _ in range(2))
    right = str(other.seats[0])
    wrong = f"fds_{other.game}_{'0' * 43}"
    for method, path in WAYS:
        body = {"json": {"kind": "pass"} if path == "/moves" else {}} if method == "POST" else {}
        answers = [told(table.call(method, path, token, **body)) for token in (right, wrong)]
        assert answers[0] == answers[1]
        assert answers[0][0] == 403


def test_an_id_that_is_nearly_right_is_no_game(client: Recorder) -> None:
    table = HttpTable(client, {"name": "Ana"}, OPEN)
    missing = told(client.get(f"/v1/games/{'0' * 22}"))
    assert missing[0] == 404
    for at in range(22):
        letter = "A" if table.game[at] != "A" else "B"
        assert told(client.get(f"/v1/games/{table.game[:at]}{letter}{table.game[at + 1 :]}")) == missing


@pytest.mark.parametrize("name", ["auth.py", "tables.py", "keys.py", "door.py", "seating.py"])
def test_digests_are_compared_in_constant_time_alone(name: str) -> None:
    """`==` on a digest, a token or a secret would stop at the first difference."""
    tree = ast.parse((ROOT / "service" / name).read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
            sides = {part.attr for part in (node.left, *node.comparators) if isinstance(part, ast.Attribute)}
            if ast.unparse(node) == AT_THE_START:
                continue
            assert not sides & {"digest", "token", "host", "invite", "secret"}, ast.unparse(node)


def test_there_is_nothing_to_guess_in_256_bits() -> None:
    assert len(auth.ALPHABET) ** auth.SECRET_LENGTH > 2**255
    assert len(auth.ALPHABET) ** auth.GAME_LENGTH > 2**130
    made = {auth.random_text(auth.SECRET_LENGTH) for _ in range(1000)}
    assert len(made) == 1000
    assert set("".join(made)) == set(auth.ALPHABET)
