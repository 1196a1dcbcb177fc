"""A whole game of Vantage against a house bot, with nothing but Python's standard library.

Usage: play.py [http://127.0.0.1:8000]. It sends If-Match and an Idempotency-Key with every move, so that a
request may be repeated after a lost answer and still counts once.
"""

import json
import random
import sys
import urllib.error
import urllib.request
import uuid
from typing import Any

API = (sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000") + "/v1"


def call(method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Any:
    """One request; the JSON answer. A problem document ends the program and is shown."""
    request = urllib.request.Request(API + path, method=method)
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as problem:
        sys.exit(f"{method} {path}: {problem.read().decode()}")


def choose(items: list[dict[str, Any]]) -> dict[str, Any]:
    """Your bot goes here: one of the legal moves. Each is a whole body, with a label that says it."""
    return random.choice(items)


def main() -> None:
    new = {"ruleset": "vantage", "seats": [{"name": "You"}, {"bot": "random"}]}
    created = call("POST", "/games", new, Idempotency_Key=str(uuid.uuid4()))
    game, token = created["game"], created["seat_tokens"][0]
    steps = created["steps"]
    while True:
        for step in steps:
            print(f"{step['version']:>4}  {step['text'] or ''}")
        if game["status"] != "playing":
            break
        if game["moves"] is None:
            game = call("GET", f"/games/{game['id']}?moves=200", token=token)
        item = choose(game["moves"]["items"])
        change = call(
            "POST",
            f"/games/{game['id']}/moves?moves=200",
            item["move"],
            token,
            If_Match=f'"{game["version"]}"',
            Idempotency_Key=str(uuid.uuid4()),
        )
        game, steps = change["game"], change["steps"]
    print(game["outcome"]["text"])
    record = call("GET", f"/games/{game['id']}/record")
    verification = call("POST", "/verifications", record)
    print("Verified." if verification["problem"] is None else f"Not verified: {verification}")


if __name__ == "__main__":
    main()
