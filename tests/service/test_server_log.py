"""What the server's log never holds."""

import logging

import pytest

from service.server_log import Atoms, without_secrets

TOKEN = "fds_4Yq2mB7cR9tX1vZ8wK5n_Zk3vQ0Xr8mT1yB5nH2cWfA-0p1o"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (f"Invalid HTTP Header: 'Authorization Bearer {TOKEN}'", "Authorization Bearer [secret]'"),
        (f"uri /v1/games?token={TOKEN}&a=1", "uri /v1/games?token=[secret]&a=1"),
        (f"FDH_{TOKEN[4:]}", "[secret]"),
        ("BEARER something-else", "BEARER [secret]"),
    ],
)
def test_Q56_a_token_is_cut_out_of_a_line(text: str, written: str) -> None:
    record = logging.LogRecord("gunicorn.error", logging.WARNING, __file__, 1, "%s", (text,), None)
    assert without_secrets(record)
    assert record.getMessage().endswith(written)
    assert TOKEN[4:] not in record.getMessage()


def test_a_line_without_a_token_stays_as_it_is() -> None:
    record = logging.LogRecord("gunicorn.error", logging.INFO, __file__, 1, "Booting %d", (7,), None)
    assert without_secrets(record)
    assert (record.msg, record.args) == ("Booting %d", (7,))


def test_a_line_break_in_a_path_does_not_begin_a_line() -> None:
    assert Atoms({"U": '/v1/a\nb"\u00c3\u00a9'})["U"] == "/v1/a%0Ab%22%C3%A9"
