"""What can be set from outside: the one place that reads the environment."""

import ipaddress
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import urlsplit

import msgspec

from service.address import SCHEMES, Address
from service.keys import BadKeys, Keys

LogLevel = Literal["debug", "info", "warning", "error"]

_PROJECT = Path(__file__).resolve().parent.parent
_MOST_WORKERS = 64
_MOST_PROXIES = 8
_MOST_REPLICAS = 8
_STORE_FORMS = (
    "REDIS_URL takes a cluster as redis+cluster://host:port,host:port and a server that sentinels watch as "
    "redis+sentinel://host:port,host:port/service; user:password@ may stand before the first host, with "
    "special characters written as %XX"
)
_SWITCH = {"on": True, "off": False}


class BadConfig(ValueError):
    """A variable of the environment that cannot be used; the text names it and says what it takes."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The configuration of a running service. A variable that is unset or empty takes the default here."""

    host: str = "127.0.0.1"
    port: int = 8000  # 0: any free one (`python -m service` prints it)
    redis_url: str | None = None  # None: an embedded Valkey on `data`
    workers: int = 2  # processes
    replicas: int = 0  # that are to have a change before it is acknowledged
    data: Path = _PROJECT / "data"  # folder of the embedded Valkey
    base_url: str | None = None  # public address, without a slash at its end; None: as the request says
    log_level: LogLevel = "info"  # requests are logged at info and below
    keys: Keys | None = None  # the API keys; None: whoever wants to may create games
    rate_limits: bool | None = None  # None: unless `host` is an address of this machine alone
    client_seconds: int = 30  # in which a body has to come whole, and a client to send or take something
    trusted_proxies: int = 0  # in front of the service, each of which adds to X-Forwarded-For

    @property
    def limited(self) -> bool:
        """Whether rate limits are kept."""
        return not _is_loopback(self.host) if self.rate_limits is None else self.rate_limits

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] | None = None) -> "Config":
        """HOST, PORT, REDIS_URL, WORKERS, DATA, BASE_URL, LOG_LEVEL, FAIRDEAL_KEYS, RATE_LIMITS,
        TRUSTED_PROXIES, CLIENT_SECONDS, FAIRDEAL_REPLICAS, from the process unless given.

        Raises BadConfig. REDIS_URL is not repeated in its text: a password may stand in it.
        """
        given = {name: text for name, text in (os.environ if environ is None else environ).items() if text}
        default = cls()
        replicas = _number(given, "FAIRDEAL_REPLICAS", 0, range(_MOST_REPLICAS + 1))
        if replicas and "REDIS_URL" not in given:
            raise BadConfig("FAIRDEAL_REPLICAS needs a REDIS_URL: the store of its own has no replicas")
        return cls(
            host=given.get("HOST", default.host),
            port=_number(given, "PORT", default.port, range(65536)),
            redis_url=_store_address(given.get("REDIS_URL")),
            replicas=replicas,
            workers=_number(given, "WORKERS", default.workers, range(1, _MOST_WORKERS + 1)),
            data=Path(given["DATA"]).absolute() if "DATA" in given else default.data,
            base_url=_public_address(given.get("BASE_URL")),
            log_level=_log_level(given.get("LOG_LEVEL", default.log_level)),
            keys=_api_keys(given.get("FAIRDEAL_KEYS")),
            rate_limits=_switch(given, "RATE_LIMITS"),
            client_seconds=_number(given, "CLIENT_SECONDS", default.client_seconds, range(1, 601)),
            trusted_proxies=_number(given, "TRUSTED_PROXIES", 0, range(_MOST_PROXIES + 1)),
        )

    def for_child(self) -> dict[str, str]:
        """The environment of a process that is to have this configuration."""
        return {
            **os.environ,
            "HOST": self.host,
            "PORT": str(self.port),
            "REDIS_URL": self.redis_url or "",
            "FAIRDEAL_REPLICAS": str(self.replicas),
            "WORKERS": str(self.workers),
            "DATA": str(self.data),
            "BASE_URL": self.base_url or "",
            "LOG_LEVEL": self.log_level,
            "FAIRDEAL_KEYS": "" if self.keys is None else str(self.keys.source),
            "RATE_LIMITS": "" if self.rate_limits is None else "on" if self.rate_limits else "off",
            "CLIENT_SECONDS": str(self.client_seconds),
            "TRUSTED_PROXIES": str(self.trusted_proxies),
        }


def _number(given: Mapping[str, str], name: str, default: int, allowed: range) -> int:
    text = given.get(name)
    if text is None:
        return default
    if text.isascii() and text.isdecimal() and len(text) <= 9 and int(text) in allowed:
        return int(text)
    raise BadConfig(f"{name} takes a whole number from {allowed[0]} to {allowed[-1]}, not {text!r}")


def _switch(given: Mapping[str, str], name: str) -> bool | None:
    text = given.get(name)
    if text is None:
        return None
    if text.lower() not in _SWITCH:
        raise BadConfig(f"{name} takes {_listed(tuple(_SWITCH))}, not {text!r}")
    return _SWITCH[text.lower()]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def _store_address(text: str | None) -> str | None:
    if text is None:
        return None
    if text.partition("://")[0] not in SCHEMES or "://" not in text:
        raise BadConfig(f"REDIS_URL takes an address that begins with {_listed(SCHEMES, '://')}")
    try:
        Address.parse(text)
    except ValueError:
        raise BadConfig(_STORE_FORMS) from None
    return text


def _public_address(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        parts = urlsplit(text)
        named = parts.scheme in ("http", "https") and parts.hostname and parts.username is None
    except ValueError:
        named = False
    if not named or parts.query or parts.fragment:
        raise BadConfig(f"BASE_URL takes an address like https://games.example, not {text!r}")
    return text.rstrip("/")


def _log_level(text: str) -> LogLevel:
    try:
        level: LogLevel = msgspec.convert(text.lower(), LogLevel)
    except msgspec.ValidationError:
        raise BadConfig(f"LOG_LEVEL takes {_listed(get_args(LogLevel))}, not {text!r}") from None
    return level


def _api_keys(path: str | None) -> Keys | None:
    """The keys of the file. Nothing of what stands in it is repeated."""
    if path is None:
        return None
    source = Path(path).absolute()
    try:
        return Keys.read(source)
    except BadKeys as fault:
        raise BadConfig(f"FAIRDEAL_KEYS: {source}: {fault}") from None
    except OSError as fault:
        raise BadConfig(f"FAIRDEAL_KEYS: {source} cannot be read ({fault.strerror})") from None


def _listed(words: tuple[str, ...], end: str = "") -> str:
    *first, last = (f"{word}{end}" for word in words)
    return f"{', '.join(first)} or {last}"
