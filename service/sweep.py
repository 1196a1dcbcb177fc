"""`python -m service.sweep`, for cron: does what is due at every game, and repairs the index of what will be
due and the lists of the lobby.

A running service sweeps by itself; this is for a store whose index was lost, and for who runs no service.
"""

import sys
import time

from service.commits import LIFETIME_MS
from service.config import BadConfig, Config
from service.hosting import Hosting
from service.live import Live
from service.store import RedisStore, StoreUnavailable
from service.sweeper import Sweeper

GLANCE = 0.05  # seconds


def main() -> int:
    """One pass over all games of the store in REDIS_URL. The status: 0, or 1 when there is no store."""
    try:
        config = Config.from_environ()
        if config.redis_url is None:
            raise BadConfig("REDIS_URL is not set; the store of `python -m service` is swept by that itself")
        store = RedisStore(config.redis_url, LIFETIME_MS, replicas=config.replicas)
        hosting = Hosting(store, Live(store))
        waiting, done = sweep_all(Sweeper(store, hosting.next_look, hosting.now))
        listed = hosting.lobby.repair()
        while hosting.gears.busy:  # bots that think, whose service is not there
            time.sleep(GLANCE)
        store.close()
    except (BadConfig, StoreUnavailable) as fault:
        print(f"fairdeal: {fault}", file=sys.stderr)
        return 1
    print(f"{waiting} games wait for something; the time of {done} had come; {listed} are in lists")
    return 0


def sweep_all(sweeper: Sweeper) -> tuple[int, int]:
    """How many games wait for something, and how many were looked at because their time had come."""
    waiting, done = sweeper.repair(), 0
    while looked_at := sweeper.sweep():
        done += looked_at
    return waiting, done


if __name__ == "__main__":
    sys.exit(main())
