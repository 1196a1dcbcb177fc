"""What the tests of the engine may be told on the command line."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="rewrite the committed playthroughs")
    parser.addoption("--games", type=int, default=25, help="games that each law is tried on")
