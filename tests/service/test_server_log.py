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
    atoms = Atoms({"U": '/v1/a\nb"\u00c3\u00a9', "h": '203.0.113.9 "GET /forged" 200'})
    assert atoms["U"] == "/v1/a%0Ab%22%C3%A9"
    assert atoms["h"] == "203.0.113.9%20%22GET%20%2Fforged%22%20200"


@pytest.mark.parametrize("address", ["203.0.113.9", "2001:db8::1", "[2001:db8::1]:443", "-"])
def test_an_address_is_written_as_it_is(address: str) -> None:
    assert Atoms({"U": "/", "h": address})["h"] == address


@pytest.mark.parametrize("text", ["a\nb", "a\r", "\x1b[2J", "a\x85b", "a\u2028b", "\u202egnp.exe", "\0"])
def test_what_may_begin_a_line_or_be_obeyed_by_a_terminal_is_spelled_out(text: str) -> None:
    record = logging.LogRecord("gunicorn.error", logging.WARNING, __file__, 1, "%s", (text,), None)
    assert without_secrets(record)
    assert record.getMessage() == text.encode("unicode_escape").decode()
