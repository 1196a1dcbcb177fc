"""Runs every benchmark; with names, only those: `python -m tests.bench engine http`."""

import sys

from tests.bench import bots, engine, http, lengths, peers, sizes, streams

BENCHES = {
    "engine": engine.main,
    "peers": peers.main,
    "lengths": lengths.main,
    "sizes": sizes.main,
    "bots": bots.main,
    "http": http.main,
    "streams": streams.main,
}


def main() -> int:
    """The number of bounds that were missed."""
    names = sys.argv[1:] or list(BENCHES)
    return sum(BENCHES[name]() for name in names)


if __name__ == "__main__":
    sys.exit(main())
