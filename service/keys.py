"""API keys: the file that lists them, whose request it is, and the command that makes a new one.

A line of the file is `name:sha256:limits`. A key is `fdk_` and 43 characters of base62 (22 to 64 are taken);
only its SHA-256 stands in the file. `limits` is empty, or `tables=600/60`: at most 600 games are made and
seats taken in any 60 seconds with this key, instead of what one address may. Lines that are empty or begin
with `#` are passed over. A name may stand in two lines, with an old key and a new one: both are good until
the old line goes. The file is read when the service starts.

    python -m service.keys acme
"""

import re
import sys
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec

from service import auth
from service.quota import Quota

Policy = Literal["tables"]  # the rate limits that a key may have of its own
POLICIES: Final[tuple[Policy, ...]] = get_args(Policy)
LINE: Final = "name:sha256:limits"

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
_HASH = re.compile(r"[0-9a-f]{64}")
_LIMIT = re.compile(r"([a-z]+)=([1-9][0-9]{0,8})/([1-9][0-9]{0,5})")


class BadKeys(ValueError):
    """A line that is none of a key file; the text says which and why, and repeats nothing of it."""


class ApiKey(msgspec.Struct, frozen=True):
    """A key of the file: `digest` is all that is known of it; `limits` are those that are its own."""

    name: str
    digest: str
    limits: dict[Policy, Quota]

    def __repr__(self) -> str:
        """Without the digest: it may be printed by accident."""
        return f"ApiKey({self.name})"


class Keys(msgspec.Struct, frozen=True):
    """The keys of a service. `source` is the file they stand in."""

    source: Path
    all: tuple[ApiKey, ...] = ()

    def find(self, digest: str) -> ApiKey | None:
        """The key with this digest. Every key is compared, so that time tells nothing."""
        found = [key for key in self.all if auth.same(key.digest, digest)]
        return found[0] if found else None

    @classmethod
    def read(cls, source: Path) -> "Keys":
        """The keys of the file. OSError if it cannot be read, else BadKeys, which names the line."""
        try:
            lines = source.read_text("utf-8").split("\n")
        except UnicodeDecodeError:
            raise BadKeys("it is no text in UTF-8") from None
        found: list[ApiKey] = []
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            key = _key(text, number)
            if any(key.digest == other.digest for other in found):
                raise BadKeys(f"line {number} has the hash of a line before")
            found.append(key)
        return cls(source, tuple(found))


def _key(text: str, number: int) -> ApiKey:
    parts = text.split(":")
    if len(parts) != 3:
        raise BadKeys(f"line {number} is not of the form {LINE} (no limits: {LINE.removesuffix('limits')})")
    name, digest, limits = (part.strip() for part in parts)
    if _NAME.fullmatch(name) is None:
        raise BadKeys(
            f"line {number}: a name has 1 to 40 of a-z, 0-9, `.`, `_`, `-`, and begins with a-z or 0-9"
        )
    if _HASH.fullmatch(digest) is None:
        raise BadKeys(
            f"line {number}: in the middle stands a SHA-256, 64 hex digits in lower case, and never a key"
        )
    return ApiKey(name, digest, _limits(limits, number))


def _limits(text: str, number: int) -> dict[Policy, Quota]:
    limits: dict[Policy, Quota] = {}
    for part in text.split(",") if text else ():
        given = _LIMIT.fullmatch(part.strip())
        policy = next((one for one in POLICIES if given is not None and given[1] == one), None)
        if given is None or policy is None or policy in limits:
            raise BadKeys(
                f"line {number}: limits are like `tables=600/60` (calls/seconds), each of"
                f" {', '.join(POLICIES)} at most once"
            )
        limits[policy] = Quota(int(given[2]), int(given[3]))
    return limits


def main(arguments: list[str]) -> int:
    """Makes a key for the name and says both: the key, which nobody can tell again, and its line."""
    if len(arguments) != 1 or _NAME.fullmatch(arguments[0]) is None:
        print("usage: python -m service.keys NAME   (a-z, 0-9, `.`, `_`, `-`; 1 to 40)", file=sys.stderr)
        return 2
    key = auth.new_key()
    print(f"key, told this once:      {key}")
    print(f"line for FAIRDEAL_KEYS:   {arguments[0]}:{auth.digest(key)}:")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
