"""What a worker does beside answering: it watches deadlines, has bots think, and hears of commits."""

from typing import NamedTuple

from service.gears import Gears
from service.live import Live
from service.sweeper import Sweeper


class Background(NamedTuple):
    """Begins with the worker and ends with it; what waits or thinks does not hold the stop."""

    sweeper: Sweeper
    gears: Gears
    live: Live

    def start(self) -> None:
        """Begins to look at what is due; the others begin when they are first needed."""
        self.sweeper.start()

    def close(self) -> None:
        """Ends all of it, without waiting."""
        self.sweeper.close()
        self.gears.close()
        self.live.close()
