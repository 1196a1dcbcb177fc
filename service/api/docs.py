"""The document, and a page that shows it from files of our own."""

from functools import cache
from importlib import resources

import msgspec
from flask import Blueprint, Response

from service.faults import NotFound

docs = Blueprint("docs", __name__)

_FILES = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
}
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fairdeal API</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_START = """SwaggerUIBundle({
  url: "openapi.json", dom_id: "#api", deepLinking: true, validatorUrl: null, defaultModelsExpandDepth: 0,
});
"""
# Its own files and the document, and nothing else: nothing inline, no other site, no frame, no form.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@docs.get("/openapi.json")
def openapi_json() -> Response:
    """The document as JSON."""
    return Response(_document(), mimetype="application/json")


@docs.get("/docs")
def page() -> Response:
    """The page."""
    return Response(_PAGE, mimetype="text/html", headers={"Content-Security-Policy": _POLICY})


@docs.get("/docs/<name>")
def file(name: str) -> Response:
    """A file of the page."""
    if name == "start.js":
        return Response(_START, mimetype="text/javascript")
    if name not in _FILES:
        raise NotFound("There is no such file.")
    return Response(_read(name), mimetype=_FILES[name])


@cache
def _document() -> bytes:
    from service.openapi import build  # the document is made of the operations, so they come first

    return msgspec.json.encode(build())


@cache
def _read(name: str) -> bytes:
    return (resources.files("flask_swagger_ui") / "dist" / name).read_bytes()
