"""How a request reaches a table: one read, who is asking, and what he may do there."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import Any

import msgspec

from engine import Fault, Ruleset
from engine.core.seats import Seat
from service import auth
from service.faults import Forbidden, InvalidRequest, KeyReused, NotFound, ServiceFault, Unauthenticated
from service.keys import Keys
from service.log import Row, RowCodec
from service.store import KeyRecord, RedisStore, Stored
from service.tables import META, PACE, Meta, Table
from service.watching import Watching, entries, replayed

SHORTEST_KEY = 22  # of an Idempotency-Key that secrets are made from
SEAT_NEEDED = "Send the token of a seat of this game: `Authorization: Bearer fds_…`."
NO_GAME = "There is no such game; it may have expired."
HOST_NEEDED = "Send the token of this game's host: `Authorization: Bearer fdh_…`."
KEY_OF_GAME = "Send the one that made it, a token of this game, or nothing."
KEY_NEEDED = "Send an API key of this service: `Authorization: Bearer fdk_…`."


class Retry(msgspec.Struct, frozen=True):
    """A request that may be sent again: its Idempotency-Key, and a hash of all of it."""

    key: str
    request: str

    def field(self, credential: str) -> str:
        """What the key is stored as: a digest, scoped to the credential presented with it."""
        return sha256(f"{credential}|{self.key}".encode()).hexdigest()[:32]

    def strong(self) -> None:
        """InvalidRequest if no secret can be made from the key."""
        if len(self.key) < SHORTEST_KEY:
            detail = (
                f"Secrets are made from this key: it needs {SHORTEST_KEY} characters or more,"
                " a UUID has enough."
            )
            raise InvalidRequest(("header", "Idempotency-Key", detail))

    def check(self, record: KeyRecord) -> None:
        """KeyReused unless the record is of this very request."""
        if record.request != self.request:
            raise KeyReused("This Idempotency-Key was used for another request; take a new one.")


class Door:
    """Opens tables for requests."""

    def __init__(
        self,
        store: RedisStore,
        rulesets: Mapping[str, Ruleset[Any, Any, Any]],
        keys: Keys | None = None,
    ) -> None:
        self._store = store
        self._rulesets = rulesets
        self._watching = Watching(store)
        self.keys = keys  # None: whoever wants to may create games
        self.codecs = {slug: RowCodec(ruleset) for slug, ruleset in rulesets.items()}

    def open(self, game: str, bearer: str | None, retry: Retry | None = None) -> Table:
        """The table as one read finds it. NotFound; Unauthenticated; Forbidden (a token of another game).

        It stands as it truly does: whoever shows it shows `as_seen` of it.
        """
        if not auth.is_game(game):
            raise NotFound(NO_GAME)
        token = auth.parse(bearer)
        credential = _credential(token, self.owner(token))
        stored = self._store.read(game, None if retry is None else retry.field(credential))
        if stored is None:
            raise NotFound(NO_GAME)
        meta = META.decode(stored.meta)
        with standing_at(_late(meta, stored)):
            return self._table(game, stored, meta, token)

    def owner(self, token: auth.Token | None) -> str | None:
        """The name of the API key, None for any other token. Unauthenticated for a key that is none."""
        if token is None or token.role != "key":
            return None
        key = None if self.keys is None else self.keys.find(token.digest)
        if key is None:
            raise Unauthenticated(f"This API key is not, or no longer, one of this service. {KEY_NEEDED}")
        return key.name

    def table(self, game: str, stored: Stored, token: auth.Token | None) -> Table:
        """The table of a stored game as the holder of the token may see it: an older one if he watches it
        with a delay. It is for looking at, and never the base of a commit."""
        return self._table(game, stored, META.decode(stored.meta), token).as_seen()

    def standing(self, game: str, bearer: str | None) -> int | None:
        """The version of a game that its caller may know, whatever else is wrong with him or his request."""
        stored = self._store.read(game) if auth.is_game(game) else None
        if stored is None:
            return None
        meta = META.decode(stored.meta)
        with suppress(ServiceFault):
            return self._table(game, stored, meta, auth.parse(bearer)).shown
        return _late(meta, stored)

    def _table(self, game: str, stored: Stored, meta: Meta, token: auth.Token | None) -> Table:
        """The table as it truly stands.

        In a rematch the tokens of the game before are held, so a token is known by its hash, not by the game
        that it names. One that nobody holds any more is let in as nobody if it comes with a key that it has
        used: this is the retry of what it did while it was held.
        """
        ruleset = self._rulesets.get(meta.ruleset)
        if ruleset is None:
            raise NotFound(f"This game is of the rule set {meta.ruleset}, which is not hosted here any more.")
        you = None
        if token is not None and token.role == "seat":
            you = meta.seat_of(token.digest)
        host = token is not None and token.role == "host" and auth.same(meta.host, token.digest)
        invited = token is not None and token.role == "invite" and auth.same(meta.invite, token.digest)
        owner = self.owner(token)
        if owner is not None and meta.owner != owner:
            raise Forbidden(f"This game was not made with your API key. {KEY_OF_GAME}")
        host = host or owner is not None
        if token is not None and you is None and not host and not invited and stored.key is None:
            if token.game != game:
                raise Forbidden("This token is of another game; use one of this game, or none.")
            raise Unauthenticated(f"Nobody holds this token any more. {SEAT_NEEDED}")
        options = _options(meta, ruleset)
        state = None if stored.state is None else self._state(game, ruleset, stored.state, stored)
        pace = PACE.decode(stored.pace)
        watch = None if you is not None or meta.spectator_delay == 0 else self._older
        return Table(
            game,
            stored.tag,
            meta,
            pace,
            ruleset,
            options,
            state,
            you,
            host,
            invited,
            stored.key,
            by_key=owner is not None,
            credential=_credential(token, owner),
            watch=watch,
        )

    def _older(self, table: Table) -> Table:
        return self._watching.older(table, self.codecs[table.ruleset.slug])

    def _state(self, game: str, ruleset: Ruleset[Any, Any, Any], body: bytes, stored: Stored) -> Any:
        """The state; made again from the log if its bytes are not of this edition's shape.

        None if the game is of a retired edition, which this one cannot replay.
        """
        try:
            return ruleset.from_json(body)
        except msgspec.DecodeError:
            if META.decode(stored.meta).edition != ruleset.edition:
                return None
            return self.replayed(game, ruleset, stored)

    def replayed(self, game: str, ruleset: Ruleset[Any, Any, Any], stored: Stored) -> Any:
        """The state that the log leads to: the log is the truth, the state its cache."""
        rows = self.rows(game, ruleset, stored.tag.version)
        return replayed(ruleset, META.decode(stored.meta), rows)

    def rows(self, game: str, ruleset: Ruleset[Any, Any, Any], version: int) -> Iterator[Row]:
        """The log up to a version, oldest first."""
        codec = self.codecs[ruleset.slug]
        return (codec.decode(entry.body) for entry in entries(self._store, game, version))


def _late(meta: Meta, stored: Stored) -> int:
    """The version that those may know who have no seat."""
    return stored.tag.version if meta.over else meta.late(stored.tag.version)


def _credential(token: auth.Token | None, owner: str | None) -> str:
    """What Idempotency-Keys are scoped to."""
    return scope(owner) if token is None or owner is not None else token.digest


def scope(owner: str | None) -> str:
    """What the Idempotency-Keys of an API key are scoped to: its name, so that a new key finds them too."""
    return "" if owner is None else f"key {owner}"


def _options(meta: Meta, ruleset: Ruleset[Any, Any, Any]) -> Any:
    """The table's options; the defaults, which hide the most, if those of a retired edition are no more."""
    try:
        return msgspec.json.decode(meta.options, type=ruleset.Options)
    except msgspec.ValidationError:
        if meta.edition == ruleset.edition:
            raise
        return ruleset.Options()


@contextmanager
def standing_at(version: int, ruleset: str | None = None) -> Iterator[None]:
    """Whatever is refused here says at which version the game stood, and of which rule set it is."""
    try:
        yield
    except (Fault, ServiceFault) as fault:
        fault.version = version
        if isinstance(fault, Fault):
            fault.ruleset = ruleset
        raise


def seat_of(table: Table) -> Seat:
    """The caller's seat. Unauthenticated or Forbidden, naming what is needed, if he has none."""
    if table.you is None:
        if table.by_key:
            raise Forbidden(f"An API key plays no seat. {SEAT_NEEDED}")
        if table.host:
            raise Forbidden(f"The host's token plays no seat. {SEAT_NEEDED}")
        if table.invited:
            raise Forbidden(f"An invite plays no seat; take one with it. {SEAT_NEEDED}")
        raise Unauthenticated(SEAT_NEEDED)
    return table.you


def named_seat(table: Table, seat: int) -> Seat:
    """The seat of a path. NotFound if the table has none of this number."""
    if seat not in range(len(table.meta.seats)):
        raise NotFound("There is no such seat.")
    return Seat(seat)
