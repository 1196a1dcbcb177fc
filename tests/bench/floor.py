"""The bare floor: Flask, one read of a hash, one script that writes as much as a move does."""

import json
import os
import secrets

import redis
from flask import Flask, Response

STATE = os.urandom(600).hex()
ROW = os.urandom(110).hex()
ANSWER = json.dumps({"steps": [{"version": 1}], "game": {"text": "x" * 1800}})
WRITE = """
local version = redis.call('HINCRBY', KEYS[1], 'version', 1)
redis.call('HSET', KEYS[1], 'state', ARGV[1])
redis.call('XADD', KEYS[2], version .. '-0', 'row', ARGV[2])
redis.call('PEXPIRE', KEYS[1], 2592000000)
redis.call('PEXPIRE', KEYS[2], 2592000000)
redis.call('PUBLISH', KEYS[1], version)
return version
"""

app = Flask(__name__)
pool = redis.BlockingConnectionPool.from_url(os.environ["REDIS_URL"], max_connections=20)
store = redis.Redis(connection_pool=pool)
write = store.register_script(WRITE)


class Nothing:
    """What the floor does in the background."""

    def start(self) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


app.extensions["fairdeal-background"] = Nothing()


@app.get("/livez")
def livez() -> Response:
    return Response("{}", mimetype="application/json")


@app.post("/v1/games")
def create() -> Response:
    body = {"game": {"id": secrets.token_hex(11)}, "seat_tokens": ["a", "b"]}
    return Response(json.dumps(body), 201, mimetype="application/json")


@app.post("/v1/games/<game>/moves")
def play(game: str) -> Response:
    key = f"g:{{{game}}}"
    store.hmget(key, ["version", "nonce", "state", "meta"])
    write(keys=[key, f"{key}:log"], args=[STATE, ROW])
    return Response(ANSWER, mimetype="application/json")
