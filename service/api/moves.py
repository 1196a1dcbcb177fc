"""Moves: list the legal ones, play one, ask whether one is legal."""

from typing import Any

from flask import Response

from engine import Ruleset
from engine.core.moves import Move
from service.api.call import (
    answer,
    bearer,
    body,
    etag,
    if_match,
    marked,
    query,
    reader,
    retry,
    services,
    unless_known,
)
from service.api.operation import STORED, operation
from service.schemas.answers import Change, MoveList
from service.schemas.derive import load_move
from service.schemas.requests import GameQuery, MovesQuery, TextQuery

_MOVE_PROBLEMS = (
    "unauthenticated",
    "forbidden",
    "not-found",
    "out-of-turn",
    "game-over",
    "not-started",
    "stale-version",
    "invalid-request",
    "rule-broken",
)


@operation(
    "GET",
    "/v1/games/{game}/moves",
    id="listMoves",
    tag="moves",
    summary="List legal moves",
    query=MovesQuery,
    answers={200: MoveList, 304: None},
    problems=("unauthenticated", "forbidden", "not-found", "stale-cursor", "invalid-request", *STORED),
    needs=("seat",),
    etag=True,
)
def list_moves(game: str) -> Response:
    """The legal moves of the bearer's seat, one of each kind first; none if it has nothing to do. Narrow a
    long list by what the player touched: `with` a card, then a place on the table."""
    asked = query(MovesQuery)
    listed, nonce = services().hosting.legal(game, bearer(), asked, reader(asked))
    return unless_known(etag(listed.version, nonce, listed.seat), listed)


@operation(
    "POST",
    "/v1/games/{game}/moves",
    id="playMove",
    tag="moves",
    summary="Play a move",
    query=GameQuery,
    body="Move",
    answers={200: Change},
    problems=(*_MOVE_PROBLEMS, *STORED),
    needs=("seat",),
    idempotent=True,
    limit="moves",
    if_match=True,
    etag=True,
)
def play_move(game: str) -> Response:
    """Plays a move: the body is the move itself, as listed. House bots that come next move in the same
    commit, as steps of their own. Send `If-Match` with the version you saw, and an `Idempotency-Key` to
    repeat it safely."""
    asked, again, data = query(GameQuery), retry(), body()
    change, nonce, replayed = services().hosting.play(
        game, bearer(), _parse(data), reader(asked), again, if_match(), asked.moves
    )
    headers = {"ETag": etag(change.game.version, nonce, change.game.you)}
    return answer(change, headers=headers | marked(replayed))


@operation(
    "POST",
    "/v1/games/{game}/moves/check",
    id="checkMove",
    tag="moves",
    summary="Ask whether a move is legal",
    query=TextQuery,
    body="Move",
    answers={204: None},
    problems=(*_MOVE_PROBLEMS, *STORED),
    needs=("seat",),
    if_match=True,
)
def check_move(game: str) -> Response:
    """204 if the move is legal now, else the problem that playing it would answer with. It is judged by what
    the seat sees and never played, so a guess tells nothing."""
    reader(query(TextQuery))
    services().hosting.check(game, bearer(), _parse(body()), if_match())
    return Response(status=204)


def _parse(data: Any) -> Any:
    def parse(ruleset: Ruleset[Any, Any, Any]) -> Move:
        return load_move(ruleset, data)

    return parse
