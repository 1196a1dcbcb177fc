"""How large a body may be, whatever is asked for: also where no body is read, and where nothing is found."""

from typing import Final

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from service.api.call import LARGEST_BODY, services
from service.api.receiving import received
from service.api.records import LARGEST_RECORD

LARGER: Final = {"verifyRecord": LARGEST_RECORD}  # bytes, by operation


def refuse_large() -> None:
    """RequestEntityTooLarge for a body of more bytes than this call takes.

    One that says its length is refused by that, before any of it is read. Of one that does not (chunked) at
    most one byte more than allowed is read, and kept for the view if it is not too large.
    """
    most = LARGEST_BODY if request.endpoint is None else LARGER.get(request.endpoint, LARGEST_BODY)
    length = request.content_length
    if length is not None:
        if length > most:
            raise RequestEntityTooLarge
    elif "Transfer-Encoding" in request.headers:
        received(most, services().patience)
