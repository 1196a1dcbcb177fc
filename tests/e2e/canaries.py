"""Marked secrets: a client that keeps all it is answered, and the forms in which a secret may come out."""

import base64
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from tests.e2e.player import Answer, Player


class Heard(NamedTuple):
    """An answer and who got it."""

    token: str | None
    said: str
    answer: Answer

    @property
    def text(self) -> str:
        """All of it, headers too."""
        head = "\n".join(f"{name}: {value}" for name, value in self.answer.headers.items())
        return f"{self.said}\n{head}\n{self.answer.body.decode()}"


class Listening(Player):
    """A client whose answers, and those of all clients made from it, are kept in one list."""

    def __init__(self, root: str, token: str | None = None, heard: list[Heard] | None = None) -> None:
        super().__init__(root, token)
        self.heard: list[Heard] = [] if heard is None else heard

    def holding(self, token: str | None) -> "Listening":
        return Listening(self.root, token, self.heard)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        answer = super().ask(method, path, body, query, headers)
        self.heard.append(Heard(self.token, f"{method} {path}", answer))
        return answer


class Canary(msgspec.Struct, frozen=True):
    """A secret of a game: what it is, and who may be told."""

    what: str
    secret: str
    to: frozenset[str | None] = frozenset()

    def forms(self) -> Iterator[str]:
        """How it may come to stand in a text."""
        yield self.secret
        data = self.secret.encode()
        if set(self.secret) <= set("0123456789abcdef"):
            data = bytes.fromhex(self.secret)
            yield self.secret.upper()
            yield str(int.from_bytes(data, "big"))
            yield str(int.from_bytes(data, "little"))
            yield repr(data)[2:-1]
        for encode in (base64.b64encode, base64.urlsafe_b64encode, base64.b85encode, base64.b32encode):
            yield encode(data).decode().rstrip("=")
        yield data.hex()
        if self.secret.startswith("fd"):
            yield self.secret.rpartition("_")[2]  # the secret without the game that it names

    def stands_in(self, text: str) -> bool:
        """Whether a text tells it."""
        return any(form in text for form in self.forms())
