"""Where the games are kept, as REDIS_URL says it: one server, a cluster, or a server that sentinels watch."""

from typing import Final, Literal
from urllib.parse import parse_qsl, quote, unquote, urlencode

import msgspec

SCHEMES: Final = (
    "redis",
    "rediss",
    "unix",
    "redis+cluster",
    "rediss+cluster",
    "redis+sentinel",
    "rediss+sentinel",
)

_PORTS: Final = {"cluster": 6379, "sentinel": 26379}
_MOST: Final = 65535

Host = tuple[str, int]
Kind = Literal["one", "cluster", "sentinel"]


class Address(msgspec.Struct, frozen=True):
    """An address of a store, taken apart.

    `one`: `url` is all there is to know. `cluster`: `hosts` are some of its nodes, which know the others.
    `sentinel`: `hosts` are sentinels, which know where the master of `service` is.
    """

    kind: Kind
    url: str
    hosts: tuple[Host, ...] = ()
    service: str = ""
    _scheme: str = ""
    _credentials: str = ""
    _database: str = ""
    _query: str = ""
    _sentinel_credentials: str = ""

    @classmethod
    def parse(cls, text: str) -> "Address":
        """The address in this text. ValueError for any other text, which is not repeated: a password may
        stand in it."""
        scheme, there, rest = text.partition("://")
        if not there or scheme not in SCHEMES or "#" in rest:
            raise ValueError("not an address of a store")
        outer, _, inner = scheme.partition("+")
        if inner == "":
            return cls("one", text)
        kind: Kind = "cluster" if inner == "cluster" else "sentinel"
        rest, _, query = rest.partition("?")
        where, _, path = rest.partition("/")
        credentials, at, listed = where.rpartition("@")
        hosts = tuple(_host(one, _PORTS[kind]) for one in listed.split(","))
        service, _, database = path.partition("/")
        if kind == "cluster":
            service, database = "", service if not database else "?"
        if (kind == "sentinel" and not service) or not _is_database(kind, database):
            raise ValueError("not an address of a store")
        options = dict(parse_qsl(query))
        user, password = (options.pop(f"sentinel_{name}", "") for name in ("username", "password"))
        own = f"{quote(user, safe='')}:{quote(password, safe='')}@" if user or password else ""
        query = f"?{urlencode(options)}" if options else ""
        return cls(kind, text, hosts, unquote(service), outer, credentials + at, database, query, own)

    def of(self, host: Host) -> str:
        """The address of one server of the cluster, or of the master: `redis://` or `rediss://`."""
        return f"{self._scheme}://{self._credentials}{_name(host)}/{self._database}{self._query}"

    def of_sentinel(self, host: Host) -> str:
        """The address of a sentinel: as encrypted as the store, with `sentinel_username` and
        `sentinel_password` of the query."""
        return f"{self._scheme}://{self._sentinel_credentials}{_name(host)}{self._query}"

    def __repr__(self) -> str:
        """Without what it says: it may be printed by accident."""
        return f"Address({self.kind})"


def _name(host: Host) -> str:
    return f"[{host[0]}]:{host[1]}" if ":" in host[0] else f"{host[0]}:{host[1]}"


def _host(text: str, default: int) -> Host:
    """`name`, `name:port`, `[::1]:port`."""
    if text.startswith("["):
        name, end, port = text[1:].partition("]")
        port = port.removeprefix(":") if end and (port.startswith(":") or not port) else "?"
    else:
        name, colon, port = text.partition(":")
        port = port or ("?" if colon else "")
    number = int(port) if port.isascii() and port.isdecimal() and len(port) < 6 else -1
    if not port:
        number = default
    if not name or not 0 < number <= _MOST or set(name) & set(" []@/\\"):
        raise ValueError("not an address of a store")
    return name, number


def _is_database(kind: Kind, text: str) -> bool:
    """A cluster has only the database 0."""
    return text in ("", "0") if kind == "cluster" else text == "" or (text.isascii() and text.isdecimal())
