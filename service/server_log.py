"""What the server writes down about requests, and what it never does: queries, headers, tokens."""

import logging
import re
from typing import Any
from urllib.parse import quote

from gunicorn.config import Config
from gunicorn.glogging import Logger, SafeAtoms

from service.unspoken import unspoken

FORMAT = '%(h)s "%(m)s %(U)s" %(s)s %(B)s bytes %(D)s us'

# Tokens are `fds_<game>_<secret>` and the like. A malformed header stands in gunicorn's warning as it came.
_SECRET = re.compile(r"\bfd[a-z]_[\w-]+|(?<=bearer )[^\s'\"]+", re.IGNORECASE)
_UNPRINTABLE = re.compile("[^ -~]")


class Atoms(SafeAtoms):
    """What FORMAT may name; the path, and the address, which a proxy may have named, are escaped as in a URL,
    so that a request stays one line with its words in their places."""

    def __init__(self, atoms: dict[str, Any]) -> None:
        path, address = quote(atoms["U"] or "", encoding="latin-1"), quote(atoms["h"] or "-", safe="[]:")
        super().__init__({**atoms, "U": path, "h": address})


class Log(Logger):
    """gunicorn's log, without secrets."""

    atoms_wrapper_class = Atoms

    def setup(self, cfg: Config) -> None:
        """Adds the filter to the handlers that gunicorn has made."""
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                handler.addFilter(without_secrets)


def without_secrets(record: logging.LogRecord) -> bool:
    """A filter that lets every record pass, with each token in its text cut out, and what exceptions say.
    The text is one line, whatever somebody has put into it."""
    if record.exc_info and record.exc_info[1] is not None:
        record.exc_info = unspoken(record.exc_info[1])
        record.exc_text = None  # as another handler may have written it
    text = record.getMessage()
    cut = _UNPRINTABLE.sub(_escaped, _SECRET.sub("[secret]", text))
    if cut != text:
        record.msg, record.args = cut, None
    return True


def _escaped(found: re.Match[str]) -> str:
    """A character that might begin a line, or be obeyed by a terminal, as Python writes it."""
    return found[0].encode("unicode_escape").decode()
