"""Boards: a game as a picture."""

from typing import Final

from flask import Response, g

from service.api.call import bearer, etag, query, reader, services, unchanged
from service.api.operation import STORED, operation
from service.edge.headers import POLICY
from service.schemas.requests import LangQuery

SVG: Final = "image/svg+xml"

# Opened by itself a picture is a document: it has the styles within it and nothing else, and it runs nothing.
# Any page may show it, also one that is closed to what others do not give away (Fetch, 3.6).
_HEADERS: Final = {
    POLICY: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


@operation(
    "GET",
    "/v1/games/{game}/board.svg",
    id="getBoard",
    tag="games",
    summary="See the board of a game as a picture",
    query=LangQuery,
    answers={200: SVG, 304: None},
    problems=(
        "unauthenticated",
        "forbidden",
        "not-found",
        "not-started",
        "invalid-request",
        *STORED,
    ),
    needs=("seat", "host", "invite"),
    optional=True,
    etag=True,
)
def get_board(game: str) -> Response:
    """The position as the bearer sees it, drawn as SVG: pieces, the last one marked, what it completed,
    scores, the open card. It stands alone, follows the light or dark of the page, and says in `title` and
    `desc` what there is to see. Not found for a game without a board. An `img` sends no token: what it shows
    is what the public may see."""
    drawn = services().hosting.picture(game, bearer(), reader(query(LangQuery)))
    g.lang = drawn.lang
    tag = etag(drawn.version, drawn.nonce, drawn.you)
    return unchanged(tag) or Response(drawn.svg, headers={**_HEADERS, "ETag": tag}, content_type=SVG)
