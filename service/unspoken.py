"""Exceptions as they may be logged: where they were raised and of which kind, without what they say."""

from types import TracebackType

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]


def unspoken(fault: BaseException) -> ExcInfo:
    """For `exc_info` of a line in the log. What an exception says may hold a token, a seed or a card; where
    it came from is only lines of code."""
    kind = type(fault)
    silent = type(kind.__name__, (Exception,), {"__module__": kind.__module__})
    return kind, silent(), fault.__traceback__
