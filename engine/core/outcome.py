"""How a game ended."""

from engine.core.seats import Seat
from engine.core.sight import Open, Public, Sighted


class Details(Open, frozen=True, tag_field="ruleset"):
    """What a rule set adds to an outcome; each has its own kind, tagged with its slug."""


class Outcome(Sighted, frozen=True, kw_only=True):
    """How a game ended: why, who won (several share a win, nobody may), the score of each seat.

    The best score is the rule set's to say: read `winners`, never sort `scores`. A rule set's own kind adds
    `details`. `text` is a sentence for people, written when it is read.
    """

    reason: Public[str]
    winners: Public[tuple[Seat, ...]]
    scores: Public[tuple[int, ...]]
    text: Public[str | None] = None
