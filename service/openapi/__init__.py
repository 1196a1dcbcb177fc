"""The contract as an OpenAPI 3.1 document, made from the operations and the Structs, never by hand."""

from service.openapi.document import build

__all__ = ["build"]
