"""The application of a worker that also tells what it holds, at `/held`: tests count what is left."""

import gc
import os

from flask import Response, jsonify
from gevent import Greenlet  # type: ignore[import-untyped]

from service.wsgi import app


@app.get("/held")
def held() -> Response:
    """The worker's process; its open streams, the games that they follow, those that anybody waits for; its
    greenlets."""
    sources = app.extensions["fairdeal"].streams._sources
    alive = [found for found in gc.get_objects() if isinstance(found, Greenlet) and not found.dead]
    return jsonify(
        process=os.getpid(),
        streams=sources.admission.streams,
        feeds=len(sources.feeds._feeds),
        waiting=len(sources.live._waiting),
        greenlets=len(alive),
    )
