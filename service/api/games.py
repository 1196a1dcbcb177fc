"""Games: create, look, abort."""

from flask import Response

from engine import RULESETS
from service.api.call import (
    answer,
    base_url,
    bearer,
    body,
    etag,
    marked,
    query,
    reader,
    retry,
    services,
    unless_known,
)
from service.api.operation import STORED, operation
from service.faults import InvalidRequest
from service.schemas.answers import Change, Created, Game
from service.schemas.derive import load, load_options
from service.schemas.requests import GameQuery, NewGame, TextQuery


@operation(
    "POST",
    "/v1/games",
    id="createGame",
    tag="games",
    summary="Create a game",
    query=TextQuery,
    body="NewGame",
    answers={201: Created},
    problems=(
        "unauthenticated",
        "forbidden",
        "invalid-request",
        *STORED,
    ),
    needs=("key",),
    optional=True,
    idempotent=True,
    limit="tables",
)
def create_game() -> Response:
    """Makes a game and tells its secrets, once: the host's token, the invite for open seats, the tokens of
    seats taken now. It starts at once if no seat is open. With an API key the game is the key's; a service
    that has API keys takes no game without one."""
    read = reader(query(TextQuery))
    services().hosting.creator(bearer())  # whoever may not create is told so before what he sent is judged
    again, data = retry(), body()
    new = load(NewGame, data)
    if new.ruleset not in RULESETS:
        raise InvalidRequest(
            ("body", "/ruleset", f"There is no such rule set; there are: {', '.join(RULESETS)}.")
        )
    options = load_options(RULESETS[new.ruleset], new.options)
    created, replayed = services().hosting.create(new, options, read, again, bearer())
    headers = {"Location": f"{base_url()}/v1/games/{created.game.id}"}
    return answer(created, 201, headers | marked(replayed))


@operation(
    "GET",
    "/v1/games/{game}",
    id="getGame",
    tag="games",
    summary="See a game",
    query=GameQuery,
    answers={200: Game, 304: None},
    problems=("unauthenticated", "forbidden", "not-found", "invalid-request", *STORED),
    needs=("seat", "host", "invite"),
    optional=True,
    etag=True,
)
def get_game(game: str) -> Response:
    """The game as the bearer sees it: a seat its own cards, everybody else what is public, `spectator_delay`
    steps late; to whom `spectators` shuts out `view` is null as long as the game goes on. With
    `If-None-Match` a poll that finds nothing new costs no body."""
    asked = query(GameQuery)
    shown, nonce = services().hosting.see(game, bearer(), reader(asked), asked.moves)
    return unless_known(etag(shown.version, nonce, shown.you), shown)


@operation(
    "DELETE",
    "/v1/games/{game}",
    id="abortGame",
    tag="games",
    summary="Abort a game",
    query=TextQuery,
    answers={200: Change},
    problems=("unauthenticated", "forbidden", "not-found", "game-over", "invalid-request", *STORED),
    needs=("host",),
)
def abort_game(game: str) -> Response:
    """Ends a game without an outcome. Its record can be read until `expires_at`."""
    return answer(services().hosting.abort(game, bearer(), reader(query(TextQuery))))
