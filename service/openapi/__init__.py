"""The contract as an OpenAPI 3.1 document, made from the operations and the Structs; nothing here is by hand."""

from service.openapi.document import build

__all__ = ["build"]
