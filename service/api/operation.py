"""Operations: one declaration a call, from which its route and its place in the document are made."""

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response

View = Callable[..., Response]

EVERYWHERE = ("internal-error",)  # problems that no call can rule out
STORED = ("store-unavailable", *EVERYWHERE)
BODY = ("malformed-body", "too-large", "unsupported-media-type")  # of each call that takes one


class Operation(msgspec.Struct, frozen=True):
    """One call of the API.

    `answers` maps a status to the Struct of its body, None for none, or a media type. `body` is a Struct, or
    the name of a component. `needs`: the credentials of which one is sent, empty if none is of use. `limit`:
    the rate limit that each call counts against. `sends`: the Structs of the messages on a stream, of which
    the document knows no schema of the whole. `problems` are those that nothing else brings: a body, a limit
    and an Idempotency-Key bring their own.
    """

    method: str
    path: str
    id: str
    tag: str
    summary: str
    answers: dict[int, Any]
    problems: tuple[str, ...]
    description: str = ""
    query: type[msgspec.Struct] | None = None
    body: Any = None
    needs: tuple[str, ...] = ()
    optional: bool = False
    idempotent: bool = False
    if_match: bool = False
    etag: bool = False
    limit: str | None = None
    resumes: bool = False
    sends: tuple[type[msgspec.Struct], ...] = ()
    view: View | None = None

    @property
    def rule(self) -> str:
        """The path as Flask writes it."""
        return self.path.replace("{", "<").replace("}", ">")


OPERATIONS: dict[str, Operation] = {}


def operation(method: str, path: str, **given: Any) -> Callable[[View], View]:
    """Declares the view below it as an operation; its docstring is the description."""

    brought = {"body": BODY, "idempotent": ("key-reused",), "limit": ("rate-limited",)}
    more = [code for what, codes in brought.items() if given.get(what) for code in codes]
    given["problems"] = (*given["problems"], *more)

    def declare(view: View) -> View:
        text = " ".join((view.__doc__ or "").split())
        made = Operation(method, path, description=text, view=view, **given)
        OPERATIONS[made.id] = made
        return view

    return declare
