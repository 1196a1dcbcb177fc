"""A table for the tests of bad input, at which nothing may change."""

import pytest
from flask import Flask

from tests.service.tables import HttpTable


@pytest.fixture(scope="module")
def table(app: Flask) -> HttpTable:
    """A table where seat 0 holds G2 B9 B12 P1, and B11 P4 G11 Y1 lie on the table as t1 to t4."""
    return HttpTable(app.test_client(), options={"action_cards": False, "dealer": 1}, sandbox={})
