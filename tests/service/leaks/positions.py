"""Games of any rule set as they stand on their way: made over HTTP, played on by the engine."""

import hashlib
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import RULESETS, Rng
from engine.core.moves import Move
from engine.core.rng import Draws
from engine.core.seats import Seat
from service.log import RowCodec
from service.progress import Progress
from tests.service.leaks.universes import NOW, Stand, Universe

LOOK = 60  # moves of a list that one is drawn from
Json = dict[str, Any]


class Tokens(msgspec.Struct, frozen=True):
    """Who may ask about a game."""

    game: str
    seats: tuple[str, ...]
    host: str
    invite: str


class At(msgspec.Struct, frozen=True):
    """A game somewhere in its course, and the move that comes next."""

    stand: Stand
    seat: Seat
    move: Move


class Played:
    """A game in both universes: who holds which token, and every stand of it up to its end."""

    def __init__(
        self, pair: tuple[Universe, Universe], slug: str, seats: int, options: Json, name: str, **more: Any
    ) -> None:
        self.pair = pair
        self.ruleset = RULESETS[slug]
        self.codec = RowCodec(self.ruleset)
        self.name = hashlib.sha256(f"{slug} {seats} {sorted(options.items())} {name}".encode()).hexdigest()
        people = [{"name": f"N{at}", "player": f"u-{at}"} for at in range(seats)]
        body = {
            "ruleset": slug,
            "seats": people,
            "options": options,
            "metadata": {"room": f"room of {slug}"},
            "listed": True,
            "sandbox": {"seed": self.name},
        } | more
        made = [universe.make(body, self.name) for universe in pair]
        known = [{key: one[key] for key in ("host_token", "invite", "seat_tokens")} for one in made]
        assert known[0] == known[1]
        self.tokens = Tokens(
            made[0]["game"]["id"], tuple(made[0]["seat_tokens"]), made[0]["host_token"], made[0]["invite"]
        )
        made_first = pair[0].stand(self.tokens.game, self.codec)
        mixed = [replace(seat, entropy=f"{at:02x}" * 8) for at, seat in enumerate(made_first.meta.seats)]
        self.first = replace(made_first, meta=replace(made_first.meta, seats=tuple(mixed)))

    def positions(self) -> Iterator[At]:
        """Every position of a game played at random, with the move drawn there."""
        draws = Draws(Rng(bytes.fromhex(self.name)))
        stand = self.first
        ruleset = self.ruleset
        while ruleset.outcome(stand.state) is None:
            seat = draws.choice(ruleset.to_act(stand.state))
            listed = list(islice(ruleset.legal_moves(stand.state, seat), LOOK))
            move = draws.choice(listed)
            yield At(stand, seat, move)
            stand = self.after(stand, seat, move)

    def after(self, stand: Stand, seat: Seat, move: Move) -> Stand:
        """The stand after a move, as the service writes it."""
        version = len(stand.rows)
        progress = Progress(self.ruleset, version, stand.meta, stand.pace, stand.state, NOW)
        progress.play(seat, move, "player")
        rows = tuple(progress.finished())
        return Stand(progress.meta, progress.pace, progress.state, stand.rows + rows)

    def write(self, *stands: Stand) -> None:
        """Makes the game stand so in the universes, in their order."""
        for universe, stand in zip(self.pair, stands, strict=True):
            universe.write(self.tokens.game, stand, self.codec)
