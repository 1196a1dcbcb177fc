"""A body as plain values: strict JSON (RFC 8259), an object, every name in an object once."""

import json
from typing import Any, Final, NoReturn

from service.faults import MalformedBody

_DIGITS: Final = 20  # of a whole number; one with more is out of every range, and costly to read


def read_object(data: bytes) -> dict[str, Any]:
    """The object in the bytes. MalformedBody says what is wrong and where."""
    try:
        text = data.decode("utf-8")
        value = _STRICT.decode(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as fault:
        raise MalformedBody(f"{fault.msg} (line {fault.lineno}, column {fault.colno}).") from None
    except RecursionError:
        raise MalformedBody("It is nested too deeply.") from None
    except UnicodeDecodeError as fault:
        raise MalformedBody(f"It is not UTF-8 (byte {fault.start}).") from None
    except UnicodeEncodeError:
        raise MalformedBody("A string holds half of a surrogate pair.") from None
    if type(value) is not dict:
        raise MalformedBody("The body must be a JSON object.")
    return value


def canonical(value: Any) -> bytes:
    """The same bytes for the same value, in whatever order its names were sent."""
    try:
        return _SORTED.encode(value).encode()
    except RecursionError:
        raise MalformedBody("It is nested too deeply.") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for at, name in enumerate(names) if name in names[:at])
        raise MalformedBody(f"An object holds the name {twice[:40]!a} twice.")
    return made


def _no_number(text: str) -> NoReturn:
    raise MalformedBody(f"{text} is not a JSON value.")


def _whole(digits: str) -> int:
    return int(digits[:_DIGITS])


_STRICT: Final = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number, parse_int=_whole)
_SORTED: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
