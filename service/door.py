"""How a request reaches a table: one read, who is asking, and what he may do there."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from engine import Rng, Ruleset
from engine.core.seats import Seat
from service import auth
from service.faults import Forbidden, KeyReused, NotFound, Unauthenticated
from service.log import RowCodec
from service.store import KeyRecord, RedisStore, Stored
from service.tables import META, Table

SEAT_NEEDED = "Send the token of a seat of this game: `Authorization: Bearer fds_…`."
NO_GAME = "There is no such game; it may have expired."
HOST_NEEDED = "Send the token of this game's host: `Authorization: Bearer fdh_…`."


class Retry(msgspec.Struct, frozen=True):
    """A request that may be sent again: its Idempotency-Key, and a hash of all of it."""

    key: str
    request: str

    def field(self, credential: str) -> str:
        """What the key is stored as: a digest, scoped to the credential presented with it."""
        return sha256(f"{credential}|{self.key}".encode()).hexdigest()[:32]

    def check(self, record: KeyRecord) -> None:
        """KeyReused unless the record is of this very request."""
        if record.request != self.request:
            raise KeyReused("This Idempotency-Key was used for another request; take a new one.")


class Door:
    """Opens tables for requests."""

    def __init__(self, store: RedisStore, rulesets: Mapping[str, Ruleset[Any, Any, Any]]) -> None:
        self._store = store
        self._rulesets = rulesets
        self.codecs = {slug: RowCodec(ruleset) for slug, ruleset in rulesets.items()}

    def open(self, game: str, bearer: str | None, retry: Retry | None = None) -> Table:
        """The table as one read finds it. NotFound; Unauthenticated; Forbidden (a token of another game)."""
        if not auth.is_game(game):
            raise NotFound(NO_GAME)
        token = auth.of_game(auth.parse(bearer), game)
        credential = "" if token is None else token.digest
        stored = self._store.read(game, None if retry is None else retry.field(credential))
        if stored is None:
            raise NotFound(NO_GAME)
        return self.table(game, stored, token)

    def table(self, game: str, stored: Stored, token: auth.Token | None) -> Table:
        """The table of a stored game, as seen by the holder of the token."""
        meta = META.decode(stored.meta)
        ruleset = self._rulesets[meta.ruleset]
        you = None
        if token is not None and token.role == "seat":
            holders = [at for at, seat in enumerate(meta.seats) if auth.same(seat.token, token.digest)]
            you = Seat(holders[0]) if holders else None
        host = token is not None and token.role == "host" and auth.same(meta.host, token.digest)
        invited = token is not None and token.role == "invite" and auth.same(meta.invite, token.digest)
        if token is not None and you is None and not host and not invited:
            raise Unauthenticated(f"Nobody holds this token any more. {SEAT_NEEDED}")
        options = msgspec.json.decode(meta.options, type=ruleset.Options)
        state = None if stored.state is None else self._state(game, ruleset, stored.state, stored)
        return Table(game, stored.tag, meta, ruleset, options, state, you, host, stored.key)

    def _state(self, game: str, ruleset: Ruleset[Any, Any, Any], body: bytes, stored: Stored) -> Any:
        """The state; made again from the log if its bytes are not of this edition's shape."""
        try:
            return ruleset.from_json(body)
        except msgspec.DecodeError:
            return self.replayed(game, ruleset, stored)

    def replayed(self, game: str, ruleset: Ruleset[Any, Any, Any], stored: Stored) -> Any:
        """The state that the log leads to: the log is the truth, the state its cache."""
        meta = META.decode(stored.meta)
        options = msgspec.json.decode(meta.options, type=ruleset.Options)
        state = ruleset.new(options, len(meta.seats), Rng(meta.seed), meta.stack).state
        codec = self.codecs[ruleset.slug]
        after = 0
        while True:
            rows = self._store.rows(game, after, 500)
            if not rows:
                break
            for row in rows:
                step = codec.decode(row.body)
                if step.seat is not None and step.move is not None:
                    state = ruleset.apply(state, Seat(step.seat), step.move).state
            after = rows[-1].version
        return state


def seat_of(table: Table) -> Seat:
    """The caller's seat. Unauthenticated or Forbidden, naming what is needed, if he has none."""
    if table.you is None:
        if table.host:
            raise Forbidden(f"The host's token plays no seat. {SEAT_NEEDED}")
        raise Unauthenticated(SEAT_NEEDED)
    return table.you
